#include "engine/memory/memory_engine.h"

#include <random>

#include "engine/memory/hash.h"
#include "engine/memory/memory_sale.h"

namespace allot {
namespace {

std::uint64_t from_device() {
  std::random_device device;
  return (std::uint64_t{device()} << 32U) | device();
}

class MemoryEngine final : public Engine {
 public:
  explicit MemoryEngine(MemorySeeds seeds) : seeds_(seeds) {}

  std::unique_ptr<HotSale> load(const SaleState& state, ClaimSource& claims) override {
    // Sales draw their nonces one by one, so no two of them follow the same sequence.
    return std::make_unique<MemorySale>(state, claims, MemorySeeds{seeds_.hash, next_random(seeds_.nonce)});
  }

 private:
  MemorySeeds seeds_;
};

}  // namespace

std::unique_ptr<Engine> make_memory_engine() { return make_memory_engine({from_device(), from_device()}); }

std::unique_ptr<Engine> make_memory_engine(MemorySeeds seeds) { return std::make_unique<MemoryEngine>(seeds); }

}  // namespace allot

// For tests only: random commands against a hot sale and against PlainSale, compared after each.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/memory/plain_sale.h"

namespace allot {

/// A bug to be put in, to see that the comparison finds it.
struct Fault {
  std::function<void(SaleState&, std::vector<StoredClaim>&)> at_load;
  std::function<std::unique_ptr<HotSale>(std::unique_ptr<HotSale>)> around;
};

class ModelRun {
 public:
  ModelRun(std::uint64_t seed, Fault fault);

  /// The first difference, in words, or an empty string.
  std::string go(int steps);

 private:
  // Commands.
  void one_step();
  void claim_batch();
  void restock();
  void turn();
  void patch();
  void bar();
  void settle_some(std::size_t count);
  void change_a_claim();
  void resume();
  void expire();
  void take_back();
  void rebuild();

  // Comparisons; they throw what differs.
  void check(bool same, const std::string& what) const;
  void check_decision(const Decision& hot, const PlainAnswer& plain) const;
  void check_entry(const ClaimBatch& batch, std::size_t claims_before) const;
  void give_order(decltype(HotOrder::what) what, const PlainOrderAnswer& plain, std::uint64_t seq_before);
  void check_all();
  void check_stock();
  void check_owners();
  void check_due();

  // The little ledger.
  void credit(std::vector<CreditChange> changes);
  SaleState ledger_state() const;
  std::vector<StoredClaim> ledger_claims() const;
  void load();

  std::int64_t up_to(std::int64_t most) { return static_cast<std::int64_t>(random_() % std::uint64_t(most + 1)); }
  bool one_in(std::int64_t n) { return up_to(n - 1) == 0; }
  std::string some_user() { return "u" + std::to_string(up_to(5)); }
  std::string some_id() { return "c" + std::to_string(up_to(29)); }
  std::string some_pool() { return std::string(1, "abcdex"[up_to(one_in(4) ? 5 : 2)]); }
  ClaimRequest some_request(std::deque<std::string>& text, std::deque<std::vector<ItemView>>& items);

  std::mt19937_64 random_;
  Fault fault_;
  PlainSale plain_;
  std::unique_ptr<HotSale> hot_;
  std::deque<std::shared_ptr<Entry>> outbox_;
  std::uint32_t epoch_ = 1;
  std::uint64_t credit_no_ = 0;
  std::uint64_t fresh_id_ = 1'000'000'000'000'000'000;
  Millis now_ = 1'000'000;
  std::string doing_;
};

}  // namespace allot

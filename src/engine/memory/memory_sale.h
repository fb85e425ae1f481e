// One hot sale in memory.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/engine.h"
#include "engine/memory/claim_table.h"
#include "engine/memory/expiry_heap.h"
#include "engine/memory/memory_engine.h"
#include "engine/memory/pool_table.h"
#include "engine/memory/unsettled.h"
#include "engine/memory/user_table.h"

namespace allot {

/// See HotSale. decide() and order() call `done` before they return. Not thread-safe. An empty sale costs a
/// few KB, a claim of a new user about 130 bytes.
class MemorySale final : public HotSale {
 public:
  /// Reads `claims` to its end. REQUIRES: their pools are in state.pools, and they are as many as state.claims.
  ///
  /// Of a partial state they may be fewer: those with an id or of a user that will be asked about. Then decide() and
  /// order() give the same answers and entries as the whole sale would, for those ids and users; nothing else but
  /// stock() and, as to whether there is such a claim, find() may be called.
  MemorySale(const SaleState& state, ClaimSource& claims, MemorySeeds seeds);

  void decide(ClaimBatch& batch, std::function<void()> done) override;
  void order(HotOrder& order, std::function<void()> done) override;
  void apply(const Credit& credit) override;
  void settled(std::uint64_t seq) override;
  bool revert(const Entry& entry) override;

  HotStock stock() const override;
  std::optional<HotClaim> find(std::string_view claim) const override;
  HotUser user(std::string_view name) const override;
  std::vector<ClaimNo> due(Millis now, std::size_t limit, Millis& next) override;

 private:
  static constexpr std::size_t kBlock = 32;  // requests whose slots are fetched ahead together

  /// A request with what has been found out about it.
  struct Ask {
    const ClaimRequest* request = nullptr;
    Decision* decision = nullptr;
    std::uint64_t id_hash = 0;
    std::uint64_t user_hash = 0;
    std::uint32_t user = kNoRecord;
    std::int64_t units = 0;         // sum of the items
    std::array<char, 20> digits{};  // of an id made by the server
    std::uint8_t digits_used = 0;

    std::string_view fresh_id() const noexcept { return {digits.data(), digits_used}; }
  };
  struct KnownRestock {
    RestockChange change;
    std::uint64_t seq = 0;  // 0: loaded from the ledger
  };

  // decide_claim.cc: each check answers whether it has decided.
  void write_fresh_id(Ask& ask) const noexcept;
  void look_up_ahead(const ClaimBatch& batch, std::size_t first, std::size_t count);
  void decide_one(ClaimBatch& batch, Ask& ask, SaleStatus status);
  bool refused_by_id(ClaimBatch& batch, Ask& ask);
  bool same_content(const Ask& ask, ClaimNo no) const;
  void answer_known(ClaimBatch& batch, Ask& ask, ClaimNo no);
  bool refused_by_user(ClaimBatch& batch, Ask& ask);
  bool refused_by_version(Ask& ask) const;
  bool refused_by_pool(Ask& ask);
  bool refused_by_stock(ClaimBatch& batch, Ask& ask);
  std::span<const PoolLeft> left_of_asked(ClaimBatch& batch, const Ask& ask) const;
  ClaimNo newest_live(std::uint32_t user) const;

  // accept.cc
  void accept(ClaimBatch& batch, Ask& ask, std::string_view id);
  ClaimNo record(const Ask& ask, std::string_view id, ClaimState state, Millis now, Millis expires_at);
  void write_row(ClaimBatch& batch, const Ask& ask, ClaimNo no, std::string_view id);
  ClaimNo add_claim(std::string_view id, std::uint64_t id_hash, std::optional<std::int64_t> if_version,
                    ClaimRecord record);
  std::shared_ptr<Entry> open_entry(std::size_t arena_bytes);

  // order.cc
  void pause(HotOrder& order);
  void close(HotOrder& order);
  void turn(HotOrder& order, SaleSwitch value);
  void restock(HotOrder& order, const HotOrder::Restock& ask);
  bool restock_refused(HotOrder& order, const HotOrder::Restock& ask);
  bool restock_known(HotOrder& order, const HotOrder::Restock& ask) const;
  void patch(HotOrder& order, const SalePatch& patch);
  bool patch_refused(HotOrder& order, const SalePatch& patch, const SaleDefinition& changed) const;
  void bar(HotOrder& order, const HotOrder::Bar& ask);
  Entry& open_entry(HotOrder& order);
  Counter* counter(std::string_view pool);

  // credit.cc
  void apply_change(const PoolCredit& change);
  void apply_change(const ClaimCredit& change);
  void apply_change(const SwitchCredit& change);

  // revert.cc
  void forget_claim();
  void take_back_units(const ClaimContent& content, UserRecord& user);
  void take_back_restock(const RestockChange& change);

  bool still_held(const Expiry& expiry) const;
  void load_claim(const StoredClaim& stored);
  /// Place of a claim of this batch in the ledger, from its place here.
  ClaimNo number(ClaimNo no) const { return no + unloaded_; }
  std::uint64_t rests_on(ClaimNo no) const { return unsettled_.entry_of(no); }
  void refresh_switch() {
    const UndoPoint* const on_its_way = unsettled_.switched();
    switch_ = on_its_way != nullptr ? *on_its_way->switched : settled_switch_;
  }

  const Hasher hash_;
  std::uint64_t nonce_state_;
  SaleUid uid_;
  std::uint32_t epoch_;
  std::uint64_t seq_;
  std::uint64_t credit_no_;
  std::int64_t version_;
  SaleSwitch settled_switch_;  // the ledger's last word
  SaleSwitch switch_;          // with the entries on their way to it
  SaleDefinition definition_;

  ByteStore bytes_;
  PoolTable pools_{bytes_, hash_};
  UserTable users_{bytes_, hash_};
  ClaimTable claims_{bytes_, hash_};
  ClaimNo unloaded_ = 0;  // claims of a partial state that are not here
  std::unordered_map<std::string, KnownRestock> restocks_;
  ExpiryHeap expiries_;
  std::vector<Expiry> named_;  // due, named, waiting for their credit; in order
  Unsettled unsettled_;

  // Scratch of one batch, kept so that deciding does not allocate.
  std::array<Ask, kBlock> asks_;
  bool accepting_ = true;  // somebody of the last block was accepted
  std::vector<TakenItem> taken_;  // pools and units of the request at hand
};

}  // namespace allot

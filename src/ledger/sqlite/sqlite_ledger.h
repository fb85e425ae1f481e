// The book of record in one SQLite file: one writing connection, any number of reading ones.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ledger/ledger.h"
#include "ledger/sqlite/owner.h"
#include "ledger/sqlite/owner_lock.h"
#include "ledger/sqlite/sale_states.h"
#include "ledger/sqlite/sharer.h"
#include "ledger/sqlite/transaction.h"

namespace allot::sqlite {

/// Safety rests on the owner's row, or on the engine's for those who share, which every transaction checks; the lock
/// file only tells early.
class SqliteLedger final : public Ledger {
 public:
  /// Throws LedgerError.
  SqliteLedger(std::string path, const LedgerOptions& options);

  std::vector<SaleState> take_over(Millis now) override;
  void join() override;
  std::unique_ptr<ClaimSource> claims(SaleUid uid) override;
  SaleState sale(SaleUid uid) override;
  CommitOutcome commit(Work& work) override;
  std::string probe() override;
  std::unique_ptr<LedgerReader> reader() override;
  Millis clock() override;
  Marks marks() override;

 private:
  // What an attempt with an unknown outcome would have answered, if the ledger turns out to hold it.
  struct Unsettled {
    std::int64_t commits = 0;  // count that the ledger shows if it was recorded
    std::vector<Step> steps;
    std::vector<Credit> credits;
  };
  // What needs the schema.
  struct Prepared {
    Prepared(Connection& writer, EngineKind engine)
        : owner(writer), sharer(writer, engine_name(engine)), states(writer), transaction(writer, engine) {}
    Owner owner;
    Sharer sharer;
    SaleStates states;
    Transaction transaction;
  };

  void open(const LedgerOptions& options);
  void lock();
  bool shared() const { return engine_ != EngineKind::kMemory; }
  Tenure& tenure() { return shared() ? static_cast<Tenure&>(prepared_->sharer) : prepared_->owner; }
  std::string not_mine() const;
  template <class Do>
  void in_transaction(Do what);
  CommitOutcome failed(Work& work, std::string detail);
  std::optional<CommitOutcome> attempt(Work& work);
  std::optional<CommitOutcome> settle_unknown(Work& work);
  CommitOutcome nothing_to_record();
  CommitOutcome finish(Work& work);

  std::string path_;
  const EngineKind engine_;
  std::optional<OwnerLock> lock_;
  std::optional<Connection> writer_;
  std::unique_ptr<Prepared> prepared_;
  std::shared_ptr<Connection> loader_;  // of claims(): a rollback of the writer must not end its reads
  std::optional<Unsettled> unsettled_;
};

}  // namespace allot::sqlite

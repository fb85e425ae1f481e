// The book of record on a database server: one writing connection, any number of reading ones.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ledger/database/connection.h"
#include "ledger/database/owner.h"
#include "ledger/database/transaction.h"
#include "ledger/database/unsettled.h"
#include "ledger/ledger.h"

namespace allot::database {

/// Owned: safety rests on the owner's row, which every transaction locks and checks; a lock of the database that
/// lasts as long as the connection only tells others early. Shared: the rows of the sales are locked.
/// A lost connection is made again by the next call that needs it.
class DatabaseLedger final : public Ledger {
 public:
  /// Throws LedgerError.
  DatabaseLedger(std::shared_ptr<const Database> database, const LedgerOptions& options);

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
  // What goes with one connection.
  struct Session {
    Session(std::unique_ptr<Connection> made, EngineKind engine)
        : connection(std::move(made)), transaction(*connection, engine) {}
    std::unique_ptr<Connection> connection;
    Transaction transaction;
  };

  bool owned() const noexcept { return options_.engine == EngineKind::kMemory; }
  Connection& connection();
  void open();
  void lock_owner();
  // Runs `body` in a transaction of its own, again after a deadlock. Throws LedgerError.
  void transact(const std::function<void(Connection&)>& body);
  // Runs `body` outside of any, once more if the connection turns out to be lost. Throws LedgerError.
  template <class Body>
  auto ask(Body body);
  // Ends what is open after an exception.
  void give_up() noexcept;
  void tidy(Connection& connection);

  CommitOutcome attempt(Work& work);
  std::optional<CommitOutcome> open_attempt(Work& work, const std::string& id);
  CommitOutcome finish(Work& work, const std::string& id);
  CommitOutcome failed(Work& work, std::string detail);

  std::shared_ptr<const Database> database_;
  LedgerOptions options_;
  Owner owner_;
  std::unique_ptr<Session> session_;
  std::shared_ptr<Connection> loader_;  // of claims()
  std::optional<Unsettled> unsettled_;
  bool begun_ = false;  // the present attempt has got beyond its BEGIN
  std::uint64_t commits_ = 0;
};

}  // namespace allot::database

#include "ledger/database/session_lock.h"

#include "ledger/ledger.h"

namespace allot::database {
namespace {

bool granted(Rows& result) { return result.next() && result.integer(0) == 1; }

}  // namespace

bool try_session_lock(Connection& connection, const std::string& name) {
  return granted(*connection.query(connection.dialect().try_lock, name));
}

SessionLock::SessionLock(Connection& connection, std::string name) : connection_(connection), name_(std::move(name)) {
  if (granted(*connection.query(connection.dialect().wait_lock, name_))) return;
  throw LedgerError("another process has been changing the ledger's tables for too long; look after it and try again");
}

SessionLock::~SessionLock() {
  if (!connection_.alive()) return;
  try {
    connection_.roll_back();
    connection_.query(connection_.dialect().unlock, name_);
  } catch (const std::exception&) {  // it ends with the connection
  }
}

}  // namespace allot::database

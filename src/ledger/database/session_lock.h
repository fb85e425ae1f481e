// Locks of the database that a connection has by name; they end with it.
#pragma once

#include <string>

#include "ledger/database/connection.h"

namespace allot::database {

/// False: another session has it.
bool try_session_lock(Connection& connection, const std::string& name);

/// Held for as long as the object lives; waits for it. Throws DatabaseError, LedgerError when it takes too long.
class SessionLock {
 public:
  SessionLock(Connection& connection, std::string name);
  ~SessionLock();
  SessionLock(const SessionLock&) = delete;
  SessionLock& operator=(const SessionLock&) = delete;

 private:
  Connection& connection_;
  std::string name_;
};

}  // namespace allot::database

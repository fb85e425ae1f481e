// What differs between the SQL of the databases, beyond the form of statements over many rows.
#pragma once

#include <string_view>

namespace allot::database {

struct Dialect {
  std::string_view folder;     // of its schema in ledger/sql
  std::string_view now;        // expression: milliseconds since the epoch, by the server's clock; stands for "{now}"
  std::string_view has_table;  // by name: one row if it exists
  std::string_view try_lock;   // by name: 1 if the session has the lock now
  std::string_view wait_lock;  // by name: 1 when the session has it
  std::string_view unlock;     // by name
  std::string_view insert_commit;   // 32 hexadecimal digits; no row, or a duplicate, if that attempt is there already
  std::string_view forget_commits;  // a few thousand of those that are older than a time
  std::string_view begin;           // of a transaction that writes
  std::string_view begin_snapshot;  // of one that only reads, all from one moment
  bool index_hints = false;         // FORCE INDEX; see Connection
  bool schema_in_transaction = false;  // whether a schema change can be rolled back
};

}  // namespace allot::database

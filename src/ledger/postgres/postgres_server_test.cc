// The contract of a ledger, on a PostgreSQL server that the test starts.
#include "ledger/postgres/test_server.h"

namespace allot {

INSTANTIATE_TEST_SUITE_P(PostgresServer, LedgerContract, postgres::house_makers(), database::house_name);

}  // namespace allot

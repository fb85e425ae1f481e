// The contracts of a ledger, on a PostgreSQL server that the test starts.
#include "ledger/contract_hot_fixture.h"
#include "ledger/contract_shared_fixture.h"
#include "ledger/postgres/test_server.h"

namespace allot {

INSTANTIATE_TEST_SUITE_P(PostgresServer, LedgerContract, postgres::house_makers(), database::house_name);
INSTANTIATE_TEST_SUITE_P(PostgresServer, SharedLedgerContract, postgres::house_makers(), database::house_name);
INSTANTIATE_TEST_SUITE_P(PostgresServer, HotLedgerContract, postgres::house_makers(), database::house_name);

}  // namespace allot

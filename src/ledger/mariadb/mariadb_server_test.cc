// The contracts of a ledger, on a MariaDB server that the test starts.
#include "ledger/contract_hot_fixture.h"
#include "ledger/contract_shared_fixture.h"
#include "ledger/mariadb/test_server.h"

namespace allot {

INSTANTIATE_TEST_SUITE_P(MariadbServer, LedgerContract, mariadb::house_makers(), database::house_name);
INSTANTIATE_TEST_SUITE_P(MariadbServer, SharedLedgerContract, mariadb::house_makers(), database::house_name);
INSTANTIATE_TEST_SUITE_P(MariadbServer, HotLedgerContract, mariadb::house_makers(), database::house_name);

}  // namespace allot

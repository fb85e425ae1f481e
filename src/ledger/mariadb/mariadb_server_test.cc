// The contract of a ledger, on a MariaDB server that the test starts.
#include "ledger/mariadb/test_server.h"

namespace allot {

INSTANTIATE_TEST_SUITE_P(MariadbServer, LedgerContract, mariadb::house_makers(), database::house_name);

}  // namespace allot

#include "ledger/contract_hot_fixture.h"
#include "ledger/contract_shared_fixture.h"
#include "ledger/sqlite/test_house.h"

namespace allot {

INSTANTIATE_TEST_SUITE_P(Sqlite, LedgerContract, sqlite::house_makers(), sqlite::house_name);
INSTANTIATE_TEST_SUITE_P(Sqlite, SharedLedgerContract, sqlite::house_makers(), sqlite::house_name);
INSTANTIATE_TEST_SUITE_P(Sqlite, HotLedgerContract, sqlite::house_makers(), sqlite::house_name);

}  // namespace allot

#include "ledger/sqlite/test_house.h"

namespace allot {

INSTANTIATE_TEST_SUITE_P(Sqlite, LedgerContract, testing::Values([]() -> std::unique_ptr<LedgerHouse> {
                           return std::make_unique<sqlite::SqliteHouse>();
                         }));

}  // namespace allot

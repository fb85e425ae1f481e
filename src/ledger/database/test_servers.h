// Tests of their own for every kind of server: instantiate with both, so that suites begin with the server's name.
#pragma once

#include "ledger/mariadb/test_server.h"
#include "ledger/postgres/test_server.h"

namespace allot::database {

using ServerMaker = std::function<TestServer&()>;

inline TestServer& postgres_server() { return postgres::PostgresServer::instance(); }
inline TestServer& mariadb_server() { return mariadb::MariadbServer::instance(); }

}  // namespace allot::database

#define ALLOT_ON_ALL_SERVERS(suite)                                                                             \
  INSTANTIATE_TEST_SUITE_P(PostgresServer, suite,                                                               \
                           testing::Values(::allot::database::ServerMaker(::allot::database::postgres_server)), \
                           [](const auto&) { return "server"; });                                               \
  INSTANTIATE_TEST_SUITE_P(MariadbServer, suite,                                                                \
                           testing::Values(::allot::database::ServerMaker(::allot::database::mariadb_server)),  \
                           [](const auto&) { return "server"; })

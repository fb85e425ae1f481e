#include "ledger/mariadb/mysql_url.h"

#include <gtest/gtest.h>

#include "ledger/ledger.h"

namespace allot::mariadb {
namespace {

TEST(MysqlUrl, ReadsEveryPart) {
  const MysqlUrl url = parse_mysql_url("mysql://u%40x:p%3A%2f%25@db.example:3307/shop?socket=/run/m.sock&ssl=verified");
  EXPECT_EQ(url.user, "u@x");
  EXPECT_EQ(url.password, "p:/%");
  EXPECT_EQ(url.host, "db.example");
  EXPECT_EQ(url.port, 3307U);
  EXPECT_EQ(url.database, "shop");
  EXPECT_EQ(url.socket, "/run/m.sock");
  EXPECT_EQ(url.ssl, MysqlUrl::Ssl::kVerified);
}

TEST(MysqlUrl, HasDefaults) {
  const MysqlUrl url = parse_mysql_url("mariadb:///shop");
  EXPECT_EQ(url.user, "");
  EXPECT_EQ(url.host, "127.0.0.1");
  EXPECT_EQ(url.port, 3306U);
  EXPECT_EQ(url.ssl, MysqlUrl::Ssl::kAsOffered);
  EXPECT_EQ(parse_mysql_url("mysql://[::1]:99/shop").host, "::1");
  EXPECT_EQ(parse_mysql_url("mysql://[::1]:99/shop").port, 99U);
}

TEST(MysqlUrl, SaysWhatIsWrongWithoutThePassword) {
  for (const auto& [url, why] : std::vector<std::pair<std::string, std::string>>{
           {"mysql://u:geheim@h", "names no database"},
           {"mysql://u:geheim@h/", "names no database"},
           {"mysql://u:geheim%4@h/d", "% without two"},
           {"mysql://u:geheim%00@h/d", "% without two"},
           {"mysql://u:geheim@h:0/d", "port"},
           {"mysql://u:geheim@h:70000/d", "port"},
           {"mysql://u:geheim@h:1x/d", "port"},
           {"mysql://u:geheim@h/d?ssl=maybe", "option"},
           {"mysql://u:geheim@h/d?geheim", "option"},
       }) {
    try {
      parse_mysql_url(url);
      FAIL() << url;
    } catch (const LedgerError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find("geheim"), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace allot::mariadb

#include "wire/http/http_route.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/limits.h"

namespace allot {
namespace {

class HttpRouteTest : public ::testing::Test {
 protected:
  HttpCommand& route(std::string_view method, std::string_view target, std::string_view body = {}) {
    HttpRequest request;
    request.method = method;
    const std::size_t mark = target.find('?');
    request.path = target.substr(0, mark);
    if (mark != std::string_view::npos) request.query = target.substr(mark + 1);
    request.body = body;
    request.head_only = method == "HEAD";
    arena_.clear();
    route_http(request, arena_, command_);
    return command_;
  }

  template <class T>
  T operation(std::string_view method, std::string_view target, std::string_view body = {}) {
    route(method, target, body);
    EXPECT_EQ(command_.kind, HttpKind::kOperation) << method << " " << target << ": " << command_.answer.detail;
    const T* found = std::get_if<T>(&command_.operation);
    EXPECT_NE(found, nullptr) << method << " " << target;
    return found == nullptr ? T{} : *found;
  }

  void expect_invalid(std::string_view method, std::string_view target, std::string_view body, std::string_view field) {
    route(method, target, body);
    ASSERT_EQ(command_.kind, HttpKind::kReply) << method << " " << target << " " << body;
    EXPECT_EQ(command_.answer.verdict, Verdict::kInvalid) << method << " " << target << " " << body;
    EXPECT_EQ(command_.answer.field, field) << method << " " << target << " " << body << command_.answer.detail;
    EXPECT_FALSE(command_.answer.detail.empty()) << method << " " << target << " " << body;
  }

  Arena arena_;
  HttpCommand command_;
};

constexpr std::string_view kClaims = "/v1/sales/s/claims";

TEST_F(HttpRouteTest, ReadsAClaim) {
  std::string body =
      R"({"id":"c@1","user":"ü","items":[{"pool":"red","units":2},{"units":1,"pool":"blue"},{"pool":"red","units":3}],)"
      R"("if_version":7,"ref":"order 9","meta":{ "a" : [ 1.0, {} ] }})";
  const HttpCommand& command = route("POST", "/v1/sales/s%2e1/claims", body);
  body.assign(body.size(), '#');  // text of claims is copied
  ASSERT_EQ(command.kind, HttpKind::kClaim) << command.answer.detail;
  EXPECT_EQ(command.sale, "s.1");
  EXPECT_EQ(command.claim.id, "c@1");
  EXPECT_EQ(command.claim.user, "ü");
  ASSERT_EQ(command.claim.items.size(), 2U);
  EXPECT_EQ(command.claim.items[0].pool, "red");
  EXPECT_EQ(command.claim.items[0].units, 5);
  EXPECT_EQ(command.claim.items[1].pool, "blue");
  EXPECT_EQ(command.claim.items[1].units, 1);
  EXPECT_EQ(command.claim.if_version, 7);
  EXPECT_EQ(command.claim.ref, "order 9");
  EXPECT_EQ(command.claim.meta, R"({"a":[1.0,{}]})");

  route("POST", kClaims, R"({"user":"u","items":[{"pool":"red","units":1}]})");
  ASSERT_EQ(command.kind, HttpKind::kClaim);
  EXPECT_TRUE(command.claim.id.empty() && command.claim.ref.empty() && command.claim.meta.empty());
  EXPECT_FALSE(command.claim.if_version) << "nothing stays from the claim before";
}

TEST_F(HttpRouteTest, NamesTheFieldOfAClaimToBlame) {
  struct Case {
    std::string body;
    std::string field;
  };
  const auto units = [](const std::string& text) {
    return R"({"user":"u","items":[{"pool":"a","units":)" + text + "}]}";
  };
  const auto with = [](const std::string& member) {
    return R"({"user":"u","items":[{"pool":"a","units":1}],)" + member + "}";
  };
  std::vector<Case> cases = {
      {"", ""},
      {"[]", ""},
      {"5", ""},
      {"null", ""},
      {"{", ""},
      {"{}", "user"},
      {R"({"user":"u"})", "items"},
      {R"({"items":[{"pool":"a","units":1}]})", "user"},
      {R"({"user":7,"items":[{"pool":"a","units":1}]})", "user"},
      {R"({"user":null,"items":[{"pool":"a","units":1}]})", "user"},
      {R"({"user":"","items":[{"pool":"a","units":1}]})", "user"},
      {R"({"user":"a\u0000b","items":[{"pool":"a","units":1}]})", "user"},
      {R"({"user":"u","items":[]})", "items"},
      {R"({"user":"u","items":{}})", "items"},
      {R"({"user":"u","items":null})", "items"},
      {R"({"user":"u","items":[1]})", "items[0]"},
      {R"({"user":"u","items":[{}]})", "items[0].pool"},
      {R"({"user":"u","items":[{"pool":"a"}]})", "items[0].units"},
      {R"({"user":"u","items":[{"units":1}]})", "items[0].pool"},
      {R"({"user":"u","items":[{"pool":"*","units":1}]})", "items[0].pool"},
      {R"({"user":"u","items":[{"pool":"a","units":1},{"pool":"a","units":1000000000}]})", "items[1].units"},
      {R"({"user":"u","items":[{"pool":"a","units":1,"unit":1}]})", "items[0].unit"},
      {R"({"user":"u","items":[{"pool":"a","units":1,"units":1}]})", "items[0].units"},
      {R"({"user":"u","items":[{"any_of":["a","b"],"units":1}]})", "items[0].any_of"},
      {R"({"user":"u","items":[{"pool":"a","units":1,"split":true}]})", "items[0].split"},
      {with(R"("id":5)"), "id"},
      {with(R"("id":"")"), "id"},
      {with(R"("id":null)"), "id"},
      {with(R"("id":"@a")"), "id"},
      {with(R"("if_version":"1")"), "if_version"},
      {with(R"("if_version":0)"), "if_version"},
      {with(R"("if_version":1.0)"), "if_version"},
      {with(R"("if_version":null)"), "if_version"},
      {with(R"("ref":5)"), "ref"},
      {with(R"("ref":")" + std::string(65, 'r') + "\""), "ref"},
      {with(R"("meta":[])"), "meta"},
      {with(R"("meta":null)"), "meta"},
      {with(R"("meta":"{}")"), "meta"},
      {with(R"("meta":{"a":")" + std::string(limits::kMetaBytesMax, 'm') + "\"}"), "meta"},
      {with(R"("meta":{"a":1,"a":1})"), "meta.a"},
      {with(R"("sale":"s")"), "sale"},
      {with(R"("User":"u")"), "User"},
      {with(R"("user":"u")"), "user"},
  };
  for (const char* text : {"0", "-1", "-0", "1.5", "5.0", "1e3", "\"5\"", "true", "null", "1000000001", "[1]", "{}",
                           "9223372036854775808", "99999999999999999999999999"}) {
    cases.push_back({units(text), "items[0].units"});
  }
  for (const Case& c : cases) expect_invalid("POST", kClaims, c.body, c.field);
  EXPECT_NE(route("POST", kClaims, units("5.0")).answer.detail.find("5.0"), std::string::npos);
}

TEST_F(HttpRouteTest, BoundsItems) {
  std::string items = R"({"pool":"p0","units":1})";
  for (int i = 1; i < 100; ++i) items += R"(,{"pool":"p)" + std::to_string(i) + R"(","units":1000000000})";
  route("POST", kClaims, R"({"user":"u","items":[)" + items + "]}");
  ASSERT_EQ(command_.kind, HttpKind::kClaim);
  EXPECT_EQ(command_.claim.items.size(), 100U);
  expect_invalid("POST", kClaims, R"({"user":"u","items":[)" + items + R"(,{"pool":"p0","units":1}]})", "items");
}

TEST_F(HttpRouteTest, ReadsABatchLineByLine) {
  const HttpCommand& command = route("POST", "/v1/claims", R"({"claims":[
      {"sale":"s","user":"u","items":[{"pool":"a","units":1}]},
      {"sale":"s","user":"u","items":[{"pool":"a","units":0}]},
      {"user":"u","items":[{"pool":"a","units":1}]},
      {"sale":"s","user":"u","user":"v","items":[{"pool":"a","units":1}]},
      7,
      {"sale":"t","id":"c","user":"v","items":[{"pool":"b","units":2}]}]})");
  ASSERT_EQ(command.kind, HttpKind::kClaimBatch);
  ASSERT_EQ(command.batch.size(), 6U);
  const std::vector<std::string> fields = {"", "items[0].units", "sale", "user", "", ""};
  for (std::size_t i = 0; i < 6; ++i) {
    const BatchLine& line = command.batch[i];
    EXPECT_EQ(line.valid, i == 0 || i == 5) << i;
    EXPECT_EQ(line.refusal.verdict == Verdict::kInvalid, !line.valid) << i;
    EXPECT_EQ(line.refusal.field, fields[i]) << i;
    EXPECT_EQ(line.refusal.detail.empty(), line.valid) << i;
  }
  EXPECT_EQ(command.batch[0].sale, "s");
  EXPECT_EQ(command.batch[5].sale, "t");
  EXPECT_EQ(command.batch[5].claim.id, "c");
  EXPECT_EQ(command.batch[5].claim.items[0].units, 2);
}

TEST_F(HttpRouteTest, RefusesBatchesThatAreNone) {
  expect_invalid("POST", "/v1/claims", "", "");
  expect_invalid("POST", "/v1/claims", "[]", "");
  expect_invalid("POST", "/v1/claims", "{}", "claims");
  expect_invalid("POST", "/v1/claims", R"({"claims":[]})", "claims");
  expect_invalid("POST", "/v1/claims", R"({"claims":{}})", "claims");
  expect_invalid("POST", "/v1/claims", R"({"claims":[1],"claims":[1]})", "claims");
  expect_invalid("POST", "/v1/claims", R"({"claims":[1],"more":1})", "more");
  std::string many = R"({"claims":[0)";
  for (std::size_t i = 1; i < limits::kClaimsPerCallMax; ++i) many += ",0";
  EXPECT_EQ(route("POST", "/v1/claims", many + "]}").kind, HttpKind::kClaimBatch);
  expect_invalid("POST", "/v1/claims", many + ",0]}", "claims");
}

TEST_F(HttpRouteTest, ReadsSales) {
  const auto create = operation<CreateSale>("PUT", "/v1/sales/s", R"({"pools":{"red":5}})");
  EXPECT_EQ(create.sale, "s");
  EXPECT_EQ(create.definition.pools.size(), 1U);
  EXPECT_EQ(operation<GetSale>("GET", "/v1/sales/s").sale, "s");
  EXPECT_EQ(operation<GetSale>("HEAD", "/v1/sales/s").sale, "s");
  EXPECT_EQ(operation<PatchSale>("PATCH", "/v1/sales/s", R"({"hold_seconds":5})").patch.hold_seconds, 5);
  EXPECT_EQ(operation<DeleteSale>("DELETE", "/v1/sales/s").sale, "s");
  EXPECT_EQ(operation<PauseSale>("POST", "/v1/sales/s/pause").sale, "s");
  EXPECT_EQ(operation<ResumeSale>("POST", "/v1/sales/s/resume", "{}").sale, "s");
  EXPECT_EQ(operation<CloseSale>("POST", "/v1/sales/s/close", " { } ").sale, "s");
  EXPECT_EQ(operation<ListSales>("GET", "/v1/sales").limit, limits::kPageRowsDefault);
  const auto list = operation<ListSales>("GET", "/v1/sales?after=a&limit=1000");
  EXPECT_EQ(list.after, "a");
  EXPECT_EQ(list.limit, 1000U);
  EXPECT_EQ(operation<ListSales>("GET", "/v1/sales?after=&limit=").after, "");
}

TEST_F(HttpRouteTest, ReadsARestock) {
  const auto restock = operation<Restock>("POST", "/v1/sales/s/restock",
                                          R"({"id":"r@1","pool":"red","units":-10,"if_version":7,"total":false})");
  EXPECT_EQ(restock.sale, "s");
  EXPECT_EQ(restock.id, "r@1");
  EXPECT_EQ(restock.pool, "red");
  EXPECT_EQ(restock.units, -10);
  EXPECT_FALSE(restock.moves_total);
  EXPECT_EQ(restock.if_version, 7);
  const auto total =
      operation<Restock>("POST", "/v1/sales/s/restock", R"({"id":"r","pool":"*","units":1000000000000000})");
  EXPECT_EQ(total.pool, "*");
  EXPECT_TRUE(total.moves_total);
  EXPECT_FALSE(total.if_version);
  const std::string_view path = "/v1/sales/s/restock";
  expect_invalid("POST", path, "", "");
  expect_invalid("POST", path, R"({"pool":"red","units":1})", "id");
  expect_invalid("POST", path, R"({"id":"r","units":1})", "pool");
  expect_invalid("POST", path, R"({"id":"r","pool":"red"})", "units");
  expect_invalid("POST", path, R"({"id":"r","pool":"red","units":0})", "units");
  expect_invalid("POST", path, R"({"id":"r","pool":"red","units":1000000000000001})", "units");
  expect_invalid("POST", path, R"({"id":"r","pool":"red","units":1.0})", "units");
  expect_invalid("POST", path, R"({"id":"r","pool":"red","units":1,"total":1})", "total");
  expect_invalid("POST", path, R"({"id":"r","pool":"red","units":1,"if_version":null})", "if_version");
}

TEST_F(HttpRouteTest, ReadsWhatIsAskedAboutClaims) {
  const auto get = operation<GetClaim>("GET", "/v1/sales/s/claims/c%401");
  EXPECT_EQ(get.sale, "s");
  EXPECT_EQ(get.claim, "c@1");
  const auto list = operation<ListUserClaims>("GET", "/v1/sales/s/claims?user=a+b%2Bc%C3%BC&after=7&limit=5");
  EXPECT_EQ(list.user, "a b+cü");
  EXPECT_EQ(list.after, "7");
  EXPECT_EQ(list.limit, 5U);
  EXPECT_EQ(operation<FindClaims>("GET", "/v1/claims?id=c1").id, "c1");
  EXPECT_EQ(operation<FindClaims>("GET", "/v1/claims?ref=a%20b").ref, "a b");
  EXPECT_EQ(operation<ConfirmClaim>("POST", "/v1/sales/s/claims/c/confirm").claim, "c");
  EXPECT_EQ(operation<ExtendClaim>("POST", "/v1/sales/s/claims/c/extend", R"({"seconds":31536000})").seconds,
            31'536'000);
  EXPECT_EQ(operation<Audit>("GET", "/v1/audit").sale, "");
  EXPECT_EQ(operation<Audit>("GET", "/v1/audit?sale=s").sale, "s");
}

TEST_F(HttpRouteTest, ReadsARelease) {
  const auto all = operation<ReleaseClaim>("POST", "/v1/sales/s/claims/c/release");
  EXPECT_EQ(all.claim, "c");
  EXPECT_FALSE(all.confirmed || all.bar);
  EXPECT_TRUE(all.items.empty());
  const auto some = operation<ReleaseClaim>(
      "POST", "/v1/sales/s/claims/c/release",
      R"({"id":"r1","reason":"no money","confirmed":true,"bar":true,"items":[{"pool":"a","units":1},{"pool":"a","units":2}]})");
  EXPECT_EQ(some.id, "r1");
  EXPECT_EQ(some.reason, "no money");
  EXPECT_TRUE(some.confirmed && some.bar);
  EXPECT_EQ(some.items, (std::vector<Item>{{"a", 3}}));
  expect_invalid("POST", "/v1/sales/s/claims/c/release", R"({"items":[{"pool":"a","units":1}]})", "id");
  expect_invalid("POST", "/v1/sales/s/claims/c/release", R"({"id":"r","items":[]})", "items");
  expect_invalid("POST", "/v1/sales/s/claims/c/release", R"({"confirmed":1})", "confirmed");
  expect_invalid("POST", "/v1/sales/s/claims/c/release", R"({"reason":null})", "reason");
  expect_invalid("POST", "/v1/sales/s/claims/c/release", "[]", "");
}

TEST_F(HttpRouteTest, RefusesBadPathsQueriesAndBodies) {
  expect_invalid("GET", "/v1/sales/.s", "", "sale");
  expect_invalid("GET", "/v1/sales/", "", "sale");
  expect_invalid("GET", "/v1/sales/a%20b", "", "sale");
  expect_invalid("GET", "/v1/sales/" + std::string(65, 'a'), "", "sale");
  expect_invalid("GET", "/v1/sales/s/claims/@", "", "claim");
  expect_invalid("POST", "/v1/sales/*/claims", R"({"user":"u","items":[{"pool":"a","units":1}]})", "sale");
  expect_invalid("GET", "/v1/sales/a%2", "", "path");
  expect_invalid("GET", "/v1/sales/a%zz", "", "path");
  expect_invalid("GET", "/v1/sales/s?x=1", "", "x");
  expect_invalid("GET", "/v1/sales?limit=0", "", "limit");
  expect_invalid("GET", "/v1/sales?limit=1001", "", "limit");
  expect_invalid("GET", "/v1/sales?limit=05", "", "limit");
  expect_invalid("GET", "/v1/sales?limit=5&limit=5", "", "limit");
  expect_invalid("GET", "/v1/sales?after=%", "", "after");
  expect_invalid("GET", "/v1/sales?a%=1", "", "query");
  expect_invalid("GET", "/v1/sales?%FF=1", "", "query");
  expect_invalid("GET", "/v1/sales/s/claims", "", "user");
  expect_invalid("GET", "/v1/sales/s/claims?user=", "", "user");
  expect_invalid("GET", "/v1/sales/s/claims?user=%00", "", "user");
  expect_invalid("GET", "/v1/sales/s/claims?user=%FF", "", "user");
  expect_invalid("GET", "/v1/claims", "", "id");
  expect_invalid("GET", "/v1/claims?id=a&ref=b", "", "id");
  expect_invalid("GET", "/v1/audit?sale=.", "", "sale");
  expect_invalid("POST", "/v1/sales/s/pause", R"({"a":1})", "a");
  expect_invalid("POST", "/v1/sales/s/claims/c/confirm", "[]", "");
  expect_invalid("POST", "/v1/sales/s/claims/c/extend", "", "");
  expect_invalid("POST", "/v1/sales/s/claims/c/extend", "{}", "seconds");
  expect_invalid("POST", "/v1/sales/s/claims/c/extend", R"({"seconds":0})", "seconds");
  expect_invalid("POST", "/v1/sales/s/claims/c/extend", R"({"seconds":31536001})", "seconds");
  expect_invalid("PUT", "/v1/sales/s", R"({"pools":{"red":5.0}})", "pools.red");
  expect_invalid("PATCH", "/v1/sales/s", "{}", "");
}

TEST_F(HttpRouteTest, KnowsPathsAndMethods) {
  for (const std::string_view path :
       {"", "/", "*", "/v1", "/v2/sales", "/v1/sales/s/teams", "/v1/packets/p", "/v1/events",
        "/v1/sales/s/claims/c/confirm/x", "/a/b/c/d/e/f/g/h/i", "//v1/sales", "/healthz/"}) {
    route("GET", path);
    EXPECT_EQ(command_.kind, HttpKind::kReply) << path;
    EXPECT_EQ(command_.answer.verdict, Verdict::kUnknownPath) << path;
    EXPECT_TRUE(command_.allow.empty()) << path;
  }
  struct Case {
    std::string_view method;
    std::string_view path;
    std::string_view allow;
  };
  const Case cases[] = {
      {"POST", "/v1/sales/s", "GET, HEAD, PUT, PATCH, DELETE"},
      {"DELETE", "/v1/sales", "GET, HEAD"},
      {"PUT", "/v1/claims", "GET, HEAD, POST"},
      {"GET", "/v1/sales/s/pause", "POST"},
      {"HEAD", "/v1/sales/s/pause", "POST"},
      {"get", "/healthz", "GET, HEAD"},
      {"OPTIONS", "/v1/sales/s/claims", "POST, GET, HEAD"},
  };
  for (const Case& c : cases) {
    route(c.method, c.path);
    EXPECT_EQ(command_.answer.verdict, Verdict::kMethodNotAllowed) << c.path;
    EXPECT_EQ(command_.allow, c.allow) << c.path;
  }
  EXPECT_EQ(route("GET", "/healthz").kind, HttpKind::kHealth);
  EXPECT_EQ(route("HEAD", "/readyz?now").kind, HttpKind::kReady);
  EXPECT_EQ(route("GET", "/metrics").kind, HttpKind::kMetrics);
}

}  // namespace
}  // namespace allot

#include "cli/demo/ledger_claims.h"

#include <stdexcept>

#include "cli/json_body.h"
#include "wire/json/json_reader.h"

namespace allot {
namespace {

std::int64_t units_of(const JsonNode& items) {
  std::int64_t units = 0;
  for (const JsonNode& item : items.children()) {
    for (const JsonNode& member : item.children()) {
      if (member.key == "units") units += member.integer;
    }
  }
  return units;
}

void add_row(const JsonNode& row, std::string_view sale, LedgerClaim& claim) {
  LedgerClaim found;
  bool is_of_sale = false;
  for (const JsonNode& member : row.children()) {
    if (member.key == "sale") is_of_sale = member.text == sale;
    if (member.key == "claim") found.id = member.text;
    if (member.key == "user") found.user = member.text;
    if (member.key == "state") found.state = member.text;
    if (member.key == "items") found.units = units_of(member);
  }
  if (!is_of_sale || found.id != claim.id) return;
  found.rows = claim.rows + 1;
  claim = std::move(found);
}

}  // namespace

LedgerClaim parse_ledger_claim(std::string_view body, std::string_view sale, std::string id) {
  JsonReader reader;
  if (reader.read(body)) throw std::runtime_error("the list of claims is no JSON");
  LedgerClaim claim;
  claim.id = std::move(id);
  for (const JsonNode& member : reader.root().children()) {
    if (member.key != "claims") continue;
    for (const JsonNode& row : member.children()) add_row(row, sale, claim);
  }
  return claim;
}

std::vector<LedgerClaim> fetch_ledger_claims(HttpClient& client, const std::string& sale,
                                             const std::vector<OwnedClaim>& claims, std::atomic<std::uint64_t>& done) {
  std::vector<LedgerClaim> found;
  found.reserve(claims.size());
  for (const OwnedClaim& claim : claims) {
    const HttpAnswer answer = client.request("GET", "/v1/claims?id=" + url_encoded(claim.id));
    found.push_back(parse_ledger_claim(answer.body, sale, claim.id));
    done.fetch_add(1, std::memory_order_relaxed);
  }
  return found;
}

}  // namespace allot

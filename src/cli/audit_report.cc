#include "cli/audit_report.h"

#include <stdexcept>

#include "cli/json_body.h"
#include "wire/json/json_reader.h"

namespace allot {
namespace {

constexpr std::size_t kFindingsShown = 50;

std::string shown(const JsonNode& node) {
  if (node.kind == JsonKind::kString) return std::string(node.text);
  std::string json;
  write_json(json, node);
  return json;
}

}  // namespace

AuditFindings parse_audit(std::string_view body) {
  JsonReader reader;
  if (reader.read(body)) throw std::runtime_error("the audit's answer is no JSON");
  AuditFindings audit;
  for (const JsonNode& member : reader.root().children()) {
    if (member.key == "verdict") audit.verdict = member.text;
    if (member.key == "pools") audit.pools = member.integer;
    if (member.key == "claims") audit.claims = member.integer;
    if (member.key != "findings") continue;
    for (const JsonNode& finding : member.children()) audit.findings.push_back(shown(finding));
  }
  audit.ok = audit.verdict == "ok" && audit.findings.empty();
  return audit;
}

AuditFindings fetch_audit(HttpClient& client, const std::string& sale) {
  return parse_audit(client.request("GET", sale.empty() ? "/v1/audit" : "/v1/audit?sale=" + url_encoded(sale)).body);
}

std::string audit_text(const AuditFindings& audit) {
  if (audit.ok) {
    return "ok: " + std::to_string(audit.claims) + " claims in " + std::to_string(audit.pools) +
           " pools; limits and conservation hold, engine and ledger agree\n";
  }
  if (audit.verdict != "ok" && audit.verdict != "drift") return "no audit took place: " + audit.verdict + "\n";
  std::string text = audit.verdict + ": " + std::to_string(audit.findings.size()) + " findings in " +
                     std::to_string(audit.claims) + " claims and " + std::to_string(audit.pools) + " pools\n";
  for (std::size_t i = 0; i < audit.findings.size() && i < kFindingsShown; ++i)
    text += "  - " + audit.findings[i] + "\n";
  if (audit.findings.size() > kFindingsShown) {
    text += "  and " + std::to_string(audit.findings.size() - kFindingsShown) + " more\n";
  }
  return text;
}

}  // namespace allot

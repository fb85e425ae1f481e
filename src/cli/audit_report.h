// What GET /v1/audit found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/http_client.h"

namespace allot {

struct AuditFindings {
  bool ok = false;
  std::string verdict;
  std::int64_t pools = 0;
  std::int64_t claims = 0;
  std::vector<std::string> findings;
};

/// `sale` empty: all. Throws Unreachable, and std::runtime_error when the answer is no audit.
AuditFindings fetch_audit(HttpClient& client, const std::string& sale);
/// Of an answer's body. Throws std::runtime_error when it is no JSON object.
AuditFindings parse_audit(std::string_view body);
/// A few lines for people, ending with a line break.
std::string audit_text(const AuditFindings& audit);

}  // namespace allot

// Routes of INTERFACE "Service".
#include "wire/http/http_call.h"

namespace allot {
namespace {

void audit(HttpCall& call) {
  std::string_view sale;
  if (!read_query(call, {{"sale", &sale}}) || !query_text(call, "sale", check_name, sale)) return;
  set_operation(call, Audit{std::string(sale)});
}

// Probes may carry a query of their own, such as one against caches: it is not looked at.
template <HttpKind kKind>
void probe(HttpCall& call) {
  call.command.kind = kKind;
}

constexpr HttpRoute kRoutes[] = {
    {"GET", "v1/audit", audit},
    {"GET", "healthz", probe<HttpKind::kHealth>},
    {"GET", "readyz", probe<HttpKind::kReady>},
    {"GET", "metrics", probe<HttpKind::kMetrics>},
};

}  // namespace

std::span<const HttpRoute> service_routes() { return kRoutes; }

}  // namespace allot

#include "service/metrics_text.h"

namespace allot {
namespace {

void line(std::string& out, std::string_view name, std::string_view labels, std::uint64_t value) {
  out.append(name).append(labels).append(" ").append(std::to_string(value)).append("\n");
}

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n");
  out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

}  // namespace

std::string metrics_text(const VerdictCounters& verdicts, const LedgerCounters& ledger, const Gauges& gauges) {
  std::string out;
  head(out, "allot_claims_total", "counter", "Decided claims by verdict.");
  for (std::size_t i = 0; i < kVerdicts; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const std::uint64_t count = verdicts.count(verdict);
    if (count == 0) continue;
    const std::string_view name = verdict == Verdict::kReplayed ? "replayed" : verdict_name(verdict);
    line(out, "allot_claims_total", "{verdict=\"" + std::string(name) + "\"}", count);
  }
  head(out, "allot_ledger_commits_total", "counter", "Transactions that the ledger has recorded.");
  line(out, "allot_ledger_commits_total", "", ledger.commits.load());
  head(out, "allot_ledger_claims_total", "counter", "Accepted claims given to the ledger.");
  line(out, "allot_ledger_claims_total", "", ledger.claims.load());
  head(out, "allot_ledger_failures_total", "counter", "Transactions that failed.");
  line(out, "allot_ledger_failures_total", "", ledger.failures.load());
  head(out, "allot_ledger_busy_us_total", "counter", "Microseconds spent in transactions.");
  line(out, "allot_ledger_busy_us_total", "", ledger.busy_us.load());
  head(out, "allot_ledger_steps_waiting", "gauge", "Confirms, releases and the like that wait for a transaction.");
  line(out, "allot_ledger_steps_waiting", "", gauges.steps_waiting);
  head(out, "allot_ledger_writable", "gauge", "1 while the ledger can be written.");
  line(out, "allot_ledger_writable", "", gauges.ledger_writable ? 1 : 0);
  if (!gauges.sales) return out;
  head(out, "allot_sales", "gauge", "Live sales.");
  line(out, "allot_sales", "", *gauges.sales);
  return out;
}

}  // namespace allot

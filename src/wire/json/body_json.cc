#include "wire/json/body_json.h"

#include "core/values.h"
#include "wire/json/answer_json.h"
#include "wire/json/definition_json.h"
#include "wire/json/verdict_sentence.h"

namespace allot {
namespace {

void write_number(std::string& out, std::int64_t value) { out.append(std::to_string(value)); }

void write_text(std::string& out, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  out.append(key);
  write_json_string(out, value);
}

void write_next(std::string& out, std::string_view next) {
  out.append(",\"next\":");
  if (next.empty()) {
    out.append("null");
  } else {
    write_json_string(out, next);
  }
}

void write_optional(std::string& out, std::string_view key, std::optional<std::int64_t> value) {
  out.append(key);
  if (value) {
    write_number(out, *value);
  } else {
    out.append("null");
  }
}

void write_figures(std::string& out, const PoolFigures& figures) {
  out.append("{\"stocked\":");
  write_number(out, figures.stocked);
  out.append(",\"left\":");
  write_number(out, figures.left);
  out.append(",\"held\":");
  write_number(out, figures.held);
  out.append(",\"confirmed\":");
  write_number(out, figures.confirmed);
  out.push_back('}');
}

/// {"a":1,"b":2}
void write_numbers(std::string& out, const std::vector<std::pair<std::string, std::int64_t>>& numbers) {
  char before = '{';
  for (const auto& [name, number] : numbers) {
    out.push_back(before);
    write_json_string(out, name);
    out.push_back(':');
    write_number(out, number);
    before = ',';
  }
  out.append(numbers.empty() ? "{}" : "}");
}

/// Appends each of `list` by `write(element)`, in brackets, with commas between.
template <class List, class Write>
void write_list(std::string& out, const List& list, Write write) {
  out.push_back('[');
  bool first = true;
  for (const auto& element : list) {
    if (!first) out.push_back(',');
    first = false;
    write(element);
  }
  out.push_back(']');
}

struct BodyWriter {
  std::string& out;
  ClaimForm form = ClaimForm::kWhole;

  void operator()(std::monostate) const {}

  void operator()(const Claim& claim) const {
    const std::vector<ItemView> items = item_views(claim);
    const ClaimFacts facts = claim_facts(claim, items);
    out.push_back(',');
    append_bounded(out, claim_bytes_max(facts), [&](TextOut& text) { put_claim(text, facts, form); });
  }

  void operator()(const SaleView& view) const {
    out.append(",\"sale\":");
    write_json_string(out, view.sale);
    out.append(",\"status\":");
    write_json_string(out, sale_status_name(view.status));
    out.append(",\"version\":");
    write_number(out, view.version);
    write_ledger(view);
    out.append(",\"definition\":").append(definition_json(view.definition));
    write_hot(view);
    out.append(view.loaded ? ",\"loaded\":true" : ",\"loaded\":false");
  }

  void operator()(const SaleList& list) const {
    out.append(",\"sales\":");
    write_list(out, list.sales, [this](const auto& line) {
      out.append("{\"sale\":");
      write_json_string(out, line.first);
      out.append(",\"status\":");
      write_json_string(out, sale_status_name(line.second));
      out.push_back('}');
    });
    write_next(out, list.next);
  }

  void operator()(const ClaimList& list) const {
    out.append(",\"claims\":");
    write_list(out, list.claims, [this](const Claim& claim) {
      out.push_back('{');
      write_claim_members(out, claim);
      out.push_back('}');
    });
    write_next(out, list.next);
    if (!list.of_user) return;
    write_optional(out, ",\"remaining_claims\":", list.remaining_claims);
    write_optional(out, ",\"remaining_units\":", list.remaining_units);
  }

  void operator()(const StockList& list) const {
    out.append(",\"left\":");
    write_numbers(out, list.pools);
  }

  void operator()(const RestockDone& done) const {
    out.append(",\"left\":");
    write_number(out, done.left);
    out.append(",\"version\":");
    write_number(out, done.version);
    if (done.replayed) out.append(",\"replayed\":true");
  }

  void operator()(const VersionIs& is) const {
    out.append(",\"version\":");
    write_number(out, is.version);
  }

  void operator()(const AuditReport& report) const {
    out.append(",\"pools\":");
    write_number(out, report.pools);
    out.append(",\"claims\":");
    write_number(out, report.claims);
    out.append(",\"findings\":");
    write_list(out, report.findings, [this](const std::string& finding) { write_json_string(out, finding); });
  }

 private:
  void write_ledger(const SaleView& view) const {
    char before = '{';
    out.append(",\"pools\":");
    for (const PoolFigures& pool : view.pools) {
      out.push_back(before);
      write_json_string(out, pool.pool);
      out.push_back(':');
      write_figures(out, pool);
      before = ',';
    }
    out.append(view.pools.empty() ? "{}" : "}");
    out.append(",\"total\":");
    if (view.total) {
      write_figures(out, *view.total);
    } else {
      out.append("null");
    }
  }

  void write_hot(const SaleView& view) const {
    out.append(",\"hot\":{\"left\":");
    write_numbers(out, view.hot_left);
    if (view.hot_total) {
      out.append(",\"total\":");
      write_number(out, *view.hot_total);
    }
    out.push_back('}');
  }
};

}  // namespace

void write_answer_members(std::string& out, const Answer& answer, ClaimForm form) {
  std::visit(BodyWriter{out, form}, answer.body);
  // An unknown pool's detail is its name.
  if (answer.verdict == Verdict::kUnknownPool) write_text(out, ",\"pool\":", answer.detail);
  write_text(out, ",\"field\":", answer.field);
  write_text(out, ",\"detail\":", answer.detail.empty() ? verdict_sentence(answer.verdict) : answer.detail);
  if (answer.now != 0) write_text(out, ",\"now\":", format_time(answer.now));
}

}  // namespace allot

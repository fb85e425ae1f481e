#include "wire/body_json.h"

#include "wire/answer_json.h"
#include "wire/definition_json.h"

namespace allot {
namespace {

void write_number(std::string& out, std::int64_t value) { out.append(std::to_string(value)); }

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

  void operator()(std::monostate) const {}

  void operator()(const Claim& claim) const {
    out.push_back(',');
    write_claim_members(out, claim);
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

void write_body_members(std::string& out, const Answer& answer) { std::visit(BodyWriter{out}, answer.body); }

std::string_view verdict_sentence(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kInvalid: return "the request is malformed";
    case Verdict::kUnauthorized: return "a valid key is needed";
    case Verdict::kForbidden: return "this key may not do that";
    case Verdict::kUnknownSale: return "there is no sale of this name";
    case Verdict::kUnknownTeam: return "there is no team of this name";
    case Verdict::kUnknownPacket: return "there is no packet of this name";
    case Verdict::kUnknownClaim: return "there is no claim with this id";
    case Verdict::kUnknownPool: return "the sale has no such pool";
    case Verdict::kUnknownPath: return "there is nothing at this path";
    case Verdict::kMethodNotAllowed: return "this path does not offer this method";
    case Verdict::kTooLarge: return "the body is larger than 1 MiB";
    case Verdict::kHeadTooLarge: return "the head is larger than 16 KiB";
    case Verdict::kIdConflict: return "the id was used before with other content";
    case Verdict::kClosed: return "the sale is closed";
    case Verdict::kNotStarted: return "the sale has not started";
    case Verdict::kEnded: return "the sale has ended";
    case Verdict::kPaused: return "the sale is paused";
    case Verdict::kRateLimited: return "too many tries";
    case Verdict::kAlreadyClaimed: return "the user has as many claims as allowed";
    case Verdict::kLimitReached: return "the user would have more units than allowed";
    case Verdict::kVersionConflict: return "if_version is not the current version";
    case Verdict::kTeamFull: return "the team has no free seat";
    case Verdict::kTeamExpired: return "the team's time is over";
    case Verdict::kSoldOut: return "there is not enough left";
    case Verdict::kOverloaded: return "too much is waiting, try again later";
    case Verdict::kUnavailable: return "the ledger cannot be reached";
    case Verdict::kSaleExists: return "a sale of this name exists with another definition";
    case Verdict::kTeamExists: return "a team of this name exists";
    case Verdict::kPacketExists: return "a packet of this name exists with another definition";
    case Verdict::kAlreadyConfirmed: return "the claim is confirmed";
    case Verdict::kAlreadyReleased: return "the claim is released";
    case Verdict::kInsufficient: return "less is left than would be withdrawn";
    case Verdict::kNotSettled: return "the sale must be closed and without held claims";
    case Verdict::kReleased:
    case Verdict::kReplayed:
    case Verdict::kAccepted:
    case Verdict::kOk:
    case Verdict::kCreated:
    case Verdict::kDrift: return {};
  }
  return {};
}

}  // namespace allot

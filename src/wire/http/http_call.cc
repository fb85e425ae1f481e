#include "wire/http/http_call.h"

#include <algorithm>

#include "core/limits.h"
#include "wire/http/url_text.h"

namespace allot {
namespace {

constexpr std::string_view kBadEscape = "the percent escape is malformed; needed: % and two hexadecimal digits";

const QueryParameter* find_parameter(std::initializer_list<QueryParameter> parameters, std::string_view name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [name](const QueryParameter& parameter) { return parameter.name == name; });
  return found == parameters.end() ? nullptr : found;
}

bool read_pair(HttpCall& call, std::string_view pair, std::initializer_list<QueryParameter> parameters) {
  const std::size_t equals = pair.find('=');
  const auto name = decode_query_text(pair.substr(0, equals), call.arena);
  const auto value = decode_query_text(equals == std::string_view::npos ? "" : pair.substr(equals + 1), call.arena);
  if (!name) return refuse(call, Verdict::kInvalid, "query", std::string(kBadEscape));
  const QueryParameter* parameter = find_parameter(parameters, *name);
  if (parameter == nullptr) {
    const bool sayable = check_ref(*name).empty();
    return refuse(call, Verdict::kInvalid, sayable ? std::string(*name) : "query",
                  "there is no such query parameter here");
  }
  if (!value) return refuse(call, Verdict::kInvalid, std::string(*name), std::string(kBadEscape));
  if (!parameter->to->empty())
    return refuse(call, Verdict::kInvalid, std::string(*name), "this query parameter came twice");
  *parameter->to = *value;
  return true;
}

}  // namespace

bool refuse(HttpCall& call, Verdict verdict, std::string field, std::string detail) {
  call.command.kind = HttpKind::kReply;
  call.command.answer = Answer();
  call.command.answer.verdict = verdict;
  call.command.answer.field = std::move(field);
  call.command.answer.detail = std::move(detail);
  call.command.allow = {};
  return false;
}

bool refuse_invalid(HttpCall& call, Error error) {
  return refuse(call, Verdict::kInvalid, std::move(error.field), std::move(error.detail));
}

void set_operation(HttpCall& call, Operation operation) {
  call.command.kind = HttpKind::kOperation;
  call.command.operation = std::move(operation);
}

bool path_text(HttpCall& call, std::size_t segment, TextCheck check, std::string_view field, std::string_view& to) {
  to = call.segments[segment];
  const std::string_view wanted = check(to);
  return wanted.empty() ||
         refuse(call, Verdict::kInvalid, std::string(field), "in the path, it " + std::string(wanted));
}

bool path_sale(HttpCall& call, std::string_view& to) { return path_text(call, 2, check_name, "sale", to); }

bool path_claim(HttpCall& call, std::string_view& to) { return path_text(call, 4, check_claim_id, "claim", to); }

bool read_query(HttpCall& call, std::initializer_list<QueryParameter> parameters) {
  std::string_view rest = call.request.query;
  while (!rest.empty()) {
    const std::size_t end = rest.find('&');
    const std::string_view pair = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (!pair.empty() && !read_pair(call, pair, parameters)) return false;
  }
  return true;
}

bool no_query(HttpCall& call) { return call.request.query.empty() || read_query(call, {}); }

bool query_text(HttpCall& call, std::string_view field, TextCheck check, std::string_view text) {
  if (text.empty()) return true;
  const std::string_view wanted = check(text);
  return wanted.empty() || refuse(call, Verdict::kInvalid, std::string(field), "it " + std::string(wanted));
}

bool query_limit(HttpCall& call, std::string_view text, std::size_t& to) {
  to = limits::kPageRowsDefault;
  if (text.empty()) return true;
  const auto limit = parse_integer(text);
  if (!limit || *limit < 1 || *limit > static_cast<std::int64_t>(limits::kPageRowsMax)) {
    return refuse(call, Verdict::kInvalid, "limit",
                  "it must be an integer from 1 to " + std::to_string(limits::kPageRowsMax));
  }
  to = static_cast<std::size_t>(*limit);
  return true;
}

bool no_body(HttpCall& call) {
  if (call.request.body.empty()) return true;
  return read_body(call, [](const JsonNode& root, JsonBlame& blame) {
    if (!json_is_object(root, blame)) return false;
    return root.span == 1 || blame_unknown(*root.children().begin(), blame);
  });
}

}  // namespace allot

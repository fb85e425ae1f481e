// One HTTP call while it is routed: what the handlers of all areas share.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/values.h"
#include "wire/http/http_route.h"
#include "wire/json/json_field.h"

namespace allot {

struct HttpCall {
  const HttpRequest& request;
  std::span<const std::string_view> segments;  // of the path, decoded
  Arena& arena;
  HttpCommand& command;
};

/// A method on a path; `{…}` in `pattern` stands for any one segment.
struct HttpRoute {
  std::string_view method;
  std::string_view pattern;  // "v1/sales/{sale}"
  void (*handle)(HttpCall& call);
};

std::span<const HttpRoute> sale_routes();
std::span<const HttpRoute> claim_routes();
std::span<const HttpRoute> service_routes();

/// The command becomes a reply. Both answer false, so that a check can end with them.
bool refuse(HttpCall& call, Verdict verdict, std::string field, std::string detail);
bool refuse_invalid(HttpCall& call, Error error);

void set_operation(HttpCall& call, Operation operation);

/// A name in the path, checked; `field` is to blame otherwise.
bool path_text(HttpCall& call, std::size_t segment, TextCheck check, std::string_view field, std::string_view& to);
bool path_sale(HttpCall& call, std::string_view& to);   // segment 2
bool path_claim(HttpCall& call, std::string_view& to);  // segment 4

/// Where the value of a query parameter goes.
struct QueryParameter {
  std::string_view name;
  std::string_view* to;
};
/// Reads the query; refuses other parameters, repeated ones and malformed escapes.
bool read_query(HttpCall& call, std::initializer_list<QueryParameter> parameters);
bool no_query(HttpCall& call);
/// `text` of the query, when given, must pass `check`.
bool query_text(HttpCall& call, std::string_view field, TextCheck check, std::string_view text);
/// ?limit=: 1 … limits::kPageRowsMax, limits::kPageRowsDefault when absent.
bool query_limit(HttpCall& call, std::string_view text, std::size_t& to);

/// The body is empty or an empty object.
bool no_body(HttpCall& call);

/// Reads the whole body with `read(root, blame)`.
template <class Read>
bool read_body(HttpCall& call, Read read) {
  if (auto error = call.command.json.read(call.request.body)) return refuse_invalid(call, std::move(*error));
  const JsonNode& root = call.command.json.root();
  JsonBlame blame;
  return read(root, blame) || refuse_invalid(call, blame_error(root, std::move(blame)));
}

}  // namespace allot

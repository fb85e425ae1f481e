#include "wire/http/http_route.h"

#include <array>
#include <optional>

#include "wire/http/http_call.h"
#include "wire/http/url_text.h"

namespace allot {
namespace {

constexpr std::size_t kSegmentsMax = 8;
using Segments = std::array<std::string_view, kSegmentsMax>;

// Cuts off what stands before the next slash.
std::string_view next_segment(std::string_view& rest) {
  const std::size_t end = rest.find('/');
  const std::string_view segment = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  return segment;
}

// The number of segments; 0: no path that is served.
std::size_t split(std::string_view path, Segments& segments) {
  if (!path.starts_with('/')) return 0;
  std::size_t count = 1;
  for (const char c : path.substr(1)) count += c == '/' ? 1 : 0;
  if (count > kSegmentsMax) return 0;
  std::string_view rest = path.substr(1);
  for (std::size_t i = 0; i < count; ++i) segments[i] = next_segment(rest);
  return count;
}

bool matches(std::string_view pattern, std::span<const std::string_view> segments) {
  for (const std::string_view segment : segments) {
    if (pattern.empty()) return false;
    const std::string_view wanted = next_segment(pattern);
    if (wanted != segment && !wanted.starts_with('{')) return false;
  }
  return pattern.empty();
}

bool decode_segments(HttpCall& call, std::span<std::string_view> segments) {
  if (call.request.path.find('%') == std::string_view::npos) return true;
  for (std::string_view& segment : segments) {
    const auto decoded = decode_path_text(segment, call.arena);
    if (!decoded) {
      return refuse(call, Verdict::kInvalid, "path",
                    "the percent escape is malformed; needed: % and two hexadecimal digits");
    }
    segment = *decoded;
  }
  return true;
}

const HttpRoute* find_route(std::string_view method, std::span<const std::string_view> segments, std::string& allow) {
  for (const auto& routes : {claim_routes(), sale_routes(), service_routes()}) {
    for (const HttpRoute& route : routes) {
      if (!matches(route.pattern, segments)) continue;
      if (route.method == method) return &route;
      if (!allow.empty()) allow += ", ";
      allow += route.method == "GET" ? std::string_view("GET, HEAD") : route.method;
    }
  }
  return nullptr;
}

}  // namespace

void route_http(const HttpRequest& request, Arena& arena, HttpCommand& command) {
  Segments storage;
  const std::size_t count = split(request.path, storage);
  const std::span<std::string_view> segments = std::span(storage).first(count);
  HttpCall call{request, segments, arena, command};
  if (!decode_segments(call, segments)) return;
  std::string& allow = command.scratch;
  allow.clear();
  const HttpRoute* route = find_route(request.head_only ? "GET" : request.method, segments, allow);
  if (route != nullptr) return route->handle(call);
  if (count == 0 || allow.empty()) {
    refuse(call, Verdict::kUnknownPath, {}, "there is nothing at this path");
    return;
  }
  refuse(call, Verdict::kMethodNotAllowed, {}, "this path takes " + allow);
  command.allow = arena.copy(allow);
}

}  // namespace allot

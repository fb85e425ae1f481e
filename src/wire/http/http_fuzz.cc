// However the bytes of a connection are cut, the same requests come out; each is routed and answered.
// The first two bytes of the input say how to cut.
#include <algorithm>
#include <string>
#include <vector>

#include "wire/fuzz_check.h"
#include "wire/http/http_parser.h"
#include "wire/http/http_reply.h"
#include "wire/http/http_route.h"

namespace {

using namespace allot;
using Status = HttpParser::Status;

void route(const HttpRequest& request) {
  static Arena arena;
  static HttpCommand command;
  arena.clear();
  route_http(request, arena, command);
  if (command.kind != HttpKind::kReply) return;
  fuzz_check(is_utf8(command.answer.field) && is_utf8(command.answer.detail));
  std::string out;
  write_http_answer(out, command.answer, http_reply_options(request), command.allow);
  fuzz_check(out.starts_with("HTTP/1.1 4"));
}

std::string text_of(const HttpRequest& request) {
  std::string text;
  for (const std::string_view part :
       {request.method, request.path, request.query, request.body, request.authorization, request.accept}) {
    text += std::to_string(part.size()) + ':';
    text += part;
  }
  return text + (request.keep_alive ? 'k' : 'c') + (request.refusals_as_200 ? '2' : '-');
}

struct Seen {
  std::vector<std::string> requests;
  Status last = Status::kMore;
  bool operator==(const Seen&) const = default;
};

// Feeds `input` as a session does, `first` bytes and then `step` bytes at a time.
Seen receive(std::string_view input, std::size_t first, std::size_t step, bool routed) {
  HttpParser parser;
  std::string buffer;
  Seen seen;
  std::size_t bytes = first;
  while (!input.empty() && seen.last == Status::kMore) {
    buffer += input.substr(0, bytes);
    input.remove_prefix(std::min(bytes, input.size()));
    bytes = step;
    do {
      seen.last = parser.next(buffer);
      if (seen.last == Status::kRequest) {
        seen.requests.push_back(text_of(parser.request()));
        if (routed) route(parser.request());
      }
      fuzz_check(parser.consumed() <= buffer.size());
      buffer.erase(0, parser.consumed());
    } while (seen.last == Status::kRequest);
  }
  return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 2, size - 2);
  const Seen whole = receive(input, input.size(), 1, true);
  fuzz_check(whole == receive(input, data[0], data[1] + 1U, false));
  fuzz_check(whole == receive(input, 1, 1, false));
  return 0;
}

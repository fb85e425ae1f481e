#include "wire/http/http_parser.h"

#include <optional>

#include "core/limits.h"
#include "wire/http/chunked_body.h"
#include "wire/http/http_head.h"

namespace allot {
namespace {

// A body buffer larger than this is given back after its request.
constexpr std::size_t kBodyBytesKept = 64U << 10U;

std::string_view without_authority(std::string_view target) {
  constexpr std::string_view kScheme = "http://";
  if (!target.starts_with(kScheme)) return target;
  const std::size_t path = target.find_first_of("/?", kScheme.size());
  return path == std::string_view::npos ? std::string_view("/") : target.substr(path);
}

}  // namespace

struct HttpParser::State {
  enum class Part : std::uint8_t { kHead, kFixedBody, kChunkedBody };

  Status next(std::string_view input);
  Status read_head(std::string_view input);
  Status read_fixed(std::string_view input);
  Status read_chunked(std::string_view input);
  Status finish(std::string_view body);
  Status malformed(std::string why) {
    error = std::move(why);
    return Status::kMalformed;
  }
  void begin();

  Part part = Part::kHead;
  bool begun = false;  // some of the request has been looked at
  std::size_t scanned = 0;
  std::size_t consumed = 0;
  bool continue_due = false;
  HttpHead head;
  ChunkedBody chunks;
  std::string body;
  HttpRequest request;
  std::string error;
};

void HttpParser::State::begin() {
  if (body.capacity() > kBodyBytesKept) std::string().swap(body);
  body.clear();
  part = Part::kHead;
  begun = true;
  scanned = 0;
  continue_due = false;
}

HttpParser::Status HttpParser::State::next(std::string_view input) {
  consumed = 0;
  if (!begun) begin();
  switch (part) {
    case Part::kHead: return read_head(input);
    case Part::kFixedBody: return read_fixed(input);
    case Part::kChunkedBody: return read_chunked(input);
  }
  return Status::kMalformed;
}

HttpParser::Status HttpParser::State::read_head(std::string_view input) {
  // Empty lines before a request are skipped, as RFC 9112 (2.2) asks for.
  if (scanned == 0) {
    while (input.substr(consumed).starts_with("\r\n")) consumed += 2;
  }
  const std::string_view text = input.substr(consumed);
  const auto bytes = find_http_head(text, scanned);
  if (!bytes) return malformed("a line of the head does not end in CR LF");
  if (*bytes == 0) {
    // A lone CR may still become an empty line before the request.
    if (text == "\r") scanned = 0;
    return text.size() >= limits::kHttpHeadBytesMax ? Status::kHeadTooLarge : Status::kMore;
  }
  if (auto why = parse_http_head(text.substr(0, *bytes), head)) return malformed(std::move(*why));
  consumed += *bytes;
  const std::string_view rest = text.substr(*bytes);
  if (head.content_length > limits::kHttpBodyBytesMax) return Status::kTooLarge;
  if (!head.chunked && head.content_length == 0) return finish({});
  continue_due = head.expects_continue;
  part = head.chunked ? Part::kChunkedBody : Part::kFixedBody;
  if (head.chunked) chunks = ChunkedBody();
  return head.chunked ? read_chunked(rest) : read_fixed(rest);
}

HttpParser::Status HttpParser::State::read_fixed(std::string_view input) {
  const std::string_view part_here = input.substr(0, head.content_length - body.size());
  consumed += part_here.size();
  if (part_here.size() == head.content_length) return finish(part_here);
  body.append(part_here);
  return body.size() == head.content_length ? finish(body) : Status::kMore;
}

HttpParser::Status HttpParser::State::read_chunked(std::string_view input) {
  std::size_t bytes = 0;
  const ChunkedBody::Status status = chunks.feed(input, body, bytes);
  consumed += bytes;
  switch (status) {
    case ChunkedBody::Status::kMore: return Status::kMore;
    case ChunkedBody::Status::kDone: return finish(body);
    case ChunkedBody::Status::kTooLarge: return Status::kTooLarge;
    case ChunkedBody::Status::kMalformed: break;
  }
  return malformed("the chunks of the body are malformed");
}

HttpParser::Status HttpParser::State::finish(std::string_view whole_body) {
  const std::string_view target = without_authority(head.target);
  const std::size_t mark = target.find('?');
  request.method = head.method;
  request.path = target.substr(0, mark);
  request.query = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
  request.body = whole_body;
  request.authorization = head.authorization;
  request.accept = head.accept;
  request.keep_alive = head.keep_alive;
  request.says_keep_alive = head.keep_alive && head.is_http_1_0;
  request.refusals_as_200 = head.refusals_as_200;
  request.head_only = head.method == "HEAD";
  begun = false;
  continue_due = false;
  return Status::kRequest;
}

HttpParser::HttpParser() : state_(std::make_unique<State>()) {}
HttpParser::~HttpParser() = default;
HttpParser::HttpParser(HttpParser&&) noexcept = default;
HttpParser& HttpParser::operator=(HttpParser&&) noexcept = default;

HttpParser::Status HttpParser::next(std::string_view input) { return state_->next(input); }
const HttpRequest& HttpParser::request() const { return state_->request; }
std::size_t HttpParser::consumed() const { return state_->consumed; }
const std::string& HttpParser::error() const { return state_->error; }

bool HttpParser::wants_continue() {
  const bool due = state_->continue_due && state_->begun && state_->body.empty();
  state_->continue_due = false;
  return due;
}

}  // namespace allot

#include "wire/http/http_head.h"

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <cstring>

#include "core/limits.h"

namespace allot {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using beast::error_code;
using beast::string_view;

// Beast reads the head only. Bodies are read by ChunkedBody and HttpParser: Beast's chunk reader relies
// on assertions that certain cuts of the input break, and asserts stay on here.
class HeadParser final : public http::basic_parser<true> {
 public:
  explicit HeadParser(HttpHead& head) : head_(head) {
    header_limit(static_cast<std::uint32_t>(limits::kHttpHeadBytesMax));
    body_limit(boost::none);
  }
  bool codings_known() const { return codings_known_; }
  bool is_http_1_1() const { return version_ == 11; }

 private:
  void on_request_impl(http::verb, string_view method, string_view target, int version, error_code&) override {
    head_.method.assign(method.data(), method.size());
    head_.target.assign(target.data(), target.size());
    version_ = version;
  }
  void on_field_impl(http::field name, string_view name_text, string_view value, error_code& error) override {
    if (name == http::field::authorization) {
      // Two of them: somebody in between would read another one than this server does.
      if (has_authorization_) error = http::error::bad_field;
      has_authorization_ = true;
      head_.authorization.assign(value.data(), value.size());
    } else if (name == http::field::accept) {
      if (!head_.accept.empty()) head_.accept += ", ";
      head_.accept.append(value.data(), value.size());
    } else if (name == http::field::transfer_encoding) {
      codings_known_ = beast::iequals(value, "chunked");
    } else if (name == http::field::expect) {
      head_.expects_continue = beast::iequals(value, "100-continue");
    } else if (name == http::field::unknown && beast::iequals(name_text, "Allot-Refusals")) {
      head_.refusals_as_200 = value == "200";
    }
  }
  void on_header_impl(error_code&) override {}
  void on_response_impl(int, string_view, int, error_code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  std::size_t on_body_impl(string_view, error_code&) override { return 0; }
  void on_chunk_header_impl(std::uint64_t, string_view, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, string_view, error_code&) override { return 0; }
  void on_finish_impl(error_code&) override {}

  HttpHead& head_;
  int version_ = 11;
  bool codings_known_ = true;
  bool has_authorization_ = false;
};

void clear(HttpHead& head) {
  head.method.clear();
  head.target.clear();
  head.authorization.clear();
  head.accept.clear();
  head.content_length = 0;
  head.chunked = false;
  head.keep_alive = true;
  head.is_http_1_0 = false;
  head.refusals_as_200 = false;
  head.expects_continue = false;
}

}  // namespace

std::optional<std::size_t> find_http_head(std::string_view input, std::size_t& scanned) {
  const std::string_view text = input.substr(0, limits::kHttpHeadBytesMax);
  while (scanned < text.size()) {
    const void* found = std::memchr(text.data() + scanned, '\n', text.size() - scanned);
    if (found == nullptr) {
      scanned = text.size();
      return 0;
    }
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    if (at == 0 || text[at - 1] != '\r') return std::nullopt;
    scanned = at + 1;
    if (at >= 3 && text[at - 2] == '\n') return scanned;
  }
  return 0;
}

std::optional<std::string> parse_http_head(std::string_view text, HttpHead& head) {
  clear(head);
  HeadParser parser(head);
  error_code error;
  parser.put(boost::asio::const_buffer(text.data(), text.size()), error);
  if (!error && !parser.is_header_done()) error = http::error::need_more;
  if (error) return "the head is not HTTP/1.1: " + error.message();
  head.chunked = parser.chunked();
  if (!parser.codings_known()) return "the only transfer coding that is read is chunked";
  if (head.chunked && !parser.is_http_1_1()) return "chunked bodies need HTTP/1.1";
  head.content_length = head.chunked ? 0 : parser.content_length().value_or(0);
  head.keep_alive = parser.keep_alive();
  head.is_http_1_0 = !parser.is_http_1_1();
  return std::nullopt;
}

}  // namespace allot

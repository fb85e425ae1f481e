#include "wire/resp/resp_out.h"

#include "wire/json/text_out.h"

namespace allot {
namespace {

void write_line(std::string& out, char type, std::int64_t value) {
  append_bounded(out, kIntegerBytesMax + 3, [&](TextOut& text) {
    text.byte(type);
    text.integer(value);
    text.literal("\r\n");
  });
}

void write_count(std::string& out, char type, std::size_t count) {
  write_line(out, type, static_cast<std::int64_t>(count));
}

}  // namespace

void write_resp_error(std::string& out, std::string_view message) {
  out.push_back('-');
  for (const char c : message) out.push_back(c >= ' ' && c < '\x7F' ? c : '?');
  out.append("\r\n");
}

void write_resp_simple(std::string& out, std::string_view text) {
  out.push_back('+');
  out.append(text).append("\r\n");
}

void write_resp_integer(std::string& out, std::int64_t value) { write_line(out, ':', value); }

void write_resp_bulk(std::string& out, std::string_view text) {
  write_count(out, '$', text.size());
  out.append(text).append("\r\n");
}

void write_resp_array(std::string& out, std::size_t elements) { write_count(out, '*', elements); }

void write_resp_map(std::string& out, std::size_t pairs, int protocol) {
  if (protocol == 3) return write_count(out, '%', pairs);
  write_resp_array(out, 2 * pairs);
}

void write_resp_set(std::string& out, std::size_t elements, int protocol) {
  write_count(out, protocol == 3 ? '~' : '*', elements);
}

void write_resp_null(std::string& out, int protocol) { out.append(protocol == 3 ? "_\r\n" : "$-1\r\n"); }

void write_resp_verbatim(std::string& out, std::string_view text, int protocol) {
  if (protocol != 3) return write_resp_bulk(out, text);
  write_count(out, '=', text.size() + 4);
  out.append("txt:").append(text).append("\r\n");
}

}  // namespace allot

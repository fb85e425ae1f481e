// The types of RESP, appended to a string.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace allot {

/// `-message`; bytes that would break the line, or are no printable ASCII, become '?'.
void write_resp_error(std::string& out, std::string_view message);
/// `+text`; REQUIRES: no line ends in it.
void write_resp_simple(std::string& out, std::string_view text);
void write_resp_integer(std::string& out, std::int64_t value);
void write_resp_bulk(std::string& out, std::string_view text);
void write_resp_array(std::string& out, std::size_t elements);
/// In RESP2 an array of twice as many.
void write_resp_map(std::string& out, std::size_t pairs, int protocol);
/// In RESP2 an array.
void write_resp_set(std::string& out, std::size_t elements, int protocol);
/// In RESP2 the null bulk string.
void write_resp_null(std::string& out, int protocol);
/// A text for people to read; in RESP2 a bulk string.
void write_resp_verbatim(std::string& out, std::string_view text, int protocol);

}  // namespace allot

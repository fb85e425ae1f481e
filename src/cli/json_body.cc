#include "cli/json_body.h"

#include <cctype>
#include <charconv>
#include <fstream>
#include <iostream>
#include <iterator>

#include "cli/exit_code.h"
#include "wire/json/answer_json.h"

namespace allot {

void JsonBody::open(std::string_view key) {
  if (text_.size() > 1) text_ += ',';
  write_json_string(text_, key);
  text_ += ':';
}

JsonBody& JsonBody::text(std::string_view key, const std::string& value) {
  if (value.empty()) return *this;
  open(key);
  write_json_string(text_, value);
  return *this;
}

JsonBody& JsonBody::number(std::string_view key, const std::optional<std::int64_t>& value) {
  if (!value) return *this;
  open(key);
  text_ += std::to_string(*value);
  return *this;
}

JsonBody& JsonBody::truth(std::string_view key, bool value) {
  open(key);
  text_ += value ? "true" : "false";
  return *this;
}

JsonBody& JsonBody::numbers(std::string_view key, const NamedNumbers& values) {
  JsonBody inner;
  for (const auto& [name, value] : values) inner.number(name, value);
  return raw(key, inner.str());
}

JsonBody& JsonBody::items(std::string_view key, const NamedNumbers& values) {
  if (values.empty()) return *this;
  std::string array = "[";
  for (const auto& [pool, units] : values) {
    if (array.size() > 1) array += ',';
    array += JsonBody().text("pool", pool).number("units", units).str();
  }
  return raw(key, array + "]");
}

JsonBody& JsonBody::raw(std::string_view key, const std::string& json) {
  if (json.empty()) return *this;
  open(key);
  text_ += json;
  return *this;
}

NamedNumbers parse_named_numbers(const std::string& option, const std::vector<std::string>& words) {
  NamedNumbers numbers;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const char* begin = word.data() + (equals == std::string::npos ? word.size() : equals + 1);
    const char* end = word.data() + word.size();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (equals == 0 || begin == end || error != std::errc{} || stop != end) {
      throw UsageError("--" + option + " '" + word + "': give NAME=NUMBER such as red=50");
    }
    numbers.emplace_back(word.substr(0, equals), value);
  }
  return numbers;
}

std::string read_json_file(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("--json '" + path + "': cannot be read; give a file, or - for what comes in");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string url_encoded(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain =
        byte < 0x80 && (std::isalnum(byte) != 0 || std::string_view("-._~:@").find(c) != std::string_view::npos);
    if (is_plain) {
      out += c;
    } else {
      out.append({'%', kHex[byte >> 4U], kHex[byte & 15U]});
    }
  }
  return out;
}

}  // namespace allot

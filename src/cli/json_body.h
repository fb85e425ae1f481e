// Writes the JSON object of a request, member by member.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allot {

using NamedNumbers = std::vector<std::pair<std::string, std::int64_t>>;

class JsonBody {
 public:
  JsonBody& text(std::string_view key, const std::string& value);  // left out when empty
  JsonBody& number(std::string_view key, const std::optional<std::int64_t>& value);
  JsonBody& truth(std::string_view key, bool value);
  /// {"red":50,…}
  JsonBody& numbers(std::string_view key, const NamedNumbers& values);
  /// [{"pool":"red","units":1},…]; left out when there are none.
  JsonBody& items(std::string_view key, const NamedNumbers& values);
  /// JSON text as it is; left out when empty. The server judges it.
  JsonBody& raw(std::string_view key, const std::string& json);
  std::string str() const { return text_ + "}"; }

 private:
  void open(std::string_view key);
  std::string text_ = "{";
};

/// "red=50" -> {"red", 50}, for every word. Throws UsageError that says what `option` wants.
NamedNumbers parse_named_numbers(const std::string& option, const std::vector<std::string>& words);

/// What a file says, or stdin for "-". Throws UsageError when it cannot be read.
std::string read_json_file(const std::string& path);

/// One segment of a path or value of a query, percent-encoded.
std::string url_encoded(std::string_view text);

}  // namespace allot

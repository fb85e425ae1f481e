// A JSON text that was read: its values in a row, each container right before its contents.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allot {

/// Only an integer literal is kInteger: 5.0, 1e3, -0 and what does not fit 64 bits are kNumber.
enum class JsonKind : std::uint8_t { kNull, kBool, kInteger, kNumber, kString, kArray, kObject };

class JsonChildren;

/// One value. Text is borrowed from the JsonReader and from what it read.
struct JsonNode {
  std::string_view key;      // of a member of an object, unescaped
  std::string_view text;     // strings: unescaped; numbers: as written
  std::int64_t integer = 0;  // kInteger
  std::uint32_t span = 1;    // nodes of this value and everything inside it
  JsonKind kind = JsonKind::kNull;
  bool truth = false;        // kBool
  bool repeats_key = false;  // an earlier member of the same object has the same key
  bool is_member = false;    // of an object

  /// Members or elements; none for anything but kObject and kArray.
  JsonChildren children() const;
};

/// For `for (const JsonNode& child : node.children())`.
class JsonChildren {
 public:
  class Iterator {
   public:
    explicit Iterator(const JsonNode* at) : at_(at) {}
    const JsonNode& operator*() const { return *at_; }
    Iterator& operator++() {
      at_ += at_->span;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const JsonNode* at_;
  };

  explicit JsonChildren(const JsonNode& of) : first_(&of + 1), last_(&of + of.span) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(last_); }

 private:
  const JsonNode* first_;
  const JsonNode* last_;
};

inline JsonChildren JsonNode::children() const { return JsonChildren(*this); }

/// Number of members or elements.
std::size_t json_size(const JsonNode& container) noexcept;

/// Where `node` is inside `root`, such as "items[0].units"; empty for `root` itself.
std::string json_path(const JsonNode& root, const JsonNode& node);

/// The first member inside `root` whose key came before in its object, or nullptr.
const JsonNode* json_repeated_key(const JsonNode& root) noexcept;

/// The value as a person would point at it: "5.0", true, an object. Long strings are cut.
std::string json_describe(const JsonNode& node);

/// Appends the value as compact JSON; numbers stay as they were written.
void write_json(std::string& out, const JsonNode& node);

}  // namespace allot

#include "wire/json/json_node.h"

#include "wire/json/answer_json.h"

namespace allot {
namespace {

constexpr std::size_t kDescribedBytesMax = 64;

// Longest beginning of `text` of at most `bytes` bytes that does not cut a character.
std::string_view cut(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

void append_step(std::string& path, const JsonNode& child, std::size_t index) {
  if (!child.is_member) {
    path += '[' + std::to_string(index) + ']';
    return;
  }
  if (!path.empty()) path += '.';
  path += cut(child.key, kDescribedBytesMax);
}

std::string quoted(std::string_view text) {
  const std::string_view shown = cut(text, kDescribedBytesMax);
  std::string out = "\"";
  out += shown;
  out += shown.size() < text.size() ? "…\"" : "\"";
  return out;
}

void write_children(std::string& out, const JsonNode& node, bool with_keys) {
  bool first = true;
  for (const JsonNode& child : node.children()) {
    if (!first) out += ',';
    first = false;
    if (with_keys) {
      write_json_string(out, child.key);
      out += ':';
    }
    write_json(out, child);
  }
}

}  // namespace

std::size_t json_size(const JsonNode& container) noexcept {
  std::size_t count = 0;
  for ([[maybe_unused]] const JsonNode& child : container.children()) ++count;
  return count;
}

std::string json_path(const JsonNode& root, const JsonNode& node) {
  std::string path;
  const JsonNode* at = &root;
  while (at != &node) {
    std::size_t index = 0;
    const JsonNode* inside = nullptr;
    for (const JsonNode& child : at->children()) {
      if (&node < &child + child.span) {
        inside = &child;
        break;
      }
      ++index;
    }
    if (inside == nullptr) return path;
    append_step(path, *inside, index);
    at = inside;
  }
  return path;
}

const JsonNode* json_repeated_key(const JsonNode& root) noexcept {
  for (const JsonNode* at = &root; at != &root + root.span; ++at) {
    if (at->repeats_key && at != &root) return at;
  }
  return nullptr;
}

std::string json_describe(const JsonNode& node) {
  switch (node.kind) {
    case JsonKind::kNull: return "null";
    case JsonKind::kBool: return node.truth ? "true" : "false";
    case JsonKind::kInteger:
    case JsonKind::kNumber: return std::string(cut(node.text, kDescribedBytesMax));
    case JsonKind::kString: return quoted(node.text);
    case JsonKind::kArray: return "an array";
    case JsonKind::kObject: return "an object";
  }
  return {};
}

void write_json(std::string& out, const JsonNode& node) {
  switch (node.kind) {
    case JsonKind::kNull: out += "null"; return;
    case JsonKind::kBool: out += node.truth ? "true" : "false"; return;
    case JsonKind::kInteger:
    case JsonKind::kNumber: out += node.text; return;
    case JsonKind::kString: write_json_string(out, node.text); return;
    case JsonKind::kArray:
      out += '[';
      write_children(out, node, false);
      out += ']';
      return;
    case JsonKind::kObject:
      out += '{';
      write_children(out, node, true);
      out += '}';
      return;
  }
}

}  // namespace allot

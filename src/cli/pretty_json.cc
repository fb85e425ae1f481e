#include "cli/pretty_json.h"

#include "wire/json/answer_json.h"
#include "wire/json/json_reader.h"

namespace allot {
namespace {

constexpr std::size_t kLineBytes = 72;

void pretty(std::string& out, const JsonNode& node, std::size_t indent) {
  std::string compact;
  write_json(compact, node);
  const bool is_container = node.kind == JsonKind::kObject || node.kind == JsonKind::kArray;
  // The outermost one is always spread out, one member a line.
  if (!is_container || json_size(node) == 0 || (indent > 0 && compact.size() + indent <= kLineBytes)) {
    out += compact;
    return;
  }
  const bool is_object = node.kind == JsonKind::kObject;
  out += is_object ? "{" : "[";
  bool first = true;
  for (const JsonNode& child : node.children()) {
    out.append(first ? "\n" : ",\n").append(indent + 2, ' ');
    first = false;
    if (is_object) {
      write_json_string(out, child.key);
      out += ": ";
    }
    pretty(out, child, indent + 2);
  }
  out.append("\n").append(indent, ' ').append(is_object ? "}" : "]");
}

}  // namespace

std::string pretty_json(std::string_view json) {
  JsonReader reader;
  if (reader.read(json)) return std::string(json);
  std::string out;
  pretty(out, reader.root(), 0);
  return out;
}

}  // namespace allot

#include "wire/json/json_reader.h"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <cassert>
#include <functional>
#include <vector>

#include "core/limits.h"

namespace allot {
namespace {

namespace json = boost::json;

// Larger rows are given back before the next text, so one huge body is not paid for ever after.
constexpr std::size_t kNodesKept = 8'192;
// Up to here comparing each key with each is faster than sorting.
constexpr std::size_t kKeysComparedMax = 16;

bool is_integer_literal(std::string_view text) {
  return text != "-0" && text.find_first_of(".eE") == std::string_view::npos;
}

// Builds the row of nodes from the parser's events. Handlers return true to go on.
class Builder {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  void begin(std::string_view input) {
    if (nodes_.capacity() > kNodesKept) std::vector<JsonNode>().swap(nodes_);
    nodes_.clear();
    open_.clear();
    if (unescaped_.capacity() > kNodesKept) std::string().swap(unescaped_);
    unescaped_.clear();
    input_ = input;
    number_at_ = nullptr;
    has_key_ = false;
    has_repeats_ = false;
  }
  const JsonNode& root() const { return nodes_.front(); }
  bool has_repeats() const { return has_repeats_; }

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) { return open(JsonKind::kObject); }
  bool on_object_end(std::size_t members, json::error_code&) {
    const std::uint32_t object = close();
    if (members > 1) mark_repeats(nodes_[object], members);
    return true;
  }
  bool on_array_begin(json::error_code&) { return open(JsonKind::kArray); }
  bool on_array_end(std::size_t, json::error_code&) {
    close();
    return true;
  }
  bool on_key_part(json::string_view part, std::size_t, json::error_code&) { return append(part); }
  bool on_key(json::string_view part, std::size_t bytes, json::error_code&) {
    key_ = whole(part, bytes);
    has_key_ = true;
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, json::error_code&) { return append(part); }
  bool on_string(json::string_view part, std::size_t bytes, json::error_code&) {
    const std::string_view text = whole(part, bytes);
    add(JsonKind::kString).text = text;
    return true;
  }
  bool on_number_part(json::string_view part, json::error_code&) {
    if (number_at_ == nullptr) number_at_ = part.data();
    return true;
  }
  bool on_int64(std::int64_t value, json::string_view part, json::error_code&) {
    JsonNode& node = add_number(part);
    if (is_integer_literal(node.text)) {
      node.kind = JsonKind::kInteger;
      node.integer = value;
    }
    return true;
  }
  bool on_uint64(std::uint64_t, json::string_view part, json::error_code&) {
    add_number(part);
    return true;
  }
  bool on_double(double, json::string_view part, json::error_code&) {
    add_number(part);
    return true;
  }
  bool on_bool(bool value, json::error_code&) {
    add(JsonKind::kBool).truth = value;
    return true;
  }
  bool on_null(json::error_code&) {
    add(JsonKind::kNull);
    return true;
  }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

 private:
  JsonNode& add(JsonKind kind) {
    JsonNode& node = nodes_.emplace_back();
    node.kind = kind;
    if (has_key_) {
      node.key = key_;
      node.is_member = true;
      has_key_ = false;
    }
    return node;
  }

  // The parts of a number are neighbours in the input, which is all there from the start.
  JsonNode& add_number(json::string_view part) {
    const char* from = number_at_ == nullptr ? part.data() : number_at_;
    number_at_ = nullptr;
    JsonNode& node = add(JsonKind::kNumber);
    node.text = {from, static_cast<std::size_t>(part.data() + part.size() - from)};
    return node;
  }

  bool open(JsonKind kind) {
    open_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    add(kind);
    return true;
  }
  std::uint32_t close() {
    const std::uint32_t at = open_.back();
    open_.pop_back();
    nodes_[at].span = static_cast<std::uint32_t>(nodes_.size()) - at;
    return at;
  }

  // All unescaped text together is shorter than the input, so reserving once keeps addresses stable.
  bool append(json::string_view part) {
    if (unescaped_.empty()) unescaped_.reserve(input_.size());
    unescaped_.append(part.data(), part.size());
    return true;
  }
  std::string_view whole(json::string_view part, std::size_t bytes) {
    if (part.size() == bytes && within_input(part.data())) return {part.data(), bytes};
    append(part);
    return std::string_view(unescaped_).substr(unescaped_.size() - bytes);
  }
  bool within_input(const char* at) const {
    const std::less_equal<> not_after;
    return not_after(input_.data(), at) && not_after(at, input_.data() + input_.size());
  }

  void mark_repeats(JsonNode& object, std::size_t members) {
    members_.clear();
    for (JsonNode* at = &object + 1; at != &object + object.span; at += at->span) members_.push_back(at);
    if (members <= kKeysComparedMax) {
      mark_compared();
    } else {
      mark_sorted();
    }
  }
  void mark_compared() {
    for (std::size_t late = 1; late < members_.size(); ++late) {
      for (std::size_t early = 0; early < late; ++early) {
        if (members_[early]->key == members_[late]->key) mark(*members_[late]);
      }
    }
  }
  void mark_sorted() {
    std::sort(members_.begin(), members_.end(), [](const JsonNode* a, const JsonNode* b) {
      const int order = a->key.compare(b->key);
      return order != 0 ? order < 0 : std::less<>()(a, b);
    });
    for (std::size_t i = 1; i < members_.size(); ++i) {
      if (members_[i - 1]->key == members_[i]->key) mark(*members_[i]);
    }
  }
  void mark(JsonNode& member) {
    member.repeats_key = true;
    has_repeats_ = true;
  }

  std::vector<JsonNode> nodes_;
  std::vector<std::uint32_t> open_;
  std::vector<JsonNode*> members_;
  std::string unescaped_;
  std::string_view input_;
  std::string_view key_;
  const char* number_at_ = nullptr;
  bool has_key_ = false;
  bool has_repeats_ = false;
};

json::parse_options options() {
  json::parse_options strict;
  strict.max_depth = limits::kJsonDepthMax;
  return strict;
}

Error not_json(const json::error_code& error) {
  if (error == json::error::too_deep) {
    return {"", "the body is nested deeper than " + std::to_string(limits::kJsonDepthMax) + " levels"};
  }
  return {"", "the body is not JSON in UTF-8: " + error.message()};
}

}  // namespace

struct JsonReader::State {
  json::basic_parser<Builder> parser{options()};
};

JsonReader::JsonReader() : state_(std::make_unique<State>()) {}
JsonReader::~JsonReader() = default;
JsonReader::JsonReader(JsonReader&&) noexcept = default;
JsonReader& JsonReader::operator=(JsonReader&&) noexcept = default;

std::optional<Error> JsonReader::read_marking_repeats(std::string_view text) {
  if (text.empty()) return Error{"", "the body is empty; a JSON object is needed"};
  auto& parser = state_->parser;
  parser.reset();
  parser.handler().begin(text);
  json::error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  if (error) return not_json(error);
  if (read < text.size()) return Error{"", "the body goes on after its JSON value"};
  return std::nullopt;
}

std::optional<Error> JsonReader::read(std::string_view text) {
  if (auto error = read_marking_repeats(text)) return error;
  if (!state_->parser.handler().has_repeats()) return std::nullopt;
  const JsonNode* member = json_repeated_key(root());
  assert(member != nullptr);
  return repeated_key_error(root(), *member);
}

const JsonNode& JsonReader::root() const { return state_->parser.handler().root(); }

Error repeated_key_error(const JsonNode& root, const JsonNode& member) {
  return {json_path(root, member), "this key came before in the same object; each may stand once"};
}

}  // namespace allot

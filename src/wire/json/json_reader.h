// Strict JSON of a request body -> a row of JsonNodes. Wraps Boost.JSON's basic_parser.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "core/result.h"
#include "wire/json/json_node.h"

namespace allot {

/// Refuses everything but one whole RFC 8259 text in valid UTF-8, nested at most limits::kJsonDepthMax
/// deep. Keeps its memory from text to text, so a reader in use does not allocate.
///
/// Not thread-safe.
class JsonReader {
 public:
  JsonReader();
  ~JsonReader();
  JsonReader(JsonReader&&) noexcept;
  JsonReader& operator=(JsonReader&&) noexcept;

  /// What is wrong with `json`, or nothing. Duplicate keys are wrong.
  std::optional<Error> read(std::string_view json);
  /// The same, but duplicate keys are only marked (JsonNode::repeats_key): for texts whose parts are
  /// judged each on its own.
  std::optional<Error> read_marking_repeats(std::string_view json);

  /// Of what was read last without an error. Valid until the next read and while that text is.
  const JsonNode& root() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// "…" with field and detail for a key that came twice.
Error repeated_key_error(const JsonNode& root, const JsonNode& member);

}  // namespace allot

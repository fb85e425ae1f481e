// Calls -> bytes, bytes -> replies; one for each door.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cli/load/call.h"

namespace allot {

enum class DoorKind : std::uint8_t { kHttp, kResp };

/// "http" or "resp".
std::string_view door_name(DoorKind door) noexcept;

class Codec {
 public:
  virtual ~Codec() = default;
  virtual void encode(std::string& out, const Call& call) = 0;
  /// Bytes of the first whole reply in `input`, or 0 when it is not all there. Throws std::runtime_error
  /// when it is none.
  virtual std::size_t decode(std::string_view input, const Call& call, Reply& reply) = 0;
};

/// `sale` is the one that all calls are about, except those for an unknown one.
std::unique_ptr<Codec> make_resp_codec(std::string sale);
std::unique_ptr<Codec> make_http_codec(std::string sale);
std::unique_ptr<Codec> make_codec(DoorKind door, std::string sale);

}  // namespace allot

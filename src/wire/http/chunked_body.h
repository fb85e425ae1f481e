// The chunked transfer coding of an HTTP body, decoded as its bytes come in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace allot {

/// Takes every byte it is given up to the end of the body. Extensions and trailers are read over.
class ChunkedBody {
 public:
  enum class Status : std::uint8_t { kMore, kDone, kMalformed, kTooLarge };

  /// Appends what is decoded to `body`, never beyond limits::kHttpBodyBytesMax. `consumed` becomes the
  /// number of bytes of `input` that belong to this body.
  Status feed(std::string_view input, std::string& body, std::size_t& consumed);

 private:
  enum class State : std::uint8_t {
    kSize,
    kExtension,
    kSizeEnd,  // the LF
    kData,
    kDataEnd,  // the CR
    kDataEndLf,
    kTrailerBegin,  // of a line
    kTrailer,
    kTrailerEnd,  // the LF
    kLastLf,
    kDone,
  };

  Status step(char byte, std::size_t body_bytes);
  Status size_step(char byte);
  Status size_end(std::size_t body_bytes);
  Status skip_step(char byte, State on_cr);
  Status expect(char byte, char wanted, State next);

  State state_ = State::kSize;
  std::uint64_t size_ = 0;      // of this chunk; then what is missing of it
  std::size_t digits_ = 0;      // of the size
  std::size_t line_bytes_ = 0;  // of the extension, or of all trailers
};

}  // namespace allot

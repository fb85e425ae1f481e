#include "wire/http/chunked_body.h"

#include <algorithm>

#include "core/limits.h"

namespace allot {
namespace {

// Eight digits hold any size that is allowed, so the sum cannot overflow.
constexpr std::size_t kSizeDigitsMax = 8;
constexpr std::size_t kExtensionBytesMax = 256;

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; }

}  // namespace

ChunkedBody::Status ChunkedBody::feed(std::string_view input, std::string& body, std::size_t& consumed) {
  consumed = 0;
  while (consumed < input.size()) {
    if (state_ == State::kData) {
      const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(size_, input.size() - consumed));
      body.append(input.substr(consumed, bytes));
      consumed += bytes;
      size_ -= bytes;
      if (size_ == 0) state_ = State::kDataEnd;
      continue;
    }
    const Status status = step(input[consumed++], body.size());
    if (status != Status::kMore) return status;
  }
  return Status::kMore;
}

ChunkedBody::Status ChunkedBody::step(char byte, std::size_t body_bytes) {
  switch (state_) {
    case State::kSize: return size_step(byte);
    case State::kExtension: return skip_step(byte, State::kSizeEnd);
    case State::kSizeEnd: return byte == '\n' ? size_end(body_bytes) : Status::kMalformed;
    case State::kDataEnd: return expect(byte, '\r', State::kDataEndLf);
    case State::kDataEndLf: return expect(byte, '\n', State::kSize);
    case State::kTrailerBegin:
      if (byte == '\r') return expect(byte, '\r', State::kLastLf);
      state_ = State::kTrailer;
      return skip_step(byte, State::kTrailerEnd);
    case State::kTrailer: return skip_step(byte, State::kTrailerEnd);
    case State::kTrailerEnd: return expect(byte, '\n', State::kTrailerBegin);
    case State::kLastLf: return expect(byte, '\n', State::kDone) == Status::kMore ? Status::kDone : Status::kMalformed;
    case State::kData:
    case State::kDone: break;
  }
  return Status::kMalformed;
}

ChunkedBody::Status ChunkedBody::size_step(char byte) {
  if (const int value = hex_value(byte); value >= 0) {
    size_ = size_ * 16 + static_cast<std::uint64_t>(value);
    // Zeros in front are digits too: nobody needs more of them.
    return ++digits_ <= kSizeDigitsMax ? Status::kMore : Status::kTooLarge;
  }
  if (digits_ == 0) return Status::kMalformed;
  line_bytes_ = 0;
  if (byte == ';') return expect(byte, ';', State::kExtension);
  return expect(byte, '\r', State::kSizeEnd);
}

ChunkedBody::Status ChunkedBody::size_end(std::size_t body_bytes) {
  digits_ = 0;
  line_bytes_ = 0;
  state_ = size_ == 0 ? State::kTrailerBegin : State::kData;
  return size_ > limits::kHttpBodyBytesMax - body_bytes ? Status::kTooLarge : Status::kMore;
}

ChunkedBody::Status ChunkedBody::skip_step(char byte, State on_cr) {
  const std::size_t bytes_max = on_cr == State::kSizeEnd ? kExtensionBytesMax : limits::kHttpHeadBytesMax;
  if (byte == '\r') return expect(byte, '\r', on_cr);
  if (is_control(byte) || ++line_bytes_ > bytes_max) return Status::kMalformed;
  return Status::kMore;
}

ChunkedBody::Status ChunkedBody::expect(char byte, char wanted, State next) {
  if (byte != wanted) return Status::kMalformed;
  state_ = next;
  return Status::kMore;
}

}  // namespace allot

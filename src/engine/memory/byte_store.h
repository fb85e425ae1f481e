// Where ids, names and lines are kept: bytes that are appended and only ever cut off at the end.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/memory/chunk.h"

namespace allot {

/// A 40-bit offset into a ByteStore, in five bytes.
struct Place {
  std::array<std::uint8_t, 5> bytes{};

  static Place of(std::uint64_t offset) noexcept {
    static_assert(std::endian::native == std::endian::little);
    Place place;
    std::memcpy(place.bytes.data(), &offset, place.bytes.size());
    return place;
  }
  std::uint64_t offset() const noexcept {
    std::uint64_t offset = 0;
    std::memcpy(&offset, bytes.data(), bytes.size());
    return offset;
  }
};

/// Blobs of up to kBlobBytesMax bytes, each in one piece; addresses hold until truncate(). Chunks double as
/// in ChunkedArray. Up to 2^40 bytes.
class ByteStore {
 public:
  static constexpr std::size_t kBlobBytesMax = 1024;

  struct Room {
    char* to = nullptr;
    Place place;
  };

  /// REQUIRES: 1 <= bytes <= kBlobBytesMax.
  Room add(std::size_t bytes) {
    assert(bytes >= 1 && bytes <= kBlobBytesMax);
    if (used_ + kBlobBytesMax + bytes > end_of(chunk_of(used_))) used_ = end_of(chunk_of(used_)) - kBlobBytesMax;
    auto& chunk = chunks_[chunk_of(used_)];
    if (!chunk) chunk = make_chunk(kBlobBytesMax << chunk_of(used_));
    const std::uint64_t offset = used_;
    used_ += bytes;
    return {address(offset), Place::of(offset)};
  }

  /// A text of up to 255 bytes with its length in front.
  Place add_text(std::string_view text) {
    const Room room = add(1 + text.size());
    put_text(room.to, text);
    return room.place;
  }
  static char* put_text(char* to, std::string_view text) noexcept {
    assert(text.size() <= 255);
    *to++ = static_cast<char>(text.size());
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    return to + text.size();
  }

  const char* at(Place place) const noexcept { return address(place.offset()); }
  std::string_view text(Place place) const noexcept {
    const char* from = at(place);
    return {from + 1, static_cast<unsigned char>(*from)};
  }

  std::uint64_t size() const noexcept { return used_; }
  /// Forgets everything that was added since size() was `mark`. Keeps the memory.
  void truncate(std::uint64_t mark) noexcept {
    assert(mark <= used_);
    used_ = mark;
  }

 private:
  static constexpr std::size_t kChunks = 31;

  static std::size_t chunk_of(std::uint64_t offset) noexcept {
    return static_cast<std::size_t>(std::bit_width(offset + kBlobBytesMax) - std::bit_width(kBlobBytesMax));
  }
  static std::uint64_t end_of(std::size_t chunk) noexcept { return std::uint64_t{2 * kBlobBytesMax} << chunk; }
  char* address(std::uint64_t offset) const noexcept {
    const std::size_t chunk = chunk_of(offset);
    return reinterpret_cast<char*>(chunks_[chunk].get()) +
           (offset + kBlobBytesMax - (std::uint64_t{kBlobBytesMax} << chunk));
  }

  std::array<Chunk, kChunks> chunks_;
  std::uint64_t used_ = 0;
};

}  // namespace allot

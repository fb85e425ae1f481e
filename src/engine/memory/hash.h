// A keyed 64-bit hash for short strings.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace allot {

/// One step of splitmix64: moves `state` on and answers the next number.
inline std::uint64_t next_random(std::uint64_t& state) noexcept {
  state += 0x9E37'79B9'7F4A'7C15U;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D0'49BB'1331'11EBU;
  return z ^ (z >> 31U);
}

/// Callers choose ids and users, so the key must be unknown to them: with it, nobody can aim at one slot.
/// Every bit of the answer depends on every byte of the text.
class Hasher {
 public:
  explicit Hasher(std::uint64_t seed) noexcept
      : first_(next_random(seed)), second_(next_random(seed)), third_(next_random(seed)) {}

  std::uint64_t operator()(std::string_view text) const noexcept {
    const char* at = text.data();
    std::size_t rest = text.size();
    std::uint64_t state = first_;
    for (; rest > 16; at += 16, rest -= 16) state = mix(read8(at) ^ second_, read8(at + 8) ^ state);
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    read_tail(at, rest, low, high);
    return mix(mix(low ^ second_, high ^ state) ^ third_, text.size() ^ first_);
  }

 private:
  static std::uint64_t read8(const char* from) noexcept {
    std::uint64_t value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  static std::uint64_t read4(const char* from) noexcept {
    std::uint32_t value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  static std::uint64_t byte(char c) noexcept { return static_cast<unsigned char>(c); }

  /// Two reads that may overlap cover any length up to 16; the length itself is mixed in by the caller.
  static void read_tail(const char* at, std::size_t rest, std::uint64_t& low, std::uint64_t& high) noexcept {
    if (rest >= 8) {
      low = read8(at);
      high = read8(at + rest - 8);
    } else if (rest >= 4) {
      low = read4(at);
      high = read4(at + rest - 4);
    } else if (rest > 0) {
      low = byte(at[0]) | (byte(at[rest / 2]) << 8U) | (byte(at[rest - 1]) << 16U);
    }
  }

  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
  }

  std::uint64_t first_;
  std::uint64_t second_;
  std::uint64_t third_;
};

}  // namespace allot

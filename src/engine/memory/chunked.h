// An array that grows without moving what it holds.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "engine/memory/chunk.h"

namespace allot {

/// Up to 2^32 - 16 small records. Each chunk is twice as long as the one before, so an empty array owns
/// nothing, growing never copies, and pages beyond the last record are never touched.
template <class T>
class ChunkedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  std::uint32_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }

  T& operator[](std::uint32_t index) noexcept { return *place(index); }
  const T& operator[](std::uint32_t index) const noexcept { return *place(index); }

  void push_back(const T& value) {
    auto& chunk = chunks_[chunk_of(size_)];
    if (!chunk) chunk = make_chunk((kFirst * sizeof(T)) << chunk_of(size_));
    new (place(size_)) T(value);
    ++size_;
  }

  /// REQUIRES: not empty. Keeps the memory.
  void pop_back() noexcept {
    assert(size_ > 0);
    --size_;
  }

 private:
  static constexpr std::size_t kFirst = 16;
  static constexpr std::size_t kChunks = 28;

  static std::size_t chunk_of(std::uint32_t index) noexcept {
    return static_cast<std::size_t>(std::bit_width(index / std::uint32_t{kFirst} + 1) - 1);
  }
  T* place(std::uint32_t index) const noexcept {
    const std::size_t chunk = chunk_of(index);
    return reinterpret_cast<T*>(chunks_[chunk].get()) + (index + kFirst - (kFirst << chunk));
  }

  std::array<Chunk, kChunks> chunks_;
  std::uint32_t size_ = 0;
};

}  // namespace allot

// Bump storage for the bytes of one batch: freed all at once, addresses stable until clear().
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace allot {

/// Not thread-safe. Keeps its first chunk across clear(), so a reused arena does not allocate.
class Arena {
 public:
  explicit Arena(std::size_t chunk_bytes = 8U << 10U) : chunk_bytes_(chunk_bytes) {}
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = static_cast<char*>(take(text.size(), 1));
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  template <class T>
  std::span<T> array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count == 0) return {};
    T* first = static_cast<T*>(take(count * sizeof(T), alignof(T)));
    for (std::size_t i = 0; i < count; ++i) new (first + i) T{};
    return {first, count};
  }

  /// Bytes held, used or not.
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Chunk& chunk : chunks_) sum += chunk.bytes;
    return sum;
  }

  void clear() {
    if (chunks_.size() > 1) chunks_.resize(1);
    used_ = 0;
    if (!chunks_.empty()) size_ = chunks_.front().bytes;
  }

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> data;
    std::size_t bytes = 0;
  };

  void* take(std::size_t bytes, std::size_t alignment) {
    std::size_t at = (used_ + alignment - 1) & ~(alignment - 1);
    if (chunks_.empty() || at + bytes > size_) {
      size_ = bytes > chunk_bytes_ ? bytes : chunk_bytes_;
      chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size_), size_});
      at = 0;
    }
    used_ = at + bytes;
    return chunks_.back().data.get() + at;
  }

  std::size_t chunk_bytes_;
  std::vector<Chunk> chunks_;
  std::size_t used_ = 0;
  std::size_t size_ = 0;
};

}  // namespace allot

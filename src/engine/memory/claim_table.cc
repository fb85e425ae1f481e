#include "engine/memory/claim_table.h"

#include <cstring>

#include "core/limits.h"

namespace allot {
namespace {

// One claim's bytes: length and text of the id, number of items, the items, if_version where there is one.
constexpr std::size_t kItemBytes = sizeof(std::uint16_t) + sizeof(std::uint32_t);
static_assert(2 + limits::kClaimIdBytesMax + limits::kItemsPerClaimMax * kItemBytes + sizeof(std::int64_t) <=
              ByteStore::kBlobBytesMax);
static_assert(limits::kItemsPerClaimMax <= 255);

template <class T>
char* put(char* to, T value) noexcept {
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}

template <class T>
T get(const char* from) noexcept {
  T value{};
  std::memcpy(&value, from, sizeof value);
  return value;
}

}  // namespace

ClaimContent::ClaimContent(const char* from, bool has_if_version) noexcept
    : id_(from + 1, static_cast<unsigned char>(*from)), has_if_version_(has_if_version) {
  const char* after_id = id_.data() + id_.size();
  count_ = static_cast<unsigned char>(*after_id);
  items_ = after_id + 1;
}

TakenItem ClaimContent::operator[](std::size_t index) const noexcept {
  const char* from = items_ + index * kItemBytes;
  return {get<std::uint16_t>(from), get<std::uint32_t>(from + sizeof(std::uint16_t))};
}

std::optional<std::int64_t> ClaimContent::if_version() const noexcept {
  if (!has_if_version_) return std::nullopt;
  return get<std::int64_t>(items_ + count_ * kItemBytes);
}

ClaimNo ClaimTable::add(std::string_view id, std::uint64_t hash, std::span<const TakenItem> items,
                        std::optional<std::int64_t> if_version, ClaimRecord record) {
  const std::size_t bytes = 2 + id.size() + items.size() * kItemBytes + (if_version ? sizeof(std::int64_t) : 0);
  const ByteStore::Room room = bytes_.add(bytes);
  char* to = ByteStore::put_text(room.to, id);
  *to++ = static_cast<char>(items.size());
  for (const TakenItem& item : items) to = put(put(to, item.pool), item.units);
  if (if_version) put(to, *if_version);
  record.content = room.place;
  record.has_if_version = if_version.has_value();
  const ClaimNo no = records_.size();
  records_.push_back(record);
  index_.insert(hash, no);
  return no;
}

void ClaimTable::pop() noexcept {
  const ClaimNo no = records_.size() - 1;
  index_.erase(hash_(id(no)), no);
  records_.pop_back();
}

}  // namespace allot

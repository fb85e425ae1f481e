#include "engine/redis/item_text.h"

#include <algorithm>

#include "engine/redis/words.h"

namespace allot {

std::span<const ItemView> read_items(std::string_view text, Arena& arena) {
  if (text.empty()) return {};
  const auto items = arena.array<ItemView>(static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1);
  for (ItemView& item : items) {
    const std::size_t comma = text.find(',');
    const std::string_view line = text.substr(0, comma);
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos)
      throw RedisError("a claim in Redis has the items '" + std::string(text) + "'");
    item = {arena.copy(line.substr(0, equals)), Words::number_of<std::int64_t>(line.substr(equals + 1))};
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return items;
}

std::string item_text(std::span<const ItemView> items) {
  std::string text;
  for (const ItemView& item : items) {
    if (!text.empty()) text += ',';
    text.append(item.pool).append("=").append(std::to_string(item.units));
  }
  return text;
}

}  // namespace allot

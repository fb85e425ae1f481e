#include "ledger/postgres/array_bytes.h"

namespace allot::postgres {
namespace {

constexpr std::uint32_t kInt8Oid = 20;
constexpr std::uint32_t kTextOid = 25;
constexpr std::uint32_t kNull = 0xFFFF'FFFFU;  // a length of -1

template <class Word>
void put(std::string& bytes, Word word) {
  for (int shift = 8 * (static_cast<int>(sizeof word) - 1); shift >= 0; shift -= 8) {
    bytes += static_cast<char>(static_cast<unsigned char>(word >> shift));
  }
}

void put(std::string& bytes, const database::Value& value) {
  switch (value.kind()) {
    case database::Value::Kind::kNull: return put(bytes, kNull);
    case database::Value::Kind::kInteger:
      put(bytes, std::uint32_t{sizeof(std::int64_t)});
      return put(bytes, static_cast<std::uint64_t>(value.integer()));
    case database::Value::Kind::kText:
      put(bytes, static_cast<std::uint32_t>(value.text().size()));
      bytes += value.text();
      return;
  }
}

}  // namespace

// Dimensions, whether there are nulls, type of the elements, then of the only dimension its length and lower bound.
std::string array_bytes(const database::Batch& batch, std::size_t column, database::Column::Type type) {
  std::string bytes;
  bytes.reserve(20 + batch.rows() * 16);
  put(bytes, std::uint32_t{1});
  put(bytes, std::uint32_t{1});
  put(bytes, type == database::Column::Type::kInteger ? kInt8Oid : kTextOid);
  put(bytes, static_cast<std::uint32_t>(batch.rows()));
  put(bytes, std::uint32_t{1});
  for (std::size_t row = 0; row < batch.rows(); ++row) put(bytes, batch.at(row, column));
  return bytes;
}

}  // namespace allot::postgres

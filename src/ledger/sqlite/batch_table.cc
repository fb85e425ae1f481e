#include "ledger/sqlite/batch_table.h"

#include <new>

namespace allot::sqlite {
namespace {

// Values are read while the row's record is built, before anything can free the batch.
void give_text(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}

// A read-only, full-scan virtual table over a vector; exists by its name alone, without CREATE.
template <class Row>
struct VectorTable {
  struct Table : sqlite3_vtab {
    const std::vector<Row>* rows = nullptr;
  };
  struct Cursor : sqlite3_vtab_cursor {
    std::size_t at = 0;
  };

  static const std::vector<Row>& rows(const sqlite3_vtab_cursor* cursor) {
    return *static_cast<const Table*>(cursor->pVtab)->rows;
  }

  static int connect(sqlite3* database, void* context, int, const char* const*, sqlite3_vtab** out, char**) {
    const int code = sqlite3_declare_vtab(database, Row::declaration());
    if (code != SQLITE_OK) return code;
    auto* table = new (std::nothrow) Table();
    if (table == nullptr) return SQLITE_NOMEM;
    table->rows = static_cast<const std::vector<Row>*>(context);
    *out = table;
    return SQLITE_OK;
  }
  static int disconnect(sqlite3_vtab* table) {
    delete static_cast<Table*>(table);
    return SQLITE_OK;
  }
  static int best_index(sqlite3_vtab*, sqlite3_index_info* info) {
    info->estimatedCost = 1;
    return SQLITE_OK;
  }
  static int open(sqlite3_vtab*, sqlite3_vtab_cursor** out) {
    *out = new (std::nothrow) Cursor();
    return *out == nullptr ? SQLITE_NOMEM : SQLITE_OK;
  }
  static int close(sqlite3_vtab_cursor* cursor) {
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
  }
  static int filter(sqlite3_vtab_cursor* cursor, int, const char*, int, sqlite3_value**) {
    static_cast<Cursor*>(cursor)->at = 0;
    return SQLITE_OK;
  }
  static int next(sqlite3_vtab_cursor* cursor) {
    ++static_cast<Cursor*>(cursor)->at;
    return SQLITE_OK;
  }
  static int eof(sqlite3_vtab_cursor* cursor) {
    return static_cast<Cursor*>(cursor)->at >= rows(cursor).size() ? 1 : 0;
  }
  static int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int index) {
    rows(cursor)[static_cast<Cursor*>(cursor)->at].column(context, index);
    return SQLITE_OK;
  }
  static int rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* out) {
    *out = static_cast<sqlite3_int64>(static_cast<Cursor*>(cursor)->at);
    return SQLITE_OK;
  }

  static const sqlite3_module* module() {
    static const sqlite3_module module = [] {
      sqlite3_module m{};
      m.xConnect = connect;
      m.xDisconnect = disconnect;
      m.xDestroy = disconnect;
      m.xBestIndex = best_index;
      m.xOpen = open;
      m.xClose = close;
      m.xFilter = filter;
      m.xNext = next;
      m.xEof = eof;
      m.xColumn = column;
      m.xRowid = rowid;
      return m;
    }();
    return &module;
  }
};

template <class Row>
void register_table(Connection& writer, const char* name, std::vector<Row>& rows) {
  const int code = sqlite3_create_module(writer.get(), name, VectorTable<Row>::module(), &rows);
  if (code != SQLITE_OK) writer.fail(code);
}

#define ALLOT_PLAIN_COLUMNS "key, id, buyer, state, created_at, expires_at, version, pool, units"
#define ALLOT_ALL_COLUMNS ALLOT_PLAIN_COLUMNS ", ref, if_version, meta"
// Every column that is not asked for is 2 % more claims per second.
constexpr std::string_view kInsertPlainClaims =
    "INSERT INTO allot_claim(" ALLOT_PLAIN_COLUMNS ") SELECT " ALLOT_PLAIN_COLUMNS " FROM allot_batch_claim";
constexpr std::string_view kInsertClaims =
    "INSERT INTO allot_claim(" ALLOT_ALL_COLUMNS ") SELECT " ALLOT_ALL_COLUMNS " FROM allot_batch_claim";
constexpr std::string_view kInsertLines =
    "INSERT INTO allot_claim_line(key, line, pool, units) SELECT key, line, pool, units FROM allot_batch_line";

enum ClaimColumn : int {
  kKey,
  kId,
  kBuyer,
  kState,
  kRef,
  kCreatedAt,
  kExpiresAt,
  kIfVersion,
  kVersion,
  kPool,
  kUnits,
  kMeta
};

}  // namespace

const char* ClaimBatchRow::declaration() {
  return "CREATE TABLE x(key, id, buyer, state, ref, created_at, expires_at, if_version, version, pool, units, meta)";
}

// A column that sets no result is NULL, which is how absent values are stored.
void ClaimBatchRow::column(sqlite3_context* context, int index) const {
  switch (static_cast<ClaimColumn>(index)) {
    case kKey: return sqlite3_result_int64(context, key);
    case kId: return give_text(context, claim->id);
    case kBuyer: return give_text(context, claim->user);
    case kState: return give_text(context, claim_state_name(claim->state));
    case kRef: return claim->ref.empty() ? void() : give_text(context, claim->ref);
    case kCreatedAt: return sqlite3_result_int64(context, claim->created_at);
    case kExpiresAt: return claim->expires_at == 0 ? void() : sqlite3_result_int64(context, claim->expires_at);
    case kIfVersion: return claim->if_version ? sqlite3_result_int64(context, *claim->if_version) : void();
    case kVersion: return sqlite3_result_int64(context, claim->version);
    case kPool: return give_text(context, claim->items.front().pool);
    case kUnits: return sqlite3_result_int64(context, claim->items.front().units);
    case kMeta: return claim->meta.empty() ? void() : give_text(context, claim->meta);
  }
}

const char* LineBatchRow::declaration() { return "CREATE TABLE x(key, line, pool, units)"; }

void LineBatchRow::column(sqlite3_context* context, int index) const {
  switch (index) {
    case 0: return sqlite3_result_int64(context, key);
    case 1: return sqlite3_result_int64(context, line);
    case 2: return give_text(context, item.pool);
    case 3: return sqlite3_result_int64(context, item.units);
  }
}

BatchTable::BatchTable(Connection& writer) {
  register_table(writer, "allot_batch_claim", claims_);
  register_table(writer, "allot_batch_line", lines_);
  insert_plain_claims_.emplace(writer, kInsertPlainClaims);
  insert_claims_.emplace(writer, kInsertClaims);
  insert_lines_.emplace(writer, kInsertLines);
}

void BatchTable::add(std::int64_t key, const AcceptedClaim& claim) {
  claims_.push_back({key, &claim});
  plain_ = plain_ && claim.ref.empty() && claim.meta.empty() && !claim.if_version;
  for (std::size_t i = 1; i < claim.items.size(); ++i) {
    lines_.push_back({key, static_cast<std::int64_t>(i), claim.items[i]});
  }
}

void BatchTable::flush() {
  if (!claims_.empty()) (plain_ ? insert_plain_claims_ : insert_claims_)->run();
  if (!lines_.empty()) insert_lines_->run();
  clear();
}

void BatchTable::clear() noexcept {
  claims_.clear();
  plain_ = true;
  lines_.clear();
}

}  // namespace allot::sqlite

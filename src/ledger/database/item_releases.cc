#include "ledger/database/item_releases.h"

namespace allot::database {
namespace {

constexpr auto kText = Column::Type::kText;
constexpr Column kKey[] = {{"uid"}, {"id", kText}};
constexpr BulkSql kRead{BulkSql::Form::kSelect,
                        "SELECT r.uid, r.id, r.claim, r.items FROM {rows} JOIN allot_release AS r {by PRIMARY} "
                        "ON r.uid = v.uid AND r.id = v.id",
                        kKey};
constexpr Column kRow[] = {{"uid"}, {"id", kText}, {"claim", kText}, {"items", kText}, {"reason", kText}, {"at"}};
constexpr BulkSql kInsert{BulkSql::Form::kInsert, "allot_release", kRow};

}  // namespace

// Names of pools need no escapes.
std::string items_text(const std::vector<Item>& items) {
  std::map<std::string_view, std::int64_t> sums;
  for (const Item& item : items) sums[item.pool] += item.units;
  std::string text = "[";
  for (const auto& [pool, units] : sums) {
    if (text.size() > 1) text += ',';
    text.append("{\"pool\":\"").append(pool).append("\",\"units\":").append(std::to_string(units)).append("}");
  }
  return text + "]";
}

void ItemReleases::clear() { releases_.clear(); }

void ItemReleases::read(const std::vector<std::pair<SaleUid, std::string>>& ids) {
  Batch keys(std::size(kKey));
  for (const auto& [uid, id] : ids) keys.add({uid, id});
  connection_.read(kRead, keys, [this](const Rows& row) {
    releases_.try_emplace({static_cast<SaleUid>(row.integer(0)), std::string(row.text(1))},
                          Release{std::string(row.text(2)), std::string(row.text(3)), {}, 0, false});
  });
}

EarlierRelease ItemReleases::earlier(SaleUid uid, const std::string& id, std::string_view claim,
                                     std::string_view items) const {
  const auto found = releases_.find({uid, id});
  if (found == releases_.end()) return EarlierRelease::kNone;
  return found->second.claim == claim && found->second.items == items ? EarlierRelease::kSame : EarlierRelease::kOther;
}

void ItemReleases::add(SaleUid uid, const ReleaseStep& step, const std::string& claim, std::string items) {
  releases_.try_emplace({uid, step.id}, Release{claim, std::move(items), step.reason, step.now, true});
}

void ItemReleases::flush() {
  Batch rows(std::size(kRow));
  for (auto& [key, release] : releases_) {
    if (!release.fresh) continue;
    rows.add({key.first, key.second, release.claim, release.items, null_if_empty(release.reason), release.at});
    release.fresh = false;
  }
  connection_.write(kInsert, rows);
}

}  // namespace allot::database

// Releases of single items: which ids have been used, and for what.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "ledger/database/connection.h"
#include "ledger/database/touched_sales.h"
#include "ledger/settle.h"

namespace allot::database {

/// Summed and sorted, so that the same content always has the same text.
std::string items_text(const std::vector<Item>& items);

class ItemReleases {
 public:
  explicit ItemReleases(Connection& connection) : connection_(connection) {}

  void clear();
  /// Reads what the ledger knows of these ids.
  void read(const std::vector<std::pair<SaleUid, std::string>>& ids);
  /// REQUIRES: read() has been told of the id.
  EarlierRelease earlier(SaleUid uid, const std::string& id, std::string_view claim, std::string_view items) const;
  void add(SaleUid uid, const ReleaseStep& step, const std::string& claim, std::string items);
  /// Writes what was added.
  void flush();

 private:
  struct Release {
    std::string claim;
    std::string items;
    std::string reason;
    Millis at = 0;
    bool fresh = false;
  };

  Connection& connection_;
  std::map<std::pair<SaleUid, std::string>, Release> releases_;
};

}  // namespace allot::database

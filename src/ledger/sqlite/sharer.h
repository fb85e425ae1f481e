// One of the processes that share the ledger: its row, and the engine that all of them must have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/claim.h"
#include "ledger/sqlite/connection.h"
#include "ledger/sqlite/tenure.h"

namespace allot::sqlite {

class Sharer final : public Tenure {
 public:
  /// `engine`: name of this process's.
  Sharer(Connection& writer, std::string_view engine);

  /// REQUIRES: inside a transaction. Forgets processes that were not seen for a month, and counts the fence up, so
  /// that the ids that this process makes are its own.
  void join(Millis now);
  /// False: the ledger belongs to another engine by now.
  bool is_mine() override;
  std::int64_t commits() const noexcept override { return commits_; }
  void count() override;
  void count_probe() override { count(); }

 private:
  std::string engine_;
  std::string id_;
  std::int64_t commits_ = 0;
  Statement read_;
  Statement count_;
  Statement forget_;
  Statement next_fence_;
};

}  // namespace allot::sqlite

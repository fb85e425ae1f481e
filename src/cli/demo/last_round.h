// After the crowd: buyers who own nothing take what was given back, until nothing is left.
#pragma once

#include <vector>

#include "cli/demo/crowd.h"
#include "cli/load/call_source.h"
#include "cli/sale_figures.h"

namespace allot {

class LastRound final : public CallSource {
 public:
  struct Wish {
    std::uint32_t buyer;
    std::uint32_t pool;
  };
  /// `prefix`: of the claims' ids; never used before.
  LastRound(std::vector<Wish> wishes, std::string prefix, DemoPulse& pulse)
      : wishes_(std::move(wishes)), prefix_(std::move(prefix)), pulse_(pulse), book_(pulse.live) {}

  bool next(Call& call) override;
  void answered(const Call& call, const Reply& reply) override;
  const std::vector<OwnedClaim>& claims() const noexcept { return book_.claims(); }

 private:
  std::vector<Wish> wishes_;
  std::string prefix_;
  DemoPulse& pulse_;
  ClaimBook book_;
  std::size_t at_ = 0;
};

/// A wish for every unit that is left, of buyers who own nothing yet.
std::vector<LastRound::Wish> last_wishes(const SaleFigures& sale, std::uint32_t buyers,
                                         const std::vector<OwnedClaim>& claims);

}  // namespace allot

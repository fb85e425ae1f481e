// The buyers at one door: they click, click twice, try again, pay, cancel, and some talk nonsense.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <queue>
#include <random>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "cli/demo/claim_book.h"
#include "cli/load/call_source.h"

namespace allot {

inline constexpr std::array<std::string_view, 2> kDemoPools = {"red", "blue"};

/// "buyer-17".
std::string buyer_name(std::uint32_t buyer);

/// Shared by all threads of a demo.
struct DemoPulse {
  explicit DemoPulse(std::int64_t owned = 0) : live(owned) {}
  LiveUnits live;
  std::atomic<std::uint64_t> answered{0};  // clicks, without confirms and releases
  std::atomic<bool> stop{false};
};

struct CrowdPlan {
  std::string id_prefix;  // of claims; differs from door to door
  std::uint32_t buyers = 1;
  std::uint64_t clicks = 0;
  std::uint64_t seed = 1;
};

/// What was not simply accepted or refused.
struct CrowdCounts {
  std::uint64_t clicks = 0;
  std::uint64_t double_clicks = 0;  // same buyer, new id
  std::uint64_t retries = 0;        // same id, same content
  std::uint64_t retries_wrong = 0;  // of a claim that the buyer owned: neither replayed nor released
  std::uint64_t nonsense = 0;
  std::uint64_t nonsense_accepted = 0;
  std::uint64_t confirms = 0;
  std::uint64_t cancels = 0;
  std::uint64_t unexpected = 0;
  std::string first_unexpected;

  void merge(const CrowdCounts& other);
};

/// Deterministic but for the order in which answers come.
class Crowd final : public CallSource {
 public:
  Crowd(const CrowdPlan& plan, DemoPulse& pulse);

  bool next(Call& call) override;
  void answered(const Call& call, const Reply& reply) override;

  const CrowdCounts& counts() const noexcept { return counts_; }
  const std::vector<OwnedClaim>& claims() const noexcept { return book_.claims(); }

 private:
  // One click, small enough to be remembered and to travel in Call::tag.
  struct Click {
    std::uint32_t buyer = 0;
    std::uint32_t pool = 0;
    std::uint64_t number = 0;  // of its id; 0: the server names it
  };
  struct Action {
    std::uint64_t due;  // number of clicks by then
    CallKind kind;
    std::size_t claim;
    bool operator>(const Action& other) const { return due > other.due; }
  };

  void click(Call& call);
  void nonsense(Call& call);
  void retry(Call& call);
  Click draw(bool again);
  void act(Call& call);
  void fill(Call& call, const Click& click) const;
  void claim_answered(const Call& call, const Reply& reply);
  void nonsense_answered(const Call& call, const Reply& reply);
  void action_answered(const Call& call, const Reply& reply);
  void own(const Call& call, const Reply& reply);
  void surprised(const Call& call, const Reply& reply);
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  CrowdPlan plan_;
  DemoPulse& pulse_;
  std::mt19937_64 random_;
  ClaimBook book_;
  CrowdCounts counts_;
  std::vector<Click> recent_;                // a ring
  std::unordered_set<std::string> retried_;  // ids of clicks that were sent again, answered or not
  std::uint64_t ids_ = 0;
  std::priority_queue<Action, std::vector<Action>, std::greater<>> actions_;
};

}  // namespace allot

// The claim calls on one sale that one transaction decides.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "admission/claim_ids.h"
#include "core/clock.h"
#include "engine/engine.h"
#include "ledger/step.h"
#include "service/claim_call.h"

namespace allot {

/// A call on its way, and who waits for it. Its text is its own.
struct WaitingCall {
  ClaimCall* call = nullptr;
  std::shared_ptr<ClaimClient> client;
};

/// What has become of a group's calls.
enum class GroupFate : std::uint8_t {
  kDecided,
  kUnknownSale,
  kNothing,  // the ledger surely holds nothing of it
  kUnknown,  // it may: asking again by claim id tells
};

/// Their requests are decided as one batch, in order. Belongs to the ledger thread; what it hands back borrows from it,
/// so it is kept until the clients have been told.
class ClaimGroup {
 public:
  ClaimGroup(std::string_view sale, Engine& engine, ClaimIds& ids, const Clock& clock);
  ClaimGroup(const ClaimGroup&) = delete;
  ClaimGroup& operator=(const ClaimGroup&) = delete;

  void add(WaitingCall call);
  std::size_t claims() const { return all_.requests.size(); }
  /// Accepted by the last decision.
  std::size_t accepted() const { return accepted_; }
  /// Borrows from the group, and keeps its answers there.
  DecideStep step(Millis now);
  /// Writes the calls' answers into them and lets go of them. Empty if that was done before.
  std::vector<WaitingCall> hand_back(GroupFate fate);
  /// Lets go of the calls, undecided.
  std::vector<WaitingCall> take_calls() { return std::move(calls_); }

 private:
  std::shared_ptr<const Entry> decide(const SaleState& state, ClaimSource& claims, Millis now);
  void replace_known_ids(const HotSale& hot);
  std::string_view id_of(const ClaimRequest& request);
  void answer(ClaimCall& call, std::size_t first, GroupFate fate);

  const std::string sale_;
  Engine& engine_;
  ClaimIds& ids_;
  const Clock& clock_;
  Arena text_;  // of the requests: clients that cannot wait take their calls back before the commit has ended
  ClaimBatch all_;
  std::vector<WaitingCall> calls_;
  std::size_t accepted_ = 0;
};

/// Answers a call that cannot reach the ledger: nothing has happened.
void answer_unavailable(ClaimCall& call, Millis now);

}  // namespace allot

#include "cli/demo/crowd.h"

#include <algorithm>

namespace allot {
namespace {

// Of a thousand clicks.
constexpr std::uint64_t kNonsense = 10;
constexpr std::uint64_t kRetries = 90;
constexpr std::uint64_t kDoubleClicks = 250;
// Of a hundred winners; the others leave their hold as it is.
constexpr std::uint64_t kConfirm = 60;
constexpr std::uint64_t kCancel = 12;

constexpr std::size_t kRecentMax = 8'192;
constexpr std::array kNonsenseKinds = {CallKind::kNegativeUnits, CallKind::kUnknownPool, CallKind::kUnknownField,
                                       CallKind::kUnknownSale, CallKind::kMissingUser};

// Call::tag of a claim: buyer, pool, and a flag.
constexpr std::uint64_t kIsOwned = 1;  // a retry of a claim that had been accepted when it was sent
std::uint64_t tag_of(std::uint32_t buyer, std::uint32_t pool, std::uint64_t flags) {
  return (std::uint64_t{buyer} << 8U) | (std::uint64_t{pool} << 4U) | flags;
}
std::uint32_t tag_buyer(std::uint64_t tag) { return static_cast<std::uint32_t>(tag >> 8U); }
std::uint32_t tag_pool(std::uint64_t tag) { return static_cast<std::uint32_t>((tag >> 4U) & 15U); }

Verdict expected_of(CallKind nonsense) {
  if (nonsense == CallKind::kUnknownSale) return Verdict::kUnknownSale;
  return nonsense == CallKind::kUnknownPool ? Verdict::kUnknownPool : Verdict::kInvalid;
}

}  // namespace

std::string buyer_name(std::uint32_t buyer) { return "buyer-" + std::to_string(buyer); }

void CrowdCounts::merge(const CrowdCounts& other) {
  clicks += other.clicks;
  double_clicks += other.double_clicks;
  retries += other.retries;
  retries_wrong += other.retries_wrong;
  nonsense += other.nonsense;
  nonsense_accepted += other.nonsense_accepted;
  confirms += other.confirms;
  cancels += other.cancels;
  unexpected += other.unexpected;
  if (first_unexpected.empty()) first_unexpected = other.first_unexpected;
}

Crowd::Crowd(const CrowdPlan& plan, DemoPulse& pulse)
    : plan_(plan), pulse_(pulse), random_(plan.seed), book_(pulse.live) {}

bool Crowd::next(Call& call) {
  if (pulse_.stop.load(std::memory_order_relaxed)) return false;
  const bool clicks_left = counts_.clicks < plan_.clicks;
  if (!actions_.empty() && (!clicks_left || actions_.top().due <= counts_.clicks)) {
    act(call);
    return true;
  }
  if (clicks_left) click(call);
  return clicks_left;
}

void Crowd::click(Call& call) {
  ++counts_.clicks;
  const std::uint64_t dice = below(1000);
  if (dice < kNonsense) return nonsense(call);
  if (dice < kNonsense + kRetries && !recent_.empty()) return retry(call);
  const bool again = dice < kNonsense + kRetries + kDoubleClicks && !recent_.empty();
  const Click click = draw(again);
  if (again) ++counts_.double_clicks;
  fill(call, click);
  call.tag = tag_of(click.buyer, click.pool, 0);
}

Crowd::Click Crowd::draw(bool again) {
  Click click;
  click.buyer = static_cast<std::uint32_t>(again ? recent_[below(recent_.size())].buyer : below(plan_.buyers));
  click.pool = static_cast<std::uint32_t>(below(kDemoPools.size()));
  if (below(8) == 0) return click;  // the server names it
  click.number = ++ids_;
  if (recent_.size() < kRecentMax) {
    recent_.push_back(click);
  } else {
    recent_[ids_ % kRecentMax] = click;
  }
  return click;
}

void Crowd::fill(Call& call, const Click& click) const {
  call.kind = CallKind::kClaim;
  call.user = buyer_name(click.buyer);
  call.claim = click.number == 0 ? std::string() : plan_.id_prefix + std::to_string(click.number);
  call.pool = kDemoPools[click.pool];
}

// Of a claim that somebody owns or has owned, or of any recent click, answered or not.
void Crowd::retry(Call& call) {
  ++counts_.retries;
  if (!book_.claims().empty() && below(2) == 0) {
    const OwnedClaim& owned = book_.claims()[below(book_.claims().size())];
    call.kind = CallKind::kClaim;
    call.user = buyer_name(owned.buyer);
    call.claim = owned.id;
    call.pool = kDemoPools[owned.pool];
    call.tag = tag_of(owned.buyer, owned.pool, kIsOwned);
    return;
  }
  const Click& click = recent_[below(recent_.size())];
  fill(call, click);
  retried_.insert(call.claim);
  call.tag = tag_of(click.buyer, click.pool, 0);
}

void Crowd::nonsense(Call& call) {
  ++counts_.nonsense;
  call.kind = kNonsenseKinds[counts_.nonsense % kNonsenseKinds.size()];
  // Somebody who owns nothing, so that each kind has exactly one right answer.
  call.user = "stranger-" + std::to_string(counts_.nonsense);
  call.claim = plan_.id_prefix + "nonsense-" + std::to_string(counts_.nonsense);
  call.pool = kDemoPools[0];
}

void Crowd::act(Call& call) {
  const Action action = actions_.top();
  actions_.pop();
  call.kind = action.kind;
  call.claim = book_.claims()[action.claim].id;
  call.tag = action.claim;
  if (action.kind == CallKind::kRelease) book_.release_sent();
}

void Crowd::answered(const Call& call, const Reply& reply) {
  switch (call.kind) {
    case CallKind::kClaim: claim_answered(call, reply); break;
    case CallKind::kConfirm:
    case CallKind::kRelease: return action_answered(call, reply);
    case CallKind::kNegativeUnits:
    case CallKind::kUnknownPool:
    case CallKind::kUnknownField:
    case CallKind::kUnknownSale:
    case CallKind::kMissingUser: nonsense_answered(call, reply); break;
  }
  pulse_.answered.fetch_add(1, std::memory_order_relaxed);
}

void Crowd::claim_answered(const Call& call, const Reply& reply) {
  const bool is_owned = (call.tag & kIsOwned) != 0;
  const bool is_repeat = reply.verdict == Verdict::kReplayed || reply.verdict == Verdict::kReleased;
  if (is_owned && !is_repeat) ++counts_.retries_wrong;
  if (reply.verdict == Verdict::kAccepted) return own(call, reply);
  const bool is_refusal = reply.verdict == Verdict::kSoldOut || reply.verdict == Verdict::kAlreadyClaimed;
  // A retry may overtake its click on another connection: then the click is the repeat.
  const bool may_repeat = is_owned || retried_.contains(call.claim);
  if (!is_refusal && !(is_repeat && may_repeat)) surprised(call, reply);
}

void Crowd::own(const Call& call, const Reply& reply) {
  const std::size_t claim =
      book_.accepted({std::string(reply.claim), tag_buyer(call.tag), tag_pool(call.tag), ClaimState::kHeld});
  const std::uint64_t fate = below(100);
  if (fate < kConfirm) {
    actions_.push({counts_.clicks + below(plan_.clicks / 20 + 1), CallKind::kConfirm, claim});
  } else if (fate < kConfirm + kCancel) {
    actions_.push({counts_.clicks + below(plan_.clicks * 3 / 4 + 1), CallKind::kRelease, claim});
  }
}

void Crowd::nonsense_answered(const Call& call, const Reply& reply) {
  if (reply.verdict == Verdict::kAccepted || reply.verdict == Verdict::kReplayed) ++counts_.nonsense_accepted;
  if (reply.verdict != expected_of(call.kind)) surprised(call, reply);
}

void Crowd::action_answered(const Call& call, const Reply& reply) {
  if (reply.verdict != Verdict::kOk) return surprised(call, reply);
  if (call.kind == CallKind::kConfirm) {
    ++counts_.confirms;
    book_.confirmed(call.tag);
  } else {
    ++counts_.cancels;
    book_.released(call.tag);
  }
}

void Crowd::surprised(const Call& call, const Reply& reply) {
  if (counts_.unexpected++ > 0) return;
  counts_.first_unexpected = "kind " + std::to_string(static_cast<int>(call.kind)) + " of '" + call.user +
                             "', claim '" + call.claim + "': " + std::string(reply.text.substr(0, 400));
}

}  // namespace allot

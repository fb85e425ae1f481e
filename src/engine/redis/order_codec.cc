#include "engine/redis/order_codec.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/limits.h"
#include "engine/redis/packed.h"
#include "engine/redis/words.h"

namespace allot {
namespace {

constexpr std::size_t kAnswer = 9;  // ok, entry, rests on, version, verdict, left, field, time, nonce before
constexpr std::string_view kNone = "-";

/// Members of a patch by their names in the state; one that is not given stays.
using PatchField = std::pair<std::string_view, std::optional<std::int64_t> SalePatch::*>;
constexpr std::array<PatchField, 5> kPatchFields = {{{"claims", &SalePatch::claims_per_user},
                                                     {"units", &SalePatch::units_per_user},
                                                     {"starts", &SalePatch::starts_at},
                                                     {"ends", &SalePatch::ends_at},
                                                     {"hold", &SalePatch::hold_seconds}}};

std::string version_text(const std::optional<std::int64_t>& version) {
  return version ? std::to_string(*version) : std::string(kNone);
}

class Adder {
 public:
  explicit Adder(ScriptCall& call) : call_(call) {}
  void operator()(const HotOrder::Pause&) { call_.add("pause"); }
  void operator()(const HotOrder::Close&) { call_.add("close"); }
  void operator()(const HotOrder::Restock& ask) {
    call_.add("restock");
    call_.add(ask.id);
    call_.add(ask.pool);
    call_.add(ask.units);
    call_.add(ask.moves_total ? "1" : "0");
    call_.add(version_text(ask.if_version));
  }
  void operator()(const HotOrder::Patch& ask) {
    call_.add("patch");
    call_.add(version_text(ask.patch.if_version));
    call_.add(patch_text(ask.patch));
    call_.add(std::count_if(kPatchFields.begin(), kPatchFields.end(),
                            [&](const PatchField& field) { return (ask.patch.*field.second).has_value(); }));
    for (const auto& [name, member] : kPatchFields) {
      if (!(ask.patch.*member)) continue;
      call_.add(name);
      call_.add(*(ask.patch.*member));
    }
    for (const auto& [pool, stock] : ask.patch.pools) {
      call_.add(pool);
      call_.add(stock);
    }
  }
  void operator()(const HotOrder::Bar& ask) {
    call_.id_shard(ask.id);  // KEYS[5]
    call_.add("bar");
    call_.add(ask.id);
    call_.add(ask.reason);
  }

 private:
  ScriptCall& call_;
};

Verdict verdict_of(std::string_view word) {
  for (const Verdict verdict : {Verdict::kOk, Verdict::kClosed, Verdict::kIdConflict, Verdict::kVersionConflict,
                                Verdict::kUnknownPool, Verdict::kInsufficient, Verdict::kInvalid}) {
    if (verdict_name(verdict) == word) return verdict;
  }
  throw RedisError("order.lua answered '" + std::string(word) + "'");
}

std::string why_invalid(std::string_view field) {
  if (field == "units") return "with these units more than 10^15 would have been stocked";
  if (field == "pools") return "a sale has at most " + std::to_string(limits::kPoolsPerSaleMax) + " pools";
  if (field.starts_with("pools.")) return "this pool exists already; its stock is changed by a restock";
  return "a sale must end after it has started";
}

/// What the ledger is told.
struct ChangeOf {
  const HotOrder& order;
  ClaimNo no;
  EntryChange operator()(const HotOrder::Pause&) const { return SwitchChange{SaleSwitch::kPaused}; }
  EntryChange operator()(const HotOrder::Close&) const { return SwitchChange{SaleSwitch::kClosed}; }
  EntryChange operator()(const HotOrder::Restock& ask) const {
    return RestockChange{std::string(ask.id), std::string(ask.pool), ask.units,
                         ask.moves_total,     ask.if_version,        order.left};
  }
  EntryChange operator()(const HotOrder::Patch& ask) const { return PatchChange{ask.patch}; }
  EntryChange operator()(const HotOrder::Bar& ask) const {
    return BarChange{no, std::string(ask.id), std::string(ask.reason), order.now};
  }
};

}  // namespace

void add_order(ScriptCall& call, const HotOrder& order, std::uint64_t nonce) {
  call.add(nonce);
  std::visit(Adder(call), order.what);
}

void read_order_answer(const RedisReply& reply, HotOrder& order, SaleUid uid, std::uint32_t epoch,
                       std::uint64_t nonce) {
  if (reply.items.size() != kAnswer) throw RedisError("order.lua answered in another form");
  const auto text = [&](std::size_t at) -> std::string_view { return reply.items[at].text; };
  const auto seq = Words::number_of<std::uint64_t>(text(1));
  order.entry = nullptr;
  order.rests_on = Words::number_of<std::uint64_t>(text(2));
  order.version = Words::number_of<std::int64_t>(text(3));
  order.replayed = text(4) == "replayed";
  order.verdict = order.replayed ? Verdict::kOk : verdict_of(text(4));
  const bool is_bar = std::holds_alternative<HotOrder::Bar>(order.what);
  order.left = is_bar ? 0 : Words::number_of<std::int64_t>(text(5));
  order.field = text(6);
  order.now = Words::number_of<Millis>(text(7));
  if (order.verdict == Verdict::kInvalid) order.detail = why_invalid(order.field);
  if (seq == 0) return;
  const ClaimNo no = is_bar ? Words::number_of<ClaimNo>(text(5)) : 0;
  order.entry = std::make_shared<Entry>();
  order.entry->uid = uid;
  order.entry->epoch = epoch;
  order.entry->seq = seq;
  order.entry->nonce = nonce;
  order.entry->prev = Words::number_of<std::uint64_t>(text(8));
  order.entry->version = order.version;
  order.entry->changes.push_back(std::visit(ChangeOf{order, no}, order.what));
}

std::string patch_text(const SalePatch& patch) {
  std::string text;
  for (const auto& [name, member] : kPatchFields)
    pack(text, (patch.*member) ? std::to_string(*(patch.*member)) : kNone);
  for (const auto& [pool, stock] : patch.pools) {
    pack(text, pool);
    pack(text, std::to_string(stock));
  }
  return text;
}

SalePatch read_patch(std::string_view text) {
  const auto items = unpacked(text);
  if (!items || items->size() < kPatchFields.size() || (items->size() - kPatchFields.size()) % 2 != 0) {
    throw RedisError("a patch in the outbox cannot be read");
  }
  SalePatch patch;
  for (std::size_t i = 0; i < kPatchFields.size(); ++i) {
    if ((*items)[i] != kNone) patch.*kPatchFields[i].second = Words::number_of<std::int64_t>((*items)[i]);
  }
  for (std::size_t i = kPatchFields.size(); i < items->size(); i += 2) {
    patch.pools.emplace_back((*items)[i], Words::number_of<std::int64_t>((*items)[i + 1]));
  }
  return patch;
}

}  // namespace allot

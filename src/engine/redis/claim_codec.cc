#include "engine/redis/claim_codec.h"

#include <array>

#include "engine/redis/item_text.h"
#include "engine/redis/packed.h"
#include "engine/redis/words.h"

namespace allot {
namespace {

constexpr std::size_t kHeader = 6;  // ok, entry, hold in seconds, time, version, nonce of the entry before
constexpr std::string_view kNone = "-";

/// What the whole batch's answer says.
struct Header {
  std::uint64_t entry = 0;
  std::int64_t hold_seconds = 0;
  Millis now = 0;
};

class AnswerReader {
 public:
  AnswerReader(ClaimBatch& batch, const Header& header) : batch_(batch), header_(header) {}

  void read(std::size_t at, std::string_view text) {
    request_ = &batch_.requests[at];
    decision_ = &batch_.decisions[at];
    Words words(text);
    const std::string_view word = words.word();
    if (word.size() != 1) throw RedisError("claim.lua answered '" + std::string(text) + "'");
    read_word(word.front(), words);
  }

 private:
  void read_word(char word, Words& words) {
    switch (word) {
      case 'A': return accepted(words);
      case 'R': return known(words, Verdict::kReplayed);
      case 'X': return known(words, Verdict::kReleased);
      case 'F': return rests_on(Verdict::kIdConflict, words);
      case 'C': return verdict(Verdict::kClosed);
      case 'N': return verdict(Verdict::kNotStarted);
      case 'E': return verdict(Verdict::kEnded);
      case 'P': return verdict(Verdict::kPaused);
      case 'Y': return already_claimed(words);
      case 'L':
        rests_on(Verdict::kLimitReached, words);
        decision_->remaining = words.number<std::int64_t>();
        return;
      case 'V':
        verdict(Verdict::kVersionConflict);
        decision_->version = words.number<std::int64_t>();
        return;
      case 'K': return unknown_pool(words);
      case 'S': return sold_out(words);
      case 'I': return id_needed();
      case 'U': decision_->claim = request_->id; return;  // unavailable
      default: throw RedisError(std::string("claim.lua answered '") + word + "'");
    }
  }

  void verdict(Verdict verdict) { decision_->verdict = verdict; }
  void rests_on(Verdict verdict, Words& words) {
    decision_->verdict = verdict;
    decision_->rests_on = words.number<std::uint64_t>();
  }
  void already_claimed(Words& words) {
    rests_on(Verdict::kAlreadyClaimed, words);
    const std::string_view claim = words.word();
    if (claim != kNone) decision_->claim = batch_.arena.copy(claim);
  }
  void unknown_pool(Words& words) {
    verdict(Verdict::kUnknownPool);
    const auto item = words.number<std::size_t>();
    if (item < 1 || item > request_->items.size()) throw RedisError("claim.lua names an item that was not asked for");
    decision_->pool = request_->items[item - 1].pool;
  }
  void sold_out(Words& words) {
    verdict(Verdict::kSoldOut);
    if (words.word() == "1") decision_->detail = "the sale's total is sold out";
    decision_->left = lefts(words.word());
  }
  void id_needed() {
    verdict(Verdict::kInvalid);
    decision_->field = "id";
    decision_->detail = "an id is needed, because a user may have more than one claim in this sale";
  }

  void known(Words& words, Verdict what) {
    const std::string_view state = words.word();
    decision_->created_at = words.number<Millis>();
    decision_->expires_at = words.number<Millis>();
    rests_on(what, words);
    const bool released = what == Verdict::kReleased;
    decision_->state = released ? ClaimState::kReleased : state == "h" ? ClaimState::kHeld : ClaimState::kConfirmed;
    decision_->incomplete = words.word() == "1" && !released;
    decision_->claim = request_->id;
    decision_->items = read_items(words.rest(), batch_.arena);
  }

  void accepted(Words& words) {
    const auto no = words.number<ClaimNo>();
    const bool held = header_.hold_seconds != 0;
    decision_->verdict = Verdict::kAccepted;
    decision_->state = held ? ClaimState::kHeld : ClaimState::kConfirmed;
    decision_->created_at = header_.now;
    decision_->expires_at = held ? header_.now + header_.hold_seconds * 1000 : 0;
    decision_->version = words.number<std::int64_t>();
    decision_->left = lefts(words.word());
    decision_->items = request_->items;
    decision_->rests_on = header_.entry;
    decision_->claim = request_->id.empty() ? batch_.arena.copy(std::to_string(request_->fresh_id)) : request_->id;
    add_row(no);
  }

  void add_row(ClaimNo no) {
    Arena& arena = batch_.entry->arena;
    const auto items = arena.array<ItemView>(request_->items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      items[i] = {arena.copy(request_->items[i].pool), request_->items[i].units};
    }
    batch_.entry->claims.push_back({.no = no,
                                    .id = arena.copy(decision_->claim),
                                    .user = arena.copy(request_->user),
                                    .items = items,
                                    .ref = arena.copy(request_->ref),
                                    .meta = arena.copy(request_->meta),
                                    .if_version = request_->if_version,
                                    .version = decision_->version,
                                    .state = decision_->state,
                                    .created_at = decision_->created_at,
                                    .expires_at = decision_->expires_at});
  }

  std::span<const PoolLeft> lefts(std::string_view text) {
    const auto left = batch_.arena.array<PoolLeft>(request_->items.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
      const std::size_t comma = text.find(',');
      left[i] = {request_->items[i].pool, Words::number_of<std::int64_t>(text.substr(0, comma))};
      text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return left;
  }

  ClaimBatch& batch_;
  const Header& header_;
  const ClaimRequest* request_ = nullptr;
  Decision* decision_ = nullptr;
};

}  // namespace

void add_claims(ScriptCall& call, const ClaimBatch& batch, std::uint64_t nonce) {
  call.add(batch.frozen ? "1" : "0");
  call.add(nonce);
  call.add(batch.requests.size());
  for (const ClaimRequest& request : batch.requests) {
    const std::string id = request.id.empty() ? std::to_string(request.fresh_id) : std::string(request.id);
    const bool has_extra = !request.ref.empty() || !request.meta.empty();
    std::string extras;
    if (has_extra) {
      pack(extras, request.ref);
      pack(extras, request.meta);
    }
    call.add(call.id_shard(id));
    call.add(id);
    call.add(call.user_shard(request.user));
    call.add(request.user);
    call.add(request.if_version ? std::string_view(std::to_string(*request.if_version)) : kNone);
    call.add(request.id.empty() ? "1" : "0");
    call.add(has_extra ? "1" : "0");
    call.add(extras);
    call.add(request.items.size());
    for (const ItemView& item : request.items) {
      call.add(item.pool);
      call.add(item.units);
    }
  }
}

void read_claim_answers(const RedisReply& reply, ClaimBatch& batch, SaleUid uid, std::uint32_t epoch,
                        std::uint64_t nonce) {
  if (reply.items.size() != kHeader + batch.requests.size()) throw RedisError("claim.lua answered another batch");
  Header header;
  header.entry = Words::number_of<std::uint64_t>(reply.items[1].text);
  header.hold_seconds = Words::number_of<std::int64_t>(reply.items[2].text);
  header.now = Words::number_of<Millis>(reply.items[3].text);
  batch.now = header.now;
  batch.decisions.assign(batch.requests.size(), Decision{});
  batch.entry = nullptr;
  if (header.entry != 0) {
    batch.entry = std::make_shared<Entry>();
    batch.entry->uid = uid;
    batch.entry->epoch = epoch;
    batch.entry->seq = header.entry;
    batch.entry->nonce = nonce;
    batch.entry->prev = Words::number_of<std::uint64_t>(reply.items[5].text);
    batch.entry->version = Words::number_of<std::int64_t>(reply.items[4].text);
  }
  AnswerReader reader(batch, header);
  for (std::size_t i = 0; i < batch.requests.size(); ++i) reader.read(i, reply.items[kHeader + i].text);
}

}  // namespace allot

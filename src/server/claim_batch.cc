// POST /v1/claims: many claims in one request, each decided on its own.
#include <memory>
#include <string>
#include <vector>

#include "server/http_exchange.h"
#include "wire/json/answer_json.h"

namespace allot {
namespace {

// Lines with one sale in a row share a call. Waits like a session, for all its gates, then answers once.
// Belongs to the loop's thread.
class BatchJob final : public ClaimClient, public std::enable_shared_from_this<BatchJob> {
 public:
  BatchJob(Door& door, EventLoop& loop, BatchDone done) : door_(door), loop_(loop), done_(std::move(done)) {}

  void run(const std::vector<BatchLine>& lines) {
    results_.resize(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) add(lines[i], i);
    missing_ += calls_.size();
    ++missing_;  // until all calls are made
    for (std::size_t i = 0; i < calls_.size(); ++i) door_.service.claim(calls_[i]->call, shared_from_this());
    --missing_;
    settled();
  }

  void decided(ClaimCall& call) override {
    Part& part = *calls_[call.tag];
    for (std::size_t i = 0; i < part.lines.size(); ++i) take(part, i);
    --missing_;
    settled();
  }

  void settled() override {
    if (missing_ > 0 || answered_) return;
    for (const Result& result : results_) {
      if (result.gate && result.gate->state() == GateState::kWaiting) return;
    }
    answered_ = true;
    answer();
  }

  Home* home() override { return &loop_; }

 private:
  struct Part {
    ClaimCall call;
    std::vector<std::size_t> lines;
  };
  struct Result {
    Verdict verdict = Verdict::kUnavailable;
    std::string json;
    GatePtr gate;
    std::string claim;
  };

  void add(const BatchLine& line, std::size_t at) {
    if (!line.valid) {
      Answer refusal = line.refusal;
      refusal.now = door_.service.now();
      results_[at].verdict = refusal.verdict;
      write_answer_json(results_[at].json, refusal);
      return;
    }
    if (calls_.empty() || calls_.back()->call.sale != line.sale) {
      calls_.push_back(std::make_unique<Part>());
      calls_.back()->call.sale = line.sale;
      calls_.back()->call.tag = calls_.size() - 1;
    }
    calls_.back()->call.batch.requests.push_back(line.claim);
    calls_.back()->lines.push_back(at);
  }

  void take(Part& part, std::size_t at) {
    const ClaimCall& call = part.call;
    Result& result = results_[part.lines[at]];
    if (call.refusal != CallRefusal::kNone) {
      Answer answer;
      answer.verdict = call.refusal == CallRefusal::kUnknownSale ? Verdict::kUnknownSale : Verdict::kOverloaded;
      answer.now = call.batch.now;
      if (answer.verdict == Verdict::kOverloaded) answer.retry_after_ms = 1000;
      result.verdict = answer.verdict;
      write_answer_json(result.json, answer);
      return;
    }
    const Decision& decision = call.batch.decisions[at];
    if (decision.incomplete) {
      complete(part, at);
      return;
    }
    result.verdict = decision.verdict;
    write_claim_json(result.json, call.sale, call.batch.requests[at], decision, call.batch.now);
    result.gate = call.gates[at];
    result.claim = decision.claim;
  }

  // A replay whose ref or meta only the ledger knows.
  void complete(const Part& part, std::size_t at) {
    const Decision& decision = part.call.batch.decisions[at];
    std::vector<Item> items;
    for (const ItemView& item : decision.items) items.push_back({std::string(item.pool), item.units});
    ++missing_;
    GetClaim get{std::string(part.call.sale), std::string(decision.claim)};
    door_.service.call(std::move(get), loop_,
                       [self = shared_from_this(), line = part.lines[at], items = std::move(items),
                        verdict = decision.verdict, now = part.call.batch.now](Answer answer) {
                         self->completed(line, items, verdict, now, answer);
                       });
  }

  void completed(std::size_t line, const std::vector<Item>& items, Verdict verdict, Millis now, Answer& answer) {
    std::string& json = results_[line].json;
    if (auto* claim = std::get_if<Claim>(&answer.body)) {
      claim->items = items;  // as first answered
      Decision decision;
      decision.verdict = verdict;
      results_[line].verdict = verdict;
      write_claim_json(json, *claim, decision, now);
    } else {
      write_unavailable_json(json, answer.outcome, {}, now);
    }
    --missing_;
    settled();
  }

  void answer() {
    std::vector<LineResult> lines;
    for (Result& result : results_) {
      const GateState state = result.gate ? result.gate->state() : GateState::kRecorded;
      if (state != GateState::kRecorded) {
        const Outcome outcome = state == GateState::kUnknown ? Outcome::kUnknown : Outcome::kNone;
        result.verdict = Verdict::kUnavailable;
        result.json.clear();
        write_unavailable_json(result.json, outcome, result.claim, door_.service.now());
      }
      lines.push_back({result.verdict, std::move(result.json)});
    }
    done_(std::move(lines));
  }

  Door& door_;
  EventLoop& loop_;
  BatchDone done_;
  std::vector<Result> results_;
  std::vector<std::unique_ptr<Part>> calls_;
  std::size_t missing_ = 0;
  bool answered_ = false;
};

}  // namespace

void run_claim_batch(const std::vector<BatchLine>& lines, Door& door, EventLoop& loop, BatchDone done) {
  std::make_shared<BatchJob>(door, loop, std::move(done))->run(lines);
}

std::string batch_body(const std::vector<LineResult>& results) {
  std::string body = R"({"verdict":"ok","results":[)";
  for (const LineResult& result : results) {
    if (&result != &results.front()) body += ',';
    body += result.json;
  }
  body += "]}";
  return body;
}

}  // namespace allot

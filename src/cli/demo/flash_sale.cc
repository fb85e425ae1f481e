#include "cli/demo/flash_sale.h"

#include <csignal>
#include <stdexcept>

#include "cli/demo/last_round.h"
#include "cli/demo/stock_sampler.h"
#include "cli/json_body.h"
#include "cli/load/load_loop.h"
#include "cli/progress.h"
#include "cli/text_bar.h"

namespace allot {
namespace {

constexpr std::size_t kRespPipeline = 16;
constexpr std::int64_t kHoldSeconds = 900;
constexpr int kSaleNames = 1'000;
constexpr int kRoundsMax = 20;

// Set by ^C and SIGTERM: the loads end, destructors stop the server and remove the folder.
std::atomic<DemoPulse*> g_pulse{nullptr};
void interrupted(int /*signal*/) {
  if (DemoPulse* const pulse = g_pulse.load()) pulse->stop = true;
}

class StopOnSignal {
 public:
  explicit StopOnSignal(DemoPulse& pulse) {
    g_pulse = &pulse;
    std::signal(SIGINT, interrupted);
    std::signal(SIGTERM, interrupted);
  }
  ~StopOnSignal() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    g_pulse = nullptr;
  }
};

// Pools that together have more than the total, so that both caps matter.
std::string definition(std::int64_t stock) {
  const std::int64_t pool = (stock * 6 + 9) / 10;
  JsonBody body;
  body.numbers("pools", {{std::string(kDemoPools[0]), pool}, {std::string(kDemoPools[1]), pool}});
  return body.number("total", stock).number("claims_per_user", 1).number("hold_seconds", kHoldSeconds).str();
}

// A kept ledger may have the sales of earlier runs.
std::string create_sale(HttpClient& client, const DemoOptions& options) {
  HttpAnswer answer;
  for (int i = 1; i <= kSaleNames; ++i) {
    const std::string sale = i == 1 ? options.scenario : options.scenario + "-" + std::to_string(i);
    answer = client.request("PUT", "/v1/sales/" + sale, definition(options.stock));
    if (answer.status == 201) return sale;
    if (answer.status != 200 && answer.status != 409) break;
  }
  throw std::runtime_error("no sale could be created: " + answer.body);
}

class FlashSale {
 public:
  FlashSale(const DemoOptions& options, const ReadyLine& doors, FlashResult& result)
      : options_(options),
        doors_(doors),
        result_(result),
        client_(shown_address(doors.http.host, doors.http.port)),
        signals_(pulse_),
        sale_(create_sale(client_, options)) {}

  const std::string& sale() const noexcept { return sale_; }

  void run() {
    crowd();
    sell_the_rest();
    look_up();
  }

 private:
  LoadPlan plan(const Endpoint& door, std::size_t clients, std::size_t pipeline) const {
    return {door, sale_, clients, pipeline, 0};
  }

  void crowd() {
    const std::uint64_t half = options_.requests / 2;
    Crowd at_http({"h-", options_.buyers, half, options_.seed * 2 + 1}, pulse_);
    Crowd at_resp({"r-", options_.buyers, options_.requests - half, options_.seed * 2 + 2}, pulse_);
    const std::size_t clients = options_.clients / 2;
    StockSampler sampler(doors_.resp, sale_);
    const std::int64_t start = steady_ns();
    {
      const Progress progress("selling", options_.requests, pulse_.answered,
                              [&sampler] { return with_commas(sampler.left()) + " left"; });
      const auto results = run_loads({{plan(doors_.http, clients, 1), &at_http},
                                      {plan(doors_.resp, options_.clients - clients, kRespPipeline), &at_resp}});
      result_.http = results[0];
      result_.resp = results[1];
    }
    result_.run_ns = steady_ns() - start;
    result_.samples = sampler.finish();
    require_all_answered(result_.http);
    require_all_answered(result_.resp);
    take_over(at_http);
    take_over(at_resp);
  }

  void require_all_answered(const LoadResult& load) const {
    if (pulse_.stop) throw std::runtime_error("interrupted");
    if (!load.failure.empty()) throw std::runtime_error(load.failure);
  }

  void take_over(const Crowd& crowd) {
    result_.facts.counts.merge(crowd.counts());
    keep(crowd.claims());
  }

  void keep(const std::vector<OwnedClaim>& claims) {
    result_.facts.answered.insert(result_.facts.answered.end(), claims.begin(), claims.end());
  }

  // What was cancelled late may still be there.
  void sell_the_rest() {
    for (int round = 1; round <= kRoundsMax; ++round) {
      auto wishes = last_wishes(fetch_sale(client_, sale_), options_.buyers, result_.facts.answered);
      if (wishes.empty()) return;
      LastRound last(std::move(wishes), "m" + std::to_string(round) + "-", pulse_);
      require_all_answered(run_load(plan(doors_.resp, 1, kRespPipeline), last));
      keep(last.claims());
    }
  }

  void look_up() {
    DemoFacts& facts = result_.facts;
    facts.stock = options_.stock;
    facts.peak_live = pulse_.live.peak();
    facts.unanswered = options_.requests - pulse_.answered;
    std::atomic<std::uint64_t> done{0};
    {
      const Progress progress("reading the ledger", facts.answered.size(), done);
      facts.ledger = fetch_ledger_claims(client_, sale_, facts.answered, done);
    }
    facts.sale = fetch_sale(client_, sale_);
    facts.audit = fetch_audit(client_, "");
    result_.resold = static_cast<std::int64_t>(facts.answered.size()) - options_.stock;
  }

  const DemoOptions& options_;
  const ReadyLine& doors_;
  FlashResult& result_;
  HttpClient client_;
  DemoPulse pulse_;
  StopOnSignal signals_;
  std::string sale_;
};

}  // namespace

FlashResult run_flash_sale(const DemoOptions& options, const ReadyLine& doors, std::string& sale) {
  FlashResult result;
  FlashSale flash(options, doors, result);
  sale = flash.sale();
  flash.run();
  return result;
}

}  // namespace allot

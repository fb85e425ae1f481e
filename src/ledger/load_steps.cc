#include "ledger/load_steps.h"

#include <cstdlib>

namespace allot {
namespace {

bool is_loading(const LoadState& state) { return state.mode == SaleMode::kLoading && state.token != 0; }

// The loader says that it is alive, or repeats the step that made it the loader.
bool is_repeat(const LoadState& state, const FenceStep& step) {
  return is_loading(state) && state.token == step.token && (state.epoch == step.epoch || state.epoch == step.epoch + 1);
}

// Clocks that were set far back must not keep a dead loader alive.
bool is_alive(const LoadState& state, Millis now) { return std::abs(now - state.loader_at) < kLoaderSilenceMax; }

void begin_epoch(LoadState& state, const FenceStep& step) {
  state.mode = SaleMode::kLoading;
  ++state.epoch;
  state.mark = {0, step.token};
  state.token = step.token;
  state.shards = step.shards;
}

}  // namespace

void begin_load(LoadState& state, FenceStep& step) {
  const bool repeat = is_repeat(state, step);
  if (!repeat && is_loading(state) && is_alive(state, step.now)) {
    step.outcome = FenceStep::Outcome::kOthers;
    return;
  }
  if (!repeat && state.epoch != step.epoch) {
    step.outcome = FenceStep::Outcome::kMoved;
    return;
  }
  if (!repeat) begin_epoch(state, step);
  state.loader_at = step.now;
  step.outcome = FenceStep::Outcome::kMine;
  step.new_epoch = state.epoch;
}

void end_load(LoadState& state, LiveStep& step) {
  step.done =
      state.mode != SaleMode::kLedger && state.epoch == step.epoch && state.token == step.token && state.token != 0;
  if (step.done) state.mode = SaleMode::kHot;
}

}  // namespace allot

#include "service/claim_call.h"

namespace allot {

void ClaimCall::clear() {
  sale = {};
  batch.requests.clear();
  batch.decisions.clear();
  batch.entry.reset();
  batch.frozen = false;
  batch.arena.clear();
  gates.clear();
  refusal = CallRefusal::kNone;
  parked = false;
  keep.reset();
}

void ClaimCall::own_text() {
  sale = batch.arena.copy(sale);
  for (ClaimRequest& request : batch.requests) {
    request.id = batch.arena.copy(request.id);
    request.user = batch.arena.copy(request.user);
    request.ref = batch.arena.copy(request.ref);
    request.meta = batch.arena.copy(request.meta);
    auto items = batch.arena.array<ItemView>(request.items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      items[i] = {batch.arena.copy(request.items[i].pool), request.items[i].units};
    }
    request.items = items;
  }
}

}  // namespace allot

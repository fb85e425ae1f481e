// What every connection of one door shares.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "service/service.h"

namespace allot {

/// Thread-safe. Ownership: shared with every session, so that one that outlives the server can say that it is gone.
struct Door {
  Service& service;
  std::string host;
  std::uint16_t port = 0;
  Millis started_at = 0;
  std::atomic<std::uint64_t> connections{0};       // open now
  std::atomic<std::uint64_t> connection_ids{0};    // given out
};

}  // namespace allot

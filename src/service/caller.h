// Where an answer goes.
#pragma once

#include <utility>

#include "service/service.h"

namespace allot {

/// The caller's thread, and what to run there.
struct Caller {
  Home* home;
  Service::Done done;
  void answer(Answer answer) const {
    home->post([done = done, answer = std::move(answer)]() mutable { done(std::move(answer)); });
  }
};

}  // namespace allot

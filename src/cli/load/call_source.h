// Where calls come from and answers go.
#pragma once

#include "cli/load/call.h"

namespace allot {

/// Used by the thread of one LoadLoop only.
class CallSource {
 public:
  virtual ~CallSource() = default;
  /// False: nothing to ask right now. The loop ends when that is so and no answer is awaited.
  virtual bool next(Call& call) = 0;
  virtual void answered(const Call& call, const Reply& reply) = 0;
};

}  // namespace allot

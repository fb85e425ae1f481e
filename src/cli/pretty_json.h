// JSON for people.
#pragma once

#include <string>
#include <string_view>

namespace allot {

/// Indented by two, short objects and arrays on one line; text that is no JSON comes back as it is.
std::string pretty_json(std::string_view json);

}  // namespace allot

// The words of the commands that are neither claims nor about the connection.
#pragma once

#include <span>
#include <string_view>

#include "core/operation.h"
#include "wire/resp/resp_command.h"
#include "wire/resp/resp_table.h"
#include "wire/resp/resp_words.h"

namespace allot {

/// REQUIRES: the number of words is one that the command's RespEntry allows. Sets `shape` in any case; false
/// when something is wrong: then `error` says what, and `operation` means nothing.
bool parse_operation_words(RespWord word, std::span<const std::string_view> words, Operation& operation,
                           RespShape& shape, WordsError& error);

}  // namespace allot

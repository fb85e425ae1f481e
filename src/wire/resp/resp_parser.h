// Bytes of a RESP connection -> words of one command at a time. No I/O.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allot {

/// Reads arrays of bulk strings and inline commands (as Redis does, with quotes), bounded by
/// limits::kResp*. Empty commands (`*0`, `*-1`, an empty line) are skipped. An inline command that begins
/// like an HTTP request is an error: a web page must not be able to claim through this door.
///
/// Not thread-safe. Resumable: bytes of an unfinished command are not scanned twice.
class RespParser {
 public:
  enum class Status : unsigned char {
    kCommand,  // words() is one command; consumed() bytes of `input` are done with
    kMore,     // consumed() bytes are done with; the rest must be there again, longer, next time
    kError,    // error() goes out as `-ERR …`, then the connection is closed
  };

  /// `input` begins where the last consumed() ended.
  Status next(std::string_view input);

  /// Valid while the bytes of `input` are (inline commands: until the next call).
  std::span<const std::string_view> words() const { return words_; }
  std::size_t consumed() const { return consumed_; }
  /// "Protocol error: …", without the leading `-ERR `.
  const std::string& error() const { return error_; }

 private:
  /// A word's place, counted from the first byte of its command: the buffer may move between calls.
  struct Word {
    std::size_t at = 0;
    std::size_t bytes = 0;
  };
  Status next_array(std::string_view input);
  Status next_word(std::string_view input);
  Status next_inline(std::string_view input);
  Status split_inline(std::string_view line);
  Status pause();
  Status finish(std::string_view input);
  Status fail(std::string_view message);

  std::vector<std::string_view> words_;
  std::vector<Word> found_;
  std::string inline_text_;
  std::string error_;
  std::size_t consumed_ = 0;  // where the command that is being read begins
  std::size_t scanned_ = 0;   // between calls: counted from there
  long expected_ = -1;        // words of this command; -1: its head comes next
};

}  // namespace allot

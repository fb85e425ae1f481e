#include "core/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace allot {
namespace {

/// The code point in as few bytes as UTF-8 allows, surrogates too.
std::string encode(unsigned code) {
  std::string text;
  if (code < 0x80U) return text += static_cast<char>(code);
  if (code < 0x800U) {
    text += static_cast<char>(0xC0U | (code >> 6U));
  } else if (code < 0x10000U) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    text += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    text += static_cast<char>(0x80U | ((code >> 12U) & 0x3FU));
    text += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
  }
  return text += static_cast<char>(0x80U | (code & 0x3FU));
}

TEST(Utf8, EveryCodePointIsOneSequenceUnlessASurrogate) {
  for (unsigned code = 0; code < 0x120000U; ++code) {
    const std::string text = encode(code);
    const bool good = code < 0x110000U && (code < 0xD800U || code > 0xDFFFU);
    ASSERT_EQ(utf8_sequence(text), good ? text.size() : 0U) << code;
    const bool control = code < 0x20U || (code >= 0x7FU && code < 0xA0U);
    ASSERT_EQ(is_printable_utf8(text), good && !control) << code;
  }
}

TEST(Utf8, ControlsAreFoundAtEveryPlaceOfAWord) {
  for (std::size_t at = 0; at < 20; ++at) {
    for (const char bad : {'\0', '\x1F', '\x7F', '\x80', '\xFF'}) {
      std::string text(20, 'a');
      EXPECT_TRUE(is_printable_utf8(text));
      text[at] = bad;
      EXPECT_FALSE(is_printable_utf8(text)) << at;
    }
  }
}

TEST(Utf8, CutSequencesAndOverlongFormsAreNone) {
  for (const std::string bad : {"\xC3", "\xE6\x9D", "\xF0\x9F\x98", "\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF",
                                "\xF0\x8F\xBF\xBF", "\xC3(", "\xE6(\x8E", "\xF0\x9F(\x80", "\xF8\x88\x80\x80\x80"}) {
    EXPECT_EQ(utf8_sequence(bad), 0U) << bad;
  }
}

}  // namespace
}  // namespace allot

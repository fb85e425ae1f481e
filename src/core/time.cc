// Times of values.h: RFC 3339 in, UTC with milliseconds out.
#include <algorithm>

#include "core/values.h"

namespace allot {
namespace {

constexpr Millis kMillisPerDay = 86'400'000;
constexpr Millis kTimeMax = 253'402'300'799'999;  // 9999-12-31T23:59:59.999Z

/// Proleptic Gregorian date, counted in days from 1970-01-01; eras of 400 years begin on 1 March.
constexpr std::int64_t days_from_date(std::int64_t year, std::int64_t month, std::int64_t day) {
  if (month <= 2) --year;
  const std::int64_t era = year / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146'097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719'468;
}
static_assert(days_from_date(1970, 1, 1) == 0);
static_assert((days_from_date(9999, 12, 31) + 1) * kMillisPerDay - 1 == kTimeMax);

struct Date {
  std::uint32_t year = 0;
  std::uint32_t month = 0;
  std::uint32_t day = 0;
};

Date date_from_days(std::uint32_t days) noexcept {
  const std::uint32_t shifted = days + 719'468;
  const std::uint32_t era = shifted / 146'097;
  const std::uint32_t day_of_era = shifted % 146'097;
  const std::uint32_t year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const std::uint32_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::uint32_t shifted_month = (5 * day_of_year + 2) / 153;
  const std::uint32_t month = shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  return {.year = era * 400 + year_of_era + (month <= 2 ? 1 : 0),
          .month = month,
          .day = day_of_year - (153 * shifted_month + 2) / 5 + 1};
}

std::int64_t days_in_month(std::int64_t year, std::int64_t month) noexcept {
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (month == 2) return leap ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Takes a time apart from the front; once something does not fit, everything after it is refused too.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::int64_t number(std::size_t digits, std::int64_t low, std::int64_t high) noexcept {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = value * 10 + digit();
    good_ = good_ && value >= low && value <= high;
    return value;
  }

  void one_of(std::string_view choices) noexcept {
    good_ = good_ && !text_.empty() && choices.find(text_.front()) != std::string_view::npos;
    if (good_) text_.remove_prefix(1);
  }

  /// Digits after the point, if there is one.
  Millis fraction() noexcept {
    if (!sees('.')) return 0;
    text_.remove_prefix(1);
    Millis value = digit() * 100;
    Millis weight = 10;
    while (good_ && !text_.empty() && is_digit(text_.front())) {
      value += digit() * weight;
      weight /= 10;
    }
    return value;
  }

  /// Milliseconds that local time is ahead of UTC.
  Millis offset() noexcept {
    if (sees('Z') || sees('z')) {
      text_.remove_prefix(1);
      return 0;
    }
    const Millis sign = sees('-') ? -1 : 1;
    one_of("+-");
    const std::int64_t hours = number(2, 0, 23);
    one_of(":");
    return sign * (hours * 60 + number(2, 0, 59)) * 60'000;
  }

  bool finished() const noexcept { return good_ && text_.empty(); }

 private:
  static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
  bool sees(char c) const noexcept { return !text_.empty() && text_.front() == c; }

  std::int64_t digit() noexcept {
    good_ = good_ && !text_.empty() && is_digit(text_.front());
    if (!good_) return 0;
    const std::int64_t value = text_.front() - '0';
    text_.remove_prefix(1);
    return value;
  }

  std::string_view text_;
  bool good_ = true;
};

void put_digits(char* to, int digits, std::uint32_t value) noexcept {
  for (int i = digits - 1; i >= 0; --i) {
    to[i] = static_cast<char>('0' + value % 10);
    value /= 10;
  }
}

}  // namespace

std::optional<Millis> parse_time(std::string_view text) noexcept {
  Scanner scan(text);
  const std::int64_t year = scan.number(4, 1970, 9999);
  scan.one_of("-");
  const std::int64_t month = scan.number(2, 1, 12);
  scan.one_of("-");
  const std::int64_t day = scan.number(2, 1, days_in_month(year, month));
  scan.one_of("Tt");
  Millis time = scan.number(2, 0, 23) * 3'600'000;
  scan.one_of(":");
  time += scan.number(2, 0, 59) * 60'000;
  scan.one_of(":");
  time += scan.number(2, 0, 59) * 1'000;
  time += scan.fraction();
  const Millis offset = scan.offset();
  if (!scan.finished()) return std::nullopt;
  const Millis at = days_from_date(year, month, day) * kMillisPerDay + time - offset;
  if (at < 0 || at > kTimeMax) return std::nullopt;
  // Zero means "no time" in a definition, so the very first millisecond gives way to the second.
  return std::max<Millis>(at, 1);
}

void write_time(Millis at, char* to) noexcept {
  at = std::clamp<Millis>(at, 0, kTimeMax);
  const Date date = date_from_days(static_cast<std::uint32_t>(at / kMillisPerDay));
  const auto millis = static_cast<std::uint32_t>(at % kMillisPerDay);
  put_digits(to, 4, date.year);
  to[4] = '-';
  put_digits(to + 5, 2, date.month);
  to[7] = '-';
  put_digits(to + 8, 2, date.day);
  to[10] = 'T';
  put_digits(to + 11, 2, millis / 3'600'000);
  to[13] = ':';
  put_digits(to + 14, 2, millis / 60'000 % 60);
  to[16] = ':';
  put_digits(to + 17, 2, millis / 1'000 % 60);
  to[19] = '.';
  put_digits(to + 20, 3, millis % 1'000);
  to[23] = 'Z';
}

std::string format_time(Millis at) {
  std::string text(24, '0');
  write_time(at, text.data());
  return text;
}

}  // namespace allot

#include "ledger/credit_text.h"

#include <charconv>
#include <concepts>

namespace allot {
namespace {

constexpr char kPool = 'p';
constexpr char kClaim = 'c';
constexpr char kSwitch = 's';

class Writer {
 public:
  void kind(char letter) { text_ += letter; }
  template <std::integral T>
  void number(T value) {
    text_.append(std::to_string(value)).append(";");
  }
  void word(std::string_view bytes) {
    number(bytes.size());
    text_.append(bytes);
  }
  void operator()(const PoolCredit& credit) {
    kind(kPool);
    word(credit.pool);
    number(credit.units);
  }
  void operator()(const ClaimCredit& credit) {
    kind(kClaim);
    number(credit.no);
    word(credit.id);
    word(credit.user);
    number(static_cast<int>(credit.state));
    number(credit.expires_at);
    number(credit.given_back.size());
    for (const Item& item : credit.given_back) {
      word(item.pool);
      number(item.units);
    }
  }
  void operator()(const SwitchCredit& credit) {
    kind(kSwitch);
    number(static_cast<int>(credit.value));
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// After the first thing that does not fit, everything is empty and failed() says so.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}
  bool more() const { return !failed_ && !text_.empty(); }
  bool failed() const { return failed_; }

  template <std::integral T>
  T number() {
    T value = 0;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data(), end, value);
    if (error != std::errc{} || stop == end || *stop != ';') return fail(), T{0};
    text_.remove_prefix(static_cast<std::size_t>(stop - text_.data()) + 1);
    return value;
  }
  std::string word() {
    const auto bytes = number<std::size_t>();
    if (bytes > text_.size()) return fail(), std::string();
    std::string word(text_.substr(0, bytes));
    text_.remove_prefix(bytes);
    return word;
  }
  template <class Enum>
  Enum one_of(Enum last) {
    const auto value = number<unsigned>();
    if (value > static_cast<unsigned>(last)) fail();
    return failed_ ? last : static_cast<Enum>(value);
  }
  CreditChange change() {
    const char letter = text_.front();
    text_.remove_prefix(1);
    if (letter == kPool) return pool();
    if (letter == kClaim) return claim();
    if (letter != kSwitch) fail();
    return SwitchCredit{one_of(SaleSwitch::kClosed)};
  }

 private:
  void fail() {
    failed_ = true;
    text_ = {};
  }
  PoolCredit pool() {
    PoolCredit credit;
    credit.pool = word();
    credit.units = number<std::int64_t>();
    return credit;
  }
  ClaimCredit claim() {
    ClaimCredit credit;
    credit.no = number<ClaimNo>();
    credit.id = word();
    credit.user = word();
    credit.state = one_of(ClaimState::kReleased);
    credit.expires_at = number<Millis>();
    for (auto items = number<std::size_t>(); items > 0 && !failed_; --items) {
      Item item{word(), 0};
      item.units = number<std::int64_t>();
      credit.given_back.push_back(std::move(item));
    }
    return credit;
  }

  std::string_view text_;
  bool failed_ = false;
};

}  // namespace

std::string credit_text(std::span<const CreditChange> changes) {
  Writer writer;
  for (const CreditChange& change : changes) std::visit(writer, change);
  return writer.take();
}

std::optional<std::vector<CreditChange>> read_credit_text(std::string_view text) {
  Reader reader(text);
  std::vector<CreditChange> changes;
  while (reader.more()) changes.push_back(reader.change());
  if (reader.failed()) return std::nullopt;
  return changes;
}

std::string unreadable_credit(SaleUid uid, std::uint64_t number) {
  return "the ledger's credit " + std::to_string(number) + " of the sale number " + std::to_string(uid) +
         " cannot be read; its tables have been edited or damaged: restore a backup";
}

}  // namespace allot

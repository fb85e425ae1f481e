#include <charconv>
#include <initializer_list>
#include <stdexcept>

#include "cli/load/codec.h"
#include "cli/load/resp_value.h"
#include "cli/load/verdict_words.h"

namespace allot {
namespace {

void append_number(std::string& out, std::size_t value) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void append_words(std::string& out, std::initializer_list<std::string_view> words) {
  out += '*';
  append_number(out, words.size());
  out += "\r\n";
  for (const std::string_view word : words) {
    out += '$';
    append_number(out, word.size());
    out.append("\r\n").append(word).append("\r\n");
  }
}

Verdict error_verdict(std::string_view text) {
  if (text.starts_with("OVERLOADED")) return Verdict::kOverloaded;
  if (text.starts_with("UNAVAILABLE")) return Verdict::kUnavailable;
  return Verdict::kInvalid;
}

class RespCodec final : public Codec {
 public:
  explicit RespCodec(std::string sale) : sale_(std::move(sale)) {}

  void encode(std::string& out, const Call& call) override {
    const std::string_view id = call.claim.empty() ? std::string_view("-") : std::string_view(call.claim);
    const std::string units = std::to_string(call.units);
    switch (call.kind) {
      case CallKind::kClaim: return append_words(out, {"CLAIM", sale_, call.user, id, call.pool, units});
      case CallKind::kConfirm: return append_words(out, {"CONFIRM", sale_, call.claim});
      case CallKind::kRelease: return append_words(out, {"RELEASE", sale_, call.claim, "CONFIRMED"});
      case CallKind::kNegativeUnits: return append_words(out, {"CLAIM", sale_, call.user, id, call.pool, "-" + units});
      case CallKind::kUnknownPool: return append_words(out, {"CLAIM", sale_, call.user, id, "no-such-pool", units});
      case CallKind::kUnknownField:
        return append_words(out, {"CLAIM", sale_, call.user, id, call.pool, units, "COLOUR", "red", "SIZE"});
      case CallKind::kUnknownSale: return append_words(out, {"CLAIM", "no-such-sale", call.user, id, call.pool, units});
      case CallKind::kMissingUser: return append_words(out, {"CLAIM", sale_});
    }
  }

  std::size_t decode(std::string_view input, const Call& /*call*/, Reply& reply) override {
    const std::size_t bytes = value_.parse(input);
    if (bytes == 0) return 0;
    reply = Reply{};
    reply.text = input.substr(0, bytes);
    if (value_.is_error()) {
      reply.verdict = error_verdict(value_.words()[0]);
    } else {
      read_row(reply);
    }
    return bytes;
  }

 private:
  // [verdict, claim, state, expires_at_ms, detail]
  void read_row(Reply& reply) const {
    const auto words = value_.words();
    if (words.size() != 5) return;
    reply.verdict = verdict_of(words[0]);
    reply.claim = words[1];
    const bool replayed =
        reply.verdict == Verdict::kAccepted && words[4].find("\"replayed\":true") != std::string::npos;
    if (replayed) reply.verdict = Verdict::kReplayed;
  }

  std::string sale_;
  RespValue value_;
};

}  // namespace

std::unique_ptr<Codec> make_resp_codec(std::string sale) { return std::make_unique<RespCodec>(std::move(sale)); }

std::unique_ptr<Codec> make_codec(DoorKind door, std::string sale) {
  return door == DoorKind::kHttp ? make_http_codec(std::move(sale)) : make_resp_codec(std::move(sale));
}

std::string_view door_name(DoorKind door) noexcept { return door == DoorKind::kHttp ? "http" : "resp"; }

}  // namespace allot

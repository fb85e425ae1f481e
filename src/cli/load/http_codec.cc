#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "cli/load/codec.h"
#include "cli/load/http_response.h"
#include "cli/load/verdict_words.h"
#include "wire/json/json_reader.h"

namespace allot {
namespace {

void append_number(std::string& out, std::int64_t value) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

class HttpCodec final : public Codec {
 public:
  explicit HttpCodec(std::string sale) : sale_(std::move(sale)) {}

  void encode(std::string& out, const Call& call) override {
    write_body(call);
    out.append("POST /v1/sales/");
    out.append(call.kind == CallKind::kUnknownSale ? std::string_view("no-such-sale") : std::string_view(sale_));
    out.append("/claims");
    if (call.kind == CallKind::kConfirm) out.append("/").append(call.claim).append("/confirm");
    if (call.kind == CallKind::kRelease) out.append("/").append(call.claim).append("/release");
    out.append(" HTTP/1.1\r\nHost: allot\r\nContent-Type: application/json\r\nContent-Length: ");
    append_number(out, static_cast<std::int64_t>(body_.size()));
    out.append("\r\n\r\n").append(body_);
  }

  std::size_t decode(std::string_view input, const Call& /*call*/, Reply& reply) override {
    HttpResponse response;
    const std::size_t bytes = parse_http_response(input, response);
    if (bytes == 0) return 0;
    reply = Reply{};
    reply.text = input.substr(0, bytes);
    read_body(response.body, reply);
    return bytes;
  }

 private:
  void write_body(const Call& call) {
    body_.clear();
    if (call.kind == CallKind::kConfirm) {
      body_ = "{}";
    } else if (call.kind == CallKind::kRelease) {
      body_ = R"({"confirmed":true})";
    } else {
      write_claim(call);
    }
  }

  void write_claim(const Call& call) {
    body_ += '{';
    if (!call.claim.empty()) body_.append("\"id\":\"").append(call.claim).append("\",");
    if (call.kind != CallKind::kMissingUser) body_.append("\"user\":\"").append(call.user).append("\",");
    if (call.kind == CallKind::kUnknownField) body_.append("\"colour\":\"red\",");
    body_.append("\"items\":[{\"pool\":\"");
    body_.append(call.kind == CallKind::kUnknownPool ? std::string_view("no-such-pool") : std::string_view(call.pool));
    body_.append("\",\"units\":");
    append_number(body_, call.kind == CallKind::kNegativeUnits ? -call.units : call.units);
    body_.append("}]}");
  }

  void read_body(std::string_view body, Reply& reply) {
    if (json_.read(body)) return;
    for (const JsonNode& member : json_.root().children()) {
      if (member.key == "verdict") reply.verdict = verdict_of(member.text);
      if (member.key == "claim") reply.claim = member.text;
      if (member.key == "replayed" && member.truth) reply.verdict = Verdict::kReplayed;
    }
  }

  std::string sale_;
  std::string body_;
  JsonReader json_;
};

}  // namespace

std::unique_ptr<Codec> make_http_codec(std::string sale) { return std::make_unique<HttpCodec>(std::move(sale)); }

}  // namespace allot

// One connection at the HTTP door.
#pragma once

#include <memory>

#include "server/session.h"
#include "wire/http/http_parser.h"
#include "wire/http/http_reply.h"
#include "wire/http/http_route.h"

namespace allot {

class HttpSession final : public Session {
 public:
  HttpSession(boost::asio::ip::tcp::socket socket, EventLoop& loop, std::shared_ptr<Door> door);

 protected:
  std::size_t parse(std::string_view input) override;
  void write_claim(std::string& out, const ClaimCall& call, std::size_t at, std::uint64_t tag) override;
  void write_completed(std::string& out, const Claim& claim, const Decision& decision, Millis now,
                       std::uint64_t tag) override;
  void write_refusal(std::string& out, const Answer& answer, std::uint64_t tag) override;
  void write_failure(std::string& out, Outcome outcome, std::string_view claim, std::uint64_t tag) override;

 private:
  void carry_out();
  void refuse(Verdict verdict, std::string detail);

  HttpParser parser_;
  HttpCommand command_;
};

}  // namespace allot

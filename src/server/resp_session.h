// One connection at the RESP door.
#pragma once

#include <memory>

#include "server/session.h"
#include "wire/resp/resp_command.h"
#include "wire/resp/resp_parser.h"
#include "wire/resp/resp_reply.h"

namespace allot {

class RespClient final : public Session {
 public:
  RespClient(boost::asio::ip::tcp::socket socket, EventLoop& loop, std::shared_ptr<Door> door);

 protected:
  std::size_t parse(std::string_view input) override;
  void write_claim(std::string& out, const ClaimCall& call, std::size_t at, std::uint64_t tag) override;
  void write_completed(std::string& out, const Claim& claim, const Decision& decision, Millis now,
                       std::uint64_t tag) override;
  void write_refusal(std::string& out, const Answer& answer, std::uint64_t tag) override;
  void write_failure(std::string& out, Outcome outcome, std::string_view claim, std::uint64_t tag) override;

 private:
  /// False: the command has to wait for answers to earlier ones.
  bool carry_out();
  bool carry_out_do();
  void carry_out_operation();
  void carry_out_connection();

  RespParser parser_;
  RespCommand command_;
  RespSession state_;
};

}  // namespace allot

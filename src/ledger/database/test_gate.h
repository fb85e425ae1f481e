// A TCP gate before a server: forwards bytes, and cuts a connection at its COMMIT when it is told to.
#pragma once

#include <poll.h>

#include <atomic>
#include <chrono>
#include <list>
#include <mutex>
#include <thread>

#include "ledger/database/test_process.h"

namespace allot {

class TestGate {
 public:
  enum class Cut : std::uint8_t {
    kNone,
    kBeforeCommit,  // the server never hears of it
    kAfterCommit,   // the server has done it, the client does not hear of it
    kLateCommit,    // the client is cut off at once, the server hears of it only a while later
  };

  TestGate(int server_port, std::string commit) : server_port_(server_port), commit_(std::move(commit)) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(0);
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(listener_, 16) != 0) {
      throw std::runtime_error("the gate cannot listen");
    }
    socklen_t size = sizeof address;
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    accepting_ = std::thread([this] { accept_all(); });
  }
  ~TestGate() {
    ending_ = true;
    accepting_.join();
    for (std::thread& pump : pumps_) pump.join();
    close(listener_);
  }
  TestGate(const TestGate&) = delete;
  TestGate& operator=(const TestGate&) = delete;

  int port() const { return port_; }
  /// Holds for the next COMMIT only.
  void arm(Cut cut) { cut_ = cut; }

 private:
  static sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
  }
  static bool readable(int handle) {
    pollfd poll_handle{handle, POLLIN, 0};
    return poll(&poll_handle, 1, 20) > 0;
  }
  void accept_all() {
    while (!ending_) {
      if (!readable(listener_)) continue;
      const int client = accept(listener_, nullptr, nullptr);
      const int server = socket(AF_INET, SOCK_STREAM, 0);
      const sockaddr_in address = loopback(server_port_);
      if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        close(client);
        close(server);
        continue;
      }
      pumps_.emplace_back([this, client, server] {
        pump(client, server);
        close(client);
        close(server);
      });
    }
  }
  void pump(int client, int server) {
    while (!ending_) {
      pollfd handles[] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
      if (poll(handles, 2, 20) <= 0) continue;
      if (handles[1].revents != 0 && !forward(server, client)) return;
      if (handles[0].revents != 0 && !from_client(client, server)) return;
    }
  }
  static bool forward(int from, int to) {
    char bytes[65536];
    const ssize_t size = recv(from, bytes, sizeof bytes, 0);
    return size > 0 && send(to, bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL) == size;
  }
  bool from_client(int client, int server) {
    char bytes[65536];
    const ssize_t size = recv(client, bytes, sizeof bytes, 0);
    if (size <= 0) return false;
    const std::string_view text(bytes, static_cast<std::size_t>(size));
    const Cut cut = text.find(commit_) == std::string_view::npos ? Cut::kNone : cut_.exchange(Cut::kNone);
    if (cut == Cut::kBeforeCommit) return false;
    if (cut == Cut::kLateCommit) {
      shutdown(client, SHUT_RDWR);
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
    if (send(server, bytes, text.size(), MSG_NOSIGNAL) != size) return false;
    if (cut == Cut::kNone) return true;
    recv(server, bytes, sizeof bytes, 0);  // its answer: the commit has been done
    return false;
  }

  int server_port_;
  std::string commit_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> ending_ = false;
  std::atomic<Cut> cut_ = Cut::kNone;
  std::list<std::thread> pumps_;
  std::thread accepting_;
};

}  // namespace allot

// For tests only: a redis-server of their own on loopback.
#pragma once

#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "engine/redis/redis_connection.h"

namespace allot {

/// Ends with the object, by its pid; its files go too.
class TestRedis {
 public:
  explicit TestRedis(std::vector<std::string> options = {}) : options_(std::move(options)) {
    std::string name = (std::filesystem::temp_directory_path() / "allot-redis-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    folder_ = name;
    port_ = free_port();
    start();
  }
  ~TestRedis() {
    stop(SIGKILL);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TestRedis(const TestRedis&) = delete;
  TestRedis& operator=(const TestRedis&) = delete;

  void start() {
    std::vector<std::string> words = {
        "redis-server", "--port", std::to_string(port_), "--bind", "127.0.0.1", "--dir", folder_,
        "--save",       "",       "--daemonize",         "no"};
    words.insert(words.end(), options_.begin(), options_.end());
    pid_ = fork();
    if (pid_ == 0) {
      const int quiet = open("/dev/null", O_WRONLY);
      dup2(quiet, 1);
      std::vector<char*> argv;
      for (std::string& word : words) argv.push_back(word.data());
      argv.push_back(nullptr);
      execvp(argv[0], argv.data());
      _exit(127);
    }
    await_port();
  }
  void stop(int signal) {
    if (pid_ <= 0) return;
    kill(pid_, signal);
    kill(pid_, SIGCONT);
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
  }
  void send_signal(int signal) const { kill(pid_, signal); }

  RedisAddress address() const {
    RedisAddress address;
    address.port = port_;
    return address;
  }

 private:
  static std::uint16_t free_port() {
    const int probe = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof where;
    bind(probe, reinterpret_cast<sockaddr*>(&where), size);
    getsockname(probe, reinterpret_cast<sockaddr*>(&where), &size);
    close(probe);
    return ntohs(where.sin_port);
  }
  void await_port() const {
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    where.sin_port = htons(port_);
    for (int i = 0; i < 500; ++i) {
      const int probe = socket(AF_INET, SOCK_STREAM, 0);
      const bool up = connect(probe, reinterpret_cast<sockaddr*>(&where), sizeof where) == 0;
      close(probe);
      if (up) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    throw std::runtime_error("redis-server did not start");
  }

  std::vector<std::string> options_;
  std::string folder_;
  std::uint16_t port_ = 0;
  pid_t pid_ = 0;
};

}  // namespace allot

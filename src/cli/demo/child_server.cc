#include "cli/demo/child_server.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <vector>

extern char** environ;

namespace allot {
namespace {

constexpr auto kStartPatience = std::chrono::seconds(60);
constexpr auto kStopPatience = std::chrono::seconds(60);
constexpr std::size_t kLogShown = 2'000;

std::string log_path(const std::string& data) { return data + "/serve.log"; }

std::string end_of_log(const std::string& data) {
  std::ifstream file(log_path(data), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.size() > kLogShown) text.erase(0, text.size() - kLogShown);
  return text;
}

// Without ALLOT_…, which would lead the child to another ledger or other doors than the demo means.
std::vector<char*> own_environment() {
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, "ALLOT_", 6) != 0) kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

// Only async-signal-safe calls: between fork and exec.
[[noreturn]] void become(char* const* arguments, char* const* environment, int output, int log, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // a demo that is killed leaves no server behind
  if (getppid() != parent) _exit(127);
  dup2(output, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  setpgid(0, 0);  // ^C is for the demo, which then stops the server in order
  execve("/proc/self/exe", arguments, environment);
  _exit(127);
}

}  // namespace

ReadyLine parse_ready_line(const std::string& line) {
  const std::string http = "ready http=";
  const std::string resp = " resp=";
  const std::size_t at = line.find(resp);
  if (!line.starts_with(http) || at == std::string::npos) {
    throw std::runtime_error("the server said '" + line + "' instead of when it is ready");
  }
  return {parse_endpoint("http://" + line.substr(http.size(), at - http.size())),
          parse_endpoint("resp://" + line.substr(at + resp.size()))};
}

ChildServer::ChildServer(const std::string& data) : data_(data) {
  std::filesystem::create_directories(data);
  spawn();
  try {
    ready_ = parse_ready_line(read_line());
  } catch (const std::exception& error) {
    stop();
    throw std::runtime_error(std::string(error.what()) + "\n" + end_of_log(data));
  }
}

ChildServer::~ChildServer() { stop(); }

void ChildServer::spawn() {
  std::vector<std::string> words = {"allot",    "serve",       "--data",   data_,
                                    "--http",   "127.0.0.1:0", "--resp",   "127.0.0.1:0",
                                    "--engine", "memory",      "--ledger", "sqlite:" + data_ + "/ledger.db"};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::vector<char*> environment = own_environment();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for the server");
  const int log = open(log_path(data_).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) become(arguments.data(), environment.data(), ends[1], log, parent);
  close(ends[1]);
  if (log >= 0) close(log);
  output_ = ends[0];
  if (pid_ < 0) throw std::runtime_error("the server cannot be started");
}

std::string ChildServer::read_line() {
  const auto deadline = std::chrono::steady_clock::now() + kStartPatience;
  std::string line;
  while (std::chrono::steady_clock::now() < deadline) {
    pollfd waiting{output_, POLLIN, 0};
    if (poll(&waiting, 1, 1000) <= 0) continue;
    char byte = 0;
    if (read(output_, &byte, 1) <= 0) throw std::runtime_error("the server ended before it was ready");
    if (byte == '\n') return line;
    line += byte;
  }
  throw std::runtime_error("the server did not become ready");
}

bool ChildServer::stop() {
  if (pid_ <= 0) return ended_well_;
  kill(pid_, SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + kStopPatience;
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(pid_, &status, WNOHANG)) == 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (ended == 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, &status, 0);
  }
  ended_well_ = ended == pid_ && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  pid_ = -1;
  if (output_ >= 0) close(output_);
  output_ = -1;
  return ended_well_;
}

}  // namespace allot

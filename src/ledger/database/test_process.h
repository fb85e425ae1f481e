// Programs that tests start and end, and free ports for them.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace allot {

/// A directory that goes with the object; root gives it to `user`.
class TestFolder {
 public:
  explicit TestFolder(const std::string& user) {
    std::string name = (std::filesystem::temp_directory_path() / "allot-server-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    path_ = name;
    const passwd* found = getpwnam(user.c_str());
    if (getuid() == 0 && found != nullptr && chown(path_.c_str(), found->pw_uid, found->pw_gid) != 0) {
      throw std::runtime_error("cannot give " + path_ + " to " + user);
    }
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// One child process, with its output in a file. It does not outlive this process.
class TestProcess {
 public:
  TestProcess(const std::vector<std::string>& words, const std::string& user, const std::string& log) {
    const passwd* found = getuid() == 0 ? getpwnam(user.c_str()) : nullptr;
    const std::optional<passwd> to = found == nullptr ? std::nullopt : std::optional(*found);
    pid_ = fork();
    if (pid_ < 0) throw std::runtime_error("cannot fork");
    if (pid_ == 0) become(words, to, log);
  }
  ~TestProcess() { end(SIGKILL); }
  TestProcess(const TestProcess&) = delete;
  TestProcess& operator=(const TestProcess&) = delete;

  /// Sends the signal and waits for the end.
  void end(int signal) {
    if (pid_ <= 0) return;
    kill(pid_, signal);
    wait();
  }
  /// Exit status, as waitpid gives it.
  int wait() {
    int status = 0;
    if (pid_ > 0) waitpid(pid_, &status, 0);
    pid_ = 0;
    return status;
  }

 private:
  [[noreturn]] static void become(const std::vector<std::string>& words, const std::optional<passwd>& to,
                                  const std::string& log) {
    if (to && (setgroups(0, nullptr) != 0 || setgid(to->pw_gid) != 0 || setuid(to->pw_uid) != 0)) _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int output = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments.front(), arguments.data());
    _exit(127);
  }

  pid_t pid_ = 0;
};

inline int free_port() {
  const int socket_handle = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(socket_handle, reinterpret_cast<sockaddr*>(&address), size) != 0) throw std::runtime_error("no free port");
  getsockname(socket_handle, reinterpret_cast<sockaddr*>(&address), &size);
  close(socket_handle);
  return ntohs(address.sin_port);
}

}  // namespace allot

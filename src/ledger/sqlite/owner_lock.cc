#include "ledger/sqlite/owner_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "ledger/ledger.h"
#include "ledger/sqlite/explain.h"

namespace allot::sqlite {
namespace {

std::string error_text(int code) { return std::generic_category().message(code); }

std::string owner_of(int descriptor) {
  std::array<char, 32> text{};
  const ssize_t size = pread(descriptor, text.data(), text.size(), 0);
  const std::string_view pid(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  return pid.empty() ? std::string() : " (pid " + std::string(pid.substr(0, pid.find('\n'))) + ")";
}

// For people and for the message above; the lock does not depend on it.
void write_pid(int descriptor) {
  const std::string text = std::to_string(getpid()) + "\n";
  if (ftruncate(descriptor, 0) != 0) return;
  [[maybe_unused]] const ssize_t written = pwrite(descriptor, text.data(), text.size(), 0);
}

}  // namespace

OwnerLock::OwnerLock(const std::string& path, Kind kind) {
  const std::string lock = path + "-owner";
  descriptor_ = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) throw LedgerError(explain_cannot_open(lock, error_text(errno)));
  const bool alone = kind == Kind::kAlone;
  if (flock(descriptor_, (alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) {
    if (alone) write_pid(descriptor_);
    return;
  }
  const int code = errno;
  try {
    refuse(path, code);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

void OwnerLock::refuse(const std::string& path, int code) const {
  if (code != EWOULDBLOCK) throw LedgerError("the file " + path + "-owner cannot be locked: " + error_text(code));
  // Whoever lets others in beside it is no owner.
  if (flock(descriptor_, LOCK_SH | LOCK_NB) == 0) {
    throw LedgerError("the ledger " + path +
                      " is shared by running processes of another engine; stop them first, or use another ledger");
  }
  throw LedgerError("the ledger " + path + " is owned by another process" + owner_of(descriptor_) +
                    "; stop that one first, or use another ledger");
}

OwnerLock::~OwnerLock() { close(descriptor_); }

}  // namespace allot::sqlite

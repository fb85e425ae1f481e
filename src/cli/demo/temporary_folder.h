// A folder that is gone when its owner is.
#pragma once

#include <string>

namespace allot {

class TemporaryFolder {
 public:
  /// Below TMPDIR, or /tmp. Throws std::runtime_error.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace allot

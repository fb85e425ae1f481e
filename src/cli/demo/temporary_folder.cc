#include "cli/demo/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace allot {

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  path_ = (parent / "allot-demo-XXXXXX").string();
  if (error || mkdtemp(path_.data()) == nullptr) {
    throw std::runtime_error("no temporary folder can be made in '" + parent.string() + "'; give one with --data");
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace allot

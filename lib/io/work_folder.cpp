#include "io/work_folder.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "io/pending_name.h"

namespace sluice::io {
namespace {

namespace fs = std::filesystem;

std::string target_of(const std::string& parent, const std::string& name) {
  return parent + "/" + name;
}

}  // namespace

void WorkFolder::remove_stale(const std::string& parent, const std::string& name) {
  const std::string start = pending_start(target_of(parent, name));
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, none)) {
    const std::string found = entry.path().filename().native();
    if (stale_start(found) == start) fs::remove_all(entry.path(), none);
  }
}

WorkFolder::WorkFolder(const std::string& parent, const std::string& name) {
  remove_stale(parent, name);
  folder_ = pending_name(target_of(parent, name));
  // A run in the same process, or one whose number came round, has ended.
  std::error_code none;
  fs::remove_all(folder_, none);
  if (::mkdir(folder_.c_str(), 0700) != 0) {
    throw_errno(parent, "a folder for temporary files cannot be made there");
  }
}

WorkFolder::~WorkFolder() {
  std::error_code none;
  fs::remove_all(folder_, none);
}

}  // namespace sluice::io

#include "cli/sisters.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace sluice::cli {
namespace {
constexpr std::string_view kPrefix = "sluice-";
}

std::string program_folder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
}

std::vector<std::string> tool_names(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kPrefix) && ::access(entry.path().c_str(), X_OK) == 0) {
      names.push_back(name.substr(kPrefix.size()));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string program_of(const std::string& tool, const std::string& folder) {
  return folder + "/" + std::string(kPrefix) + tool;
}

}  // namespace sluice::cli

#include "sisters.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "cli/chain.h"

namespace sluice::front {
namespace {
constexpr std::string_view kPrefix = "sluice-";
}

std::vector<std::string> tool_names() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(cli::program_folder(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kPrefix) && ::access(entry.path().c_str(), X_OK) == 0) {
      names.push_back(name.substr(kPrefix.size()));
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string program_of(const std::string& tool) {
  return cli::program_folder() + "/" + std::string(kPrefix) + tool;
}

}  // namespace sluice::front

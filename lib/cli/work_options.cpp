#include "cli/work_options.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace sluice::cli {
namespace {

constexpr uint64_t kLeastMemory = uint64_t{16} << 20;

std::string temporary_folder() {
  const char* const folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

}  // namespace

WorkOptions::WorkOptions(Tool& tool) : folder(temporary_folder()) {
  using Matters = Tool::Matters;
  tool.section("Running");
  tool.bytes("--memory", memory, "for what grows with the corpus; more goes to --tmp-dir (1GiB)",
             Matters::run);
  tool.text("--tmp-dir", folder, "DIR", "for temporary files ($TMPDIR, else /tmp)", Matters::run);
  tool.section("Options");
}

void WorkOptions::check() const {
  if (memory < kLeastMemory) throw ConfigError("--memory: at least 16MiB");
  std::error_code none;
  if (!std::filesystem::is_directory(folder, none)) {
    throw ConfigError("--tmp-dir " + folder + ": there is no such folder");
  }
}

}  // namespace sluice::cli

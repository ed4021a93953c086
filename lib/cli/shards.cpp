#include "cli/shards.h"

#include <filesystem>
#include <string_view>
#include <system_error>

namespace sluice::cli {

namespace fs = std::filesystem;

bool names_directory(const std::string& path) {
  std::error_code ignored;
  return path.ends_with('/') || fs::is_directory(path, ignored);
}

std::string in_directory(const std::string& directory, const std::string& name) {
  if (directory.empty()) return {};
  return (fs::path(directory) / name).string();
}

std::string shard_name(const io::Input& input, const std::string& extension) {
  std::string name = input.is_stdin() ? "stdin.jsonl" : fs::path(input.name).filename().string();
  if (!input.shard.empty()) name = input.shard + ".jsonl";
  if (extension.empty()) return name;
  for (const std::string_view compression : {".gz", ".zst"}) {
    if (name.ends_with(compression)) name.resize(name.size() - compression.size());
  }
  for (const std::string_view kind : {".jsonl", ".json", ".ndjson"}) {
    if (name.ends_with(kind)) name.resize(name.size() - kind.size());
  }
  return name + (extension.starts_with('.') ? "" : ".") + extension;
}

}  // namespace sluice::cli

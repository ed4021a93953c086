#include "cli/block_lists.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "io/chunk.h"
#include "unicode/list_text.h"

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;

bool is_list(const fs::path& path) {
  const std::string name = path.filename().string();
  return name == "domains" || name == "urls" || name.ends_with(".txt");
}

}  // namespace

std::vector<std::string> list_files(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  fs::recursive_directory_iterator entry(path, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->is_regular_file() && is_list(entry->path())) files.push_back(entry->path().string());
  }
  if (error) throw IoError(path, "cannot be listed: " + error.message());
  if (files.empty()) {
    throw ConfigError(path + ": holds no list (files called domains or urls, or *.txt)");
  }
  std::sort(files.begin(), files.end());
  return files;
}

BlockLists read_block_lists(const std::vector<std::string>& paths) {
  constexpr uint64_t kMost = uint64_t{4} << 30;
  BlockLists lists;
  for (const std::string& path : paths) {
    for (std::string& file : list_files(path)) {
      const std::string content = io::read_whole({.name = file}, kMost);
      if (lists.entries.add(list_text(content, file)) == 0) {
        throw ConfigError(file + ": holds no entries");
      }
      lists.files.push_back(std::move(file));
    }
  }
  return lists;
}

}  // namespace sluice::cli

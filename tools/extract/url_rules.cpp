#include "url_rules.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "io/chunk.h"
#include "url/url.h"
#include "warc/http.h"
#include "warc/payload.h"

namespace sluice::extract_tool {
namespace {

namespace fs = std::filesystem;

bool is_list(const fs::path& path) {
  const std::string name = path.filename().string();
  return name == "domains" || name == "urls" || name.ends_with(".txt");
}

std::vector<std::string> files_of(const std::string& path) {
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

// The start line alone is parsed: this runs in order, while all threads wait.
bool has_good_status(const warc::Record& record) {
  if (record.header.kind != warc::RecordKind::response) return true;
  const int status = warc::http_status(record.block);
  return status == 0 || (status >= 200 && status <= 299);
}

}  // namespace

UrlRules::UrlRules(const Options& options) : once_(options.once) {
  for (const std::string& path : options.lists) {
    for (const std::string& file : files_of(path)) read(file);
  }
}

void UrlRules::read(const std::string& path) {
  constexpr uint64_t kMost = uint64_t{4} << 30;
  if (list_.add(io::read_whole({.name = path}, kMost)) == 0) {
    throw ConfigError(path + ": holds no entries");
  }
  files_.push_back(path);
}

std::string_view UrlRules::blocked(std::string_view url, std::string& scratch) const {
  if (list_.empty() || url.empty()) return {};
  url::normalise_url(url, scratch);
  return list_.match(scratch);
}

bool UrlRules::repeats(const warc::Record& record) {
  const std::string_view url = record.header.target_uri;
  if (!warc::has_payload(record.header.kind) || url.empty() || !has_good_status(record)) {
    return false;
  }
  url::normalise_url(url, normal_);
  if (!list_.match(normal_).empty()) return false;
  return !seen_.insert(hash128(normal_));
}

}  // namespace sluice::extract_tool

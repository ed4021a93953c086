#include "io/output.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "io/open_files.h"
#include "io/output_files.h"
#include "io/pending_name.h"
#include "io/shard_pattern.h"

namespace sluice::io {
namespace {

size_t default_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 4;
  return std::clamp<size_t>(limit.rlim_cur / 4, 4, 256);
}

bool is_written_directly(const std::string& path) {
  struct stat status {};
  if (path == "-") return true;
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

// What tells two spellings of one output.
std::string key_of(const std::string& target, const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(target, error);
  if (error) throw IoError(path, "cannot be found: " + error.message());
  return absolute.lexically_normal().native();
}

// What pending files of one folder are looked for.
struct Awaited {
  std::set<std::string, std::less<>> starts;
  std::vector<ShardPattern> patterns;

  bool has(std::string_view start) const {
    if (starts.contains(start)) return true;
    const std::string_view base = base_of_start(start);
    return std::any_of(patterns.begin(), patterns.end(),
                       [base](const ShardPattern& one) { return one.number_of(base).has_value(); });
  }
};

}  // namespace

struct OutputSet::State {
  explicit State(size_t open_files_limit) : open_files(open_files_limit) {}

  OpenFiles open_files;
  std::vector<std::unique_ptr<DirectFile>> direct;
  std::vector<std::unique_ptr<PendingFile>> pending;
  std::unordered_set<std::string> targets;
  bool prepared = false;

  void clear() {
    pending.clear();
    direct.clear();
    targets.clear();
    prepared = false;
  }
};

OutputSet::OutputSet(size_t open_files)
    : state_(std::make_unique<State>(open_files > 0 ? open_files : default_open_files())) {}

OutputSet::~OutputSet() = default;
OutputSet::OutputSet(OutputSet&&) noexcept = default;
OutputSet& OutputSet::operator=(OutputSet&&) noexcept = default;

OutputFile& OutputSet::open(const std::string& path) {
  if (path.empty()) throw ConfigError("an output has an empty name");
  const bool direct = is_written_directly(path);
  const std::string target = direct ? path : resolve_link(path);
  const std::string key = direct ? path : key_of(target, path);
  const bool may_repeat = path == "/dev/null";
  if (!may_repeat && state_->targets.contains(key))
    throw ConfigError(path + ": named as an output twice");
  OutputFile* file = nullptr;
  if (direct) {
    file = state_->direct.emplace_back(std::make_unique<DirectFile>(path)).get();
  } else {
    file = state_->pending
               .emplace_back(std::make_unique<PendingFile>(path, target, state_->open_files))
               .get();
  }
  state_->targets.insert(key);
  state_->prepared = false;
  return *file;
}

void OutputSet::prepare() {
  for (const auto& file : state_->pending) file->flush();
  for (const auto& file : state_->direct) file->close();
  state_->prepared = true;
}

void OutputSet::withdraw() {
  std::set<std::string> folders;
  for (const auto& file : state_->pending) {
    if (file->withdraw()) folders.insert(folder_of(file->target()));
  }
  for (const std::string& folder : folders) sync_folder(folder);
}

void OutputSet::publish() {
  if (!state_->prepared) prepare();
  std::set<std::string> folders;
  for (const auto& file : state_->pending) {
    file->rename();
    folders.insert(folder_of(file->target()));
  }
  for (const std::string& folder : folders) sync_folder(folder);
  state_->clear();
}

size_t remove_stale_pending(std::span<const std::string> paths) {
  std::map<std::string, Awaited> awaited_by_folder;
  for (const std::string& path : paths) {
    const std::string target = resolve_link(path);
    Awaited& awaited = awaited_by_folder[folder_of(target)];
    awaited.starts.insert(pending_start(target));
    if (ShardPattern::fits(path)) awaited.patterns.emplace_back(path);
  }
  size_t removed = 0;
  for (const auto& [folder, awaited] : awaited_by_folder) {
    std::error_code error;
    std::filesystem::directory_iterator entry(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
      const std::string name = entry->path().filename().native();
      const std::string_view start = stale_start(name);
      std::error_code gone;
      if (!start.empty() && awaited.has(start) && std::filesystem::remove(entry->path(), gone)) {
        ++removed;
      }
    }
  }
  return removed;
}

}  // namespace sluice::io

#include "io/pending_name.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"

namespace sluice::io {
namespace {

constexpr std::string_view kSuffix = ".tmp";
constexpr size_t kLongestTag = HOST_NAME_MAX + 1 + 10;  // host, dash, process

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "localhost";
  return name.data();
}

size_t longest_name(const std::string& folder) {
  const long limit = ::pathconf(folder.c_str(), _PC_NAME_MAX);
  return limit > 0 ? static_cast<size_t>(limit) : NAME_MAX;
}

// ".<base>.", the same for every host and process.
std::string prefix_for(const std::string& target) {
  std::string base = std::filesystem::path(target).filename().native();
  const size_t taken = 2 + kLongestTag + kSuffix.size();
  const size_t longest = longest_name(folder_of(target));
  if (base.size() + taken > longest) {
    const std::string hash = "~" + hex64(hash64(base));
    base.resize(std::max(longest, taken + hash.size()) - taken - hash.size());
    base += hash;
  }
  return "." + base + ".";
}

// A process that has ended stays a zombie until its parent asks for it, which the first process of
// many containers never does.
bool is_zombie(pid_t process) {
  const std::string path = "/proc/" + std::to_string(process) + "/stat";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "re"),
                                                             &std::fclose);
  if (!file) return false;
  // "<number> (<name of up to 15 bytes>) <state> …": a name may hold parentheses.
  std::array<char, 64> start{};
  const size_t size = std::fread(start.data(), 1, start.size(), file.get());
  const std::string_view stat(start.data(), size);
  const size_t name_end = stat.rfind(") ");
  return name_end != std::string_view::npos && stat.substr(name_end + 2).starts_with('Z');
}

bool is_gone(pid_t process) {
  if (::kill(process, 0) != 0) return errno == ESRCH;
  return is_zombie(process);
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().native();
  return folder.empty() ? "." : folder;
}

std::string resolve_link(const std::string& path) {
  constexpr int kMostLinks = 40;  // the kernel's own limit
  std::filesystem::path target = path;
  for (int followed = 0; followed < kMostLinks; ++followed) {
    std::error_code none;
    if (!std::filesystem::is_symlink(target, none)) return target.native();
    const auto link = std::filesystem::read_symlink(target, none);
    if (none) throw IoError(path, "cannot be resolved: " + none.message());
    target = target.parent_path() / link;  // an absolute link replaces the folder
  }
  throw IoError(path, "is a symbolic link that leads to itself");
}

std::string pending_start(const std::string& target) {
  return prefix_for(target) + host_name() + "-";
}

std::string pending_name(const std::string& target) {
  const std::string name =
      pending_start(target) + std::to_string(::getpid()) + std::string(kSuffix);
  return (std::filesystem::path(target).parent_path() / name).native();
}

std::string_view stale_start(std::string_view name) {
  if (!name.starts_with('.') || !name.ends_with(kSuffix)) return {};
  name.remove_suffix(kSuffix.size());
  const size_t dash = name.rfind('-');
  if (dash == std::string_view::npos) return {};
  const std::optional<uint64_t> process = parse_u64(name.substr(dash + 1));
  if (!process || *process == 0 || *process > std::numeric_limits<pid_t>::max()) return {};
  return is_gone(static_cast<pid_t>(*process)) ? name.substr(0, dash + 1) : std::string_view{};
}

std::string_view base_of_start(std::string_view start) {
  const std::string tail = "." + host_name() + "-";
  if (!start.starts_with('.') || !start.ends_with(tail) || start.size() <= tail.size()) return {};
  return start.substr(1, start.size() - 1 - tail.size());
}

}  // namespace sluice::io

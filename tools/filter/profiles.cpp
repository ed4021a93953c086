#include "profiles.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "io/chunk.h"
#include "io/compression.h"
#include "language_names.h"
#include "option_rules.h"
#include "quality/expansion.h"

namespace sluice::filter_tool {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFineweb2 = "fineweb2:";

bool is_file(const std::string& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

bool is_directory(const std::string& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

bool is_configuration(const std::string& path) {
  return path.ends_with(".yml") || path.ends_with(".yaml");
}

std::vector<std::string> configurations_in(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (is_configuration(entry->path().string())) paths.push_back(entry->path().string());
  }
  if (error) throw ConfigError(folder + ": cannot be listed: " + error.message());
  if (paths.empty()) throw ConfigError(folder + ": holds no configuration (*.yml)");
  std::ranges::sort(paths);
  return paths;
}

quality::Profile open_fineweb2(const std::vector<std::string>& paths, RuleFiles& files,
                               const quality::Loading& loading, std::string_view fallback = {}) {
  std::vector<std::pair<std::string, std::string_view>> configurations;
  for (const std::string& path : paths) {
    configurations.emplace_back(path, files.content(path));
  }
  return quality::read_fineweb2(configurations, loading, fallback);
}

void set_world(quality::Loading& loading, RuleFiles& files) {
  loading.file = [&files](const std::string& path) { return files.content(path); };
  loading.canonical = known_language;
}

[[noreturn]] void refuse_name(const std::string& name) {
  const std::vector<std::string> builtin = quality::builtin_profiles();
  const std::vector<std::string_view> names(builtin.begin(), builtin.end());
  throw ConfigError("'" + name + "' is no file and no built-in profile" +
                    did_you_mean(name, names) + " (--list-profiles)");
}

quality::Profile open_profile(const std::string& name, RuleFiles& files,
                              const quality::Loading& loading) {
  if (name.starts_with(kFineweb2)) {
    const std::string folder = name.substr(kFineweb2.size());
    if (folder.empty()) throw ConfigError(name + " names no folder, as in fineweb2:DIR");
    const size_t at = folder.rfind('@');
    if (at == std::string::npos || is_directory(folder)) {
      return open_fineweb2(configurations_in(folder), files, loading);
    }
    const std::string fallback = folder.substr(at + 1);
    if (fallback.empty()) throw ConfigError(name + ": names no language behind '@'");
    return open_fineweb2(configurations_in(folder.substr(0, at)), files, loading, fallback);
  }
  if (!quality::builtin_profile_file(name).empty()) {
    return quality::builtin_profile(name, loading);
  }
  if (is_directory(name)) return open_fineweb2(configurations_in(name), files, loading);
  if (is_configuration(name)) return open_fineweb2({name}, files, loading);
  if (!is_file(name)) refuse_name(name);
  return quality::read_profile(files.content(name), name, loading);
}

[[noreturn]] void refuse_none() {
  std::string names;
  for (const std::string& name : quality::builtin_profiles()) {
    names += (names.empty() ? "" : ", ") + name;
  }
  throw ConfigError("no rules are named: --profile takes a built-in one (" + names +
                    "), a rule file, or a folder of FineWeb-2's configurations");
}

}  // namespace

std::string_view RuleFiles::content(const std::string& path) {
  constexpr size_t kMapped = size_t{1} << 20;
  const auto known = files_.find(path);
  if (known != files_.end()) return known->second.content();
  tool_.reads(path);
  File file;
  try {
    if (is_file(path) && fs::file_size(path) > kMapped) {
      file.mapped = std::make_unique<io::MappedFile>(path);
      const bool is_plain = io::sniff_compression(file.mapped->bytes()) == io::Compression::none;
      if (!is_plain) file.mapped.reset();
    }
    if (!file.mapped) file.read = io::read_whole({.name = path, .command = {}});
  } catch (const IoError& error) {
    throw ConfigError(error.what());
  }
  return files_.emplace(path, std::move(file)).first->second.content();
}

std::vector<quality::Profile> open_profiles(const FilterOptions& options, RuleFiles& files) {
  quality::Loading loading;
  if (!options.words.empty()) {
    loading.words = cli::configured_by(
        "--words", [&] { return quality::WordDefinition::parse(options.words); });
  }
  if (!options.sentences.empty()) {
    loading.sentences = cli::configured_by(
        "--sentences", [&] { return quality::SentenceDefinition::parse(options.sentences); });
  }
  set_world(loading, files);
  loading.seed = options.seed;

  std::vector<quality::Profile> profiles;
  const auto add_rules = [&](const std::string& toml) {
    if (!toml.empty()) profiles.push_back(read_rules(toml, loading));
  };
  add_rules(rules_before(options));
  for (const std::string& name : options.profiles) {
    profiles.push_back(
        cli::configured_by("--profile", [&] { return open_profile(name, files, loading); }));
  }
  add_rules(rules_after(options));
  if (profiles.empty()) refuse_none();
  return profiles;
}

std::vector<Record> expanded_profile(const std::string& name, RuleFiles& files) {
  quality::Loading loading;
  set_world(loading, files);
  const auto place = [](const std::string& path) { return fs::absolute(path).string(); };
  const bool is_fineweb2 = name == "fineweb2" || name.starts_with(kFineweb2);
  if (is_fineweb2 || is_directory(name) || is_configuration(name)) {
    throw ConfigError(name + ": is of FineWeb-2's configurations, which are no rule file");
  }
  const std::string_view built_in = quality::builtin_profile_file(name);
  if (!built_in.empty()) {
    return quality::expand_profile(built_in, "built-in profile " + name, loading, place);
  }
  if (!is_file(name)) refuse_name(name);
  return quality::expand_profile(files.content(name), name, loading, place);
}

}  // namespace sluice::filter_tool

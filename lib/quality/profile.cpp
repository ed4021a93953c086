#include "quality/profile.h"

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "quality/builtin_profiles.h"
#include "quality/by_language.h"
#include "quality/profile_reader.h"
#include "unicode/scripts.h"

namespace sluice::quality {

namespace {

// Of several codes, that in whose script most of the text is.
const std::string& in_script_of(std::string_view text, const std::vector<std::string>& codes) {
  if (codes.size() == 1) return codes.front();
  return *std::ranges::max_element(codes, {}, [text](std::string_view code) {
    return count_in_script(text, code.substr(code.find_first_of("-_") + 1));
  });
}

}  // namespace

const Steps& Profile::steps(std::string_view language, std::string_view text) const {
  if (by_language.empty()) return fallback;
  const auto own = find_by_language(by_language, language);
  if (own != by_language.end()) return own->second;
  const auto scripts = by_script.find(language);
  if (scripts == by_script.end()) return fallback;
  return by_language.at(in_script_of(text, scripts->second));
}

Profile read_profile(std::string_view toml, const std::string& path, const Loading& loading) {
  Uses uses;
  return ProfileReader(path, loading, uses).read(read_records(toml, path));
}

std::vector<std::string> builtin_profiles() {
  std::vector<std::string> names;
  for (const BuiltinProfile& profile : kBuiltinProfiles) names.emplace_back(profile.name);
  return names;
}

std::string_view builtin_profile_file(std::string_view name) {
  const auto found = std::ranges::find(kBuiltinProfiles, name, &BuiltinProfile::name);
  return found == kBuiltinProfiles.end() ? std::string_view{} : found->toml;
}

Profile builtin_profile(std::string_view name, const Loading& loading) {
  const std::string_view toml = builtin_profile_file(name);
  if (name == "fineweb2") {
    throw ConfigError(
        "fineweb2 needs FineWeb-2's configurations (the folder configs/ of "
        "https://github.com/huggingface/fineweb-2)");
  }
  if (toml.empty()) {
    std::vector<std::string_view> names;
    for (const BuiltinProfile& profile : kBuiltinProfiles) names.push_back(profile.name);
    throw ConfigError("no built-in profile is called '" + std::string(name) + "'" +
                      did_you_mean(name, names));
  }
  return read_profile(toml, "built-in profile " + std::string(name), loading);
}

}  // namespace sluice::quality

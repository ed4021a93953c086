#include "language_names.h"

#include <vector>

#include "langid/languages.h"
#include "stats/groups.h"

namespace sluice::filter_tool {
namespace {

// More spellings than any corpus has; a hostile one has no end of them.
constexpr size_t kMostKnown = 8192;

}  // namespace

std::string known_language(std::string_view name) {
  const std::vector<langid::LanguageId> found = langid::languages_named(name);
  if (found.empty()) return {};
  const std::string_view code = langid::languages()[found.front()].code;
  return std::string(found.size() == 1 ? code : code.substr(0, code.find('-')));
}

std::string canonical_language(std::string_view name) {
  name = stats::group_key(name);
  std::string known = known_language(name);
  return known.empty() ? std::string(name) : known;
}

std::string_view LanguageNames::canonical(std::string_view name) {
  name = stats::group_key(name);
  const auto found = known_.find(name);
  if (found != known_.end()) return found->second;
  if (known_.size() == kMostKnown) known_.clear();
  return known_.emplace(name, canonical_language(name)).first->second;
}

}  // namespace sluice::filter_tool

// Codes of languages, and what is keyed by them, found for a document's language: the code itself,
// else what it begins with up to a hyphen, shorter and shorter.
//
//   find_by_language(thresholds, "zh-Hans")     // "zh-Hans", else "zh", else end()
//
// `map`: a std::map of std::string with std::less<>.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sluice::quality {

// Whether a name may be a language's code, known or not, such as "aai_Latn": letters, digits, "-"
// and "_" of ASCII, of which names of files may consist and keys of TOML, up to the length that RFC
// 5646 (4.4.1) asks of all programs.
inline bool is_language_code(std::string_view name) {
  constexpr size_t kLongest = 35;
  const auto may_be_in_a_code = [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '-' || byte == '_';
  };
  return !name.empty() && name.size() <= kLongest && std::ranges::all_of(name, may_be_in_a_code);
}

template <class Map>
typename Map::const_iterator find_by_language(const Map& map, std::string_view language) {
  for (;;) {
    const auto found = map.find(language);
    const size_t hyphen = language.rfind('-');
    if (found != map.end() || hyphen == std::string_view::npos) return found;
    language = language.substr(0, hyphen);
  }
}

}  // namespace sluice::quality

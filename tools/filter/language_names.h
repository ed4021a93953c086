// Languages as profiles and documents spell them, in one spelling.
//
//   canonical_language("deu_Latn")        // "de"
//   LanguageNames names;                  // one a thread; remembers
//   names.canonical(document.string(language).value_or(""))
//
// Codes are those of langid/languages.h. A name that stands for several scripts is the language
// alone: "zh" and "cmn_Hani" are "zh", whose thresholds are those of "zh-Hans", too. Names that are
// not known, as FineWeb-2 has a thousand of, stay as they are spelled, cut as stats files have them
// (stats/groups.h): nothing that is kept by language grows with what a document says.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sluice::filter_tool {

// Empty if no language is called so.
std::string known_language(std::string_view name);
// Any bytes; "" stays "".
std::string canonical_language(std::string_view name);

class LanguageNames {
 public:
  // A view that lives until the next call. Allocates only for names that are new.
  std::string_view canonical(std::string_view name);

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };

  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> known_;
};

}  // namespace sluice::filter_tool

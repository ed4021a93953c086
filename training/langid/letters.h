// Builds the identifier's letter table (langid/letters.h) from ICU's Unicode data.
//
//   const LetterPages built = build_letters({"Cyrl", "Hani", "Latn"});
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::training {

// The script that a language's letters are counted under: Hani for all that mix Han with others.
std::string_view counted_script(std::string_view iso15924);

struct LetterPages {
  std::vector<std::string> scripts;  // ISO 15924, in order of their numbers; the last is all others
  std::vector<uint16_t> pages;
  std::vector<uint32_t> entries;
};

LetterPages build_letters(const std::set<std::string>& scripts);

}  // namespace sluice::training

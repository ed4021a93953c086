#include "training/langid/letters.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>

#include <map>
#include <stdexcept>

#include "langid/letters.h"

namespace sluice::training {
namespace {

using langid::Letter;
using langid::LetterKind;
using langid::LetterTable;

void check(UErrorCode code) {
  if (U_FAILURE(code)) throw std::runtime_error(u_errorName(code));
}

// The normal form of one character: its first, and how many it has.
struct Normal {
  UChar32 first;
  int32_t count;
};
Normal normal_form(const UNormalizer2* form, UChar32 character) {
  UErrorCode code = U_ZERO_ERROR;
  UChar in[2];
  int32_t size = 0;
  U16_APPEND_UNSAFE(in, size, character);
  UChar out[64];
  const int32_t length = unorm2_normalize(form, in, size, out, 64, &code);
  check(code);
  Normal normal{0, 0};
  for (int32_t i = 0; i < length; ++normal.count) {
    UChar32 next;
    U16_NEXT(out, i, length, next);
    if (normal.count == 0) normal.first = next;
  }
  return normal;
}

UChar32 fold(UChar32 character) {
  constexpr UChar32 kCapitalIWithDot = 0x130;
  if (character == kCapitalIWithDot) return u'i';
  return u_foldCase(character, U_FOLD_CASE_DEFAULT);
}

class Builder {
 public:
  explicit Builder(const std::vector<std::string>& scripts) {
    UErrorCode code = U_ZERO_ERROR;
    compatible_ = unorm2_getNFKCInstance(&code);
    decomposed_ = unorm2_getNFDInstance(&code);
    check(code);
    for (size_t i = 0; i < scripts.size(); ++i) numbers_[scripts[i]] = static_cast<uint8_t>(i);
    others_ = static_cast<uint8_t>(scripts.size() - 1);
  }

  Letter letter(UChar32 character) const {
    if (is_apostrophe(character)) return {LetterKind::apostrophe, 0, U'\''};
    constexpr UChar32 kSoftHyphen = 0xAD;
    constexpr UChar32 kTatweel = 0x640;
    constexpr UChar32 kNonJoiner = 0x200C;
    constexpr UChar32 kJoiner = 0x200D;
    if (character == kSoftHyphen || character == kTatweel || character == kNonJoiner ||
        character == kJoiner) {
      return {LetterKind::ignored, 0, 0};
    }
    if (character >= 0x300 && character <= 0x36F) return {LetterKind::mark, 0, 0};
    const uint32_t category = U_GET_GC_MASK(character);
    if ((category & (U_GC_L_MASK | U_GC_M_MASK)) == 0) return {};
    UErrorCode code = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(character, &code);
    check(code);
    const bool of_none = script == USCRIPT_COMMON || script == USCRIPT_INHERITED;
    const bool is_point = (category & U_GC_M_MASK) != 0 &&
                          (of_none || script == USCRIPT_ARABIC || script == USCRIPT_HEBREW);
    constexpr UChar32 kLongVowel = 0x30FC;  // of kana, and of no script by itself
    if (is_point || (of_none && character != kLongVowel)) return {LetterKind::ignored, 0, 0};
    const UChar32 folded = folded_form(character, script);
    return {LetterKind::letter, number(character == kLongVowel ? USCRIPT_HAN : script),
            folded == character ? 0 : static_cast<char32_t>(folded)};
  }

 private:
  static bool is_apostrophe(UChar32 character) {
    return character == '\'' || character == '`' || character == 0xB4 || character == 0x2B9 ||
           character == 0x2BB || character == 0x2BC || character == 0x2018 || character == 0x2019;
  }

  UChar32 folded_form(UChar32 character, UScriptCode script) const {
    UChar32 folded = fold(character);
    const Normal compatible = normal_form(compatible_, folded);
    if (compatible.count == 1) folded = fold(compatible.first);
    if (script == USCRIPT_GREEK) folded = normal_form(decomposed_, folded).first;
    return folded;
  }

  uint8_t number(UScriptCode script) const {
    const auto found = numbers_.find(std::string(counted_script(uscript_getShortName(script))));
    return found == numbers_.end() ? others_ : found->second;
  }

  const UNormalizer2* compatible_;
  const UNormalizer2* decomposed_;
  std::map<std::string, uint8_t> numbers_;
  uint8_t others_;
};

}  // namespace

std::string_view counted_script(std::string_view iso15924) {
  for (const std::string_view mixed : {"Hans", "Hant", "Jpan", "Hira", "Kana", "Hrkt", "Bopo"}) {
    if (iso15924 == mixed) return "Hani";
  }
  return iso15924 == "Kore" ? "Hang" : iso15924;
}

LetterPages build_letters(const std::set<std::string>& scripts) {
  LetterPages built;
  built.scripts.assign(scripts.begin(), scripts.end());
  built.scripts.emplace_back("Zzzz");
  const Builder builder(built.scripts);
  std::map<std::vector<uint32_t>, uint16_t> pages;
  for (size_t page = 0; page < LetterTable::kPages; ++page) {
    std::vector<uint32_t> entries;
    for (size_t i = 0; i < LetterTable::kPage; ++i) {
      const auto character = static_cast<UChar32>(page * LetterTable::kPage + i);
      const bool surrogate = character >= 0xD800 && character < 0xE000;
      entries.push_back(LetterTable::pack(surrogate ? Letter{} : builder.letter(character)));
    }
    const auto [found, is_new] = pages.try_emplace(entries, static_cast<uint16_t>(pages.size()));
    if (is_new) built.entries.insert(built.entries.end(), entries.begin(), entries.end());
    built.pages.push_back(found->second);
  }
  return built;
}

}  // namespace sluice::training

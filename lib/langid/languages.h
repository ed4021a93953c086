// The languages that Sluice has names for, and how four naming systems spell them.
//
//   const Language& language = languages()[*find_language("srp_Cyrl")];
//   language.code                                       // "sr-Cyrl"
//   name_in(LabelSystem::iso639_3, *find_language("sr-Cyrl"))   // "srp"
//   nearest_languages("gernan")                         // {"de (German)"}
//
// `code` is BCP 47: the two-letter code where there is one, with the script where a language is
// written in several on the web (zh-Hans, sr-Latn, uz-Cyrl), and "und" for text that is no
// language. Sources: ISO 639-3 (Debian's iso-codes), Unicode CLDR's likely subtags, the label
// lists of fastText's lid.176 and of FineWeb-2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::langid {

struct Language {
  std::string_view code;      // "sr-Cyrl"
  std::string_view iso639_3;  // "srp"; the individual language where `code` names a macrolanguage
  std::string_view script;    // ISO 15924, "Cyrl"
  std::string_view fineweb2;  // "srp_Cyrl", as FineWeb-2 and GlotLID spell it
  std::string_view lid176;    // "sr"; empty if lid.176 does not know the language
  std::string_view name;      // "Serbian (Cyrillic)"
};

// Index into languages(). Not stable between versions: store codes, not indices.
using LanguageId = uint16_t;

// In ascending order of code.
std::span<const Language> languages();

// The language of "und": numbers, code, markup, or text of which nothing can be said.
LanguageId undetermined();

enum class LabelSystem : uint8_t { bcp47, iso639_3, fineweb2, lid176 };

// Where a system has no name for it, its BCP 47 code; of undetermined() always "und".
std::string_view name_in(LabelSystem system, LanguageId language);

// A language by its name in any of the systems, or by an alias (iw, nb, fil, cmn, deu, zh-CN,
// zh-TW); letters of either case, '_' as '-'. Of a language in several scripts the usual one, if
// the name does not say which. Where systems disagree, ISO 639 has its way: "als" is Albanian, and
// Alemannic in lid.176 alone (find_in()).
std::optional<LanguageId> find_language(std::string_view name);

// All that a name stands for, the usual one first: "zh" and "cmn_Hani" are zh-Hans and zh-Hant,
// "zh-Hant" is that alone. Empty if there is none.
std::vector<LanguageId> languages_named(std::string_view name);

// A language by its name in one system, as that spells it.
std::optional<LanguageId> find_in(LabelSystem system, std::string_view name);

// What a page or a header declares (BCP 47, as people write it): "de-AT", "en_US", " zh-TW ". What
// stands behind a language's name does not matter; nothing if there is no such language, or "und".
std::optional<LanguageId> declared_language(std::string_view tag);

// Up to three languages whose code or English name is near to `word`, as "de (German)"; for
// messages about unknown codes.
std::vector<std::string> nearest_languages(std::string_view word);

}  // namespace sluice::langid

// Shares of a text's characters: of a set, and of what an expression matches.
//
// Sources: NeMo Curator ecd5c579 (NonAlphaNumericFilter, NumbersFilter, UrlsFilter,
// WhiteSpaceFilter, ParenthesesFilter), RedPajama-Data 6d2cee9 (RPS_Doc_Curly_Bracket). All are
// over len(text), white space included.
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "quality/characters.h"
#include "quality/expression.h"
#include "quality/signal_families.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

using Made = std::unique_ptr<const Signal>;

// Characters as a rule names them: those of `characters`, and of `classes`.
class CharacterSet {
 public:
  explicit CharacterSet(Record& parameters);

  uint64_t count(std::string_view text) const;

 private:
  void add(char32_t character);
  void add_class(Record& parameters, std::string_view name);

  bool holds(char32_t character) const {
    if (character < 0x80) return ascii_[character];
    return CharacterTable::get().is(character, classes_) ||
           std::binary_search(others_.begin(), others_.end(), character);
  }

  std::bitset<0x80> ascii_;
  std::vector<char32_t> others_;  // in order
  uint8_t classes_ = 0;           // CharacterTable's
};

CharacterSet::CharacterSet(Record& parameters) {
  std::string characters;
  std::vector<std::string> classes;
  parameters.text("characters", characters);
  parameters.texts("classes", classes);
  if (characters.empty() && classes.empty()) {
    parameters.fail_at("classes", "characters or classes must name some characters");
  }
  for (size_t at = 0; at < characters.size();) {
    const CodePoint next = decode_utf8(characters, at);
    add(next.value);
    at += std::max(next.size, 1u);
  }
  for (const std::string& name : classes) add_class(parameters, name);
  std::sort(others_.begin(), others_.end());
}

void CharacterSet::add(char32_t character) {
  if (character < 0x80) {
    ascii_.set(character);
  } else {
    others_.push_back(character);
  }
}

void CharacterSet::add_class(Record& parameters, std::string_view name) {
  struct Named {
    std::string_view name;
    uint8_t classes;
    bool ascii_alone = false;
  };
  static constexpr std::array<Named, 5> kNamed = {{
      {"letters", CharacterTable::kLetter},
      {"digits", CharacterTable::kDigit},
      {"white_space", CharacterTable::kSpace},
      {"ascii_letters", CharacterTable::kLetter, true},
      {"ascii_digits", CharacterTable::kDigit, true},
  }};
  const auto* found = std::find_if(kNamed.begin(), kNamed.end(),
                                   [name](const Named& named) { return named.name == name; });
  if (found == kNamed.end()) {
    parameters.fail_at("classes",
                       "classes are letters, digits, white_space, ascii_letters, ascii_digits");
  }
  for (char32_t c = 0; c < 0x80; ++c) {
    if (CharacterTable::get().is(c, found->classes)) ascii_.set(c);
  }
  if (!found->ascii_alone) classes_ |= found->classes;
}

uint64_t CharacterSet::count(std::string_view text) const {
  uint64_t count = 0;
  for (size_t at = 0; at < text.size();) {
    const uint8_t byte = static_cast<uint8_t>(text[at]);
    if (byte < 0x80) {
      count += ascii_[byte] ? 1 : 0;
      ++at;
      continue;
    }
    const CodePoint next = decode_utf8(text, at);
    count += holds(next.value) ? 1 : 0;
    at += next.size;
  }
  return count;
}

// "outside": what is not in the set.
Made make_characters_fraction(Record& parameters, const Setting&) {
  return signal_of([set = CharacterSet(parameters),
                    outside = flag_of(parameters, "outside", false)](Analysis& analysis) {
    const uint64_t all = analysis.code_points();
    const uint64_t inside = set.count(analysis.text());
    return share(outside ? all - inside : inside, all);
  });
}

Made make_matches_fraction(Record& parameters, const Setting&) {
  auto found = expression_at(parameters, "expression");
  if (!found) parameters.fail("'expression' is missing");
  return signal_of([expression = std::move(found)](Analysis& analysis) {
    const std::string_view text = analysis.text();
    const re2::StringPiece whole(text.data(), text.size());
    uint64_t matched = 0;
    re2::StringPiece match;
    for (size_t at = 0; at < text.size();) {
      if (!expression->Match(whole, at, text.size(), RE2::UNANCHORED, &match, 1)) break;
      matched += count_code_points({match.data(), match.size()});
      at = static_cast<size_t>(match.data() - text.data()) + std::max<size_t>(match.size(), 1);
    }
    return share(matched, analysis.code_points());
  });
}

constexpr SignalKind kKinds[] = {
    {"characters_fraction", Scale::fraction,
     "Code points that are among 'characters' or 'classes', of all.", make_characters_fraction,
     kShare},
    {"matches_fraction", Scale::fraction, "Code points that 'expression' matches, of all.",
     make_matches_fraction, kShare},
};

}  // namespace

std::span<const SignalKind> character_set_signals() { return kKinds; }

}  // namespace sluice::quality

// Words of Chinese and Japanese by ICU's dictionary, in a third of the time that ICU takes.
//
//   if (const KanjiWords* kanji = KanjiWords::get()) {
//     kanji->divide(u"我们都是学生", scratch);     // 2, 2, 2: characters of each word
//   }
//
// Of all ways to divide a run into words it is the cheapest one. A word costs what the dictionary
// says (the seldomer, the dearer), a character that is no word costs as much as the seldomest, and
// any run of katakana may be a word, at a price by its length. So does ICU 72 (CjkBreakEngine),
// whose words these are (segments_icu_test.cpp); where the library is of another version, get()
// gives null, since the prices and the dictionary's form are its own affair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

struct UDataMemory;

namespace sluice {

class KanjiWords {
 public:
  // Null unless the dictionary is there and of the known kind. Thread-safe.
  static const KanjiWords* get();

  // Whether a character is one of those that divide() knows: kana and ideographs of the basic
  // plane that are their own compatibility forms.
  static constexpr bool knows(char16_t unit) {
    return (unit >= 0x4E00 && unit <= 0x9FFF) || (unit >= 0x3041 && unit <= 0x3096) ||
           is_katakana(unit) || (unit >= 0x3400 && unit <= 0x4DBF) || unit == 0x3005 ||
           unit == 0x3007;
  }

  static constexpr size_t kLongest = size_t{1} << 24;

  // The lengths of the words, in turn; they live in `scratch`, a byte a character. `run`:
  // characters that knows() is true of, kLongest at most. Linear.
  std::span<const uint8_t> divide(std::u16string_view run, std::vector<uint8_t>& scratch) const;

 private:
  struct First;  // what the dictionary has for a first character

  KanjiWords();
  static constexpr bool is_katakana(char16_t unit) {
    return unit >= 0x30A1 && unit <= 0x30FC && unit != 0x30FB;
  }

  struct Close {
    void operator()(UDataMemory* file) const;
  };

  std::unique_ptr<UDataMemory, Close> file_;
  const char16_t* trie_ = nullptr;
  std::vector<First> firsts_;
};

}  // namespace sluice

// Classes of characters as the rules mean them.
//
//   is_punctuation(U'。')            // true
//   ends_line(U'؟')                  // true: terminal punctuation of any script
//   const CharacterTable& table = CharacterTable::get();
//   table.classes(U'É')              // CharacterTable::kLetter | CharacterTable::kUpper
//
// Sources: datatrove a649de79, utils/text.py (PUNCTUATION, TERMINAL_PUNCTUATION), whose sets the
// datatrove profiles keep exactly; letters, digits and white space by Unicode 16.0 as Python's
// isalpha, isdecimal and isspace have them.
//
// Thread-safe; the table is built on first use (some milliseconds) and lives until the program
// ends.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace sluice::quality {

class CharacterTable {
 public:
  enum Class : uint8_t {
    kLetter = 1,         // general category L: str.isalpha
    kNumber = 2,         // N
    kDigit = 4,          // Nd: str.isdecimal
    kUpper = 8,          // Lu
    kSpace = 16,         // White_Space and U+001C..U+001F: str.isspace
    kPunctuation = 32,   // is_punctuation()
    kTerminal = 64,      // ends_line()
    kAsciiLetter = 128,  // A-Z, a-z
  };

  static const CharacterTable& get();

  // `code_point` <= U+10FFFF. A byte below 0x80 is a code point.
  uint8_t classes(char32_t code_point) const { return classes_[code_point]; }
  bool is(char32_t code_point, uint8_t set) const { return (classes(code_point) & set) != 0; }

 private:
  CharacterTable();

  std::unique_ptr<uint8_t[]> classes_;
};

// datatrove's PUNCTUATION: ASCII's and a few dozen others, and control characters.
bool is_punctuation(char32_t character);
// datatrove's TERMINAL_PUNCTUATION: what ends a sentence in any script, "." to U+1DA88.
bool ends_line(char32_t character);
// Python's str.isspace and str.split.
bool is_space(char32_t character);

// Code points of valid UTF-8.
uint64_t count_code_points(std::string_view text);

// Without the white space around it, as str.strip() gives it; at its beginning; at its end.
std::string_view strip(std::string_view text);
std::string_view strip_left(std::string_view text);
std::string_view strip_right(std::string_view text);

// The last character of valid UTF-8 that is not empty.
char32_t last_character(std::string_view text);

}  // namespace sluice::quality

// Lower case of whole texts, and what single characters are, as Python's str has them: filters
// written in Python lower their text and ask isupper() and isnumeric().
//
//   std::string out;
//   append_lower("ΟΔΟΣ İ", out);    // "οδος i̇": final sigma, one character becoming two
//   is_uppercase(U'Ⓐ');             // true: the property Uppercase, not the category Lu alone
//   is_numeric(U'五');              // true
//
// Characters are those that the system's ICU knows (segmenter_version() names it). Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// str.lower: full mappings without tailoring to a language (Unicode 16.0, section 3.13, and
// SpecialCasing.txt). `text` is valid UTF-8.
void append_lower(std::string_view text, std::string& out);

// str.isupper of one character: the derived property Uppercase.
bool is_uppercase(char32_t character);

// str.isnumeric: decimal digits of all scripts, superscripts and the like, fractions, and numerals
// such as Ⅷ and 五.
bool is_numeric(char32_t character);

// str.isupper of a word: it holds a capital and neither small letters nor those of titles. "A1" is
// upper, "1" is not.
bool is_upper_word(std::string_view word);

}  // namespace sluice

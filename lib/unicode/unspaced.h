// Scripts that are written without spaces between words: Han, kana, and those of South-East Asia
// whose lines only a dictionary can break (Thai, Lao, Khmer, Burmese, …).
//
//   is_unspaced(U'語');     // true; U'ー' and U'ก', too
//   is_unspaced(U'한');     // false: Korean has spaces
//
// By the system's ICU: letters and marks of Script_Extensions Han, Hiragana and Katakana, and
// Line_Break SA (Unicode Standard Annexes #24 and #14). Thread-safe; built on first use.
#pragma once

namespace sluice {

// `code_point` <= U+10FFFF. Nothing below kFirstUnspaced is.
bool is_unspaced(char32_t code_point);

// The first of them is Thai; all take three bytes of UTF-8 or more.
inline constexpr char32_t kFirstUnspaced = 0x0E00;

}  // namespace sluice

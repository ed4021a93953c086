// Normal form C, the form of most text on the web and the one that some vocabularies were trained
// on (Unicode Standard Annex #15): canonically equal spellings, as é in one code point or in two,
// become one, composed as far as possible.
//
//   is_nfc("re\u0301sume\u0301");                   // false
//   std::string out;
//   to_nfc("re\u0301sume\u0301", out);              // out += "résumé"
//   use(nfc_view(text, buffer));                    // text itself where it is in NFC already
//   to_nfd("é", out);                               // out += "e\u0301": taken apart, form D
//
// By the data of Unicode 15.0, whatever the system's ICU has. Normal forms of assigned characters
// never change, so that later versions differ only in characters that 15.0 does not know.
//
// A byte at which no well-formed sequence begins stands for itself and combines with nothing.
//
// Thread-safe. Linear in the text, long runs of combining marks included; memory beyond the result
// grows with the longest such run alone. Latin, Greek, Cyrillic, CJK, kana and Hangul are looked at
// 32 bytes at a time, the rest a code point at a time.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

bool is_nfc(std::string_view text);

// Appends the normal form of `text`; what `out` held before does not combine with it.
void to_nfc(std::string_view text, std::string& out);

// `text` if it is in NFC; otherwise its normal form, in `buffer`, whose content is lost. Looks at
// the text once.
std::string_view nfc_view(std::string_view text, std::string& buffer);

// Appends normal form D of `text`: everything decomposed, marks in canonical order. A code point at
// a time but for ASCII.
void to_nfd(std::string_view text, std::string& out);

}  // namespace sluice

// Scripts that texts are written in.
//
//   count_in_script("Нови Sad", "Cyrl")     // 4
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice {

// Code points of `text` (valid UTF-8) that are of a script, by its ISO 15924 code and Unicode's
// property Script of the system's ICU: blanks, digits and punctuation are of none. 0 for codes that
// are no script's. One look-up a code point.
uint64_t count_in_script(std::string_view text, std::string_view script);

}  // namespace sluice

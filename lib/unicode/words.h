// Words of a text, for fertility: tokens a word (Rust et al. 2021), which compares vocabularies
// across languages that do not put spaces between words.
//
//   count_words("It's 3.14 o'clock.");     // 3: It's, 3.14, o'clock
//   count_words("ภาษาไทย");                 // 2: by dictionary, as Thai has no spaces
//
// The words are those of segments.h: Unicode's word boundaries as ICU's root locale has them, with
// ICU's dictionaries for Thai, Lao, Khmer, Burmese, Chinese and Japanese. A segment is a word if it
// holds a letter, a kana, an ideograph or a number; spaces, punctuation and emoji are none. Counts
// may differ a little between versions of ICU, whose dictionaries grow.
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice {

// `text` is UTF-8; what is not well-formed counts as a boundary. Thread-safe; each thread keeps a
// Segmenter of its own. Throws std::runtime_error where a dictionary is needed and ICU has none.
uint64_t count_words(std::string_view text);

}  // namespace sluice

// What the output rules make of each character: shown as it is, white space, a line end, or
// nothing. Internal to extract.
//
//   const Character next = next_character(text, at);   // at < text.size()
//   if (next.kind == CharacterKind::shown) out.append(text.substr(at, next.size));
//
// White space is Unicode's property White_Space, the no-break spaces included. Nothing is made of
// control characters but tab and line feed, of soft hyphens, and of format characters without
// width: U+200B, directional marks and embeddings, word joiners, invisible operators, byte order
// marks. The joiners U+200C and U+200D spell words in the scripts that join letters (Arabic and its
// kin, Mongolian, Brahmi's descendants) and make one emoji of several: there they stay
// (`joiner`), and everywhere else they go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::extract {

enum class CharacterKind : uint8_t { shown, space, line_end, removed, joiner };

struct Character {
  char32_t code_point;
  uint32_t size;  // bytes, at least 1
  CharacterKind kind;
};

// A byte at which no well-formed sequence begins is `removed`.
Character next_character(std::string_view text, size_t at);

// Whether a joiner says something between these: `before` may be 0 for none.
bool joins(char32_t joiner, char32_t before, char32_t behind);

// The last code point of valid UTF-8, or 0 of an empty text.
char32_t last_code_point(std::string_view text);

}  // namespace sluice::extract

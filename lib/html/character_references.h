// Character references: "&amp;", "&#8212;", "&#x2014;", "&nbsp".
//
//   std::string text;
//   decode_references("R&amp;D &eacute &notit;", text);      // "R&D é ¬it;"
//   const CharacterReference found = match_reference("&lt;b", 0, false);   // "<", 4 bytes long
//
// All 2,231 names of the standard are known
// (https://html.spec.whatwg.org/multipage/named-characters.html), the longest that fits is taken,
// and numbers 128 to 159 mean windows-1252, as the standard has it (section 13.2.5.72 and on). What
// is no reference stays as it is; nothing is an error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::html {

struct CharacterReference {
  size_t size = 0;  // bytes of the reference, '&' included; 0: there is none
  std::string_view text() const { return {bytes, length}; }

  char bytes[8] = {};  // what it stands for: one or two code points in UTF-8
  size_t length = 0;
};

// The reference that begins with the '&' at `at`. In a value of an attribute, a name without
// semicolon that goes on with '=', a letter or a digit is none.
CharacterReference match_reference(std::string_view text, size_t at, bool in_attribute);

// Appends `raw` with its references replaced. Nothing else is changed.
void decode_references(std::string_view raw, std::string& out, bool in_attribute = false);

}  // namespace sluice::html

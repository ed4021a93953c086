// Labels from anywhere made safe and fitting: cleaned, escaped, measured, elided, wrapped.
//
// Measures give the width of one character; widths add up. font_width() is in units of the font
// size, on the wide side for common sans-serif faces, so that what fits by measure fits on the
// reader's screen; columns() is in columns of a terminal, at least 1, so that it bounds the code
// points too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::chart {

// Code points of UTF-8 text. Tabs and line breaks become spaces; invalid bytes, other control
// characters, bidirectional controls and noncharacters become U+FFFD.
std::u32string decode(std::string_view text);
std::string encode(std::u32string_view text);

// Text for XML content or a quoted attribute, cleaned as by decode().
std::string escape_xml(std::string_view text);

using Measure = double (*)(char32_t);
double font_width(char32_t c);
double columns(char32_t c);

double width_of(std::string_view text, Measure measure);

// The text if it is no wider than `limit`, else as much of it as fits before "…" ("" if nothing
// does).
std::string elide(std::string_view text, double limit, Measure measure);

struct Wrapped {
  std::vector<std::string> lines;  // none for blank text
  bool whole = true;               // false if words were cut or left out
};

// Lines no wider than `limit`, broken at spaces, or within words that are wider; the last is
// elided.
Wrapped wrap(std::string_view text, double limit, size_t max_lines, Measure measure);

}  // namespace sluice::chart

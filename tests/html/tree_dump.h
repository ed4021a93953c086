// Trees as the lines of html5lib's tree-construction cases, to compare ours with what they expect.
//
//   EXPECT_EQ(dump(parser.parse("<p>a")), ...);     // {0 <html>, 1 <head>, 1 <body>, 2 <p>, 3 "a"}
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "html/tree.h"

namespace sluice::html {

struct DumpLine {
  int depth = 0;
  // "<p>" or "<svg g>"; an attribute "name=value" at its element's depth + 1; a text in quotes.
  std::string text;

  bool is_element() const { return text.starts_with('<'); }
  bool is_text() const { return text.starts_with('"'); }
  friend bool operator==(const DumpLine&, const DumpLine&) = default;
};

using Dump = std::vector<DumpLine>;

// Without comments and doctype; texts next to each other are one; names are in lower case,
// attributes in order of their names. What stands in a template stands right below it.
Dump dump(const Tree& tree);
// The children of the html element of a fragment.
Dump dump_fragment(const Tree& tree);
// Of the lines below "#document".
Dump parse_dump(std::string_view expected);

// The texts in order outside of elements that are never shown as text: script, style, template,
// iframe, noembed, noframes.
std::string visible_text(const Dump& dump);

std::string printed(const Dump& dump);

}  // namespace sluice::html

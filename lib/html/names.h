// Names of elements and attributes that the parser or its users treat apart.
//
//   tag_of("DIV")                          // Tag::div; Tag::other for a name that is not listed
//   name_of(Tag::template_)                // "template"
//   has(Tag::br, kVoid)                    // what the HTML standard says of an element by its name
//   attribute_name_of("aria-hidden")       // AttributeName::aria_hidden
//
// Names are looked up by a perfect hash that is made when the program is compiled, in any case of
// ASCII letters. Enumerators that would be keywords of C++ end in "_"; "_" within a name stands for
// "-".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::html {

// clang-format off
enum class Tag : uint8_t {
  document, text, other,
  a, abbr, acronym, address, annotation, annotation_xml, applet, area, article, aside, audio, b,
  base, basefont, bdi, bdo, bgsound, big, blink, blockquote, body, br, button, canvas, caption,
  center, cite, code, col, colgroup, data, datalist, dd, del, desc, details, dfn, dialog, dir, div,
  dl, dt, em, embed, fieldset, figcaption, figure, font, footer, foreign_object, form, frame,
  frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i, iframe, image, img, input,
  ins, kbd, keygen, label, legend, li, link, listing, main, map, mark, marquee, math, menu, meta,
  meter, mglyph, malignmark, mi, mn, mo, ms, mtext, nav, nobr, noembed, noframes, noscript, object,
  ol, optgroup, option, output, p, param, picture, plaintext, pre, progress, q, rb, rp, rt, rtc,
  ruby, s, samp, script, search, section, select, semantics, slot, small, source, span, strike,
  strong, style, sub, summary, sup, svg, table, tbody, td, template_, textarea, tfoot, th, thead,
  time, title, tr, track, tt, u, ul, var, video, wbr, xmp,
};

enum class AttributeName : uint8_t {
  other,
  alt, alttext, aria_hidden, aria_label, charset, class_, colspan, content, datetime, dir, encoding,
  hidden, href, http_equiv, id, itemprop, itemtype, lang, media, name, property, rel, role, rowspan,
  src, start, style, title, type, value,
};
// clang-format on

inline constexpr size_t kTags = static_cast<size_t>(Tag::xmp) + 1;

// Of any case. Tag::other if the name is not listed.
Tag tag_of(std::string_view name);
// In lower case; "" for Tag::other, "#document" and "#text" for those.
std::string_view name_of(Tag tag);

// Of any case. AttributeName::other if the name is not listed.
AttributeName attribute_name_of(std::string_view name);
std::string_view name_of(AttributeName name);

// What the standard says of HTML elements by their names, one bit each.
enum Property : uint32_t {
  kVoid = 1u << 0,                // has no contents and no end tag
  kSpecial = 1u << 1,             // ends the search for what an unknown end tag closes
  kFormatting = 1u << 2,          // is opened again where a block cut it off
  kImpliedEnd = 1u << 3,          // its end tag may be left out
  kThoroughImpliedEnd = 1u << 4,  // and these in a template
  kScope = 1u << 5,               // bounds the search for an open element
  kListScope = 1u << 6,           // of an open list item
  kButtonScope = 1u << 7,         // of an open paragraph
  kTableScope = 1u << 8,          // of an open part of a table
  kHeading = 1u << 9,             // h1 to h6
  kBreakout = 1u << 10,           // ends svg and math by its start tag
  kBlock = 1u << 11,              // shown as a block of its own by browsers' style sheets
  kRawText = 1u << 12,            // its contents are one text, whatever tags stand in it
  kTablePart = 1u << 13,          // where text is fostered out: table, tbody, tfoot, thead, tr
  kTableContext = 1u << 14,       // table, and what bounds it: template, html
  kSectionContext = 1u << 15,     // tbody, tfoot, thead, and these
  kRowContext = 1u << 16,         // tr, and these
  kSimpleBlock = 1u << 19,     // ends a paragraph by its start tag, and nothing else is to be done
  kBlockEnd = 1u << 20,        // its end tag closes what is open in it, and nothing else
  kHeadContent = 1u << 21,     // base, link, meta, script, style, template, title ...
  kTableStructure = 1u << 22,  // caption, col, colgroup, tbody, td, tfoot, th, thead, tr
  // Of svg and math elements only:
  kMathTextPoint = 1u << 17,  // a MathML text integration point
  kHtmlPoint = 1u << 18,      // an HTML integration point
};

extern const std::array<uint32_t, 256> kTagProperties;

inline uint32_t properties(Tag tag) { return kTagProperties[static_cast<uint8_t>(tag)]; }
inline bool has(Tag tag, uint32_t any_of) { return (properties(tag) & any_of) != 0; }

}  // namespace sluice::html

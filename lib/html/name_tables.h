// The names of names.h and their perfect hashes, where a call would cost as much as the search.
// Internal to html.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "html/name_table.h"
#include "html/names.h"

namespace sluice::html {

// clang-format off
// In the order of Tag, after its first three.
inline constexpr std::array<std::string_view, 151> kTagNames = {
    "a", "abbr", "acronym", "address", "annotation", "annotation-xml", "applet", "area",
    "article", "aside", "audio", "b", "base", "basefont", "bdi", "bdo", "bgsound", "big", "blink",
    "blockquote", "body", "br", "button", "canvas", "caption", "center", "cite", "code", "col",
    "colgroup", "data", "datalist", "dd", "del", "desc", "details", "dfn", "dialog", "dir", "div",
    "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font", "footer",
    "foreignobject", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head",
    "header", "hgroup", "hr", "html", "i", "iframe", "image", "img", "input", "ins", "kbd",
    "keygen", "label", "legend", "li", "link", "listing", "main", "map", "mark", "marquee",
    "math", "menu", "meta", "meter", "mglyph", "malignmark", "mi", "mn", "mo", "ms", "mtext",
    "nav", "nobr", "noembed", "noframes", "noscript", "object", "ol", "optgroup", "option",
    "output", "p", "param", "picture", "plaintext", "pre", "progress", "q", "rb", "rp", "rt",
    "rtc", "ruby", "s", "samp", "script", "search", "section", "select", "semantics", "slot",
    "small", "source", "span", "strike", "strong", "style", "sub", "summary", "sup", "svg",
    "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr",
    "track", "tt", "u", "ul", "var", "video", "wbr", "xmp",
};

// In the order of AttributeName, after its first.
inline constexpr std::array<std::string_view, 30> kAttributeNames = {
    "alt", "alttext", "aria-hidden", "aria-label", "charset", "class", "colspan", "content",
    "datetime", "dir", "encoding", "hidden", "href", "http-equiv", "id", "itemprop", "itemtype",
    "lang", "media", "name", "property", "rel", "role", "rowspan", "src", "start", "style",
    "title", "type", "value",
};
// clang-format on

inline constexpr size_t kFirstTag = static_cast<size_t>(Tag::other) + 1;
static_assert(kTagNames.size() == static_cast<size_t>(Tag::xmp) + 1 - kFirstTag);
static_assert(kAttributeNames.size() == static_cast<size_t>(AttributeName::value));

inline constexpr NameTable<kTagNames.size(), 2048> kTagTable(kTagNames);
inline constexpr NameTable<kAttributeNames.size(), 256> kAttributeTable(kAttributeNames);

inline Tag find_tag(std::string_view name) {
  const int found = kTagTable.find(name);
  return found < 0 ? Tag::other : static_cast<Tag>(static_cast<size_t>(found) + kFirstTag);
}

inline AttributeName find_attribute_name(std::string_view name) {
  return static_cast<AttributeName>(kAttributeTable.find(name) + 1);
}

}  // namespace sluice::html

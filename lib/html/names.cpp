#include "html/names.h"

#include <cstddef>
#include <initializer_list>

#include "html/name_table.h"

namespace sluice::html {

namespace {

// clang-format off
// In the order of Tag, after its first three.
constexpr std::array<std::string_view, 151> kTagNames = {
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
constexpr std::array<std::string_view, 30> kAttributeNames = {
    "alt", "alttext", "aria-hidden", "aria-label", "charset", "class", "colspan", "content",
    "datetime", "dir", "encoding", "hidden", "href", "http-equiv", "id", "itemprop", "itemtype",
    "lang", "media", "name", "property", "rel", "role", "rowspan", "src", "start", "style",
    "title", "type", "value",
};
// clang-format on

constexpr size_t kFirstTag = static_cast<size_t>(Tag::other) + 1;
static_assert(kTagNames.size() == static_cast<size_t>(Tag::xmp) + 1 - kFirstTag);
static_assert(kAttributeNames.size() == static_cast<size_t>(AttributeName::value));

constexpr NameTable<kTagNames.size(), 2048> kTagTable(kTagNames);
constexpr NameTable<kAttributeNames.size(), 256> kAttributeTable(kAttributeNames);

// clang-format off
constexpr std::array<uint32_t, 256> make_properties() {
  using enum Tag;
  std::array<uint32_t, 256> properties{};
  const auto set = [&properties](uint32_t bits, std::initializer_list<Tag> tags) {
    for (const Tag tag : tags) properties[static_cast<uint8_t>(tag)] |= bits;
  };
  set(kVoid,
      {area, base, basefont, bgsound, br, col, embed, frame, hr, img, input, keygen, link, meta,
      param, source, track, wbr});
  set(kSpecial,
      {address, applet, area, article, aside, base, basefont, bgsound, blockquote, body, br,
      button, caption, center, col, colgroup, dd, details, dir, div, dl, dt, embed, fieldset,
      figcaption, figure, footer, form, frame, frameset, h1, h2, h3, h4, h5, h6, head, header,
      hgroup, hr, html, iframe, img, input, keygen, li, link, listing, main, marquee, menu, meta,
      nav, noembed, noframes, noscript, object, ol, p, param, plaintext, pre, script, search,
      section, select, source, style, summary, table, tbody, td, template_, textarea, tfoot, th,
      thead, title, tr, track, ul, wbr, xmp});
  set(kFormatting,
      {a, b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u});
  set(kImpliedEnd,
      {dd, dt, li, optgroup, option, p, rb, rp, rt, rtc});
  set(kThoroughImpliedEnd,
      {caption, colgroup, dd, dt, li, optgroup, option, p, rb, rp, rt, rtc, tbody, td, tfoot, th,
      thead, tr});
  set(kScope | kListScope | kButtonScope,
      {applet, caption, html, marquee, object, select, table, td, template_, th});
  set(kListScope,
      {ol, ul});
  set(kButtonScope,
      {button});
  set(kTableScope, {html, table, template_});
  set(kHeading,
      {h1, h2, h3, h4, h5, h6});
  set(kBreakout,
      {b, big, blockquote, body, br, center, code, dd, div, dl, dt, em, embed, h1, h2, h3, h4, h5,
      h6, head, hr, i, img, li, listing, menu, meta, nobr, ol, p, pre, ruby, s, small, span,
      strike, strong, sub, sup, table, tt, u, ul, var});
  set(kBlock,
      {address, article, aside, blockquote, body, caption, center, dd, details, dialog, dir, div,
      dl, dt, fieldset, figcaption, figure, footer, form, frameset, h1, h2, h3, h4, h5, h6,
      header, hgroup, hr, html, legend, li, listing, main, marquee, menu, nav, noframes, ol,
      optgroup, option, p, plaintext, pre, search, section, summary, table, tbody, td, tfoot, th,
      thead, tr, ul, xmp});
  set(kRawText,
      {iframe, noembed, noframes, plaintext, script, style, textarea, title, xmp});
  set(kTablePart,
      {table, tbody, tfoot, thead, tr});
  set(kSimpleBlock | kBlockEnd,
      {address, article, aside, blockquote, center, details, dialog, dir, div, dl, fieldset,
       figcaption, figure, footer, header, hgroup, main, menu, nav, ol, search, section, summary,
       ul});
  set(kSimpleBlock, {p});
  set(kBlockEnd, {button, listing, pre, select});
  set(kHeadContent,
      {base, basefont, bgsound, link, meta, noframes, script, style, template_, title});
  set(kTableStructure, {caption, col, colgroup, tbody, td, tfoot, th, thead, tr});
  set(kTableContext, {table, template_, html});
  set(kSectionContext, {tbody, tfoot, thead, template_, html});
  set(kRowContext, {tr, template_, html});
  return properties;
}
// clang-format on

}  // namespace

constinit const std::array<uint32_t, 256> kTagProperties = make_properties();

Tag tag_of(std::string_view name) {
  const int found = kTagTable.find(name);
  return found < 0 ? Tag::other : static_cast<Tag>(static_cast<size_t>(found) + kFirstTag);
}

std::string_view name_of(Tag tag) {
  const auto index = static_cast<size_t>(tag);
  if (index >= kFirstTag) return kTagNames[index - kFirstTag];
  return tag == Tag::document ? "#document" : tag == Tag::text ? "#text" : "";
}

AttributeName attribute_name_of(std::string_view name) {
  return static_cast<AttributeName>(kAttributeTable.find(name) + 1);
}

std::string_view name_of(AttributeName name) {
  return name == AttributeName::other ? "" : kAttributeNames[static_cast<size_t>(name) - 1];
}

}  // namespace sluice::html

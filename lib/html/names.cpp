#include "html/names.h"

#include <initializer_list>

#include "html/name_tables.h"

namespace sluice::html {

namespace {

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

Tag tag_of(std::string_view name) { return find_tag(name); }

std::string_view name_of(Tag tag) {
  const auto index = static_cast<size_t>(tag);
  if (index >= kFirstTag) return kTagNames[index - kFirstTag];
  return tag == Tag::document ? "#document" : tag == Tag::text ? "#text" : "";
}

AttributeName attribute_name_of(std::string_view name) { return find_attribute_name(name); }

std::string_view name_of(AttributeName name) {
  return name == AttributeName::other ? "" : kAttributeNames[static_cast<size_t>(name) - 1];
}

}  // namespace sluice::html

// Names of elements and attributes that the parser or its users treat apart.
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::html {

enum class Tag : uint8_t {
  document, text, other,
  a, abbr, acronym, address, annotation, annotation_xml, applet, area, article, aside, audio, b, base, basefont, bdi, bdo,
  bgsound, big, blink, blockquote, body, br, button, canvas, caption, center, cite, code, col, colgroup, data, datalist, dd,
  del, desc, details, dfn, dialog, dir, div, dl, dt, em, embed, fieldset, figcaption, figure, font, footer,
  foreign_object, form, frame, frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i, iframe, image, img,
  input, ins, kbd, keygen, label, legend, li, link, listing, main, map, mark, marquee, math, menu, meta, meter, mi, mn, mo, ms, mtext,
  nav, nobr, noembed, noframes, noscript, object, ol, optgroup, option, output, p, param, picture, plaintext, pre, progress, q, rb,
  rp, rt, rtc, ruby, s, samp, script, search, section, select, semantics, slot, small, source, span, strike, strong, style, sub,
  summary, sup, svg, table, tbody, td, template_, textarea, tfoot, th, thead, time, title, tr, track, tt, u, ul, var, video, wbr, xmp,
};

enum class AttributeName : uint8_t {
  other,
  alt, alttext, aria_hidden, aria_label, charset, class_, colspan, content, datetime, dir, encoding, hidden, href, http_equiv, id, itemprop,
  itemtype, lang, media, name, property, rel, role, rowspan, src, start, style, title, type, value,
};

}  // namespace sluice::html

// Media types: those of crawls that tools treat or count apart, and the Content-Type field.
//
//   const ContentType declared = parse_content_type("text/html; charset=\"utf-8\"");
//   media_type_of(declared.essence)       // MediaType::html
//   declared.charset                      // "utf-8"
//   name_of(MediaType::html)              // "text/html"
//   group_of(MediaType::png)              // MediaGroup::image
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::warc {

enum class MediaType : uint8_t {
  unknown,  // nothing declared, and no bytes to tell by
  html,
  xhtml,
  xml,
  rss,
  atom,
  svg,
  plain_text,
  css,
  csv,
  javascript,
  json,
  other_text,
  pdf,
  postscript,
  office,  // word processors' and spreadsheets' documents, of any maker
  bmp,
  gif,
  icon,
  jpeg,
  png,
  webp,
  other_image,
  aiff,
  midi,
  mp3,
  wave,
  other_audio,
  avi,
  mp4,
  ogg,
  webm,
  other_video,
  gzip,
  rar,
  zip,
  other_archive,
  font_collection,
  embedded_opentype,
  opentype,
  truetype,
  woff,
  woff2,
  other_font,
  wasm,
  binary,  // application/octet-stream
  other,   // declared as something that is none of these
};

enum class MediaGroup : uint8_t {
  unknown,
  html,  // and XHTML
  xml,   // but XHTML, feeds and SVG
  feed,
  plain_text,
  text,  // not for reading: CSS, CSV, scripts
  json,
  document,  // PDF, PostScript, office
  image,
  audio_video,
  archive,
  font,
  wasm,
  binary,
  other,
};

// The type's usual name, in lower case, for counting: "text/html"; "image/*" for other_image;
// "unknown", "office", "archive" and "other" for what has none.
std::string_view name_of(MediaType type);
MediaGroup group_of(MediaType type);
// "html", "feed", …
std::string_view to_string(MediaGroup group);

// By a type's essence ("text/html") without case, with the synonyms that servers use
// ("application/x-javascript", "text/xml") and the suffixes +xml and +json. `unknown` for an empty
// one and for those by which servers say so ("unknown/unknown", "application/unknown", "*/*").
MediaType media_type_of(std::string_view essence);

struct ContentType {
  std::string_view essence;  // "text/html" as spelled; empty: missing or unusable
  std::string_view charset;  // without quotes; empty: none. Any label, perhaps of no encoding
};

// A Content-Type field's value, as the standard parses it (mimesniff, section 4.4, and the Fetch
// standard's way with lists: the last usable type counts), and more patiently: parameters may
// follow without a semicolon, charset may be quoted by either quote or by one alone, and garbage is
// passed over. Views of the value.
ContentType parse_content_type(std::string_view value);

}  // namespace sluice::warc

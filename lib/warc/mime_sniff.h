// What a body is, by its declared type and its first bytes.
//
// Servers often declare no type or a wrong one. The WHATWG MIME Sniffing standard
// (https://mimesniff.spec.whatwg.org, as of the review draft of July 2026) says what browsers make
// of both together; that is `computed`. It hardly ever overrules a declaration, since a browser
// that does so can be tricked into running a script. A corpus cannot, so `content` says what the
// bytes alone look like, and is_html_like() and is_plain_text() weigh both for extraction.
//
//   const Sniffed sniffed = sniff(message.fields.find("content-type").value_or(""), body.bytes);
//   name_of(sniffed.computed)           // "text/html"
//   if (is_html_like(sniffed)) …        // false for a PDF declared as text/html
//
// Pure functions; only the first kSniffedBytes are looked at.
#pragma once

#include <cstddef>
#include <string_view>

#include "warc/mime.h"

namespace sluice::warc {

inline constexpr size_t kSniffedBytes = 1'445;  // section 5.2

struct Sniffed {
  MediaType declared = MediaType::unknown;
  MediaType computed = MediaType::unknown;  // by the standard
  MediaType content = MediaType::unknown;   // by the bytes alone; unknown: there are none
  // Whether the first bytes read as text: no more than a few control characters, or UTF-16.
  bool textual = false;
  std::string_view charset{};  // as declared; a view of `content_type`
};

// `content_type`: the field's value, empty if there is none. `body`: without codings (http_body.h).
// `no_sniff`: X-Content-Type-Options is nosniff.
Sniffed sniff(std::string_view content_type, std::string_view body, bool no_sniff = false);

// By the bytes alone: the standard's rules for unknown types, extended by what they leave out: byte
// order marks and UTF-16 before markup; XHTML, feeds and SVG by their root elements; JSON, RAR 5,
// fonts, WebAssembly. Deterministic in the first kSniffedBytes.
MediaType sniff_content(std::string_view body);

// To be parsed as HTML: declared as HTML or XHTML, or as XML or nothing and looking like it, unless
// the bytes are something else: a PDF, an image, a feed, a binary.
bool is_html_like(const Sniffed& sniffed);

// To be taken as text: computed as text/plain, and the bytes read as text. A page of HTML that is
// declared as text is text to browsers (mostly it is source code shown), and here; whoever wants
// such pages looks at `content`.
bool is_plain_text(const Sniffed& sniffed);

}  // namespace sluice::warc

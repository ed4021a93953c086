// Bytes as they came off the web to UTF-8 text.
//
//   CharsetDecoder decoder;                                     // one per thread, reused
//   const Decoded decoded = decoder.decode(body, http_charset, CharsetDecoder::Kind::html);
//   if (decoded.known()) use(decoded.text);                     // valid UTF-8, without a mark
//   name_of(decoded.encoding), to_string(decoded.found)         // "windows-1251", "meta"
//
// What the encoding is, in this order:
//
//   bom            a byte order mark of UTF-8 or UTF-16
//   http           the charset of the Content-Type header, if the label is known
//   meta           what the page declares in its first 1,024 bytes (charset_prescan.h)
//   utf8_validity  valid UTF-8 with characters beyond ASCII, whatever http or meta say, or where
//                  they say nothing; valid too is what is cut off within its last character
//   meta           declared later, within the first 32 KiB, since browsers heed that as well
//   utf8_validity  UTF-8 with faults: ten sound characters beyond ASCII for each of them
//   detected       UTF-16 without a mark, by its zeros; else what letters the bytes would be
//                  (charset_detect.h)
//   fallback       windows-1252
//
// Plain text has no meta. A declaration that most of the text contradicts (ten invalid sequences,
// and one for every four bytes from 0x80 on) gives way to detection. A declared UTF-16 counts only
// if there are zeros, as all markup has then. Declared encodings of the `replacement` kind
// (ISO-2022-KR, HZ: known, but not decoded by browsers either, since text in them can hide markup)
// are refused.
//
// Valid UTF-8 is not copied. Else every invalid sequence becomes U+FFFD and is counted
// (charset_convert.h). Deterministic; linear in the input. Throws only where memory or one of ICU's
// usual converters is missing.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/buffer.h"
#include "html/charset_convert.h"
#include "html/charset_detect.h"
#include "html/encoding.h"

namespace sluice::html {

enum class CharsetSource : uint8_t { bom, http, meta, utf8_validity, detected, fallback };
// "bom", "http", …
std::string_view to_string(CharsetSource source);

struct Decoded {
  std::string_view
      text{};  // a view of the input, or of the decoder's memory until the next decode()
  Encoding encoding = Encoding::utf_8;
  CharsetSource found = CharsetSource::fallback;
  uint64_t replaced = 0;  // invalid sequences that became U+FFFD

  // False: the text is in an encoding that is refused, and empty.
  bool known() const { return encoding != Encoding::replacement; }
};

class CharsetDecoder {
 public:
  enum class Kind : uint8_t { html, plain_text };

  // `http_charset`: the label as declared; "" if there is none.
  Decoded decode(std::string_view bytes, std::string_view http_charset, Kind kind);

 private:
  struct Choice {
    Encoding encoding;
    CharsetSource found;
  };

  Decoded convert(std::string_view bytes, const Choice& choice);
  Choice guess(std::string_view bytes, Kind kind);

  CharsetConverter converter_;
  CharsetDetector detector_;
  Buffer text_;
};

}  // namespace sluice::html

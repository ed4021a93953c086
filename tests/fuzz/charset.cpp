// Bytes in any encoding, declared or not: no crash, no hang, valid UTF-8.
//
// The first line is the label of the HTTP header, the rest the body.

#include "html/charset.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "unicode/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice::html;
  static CharsetDecoder decoder;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t line = input.find('\n');
  const std::string_view label = line == std::string_view::npos ? "" : input.substr(0, line);
  const std::string_view body = input.substr(line == std::string_view::npos ? 0 : line + 1);
  for (const auto kind : {CharsetDecoder::Kind::html, CharsetDecoder::Kind::plain_text}) {
    const Decoded decoded = decoder.decode(body, label, kind);
    if (!sluice::is_valid_utf8(decoded.text)) std::abort();
    if (decoded.replaced > body.size()) std::abort();
  }
  return 0;
}

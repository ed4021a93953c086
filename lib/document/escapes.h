// The escapes of JSON strings, both ways, with vector code chosen at run time.
//
//   const EscapeScan scan = scan_escapes(spelled);       // what stands between the quotes
//   if (scan.fault == EscapeFault::none) …               // and scan.content_bytes, its size
//   unescape(spelled, scan.content_bytes, buffer);
//
// Nothing behind the given text is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/buffer.h"

namespace sluice {

enum class EscapeFault : uint8_t { none, bad_escape, lone_surrogate };

struct EscapeScan {
  EscapeFault fault = EscapeFault::none;
  size_t offset = 0;         // of the faulty escape's backslash
  size_t content_bytes = 0;  // UTF-8 bytes once unescaped; text.size() if and only if no escapes
};

// Checks every escape of a string's spelling; other bytes are not looked at.
EscapeScan scan_escapes(std::string_view text);

// Appends the text that `text` spells, which must have passed scan_escapes() with `content_bytes`.
void unescape(std::string_view text, size_t content_bytes, Buffer& out);

// Appends `text` with the escapes that JSON wants, without quotes.
void append_escaped(Buffer& out, std::string_view text);

}  // namespace sluice

// GPT-2's printable stand-ins for the 256 bytes, in which byte-level vocabulary files spell tokens.
//
// Bytes that are printable Latin-1 characters (0x21-0x7E, 0xA1-0xAC, 0xAE-0xFF) stand for
// themselves; the other 68 are U+0100 … U+0143 in their order: the space, 0x20, is U+0120 "Ġ".
// (Radford et al. 2019; `bytes_to_unicode` of its code.)
//
//   to_printable(" the")      "Ġthe"
//   from_printable("Ġthe")    " the"
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::bpe {

char32_t printable_of(uint8_t byte);

std::string to_printable(std::string_view bytes);

// Nothing if `text`, which must be valid UTF-8, holds a character that stands for no byte.
std::optional<std::string> from_printable(std::string_view text);

}  // namespace sluice::bpe

// SentencePiece's space, U+2581 (lower one eighth block), and back.
#pragma once

#include <string>
#include <string_view>

namespace sluice::bpe {

inline constexpr std::string_view kMetaspace = "\xE2\x96\x81";

// Appends `text` with a U+2581 for each space …
void append_with_metaspaces(std::string_view text, std::string& out);
// … and with a space for each U+2581.
void append_without_metaspaces(std::string_view text, std::string& out);

}  // namespace sluice::bpe

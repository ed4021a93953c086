// Base64 (RFC 4648, section 4), as .tiktoken files spell tokens.
//
//   from_base64("IHRoZQ==")    " the"
//   to_base64(" the")          "IHRoZQ=="
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice::bpe {

std::string to_base64(std::string_view bytes);

// Nothing if `text` is not what to_base64() writes: padding is required, spaces are not allowed,
// and the bits behind the last byte are zero, so that no two texts stand for the same bytes.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace sluice::bpe

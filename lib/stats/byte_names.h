// Names of files and words of command lines as JSON text. Internal to stats.
//
// The system's names are bytes, those of JSON are UTF-8. A name that is valid UTF-8 stands as it
// is. Any other is "bytes:" followed by the name with each byte that is no part of well-formed
// UTF-8, and each '%', as % and two hexadecimal digits: "caf\xE9.gz" is "bytes:caf%E9.gz". So is a
// name that begins with "bytes:" itself, so that no two names are written alike.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice::stats {

std::string text_of_name(std::string_view name);

// The inverse; nothing if a '%' behind "bytes:" is not followed by two hexadecimal digits.
std::optional<std::string> name_of_text(std::string_view text);

}  // namespace sluice::stats

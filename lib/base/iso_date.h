// Dates and times as ISO 8601 and RFC 3339 spell them.
//
//   parse_iso_date("2025-01-17T06:00:10+09:00");   // microseconds since 1970: 21:00:10 UTC before
//   parse_iso_date("2025-01");                     // the first instant of the month
//   parse_iso_date("last week");                   // nothing
//
// Pure functions. No leap seconds: 23:59:60 is the next day's first second.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice {

// Microseconds since 1970-01-01T00:00Z of YYYY, YYYY-MM, YYYY-MM-DD, and YYYY-MM-DD with a time
// behind "T" or a space: hh:mm, hh:mm:ss, with a fraction of any length (digits behind the sixth do
// not count), then nothing (UTC), "Z", or an offset as +09:00, -0530, +02. Years 0000 to 9999.
// Nothing for anything else, days that there are not among it.
std::optional<int64_t> parse_iso_date(std::string_view text);

}  // namespace sluice

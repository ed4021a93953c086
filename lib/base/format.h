// Numbers as people read them, and people's numbers as programs read them.
//
//   with_thousands(48113)        "48,113"
//   human_bytes(1536000000)      "1.54 GB"      (powers of 1000, three digits)
//   human_seconds(7384.2)        "2 h 3 min"
//   parse_bytes("64MiB")         67108864       (k M G T P are powers of 1000, Ki … Pi of 1024)
//
// Formatting is independent of the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

std::string with_thousands(uint64_t value);
std::string with_thousands(int64_t value);

// "3 documents", "1 document", "48,113 documents".
std::string count_of(uint64_t count, std::string_view singular, std::string_view plural = {});

std::string human_bytes(uint64_t bytes);
std::string human_seconds(double seconds);

// "512", "64k", "64MB", "64MiB", "1.5G"; an optional trailing B; letters in any case. Nothing if
// the text is not a size or does not fit 64 bits. Fractions are rounded down to a whole byte.
std::optional<uint64_t> parse_bytes(std::string_view text);

// A whole decimal number; no sign, no spaces, nothing left over.
std::optional<uint64_t> parse_u64(std::string_view text);

// A finite decimal number in the C locale ("0.8", "1e-3").
std::optional<double> parse_double(std::string_view text);

// Shortest text that reads back as the same double ("0.98", "1e-07"); the same on every machine.
std::string shortest_double(double value);
// The same for people: without an exponent from .0001 to 10^15 ("100000").
std::string plain_double(double value);

// With so many digits behind the point (0..100): fixed(18.75, 1) is "18.8".
std::string fixed(double value, int decimals);

// 16 hexadecimal digits; written in lower case, read in either.
std::string hex64(uint64_t value);
std::optional<uint64_t> parse_hex64(std::string_view text);

}  // namespace sluice

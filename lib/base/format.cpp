#include "base/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace sluice {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// The factor of a size's unit ("", "b", "k", "kb", "kib", …), or 0 if there is no such unit.
uint64_t unit_factor(std::string_view unit) {
  std::string name;
  for (const char c : unit) name.push_back(lower(c));
  if (!name.empty() && name.back() == 'b') name.pop_back();
  if (name.empty()) return 1;
  const bool binary = name.size() == 2 && name[1] == 'i';
  if (name.size() != 1 && !binary) return 0;
  const size_t power = std::string_view("kmgtp").find(name[0]);
  if (power == std::string_view::npos) return 0;
  uint64_t factor = 1;
  for (size_t i = 0; i <= power; ++i) factor *= binary ? 1024 : 1000;
  return factor;
}

// factor * 0.<digits>, rounded down, exactly: from the last digit to the first, since floors nest.
uint64_t fraction_of(uint64_t factor, std::string_view digits) {
  uint64_t part = 0;
  for (size_t i = digits.size(); i-- > 0;) {
    part = (static_cast<uint64_t>(digits[i] - '0') * factor + part) / 10;
  }
  return part;
}

}  // namespace

std::string with_thousands(uint64_t value) {
  std::string digits = std::to_string(value);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string with_thousands(int64_t value) {
  // Negation in unsigned arithmetic, so that the smallest value has a magnitude too.
  if (value < 0) return "-" + with_thousands(uint64_t{0} - static_cast<uint64_t>(value));
  return with_thousands(static_cast<uint64_t>(value));
}

std::string count_of(uint64_t count, std::string_view singular, std::string_view plural) {
  std::string text = with_thousands(count) + " ";
  if (count == 1) return text.append(singular);
  if (!plural.empty()) return text.append(plural);
  return text.append(singular).append("s");
}

std::string human_bytes(uint64_t bytes) {
  static constexpr std::array units = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) return std::to_string(bytes) + " B";
  double value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 999.5 && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fixed(value, decimals) + " " + units[unit];
}

std::string human_seconds(double seconds) {
  if (seconds < 9.95) return fixed(seconds, 1) + " s";
  if (seconds < 119.5) return fixed(seconds, 0) + " s";
  if (seconds < 2 * 3600.0) return fixed(seconds / 60, 0) + " min";
  if (seconds < 48 * 3600.0) {
    const auto minutes = static_cast<uint64_t>(seconds / 60);
    return std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
  }
  return fixed(seconds / 86400, 1) + " days";
}

std::optional<uint64_t> parse_bytes(std::string_view text) {
  const size_t number_end = std::min(text.find_first_not_of("0123456789."), text.size());
  const uint64_t factor = unit_factor(text.substr(number_end));
  if (factor == 0) return std::nullopt;
  const std::string_view number = text.substr(0, number_end);
  const size_t point = std::min(number.find('.'), number.size());
  const std::string_view whole = number.substr(0, point);
  const std::string_view fraction = number.substr(std::min(point + 1, number.size()));
  if (whole.empty() && fraction.empty()) return std::nullopt;
  if (fraction.find('.') != std::string_view::npos) return std::nullopt;

  const auto units = whole.empty() ? uint64_t{0} : parse_u64(whole);
  uint64_t bytes = 0;
  if (!units || __builtin_mul_overflow(*units, factor, &bytes) ||
      __builtin_add_overflow(bytes, fraction_of(factor, fraction), &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

std::optional<uint64_t> parse_u64(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<double> parse_double(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string shortest_double(double value) {
  std::array<char, 32> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? std::string(text.data(), end) : std::string("0");
}

std::string plain_double(double value) {
  const double size = std::abs(value);
  if (size != 0 && !(size >= 1e-4 && size < 1e15)) return shortest_double(value);
  std::array<char, 64> text;
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  return error == std::errc{} ? std::string(text.data(), end) : shortest_double(value);
}

std::string fixed(double value, int decimals) {
  std::array<char, 512> text;  // the largest double has 309 digits
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value,
                                          std::chars_format::fixed, decimals);
  return error == std::errc{} ? std::string(text.data(), end) : std::string("0");
}

std::string hex64(uint64_t value) {
  std::array<char, 17> text;
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

std::optional<uint64_t> parse_hex64(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  if (text.size() != 16) return std::nullopt;
  const auto [stop, error] = std::from_chars(text.data(), end, value, 16);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace sluice

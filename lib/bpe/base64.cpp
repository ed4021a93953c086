#include "bpe/base64.h"

#include <array>
#include <cstdint>

namespace sluice::bpe {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNoDigit = 64;

constexpr std::array<uint8_t, 256> values_of_digits() {
  std::array<uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<uint8_t>(kDigits[i])] = static_cast<uint8_t>(i);
  }
  return values;
}
constexpr std::array<uint8_t, 256> kValues = values_of_digits();

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < group.size() ? static_cast<uint8_t>(group[k]) : 0u);
    }
    for (size_t k = 0; k < 4; ++k) {
      text += k <= group.size() ? kDigits[bits >> (18 - 6 * k) & 0x3F] : '=';
    }
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  size_t digits = text.size();
  while (digits > 0 && text.size() - digits < 2 && text[digits - 1] == '=') --digits;
  std::string bytes;
  bytes.reserve(digits * 3 / 4);
  uint32_t bits = 0;
  unsigned held = 0;  // bits that wait for more
  for (const char digit : text.substr(0, digits)) {
    const uint8_t value = kValues[static_cast<uint8_t>(digit)];
    if (value == kNoDigit) return std::nullopt;
    bits = bits << 6 | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held & 0xFF);
    bits &= (1u << held) - 1;
  }
  if (bits != 0 || held >= 6) return std::nullopt;
  return bytes;
}

}  // namespace sluice::bpe

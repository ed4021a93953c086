#include "bpe/byte_alphabet.h"

#include <array>

#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

constexpr char32_t kFirstStandIn = 0x100;
constexpr size_t kStandIns = 68;

constexpr bool is_printable(uint32_t byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

struct Alphabet {
  std::array<char32_t, 256> of_byte{};
  std::array<uint8_t, kStandIns> of_stand_in{};  // [i]: the byte of U+0100 + i
};

constexpr Alphabet make_alphabet() {
  Alphabet alphabet;
  size_t next = 0;
  for (uint32_t byte = 0; byte < 256; ++byte) {
    if (is_printable(byte)) {
      alphabet.of_byte[byte] = byte;
    } else {
      alphabet.of_byte[byte] = kFirstStandIn + static_cast<char32_t>(next);
      alphabet.of_stand_in[next++] = static_cast<uint8_t>(byte);
    }
  }
  return alphabet;
}
constexpr Alphabet kAlphabet = make_alphabet();

}  // namespace

char32_t printable_of(uint8_t byte) { return kAlphabet.of_byte[byte]; }

std::string to_printable(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char byte : bytes) {
    char spelled[4];
    text.append(spelled, encode_utf8(printable_of(static_cast<uint8_t>(byte)), spelled));
  }
  return text;
}

std::optional<std::string> from_printable(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    at += next.size;
    if (next.value < kFirstStandIn && is_printable(next.value)) {
      bytes += static_cast<char>(next.value);
    } else if (next.value >= kFirstStandIn && next.value < kFirstStandIn + kStandIns) {
      bytes += static_cast<char>(kAlphabet.of_stand_in[next.value - kFirstStandIn]);
    } else {
      return std::nullopt;
    }
  }
  return bytes;
}

}  // namespace sluice::bpe

#include "bpe/seams.h"

#include "unicode/utf8.h"

namespace sluice::bpe {

Seams::Seams(std::span<const std::string> tokens)
    : pairs_((size_t{1} << kPairBits) / 64), halves_((size_t{1} << 16) / 64) {
  for (const std::string& token : tokens) add(token);
}

void Seams::add(std::string_view token) {
  const auto byte = [token](size_t i) { return static_cast<unsigned char>(token[i]); };
  const auto set = [](std::vector<uint64_t>& bits, size_t bit) {
    bits[bit / 64] |= uint64_t{1} << bit % 64;
  };
  const auto packed = [byte](size_t begin, size_t end) {
    uint32_t value = 0;
    for (size_t i = begin; i < end; ++i) value = value << 8 | byte(i);
    return value;
  };
  size_t left = 0;  // where the character before `right` begins
  for (size_t right = 1; right < token.size(); ++right) {
    if ((byte(right) & 0xC0) == 0x80) continue;
    const CodePoint before = decode_utf8(token, left);
    const CodePoint behind = decode_utf8(token, right);
    if (before.size != 0 && left + before.size == right && behind.size != 0) {
      set(pairs_, pair_bit(packed(left, right), packed(right, right + behind.size)));
    } else {
      set(halves_, size_t{byte(right - 1)} << 8 | byte(right));
    }
    left = right;
  }
}

}  // namespace sluice::bpe

#include "bpe/embedded.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "bpe/byte_alphabet.h"

// The assembler brings the file in as it is: as a source file, a quarter of a megabyte of numbers
// would take the compiler seconds.
asm(".section .rodata\n"
    ".global sluice_64k_merges_begin\n"
    ".global sluice_64k_merges_end\n"
    "sluice_64k_merges_begin:\n"
    ".incbin \"" SLUICE_64K_MERGES
    "\"\n"
    "sluice_64k_merges_end:\n"
    ".previous\n");
extern "C" const unsigned char sluice_64k_merges_begin[];
extern "C" const unsigned char sluice_64k_merges_end[];

namespace sluice::bpe {
namespace {

// In the order of ids: of the characters that stand for them.
std::array<uint8_t, 256> bytes_in_order() {
  std::array<uint8_t, 256> bytes;
  std::iota(bytes.begin(), bytes.end(), uint8_t{0});
  std::ranges::sort(bytes, {}, printable_of);
  return bytes;
}

// The merges are pairs of ids, 16 bits each, least significant byte first.
TokenId id_at(const unsigned char* place) { return place[0] | TokenId{place[1]} << 8; }

Vocabulary unpack(std::span<const unsigned char> merges) {
  constexpr size_t kBytesAMerge = 4;
  Vocabulary vocabulary;
  vocabulary.name = "sluice-64k";
  vocabulary.semantics = Semantics::merges;
  vocabulary.pre_tokenizer = PreTokenizer::cl100k;
  vocabulary.unicode = UnicodeVersion::v16_0;
  vocabulary.added.push_back({.id = kSluice64kEndOfText, .content = "<|endoftext|>"});

  std::vector<std::string>& tokens = vocabulary.tokens;
  tokens.reserve(1 + 256 + merges.size() / kBytesAMerge);
  tokens.emplace_back();  // <|endoftext|> is an added token
  for (const uint8_t byte : bytes_in_order()) tokens.emplace_back(1, static_cast<char>(byte));
  vocabulary.merges.reserve(merges.size() / kBytesAMerge);
  for (size_t at = 0; at < merges.size(); at += kBytesAMerge) {
    const Merge merge{id_at(&merges[at]), id_at(&merges[at + 2])};
    vocabulary.merges.push_back(merge);
    tokens.push_back(tokens[merge.left] + tokens[merge.right]);
  }
  return vocabulary;
}

}  // namespace

const Vocabulary& sluice_64k() {
  static const Vocabulary vocabulary = unpack({sluice_64k_merges_begin, sluice_64k_merges_end});
  return vocabulary;
}

}  // namespace sluice::bpe

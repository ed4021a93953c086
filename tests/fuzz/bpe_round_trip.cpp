// Any bytes: ids stand for the text, count() is their number, and pieces are bounded work.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/encoder.h"

namespace sluice::bpe {
namespace {

// All bytes, and tokens that end within characters and reach across them.
Vocabulary byte_vocabulary(Semantics semantics) {
  Vocabulary vocabulary;
  vocabulary.semantics = semantics;
  vocabulary.pre_tokenizer = PreTokenizer::o200k;
  for (int byte = 0; byte < 256; ++byte) {
    vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
  }
  const auto merge = [&](TokenId left, TokenId right) {
    vocabulary.tokens.push_back(vocabulary.tokens[left] + vocabulary.tokens[right]);
    if (semantics == Semantics::merges) vocabulary.merges.push_back({left, right});
    return static_cast<TokenId>(vocabulary.tokens.size() - 1);
  };
  const TokenId th = merge('t', 'h');
  merge(th, 'e');
  const TokenId aa = merge('a', 'a');
  merge(aa, aa);
  const TokenId e4b8 = merge(0xE4, 0xB8);
  const TokenId zhong = merge(e4b8, 0xAD);
  merge(0x96, 0xE7);
  merge(zhong, e4b8);
  merge(' ', 'a');
  vocabulary.added = {{.id = static_cast<TokenId>(vocabulary.tokens.size()), .content = "<|end|>"},
                      {.id = static_cast<TokenId>(vocabulary.tokens.size() + 1),
                       .content = "the",
                       .special = false,
                       .single_word = true}};
  return vocabulary;
}

void require(bool holds) {
  if (!holds) std::abort();
}

void check_round_trip(const Encoder& encoder, std::string_view text) {
  Encoder::Scratch scratch(encoder);
  std::vector<TokenId> ids;
  encoder.encode(text, scratch, ids);
  require(scratch.steps() <= 16 + 64 * text.size());
  require(encoder.count(text, scratch) == ids.size());
  std::string decoded;
  require(encoder.decode(ids, decoded) == ids.size());
  require(decoded == text);
  if (const size_t cut = encoder.safe_cut(text, text.size() / 2); cut != 0) {
    std::vector<TokenId> halves;
    encoder.encode(text.substr(0, cut), scratch, halves);
    encoder.encode(text.substr(cut), scratch, halves);
    require(halves == ids);
  }
}

}  // namespace
}  // namespace sluice::bpe

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice::bpe;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static const Encoder by_rank(byte_vocabulary(Semantics::rank), {.cache_bytes = 1024});
  static const Encoder by_merges(byte_vocabulary(Semantics::merges),
                                 {.special = SpecialText::allow, .cache_bytes = 1024});
  check_round_trip(by_rank, text);
  check_round_trip(by_merges, text);
  return 0;
}

// How Hugging Face's tokenizers library reads a BPE model with the tokens added to it: the parts of
// a tokenizer.json put together as a Vocabulary.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/tokenizer_steps.h"
#include "bpe/vocabulary.h"

namespace sluice::bpe {

// What a tokenizer.json says. Views of the file's content.
struct HuggingFaceTokenizer {
  struct Entry {
    std::string_view token;
    TokenId id = 0;
  };
  struct Pair {
    std::string_view left;
    std::string_view right;
  };

  std::vector<Step> normalizers;
  std::vector<Step> pre_tokenizers;
  std::vector<Step> decoders;
  std::vector<AddedToken> added;
  std::vector<Entry> vocab;
  std::vector<Pair> merges;
  std::optional<std::string_view> unk_token;
  bool fuse_unk = false;
  bool byte_fallback = false;
  bool ignore_merges = false;
};

// Throws ConfigError naming the part by its place in the file ("model.merges[12]: …").
Vocabulary assemble(const HuggingFaceTokenizer& tokenizer);

// "<0x0A>": how vocabularies of SentencePiece's kind spell the token of a byte.
std::string byte_token_name(uint8_t byte);

}  // namespace sluice::bpe

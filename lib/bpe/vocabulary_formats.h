// Vocabulary files: readers for the four formats in use, writers for three.
//
//   Vocabulary v = read_tokenizer_json(bytes);          // Hugging Face tokenizers
//   std::string bytes = write_tiktoken(v);
//
// Readers take a file's content and throw ConfigError with what is wrong and where ("line 17: …",
// "model.merges[12]: …"); they never guess: a normaliser, pre-tokenizer or model that Sluice does
// not carry out exactly is refused by name. What a writer cannot say is an error too. The name is
// left empty for the caller to fill in.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

// Lines of base64 token and rank. The file does not tell its pre-tokenizer.
Vocabulary read_tiktoken(std::string_view bytes, PreTokenizer pre_tokenizer);
// The published file that has as many ranks (r50k, p50k: gpt2; cl100k; o200k), if there is one.
std::optional<PreTokenizer> published_tiktoken(std::string_view bytes);

// Hugging Face's tokenizer.json with a BPE model: both spellings of merges, added tokens,
// byte_fallback, ignore_merges.
Vocabulary read_tokenizer_json(std::string_view bytes);

// GPT-2's pair of files. Byte-level.
Vocabulary read_vocab_and_merges(std::string_view vocab_json, std::string_view merges_txt,
                                 PreTokenizer pre_tokenizer);

// SentencePiece's ModelProto with a BPE model.
Vocabulary read_sentencepiece(std::string_view bytes);

std::string write_tiktoken(const Vocabulary& vocabulary);
std::string write_tokenizer_json(const Vocabulary& vocabulary);
struct VocabAndMerges {
  std::string vocab_json;
  std::string merges_txt;
};
VocabAndMerges write_vocab_and_merges(const Vocabulary& vocabulary);

}  // namespace sluice::bpe

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
// The published file that has as many ranks (r50k, p50k: gpt2; cl100k, llama3: cl100k; o200k), if
// there is one.
std::optional<PreTokenizer> published_tiktoken(std::string_view bytes);

// Hugging Face's tokenizer.json with a BPE model: both spellings of merges, added tokens,
// byte_fallback, ignore_merges. What it says of post-processing, truncation and padding is left to
// the caller. Entries of model.vocab that only reserve the id of an added token become no tokens.
Vocabulary read_tokenizer_json(std::string_view bytes);

// GPT-2's pair of files. Byte-level. Entries that are no byte and that no merge makes, as
// <|endoftext|>, become special tokens.
Vocabulary read_vocab_and_merges(std::string_view vocab_json, std::string_view merges_txt,
                                 PreTokenizer pre_tokenizer);

// SentencePiece's ModelProto with a BPE model whose text is not normalised. Scores become a list of
// merges that joins what SentencePiece joins (rank_merging.h); control pieces become special
// tokens, and user-defined ones added tokens that are matched in the text with its U+2581.
Vocabulary read_sentencepiece(std::string_view bytes);

// Special tokens are left out, as in published files. A vocabulary with a list of merges is written
// if ids as ranks are proved to merge alike.
std::string write_tiktoken(const Vocabulary& vocabulary);
// One that merges by rank is written with a list of merges that gives the same ids.
std::string write_tokenizer_json(const Vocabulary& vocabulary);
struct VocabAndMerges {
  std::string vocab_json;
  std::string merges_txt;
};
VocabAndMerges write_vocab_and_merges(const Vocabulary& vocabulary);

}  // namespace sluice::bpe

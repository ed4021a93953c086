// What an Encoder and its Scratch are made of; for encoder.cpp and text_encoding.h alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bpe/added_tokens.h"
#include "bpe/encoder.h"
#include "bpe/pre_tokenizer.h"
#include "bpe/word_cache.h"
#include "bpe/word_encoder.h"

namespace sluice::bpe {

// Some of a vocabulary's added tokens, to be found in text.
class AddedTokenSet {
 public:
  // `tokens` must stay where they are; `contents`: what each is in the text.
  AddedTokenSet(std::vector<const AddedToken*> tokens, const std::vector<std::string>& contents)
      : tokens_(std::move(tokens)),
        finder_(std::vector<std::string_view>(contents.begin(), contents.end())) {
    for (const std::string& content : contents) longest_ = std::max(longest_, content.size());
  }

  bool empty() const { return finder_.empty(); }
  size_t longest() const { return longest_; }
  const AddedTokenFinder& finder() const { return finder_; }
  const AddedToken& token(const AddedTokenFinder::Match& match) const {
    return *tokens_[match.index];
  }

 private:
  std::vector<const AddedToken*> tokens_;
  AddedTokenFinder finder_;
  size_t longest_ = 0;
};

struct EncoderParts {
  EncoderParts(const Vocabulary& vocabulary, const Encoder::Options& chosen);
  EncoderParts(const EncoderParts&) = delete;
  EncoderParts& operator=(const EncoderParts&) = delete;

  // Whether an added token may stand on both sides of `cut` (a safe cut of the splitter), or
  // touches it and looks beyond.
  bool reaches_across(std::string_view text, size_t cut) const;
  // Bytes on each side that decide on it.
  size_t cut_context() const;

  Encoder::Options options;
  uint64_t size;
  Normalizer normalizer;
  std::vector<std::string> tokens;  // as the vocabulary spells them
  std::vector<std::string> texts;   // what they stand for, where that is something else
  std::vector<AddedToken> added;
  std::vector<std::string_view> decoded;  // by id
  WordEncoder words;
  Splitter splitter;
  AddedTokenSet raw;         // matched in the text as it is
  AddedTokenSet normalized;  // … as normalised
  AddedTokenSet special;
};

using ShortEntry = WordEntry<2>;
using LongEntry = WordEntry<6>;

enum class WordPart : bool {
  whole,    // a piece
  between,  // two seams
};

// A word that waits for its line of the cache.
struct PendingWord {
  ShortKey key;  // of short words
  std::string_view word;
  size_t readable = 0;  // bytes from the word's begin on
  WordPart part = WordPart::whole;
};

struct EncodingRoom {
  explicit EncodingRoom(size_t cache_bytes)
      : short_words(cache_bytes / 2), long_words(cache_bytes / 2) {}

  WordCache<2> short_words;
  WordCache<6> long_words;
  MergeRoom merging;
  std::string normalized;
  std::array<PendingWord, 64> pending;
  size_t pending_size = 0;
};

}  // namespace sluice::bpe

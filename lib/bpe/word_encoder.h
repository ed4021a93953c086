// One word, with no regard to the text around it: to symbols, to tokens.
//
//   const WordEncoder words(vocabulary, tokens);
//   words.merge(" tokenizer", room);
//   use(room.symbols);
//
// A byte or character for which the vocabulary has neither token nor stand-in is left out, as
// Hugging Face does.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/merge_table.h"
#include "bpe/seams.h"
#include "bpe/short_tokens.h"
#include "bpe/token_index.h"
#include "bpe/vocabulary.h"
#include "bpe/word_cache.h"
#include "bpe/word_merger.h"

namespace sluice::bpe {

class WordEncoder {
 public:
  // `tokens`: the vocabulary's, which must stay where they are.
  WordEncoder(const Vocabulary& vocabulary, std::span<const std::string> tokens);
  WordEncoder(const WordEncoder&) = delete;
  WordEncoder& operator=(const WordEncoder&) = delete;

  // The token that a piece is as it stands, whatever the merges say; kNoToken where the vocabulary
  // does not say so, or has none.
  TokenId whole(std::string_view piece) const {
    return pieces_are_tokens_ ? index_.find(piece) : kNoToken;
  }
  TokenId whole(const ShortKey& piece) const {
    return pieces_are_tokens_ ? short_tokens_.find(piece) : kNoToken;
  }
  void prefetch(const ShortKey& piece) const { short_tokens_.prefetch(piece); }
  // The tokens that a word is merged to, in room.symbols.
  void merge(std::string_view word, MergeRoom& room) const;

  const TokenIndex& index() const { return index_; }
  // Whether pieces may be encoded part by part: where characters may be left out, a run of them
  // become one unknown token, or stand-ins merge, neighbours are not what the text shows.
  bool has_seams() const { return complete_; }
  const Seams& seams() const { return seams_; }

 private:
  std::vector<MergeTable::Pair> used_merges(std::span<const std::string> tokens,
                                            std::span<const Merge> merges) const;
  void number_by_rank(std::vector<MergeTable::Pair> used, std::span<const std::string> tokens);
  void start(std::string_view word, MergeRoom& room) const;
  void start_with_bytes(std::string_view word, MergeRoom& room) const;
  void start_with_characters(std::string_view word, MergeRoom& room) const;
  TokenId symbol_of(TokenId id) const {
    return symbols_.empty() || id == kNoToken ? id : symbols_[id];
  }

  TokenIndex index_;
  MergeTable merges_;
  // Merging works on symbols: the tokens that no merge makes, then the others in the order in which
  // they are made, so that a rank tells its result. Both empty: symbols are tokens.
  std::vector<TokenId> symbols_;      // by token
  std::vector<TokenId> tokens_;       // by symbol
  std::vector<uint32_t> byte_ranks_;  // of pairs of bytes, where every byte has a token
  Seams seams_;
  bool pieces_are_tokens_;
  ShortTokens short_tokens_;  // empty if not
  bool byte_level_;
  bool complete_;                      // every text has tokens, and only as spelled
  std::array<TokenId, 256> byte_ids_;  // symbols of bytes; of ASCII alone if not byte_level_
  std::optional<std::array<TokenId, 256>> byte_tokens_;  // symbols that stand for bytes
  std::optional<TokenId> unknown_;                       // a symbol
  bool fuse_unknown_;
};

}  // namespace sluice::bpe

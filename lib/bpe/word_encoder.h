// One word, with no regard to the text around it: to symbols, to tokens.
//
//   const WordEncoder words(vocabulary, tokens);
//   words.encode(" tokenizer", WordEncoder::Part::whole, room);
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

#include "bpe/merge_table.h"
#include "bpe/seams.h"
#include "bpe/token_index.h"
#include "bpe/vocabulary.h"
#include "bpe/word_merger.h"

namespace sluice::bpe {

class WordEncoder {
 public:
  // `tokens`: the vocabulary's, which must stay where they are.
  WordEncoder(const Vocabulary& vocabulary, std::span<const std::string> tokens);
  WordEncoder(const WordEncoder&) = delete;
  WordEncoder& operator=(const WordEncoder&) = delete;

  enum class Part : bool {
    whole,    // a piece: may be a token as it stands, whatever the merges say
    between,  // two seams: merged
  };
  // The word's tokens, in room.symbols.
  void encode(std::string_view word, Part part, MergeRoom& room) const;

  const TokenIndex& index() const { return index_; }
  // Whether pieces may be encoded part by part: where characters may be left out, a run of them
  // become one unknown token, or stand-ins merge, neighbours are not what the text shows.
  bool has_seams() const { return complete_; }
  const Seams& seams() const { return seams_; }

 private:
  void start_with_bytes(std::string_view word, MergeRoom& room) const;
  void start_with_characters(std::string_view word, MergeRoom& room) const;

  TokenIndex index_;
  MergeTable merges_;
  WordMerger merger_;
  Seams seams_;
  bool pieces_are_tokens_;
  bool byte_level_;
  bool complete_;                      // every text has tokens
  std::array<TokenId, 256> byte_ids_;  // of bytes; of ASCII alone where symbols are characters
  std::optional<std::array<TokenId, 256>> byte_tokens_;
  std::optional<TokenId> unknown_;
  bool fuse_unknown_;
};

}  // namespace sluice::bpe

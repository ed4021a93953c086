// When a list of pairs merges as ranks of tokens do.
//
// tiktoken and SentencePiece join, of all neighbours whose concatenation is a token, those whose
// token has the lowest rank, and of equal ones those that stand first in the text. Hugging Face
// tokenizers join the pair that stands first in a list. To write one as the other takes a list:
//
//   const RankMerging ranks(tokens, ranks_by_id, RankMerging::Symbols::bytes);
//   ranks.merges();                  // for each token the last pair, in the order of ranks
//   ranks.require_equal(merges);     // of some other list, or ConfigError
//
// A token's last pair are the two parts that its own string is in before it becomes the token. No
// other pair that makes the token ever stands in a text: as long as no merge reaches across its
// ends, a stretch of text is merged as if it stood alone, so that a stretch that spells the token
// is in two parts only once, and these are the last pair. Hence the last pairs in the order of
// ranks do what the ranks do, and a list that holds more pairs in that order does so too.
//
// A token may also be without: what its string is merged to ends in several tokens (588 of Llama
// 3's). No merges make it; tiktoken gives it for a piece that is the token as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/token_index.h"
#include "bpe/vocabulary.h"

namespace sluice::bpe {

class RankMerging {
 public:
  enum class Symbols : uint8_t { bytes, characters };  // what merging begins with

  // `ranks`: by id, each once; kNoRank for tokens that merging neither makes nor uses. Throws
  // ConfigError if a symbol within a token is no token itself, or if tokens are too long
  // (check_squares): a token may cost the square of its length.
  static constexpr uint32_t kNoRank = ~uint32_t{0};
  RankMerging(std::span<const std::string> tokens, std::span<const uint32_t> ranks,
              Symbols symbols);

  const std::vector<Merge>& merges() const { return merges_; }
  // Whether merging gives each token for its own string.
  bool makes_all() const { return makes_all_; }

  // Throws ConfigError unless merging by this list gives what merging by ranks gives.
  void require_equal(std::span<const Merge> merges) const;

 private:
  uint32_t rank_made_by(const Merge& merge) const;

  std::span<const std::string> tokens_;
  std::span<const uint32_t> ranks_;
  TokenIndex index_;
  std::vector<Merge> merges_;
  bool makes_all_ = true;
};

}  // namespace sluice::bpe

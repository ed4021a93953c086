// What a text has of evaluation items: every run of words that they share, grown to its full
// extent, and how much of each item that is.
//
//   const Scanner scanner(index, index.weights(), {.policy = Policy::score});
//   Scanner::Scratch scratch;                            // one a thread; its memory is reused
//   std::vector<Finding> findings;
//   scanner.scan(document.text(), scratch, findings);    // items that are in it, the worst first
//
// A run of kAnchorWords words of an item is grown to both sides: over words that are the same, and
// over gaps of up to kMostMisses words on either side (AI2's decon, github.com/allenai/decon, has
// the same bound) where at least kMeetWords words are the same behind them or the item ends. So one
// word changed, left out or added does not hide an item.
//
// The score of an item is the share of its words that such runs cover, by weight (index.h, and
// frequencies.h for weights by how common they are in a corpus): questions count .7, answers .2,
// passages .1, over the parts that the item has (the weights of AI2's decon). A question of
// kLongItem own words counts by itself, if that is more, and so does an answer of kLongAnswer. An
// answer or question too short to be found by itself counts if it stands within kWindow words
// of the other. A passage never makes an item found: it is public text.
//
// Items of kShortestItem to kLongItem - 1 own words, question and answer together, are found only
// where all of both are there, or all of a question of kLongItem words. Longer ones need the
// threshold and, below 45 words, more: of n own words all but 1 + (n - 13) / 4, so that two exam
// questions of one pattern are not one.
//
// Time: linear in the text, for each word at most a bounded number of steps, which depends on how
// many parts share its runs (kMostParts). Memory: 4 bytes a word of the text, and what is found.
// Thread-safe: a Scanner is immutable; index and weights must outlive it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "decontaminate/index.h"
#include "decontaminate/words.h"

namespace sluice::decontaminate {

inline constexpr uint32_t kMostMisses = 11;  // words on either side that a gap may have
inline constexpr uint32_t kMeetWords = 4;    // that are the same behind a gap
inline constexpr uint32_t kWindow = 64;      // words, and twice as many as what is looked for has

enum class Policy : uint8_t {
  score,   // the threshold
  any,     // one run of `ngram` words of a question or answer, or a whole short item
  gpt3,    // the same; what is done about it differs (trim.h)
  llama3,  // the share of question and answer in runs of 8 words (Llama 3: a ratio of 8-grams)
};

struct Finding {
  uint32_t item = 0;
  uint32_t score = 0;       // 0..kFullScore
  uint32_t words = 0;       // of the longest run that is the same
  std::vector<Span> spans;  // bytes of the text, ascending, apart from each other
};
inline constexpr uint32_t kFullScore = 10'000;
inline constexpr uint32_t kLlamaWords = 8;

class Scanner {
 public:
  struct Options {
    Policy policy = Policy::score;
    uint32_t ngram = 13;         // words; 8..50
    uint32_t threshold = 8'000;  // of kFullScore
  };
  struct Scratch;

  // `weights`: of the index's words, 0..kFullWeight. Throws ConfigError if an option is out of
  // range.
  Scanner(const EvaluationIndex& index, std::span<const uint8_t> weights, const Options& options);

  // Replaces `findings`: by falling score, then by words, then by item.
  void scan(std::string_view text, Scratch& scratch, std::vector<Finding>& findings) const;

  // Whether the item is found where it stands whole, by this policy and these weights.
  bool is_detectable(uint32_t item) const;

 private:
  class Pass;

  const EvaluationIndex& index_;
  std::span<const uint8_t> weights_;
  Options options_;
  WordReader reader_;
  std::vector<uint64_t> part_weights_;  // by part: the sum of its words' weights
  std::vector<uint64_t> own_weights_;   // the same by boilerplate alone
};

// Runs of words that text and item share, one behind the other where they belong together.
struct SharedRun {
  size_t text = 0;    // first word of the text
  uint32_t item = 0;  // first word of the part
  uint32_t words = 0;
};

// Grows an anchor, at which kAnchorWords words are the same, to all shared runs that belong to it,
// in order; appends them. Time: O(words of the part) and O(kMostMisses^2) for each gap.
void grow(std::span<const uint32_t> text, std::span<const uint32_t> part, SharedRun anchor,
          std::vector<SharedRun>& runs);

// A part that a text has something of.
struct TouchedPart {
  uint32_t part = 0;
  std::vector<SharedRun> runs = {};
  uint64_t covered = 0;    // weight
  uint64_t in_eights = 0;  // weight of words in runs of kLlamaWords
  uint32_t longest = 0;    // words of the longest run that is not all boilerplate
  // Where runs were found last: the distance between text and part, and where in the text it ends.
  struct Diagonal {
    int64_t distance = INT64_MIN;
    size_t end = 0;
  };
  std::array<Diagonal, 8> recent = {};
  uint32_t next_recent = 0;
};

// Words of the text that a finding consists of.
struct WordSpan {
  Span words;
  uint32_t same = 0;     // of them
  uint32_t finding = 0;  // its number
  friend auto operator<=>(const WordSpan&, const WordSpan&) = default;
};

struct Scanner::Scratch {
  WordReader::Scratch reading;
  std::vector<uint32_t> words;
  std::vector<uint32_t> touched_of;  // by part: its place in `touched` + 1, or 0
  std::vector<TouchedPart> touched;
  size_t touched_count = 0;
  std::vector<SharedRun> grown;
  std::vector<uint8_t> marks;
  std::vector<uint32_t> candidates;
  std::vector<WordSpan> spans;
};

}  // namespace sluice::decontaminate

// What several vocabularies make of the same text: tokens by vocabulary, in all, by language and by
// source, and how often each entry is used.
//
//   Comparison part({&gpt2, &cl100k});                   // one a thread, then
//   part.add({.text = text, .language = "en"});
//   all.merge(part);                                     // in any order: addition commutes
//   all.total().tokens[1];                               // cl100k's
//
// The measures are functions of these counts (metrics.h).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/encoder.h"

namespace sluice::bpe {

struct ComparedText {
  std::string_view text;
  std::string_view language = {};  // empty: not stated
  std::string_view source = {};
  uint64_t words = 0;      // in the text, by whatever finds words
  uint64_t documents = 1;  // that this is; 0 for a further piece of one
};

struct ComparedCounts {
  uint64_t documents = 0;
  uint64_t bytes = 0;
  uint64_t words = 0;
  std::vector<uint64_t> tokens;  // one a vocabulary

  ComparedCounts& operator+=(const ComparedCounts& other);
};

class Comparison {
 public:
  // Groups with more values than this are given up: their maps are empty then.
  static constexpr size_t kMostGroups = 4096;
  using Groups = std::map<std::string, ComparedCounts, std::less<>>;

  // `encoders` must outlive this. Memory: 8 bytes an entry of each vocabulary.
  explicit Comparison(std::vector<const Encoder*> encoders);

  void add(const ComparedText& text);
  void merge(const Comparison& other);  // of the same encoders

  const ComparedCounts& total() const { return total_; }
  const Groups& by_language() const { return languages_.groups; }
  const Groups& by_source() const { return sources_.groups; }
  // By id: how often the vocabulary's entries occur.
  std::span<const uint64_t> uses(size_t vocabulary) const { return uses_[vocabulary]; }

 private:
  struct Dimension {
    Groups groups;
    bool given_up = false;

    void add(std::string_view value, const ComparedCounts& counts);
    void merge(const Dimension& other);
    void give_up_if_many();
  };

  std::vector<const Encoder*> encoders_;
  std::vector<Encoder::Scratch> scratch_;
  std::vector<TokenId> ids_;
  ComparedCounts total_;
  Dimension languages_;
  Dimension sources_;
  std::vector<std::vector<uint64_t>> uses_;
};

}  // namespace sluice::bpe

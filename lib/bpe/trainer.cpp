#include "bpe/trainer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "bpe/byte_alphabet.h"
#include "bpe/pair_index.h"
#include "bpe/symbol_text.h"

namespace sluice::bpe {
namespace {

// Pairs are indexed down to a share of the highest count, then, when those are used up, again: most
// pairs are never common enough to be merged, and the text shrinks as it goes.
constexpr uint64_t kFirstShare = 1024;  // of all pairs; the highest count is often about 1/40
constexpr uint64_t kShare = 16;

constexpr uint64_t kProgressEvery = 256;

class Training {
 public:
  Training(const WordCounts& words, const TrainerOptions& options);
  Trained run();

 private:
  struct Candidate {
    uint64_t count = 0;
    PairKey pair = 0;
    // By priority: of equal counts the smaller pair is first.
    friend bool operator<(const Candidate& left, const Candidate& right) {
      return left.count != right.count ? left.count < right.count : left.pair > right.pair;
    }
  };

  void add_alphabet();
  void index_pairs();
  void merge_indexed();
  bool is_refused(PairKey pair, std::string& token) const;
  void add_token(PairKey pair, uint64_t count, std::string token);
  void push(uint64_t count, PairKey pair) {
    candidates_.push_back({count, pair});
    std::push_heap(candidates_.begin(), candidates_.end());
  }
  Candidate pop() {
    std::pop_heap(candidates_.begin(), candidates_.end());
    const Candidate best = candidates_.back();
    candidates_.pop_back();
    return best;
  }

  const TrainerOptions& options_;
  const uint64_t least_;  // min_frequency
  std::vector<WordCount> words_;
  std::unordered_set<std::string> special_;
  std::array<TokenId, 256> byte_ids_;
  Trained trained_;
  std::vector<std::string>& tokens_ = trained_.vocabulary.tokens;

  std::optional<SymbolText> text_;
  std::optional<PairIndex> index_;
  std::vector<Candidate> candidates_;  // a heap; counts may be those of earlier
  uint64_t threshold_ = 0;             // pairs that occur less often are not indexed
};

Training::Training(const WordCounts& words, const TrainerOptions& options)
    : options_(options),
      least_(std::max<uint64_t>(options.min_frequency, 1)),
      words_(words.by_count()),
      special_(options.special.begin(), options.special.end()) {
  if (options.vocab_size > kMostTokens) {
    throw ConfigError("a vocabulary has at most " + with_thousands(uint64_t{kMostTokens}) +
                      " entries, not " + with_thousands(options.vocab_size));
  }
  if (special_.size() != options.special.size() || special_.contains(std::string())) {
    throw ConfigError("special tokens are empty or given twice");
  }
  if (words.bytes() == std::numeric_limits<uint64_t>::max()) {
    throw ConfigError("the words' counts add up to more than 64 bits hold");
  }
  Vocabulary& vocabulary = trained_.vocabulary;
  vocabulary.semantics = Semantics::merges;
  vocabulary.pre_tokenizer = words.splitting().pre_tokenizer;
  vocabulary.unicode = words.splitting().unicode;
  for (const std::string& special : options.special) {
    vocabulary.added.push_back({.id = static_cast<TokenId>(tokens_.size()), .content = special});
    tokens_.emplace_back();
  }
  add_alphabet();
  if (tokens_.size() == options.special.size()) {
    throw ConfigError("there is no text to take the bytes from");
  }
  if (tokens_.size() > options.vocab_size) {
    throw ConfigError("a vocabulary of " + with_thousands(options.vocab_size) +
                      " entries has no room for the bytes and special tokens, which are " +
                      with_thousands(uint64_t{tokens_.size()}));
  }
}

void Training::add_alphabet() {
  std::array<bool, 256> occurs{};
  for (const WordCount& word : words_) {
    for (const char byte : word.word) occurs[static_cast<unsigned char>(byte)] = true;
  }
  std::array<uint8_t, 256> order;
  std::iota(order.begin(), order.end(), uint8_t{0});
  std::sort(order.begin(), order.end(),
            [](uint8_t left, uint8_t right) { return printable_of(left) < printable_of(right); });
  byte_ids_.fill(kNoToken);
  for (const uint8_t byte : order) {
    if (!occurs[byte] && !options_.all_bytes) continue;
    byte_ids_[byte] = static_cast<TokenId>(tokens_.size());
    tokens_.emplace_back(1, static_cast<char>(byte));
  }
}

Trained Training::run() {
  text_.emplace(words_, byte_ids_, options_.vocab_size);
  words_ = std::vector<WordCount>();  // gives the memory back
  index_.emplace(*text_, options_.vocab_size);
  threshold_ = std::max(text_->pairs() / kFirstShare, least_);
  while (tokens_.size() < options_.vocab_size) {
    index_pairs();
    merge_indexed();
    if (threshold_ == least_) break;
    threshold_ = std::max(threshold_ / kShare, least_);
  }
  return std::move(trained_);
}

void Training::index_pairs() {
  candidates_.clear();
  index_->build(threshold_, [&](PairKey pair, uint64_t count) {
    candidates_.push_back({count, pair});
    return true;
  });
  std::make_heap(candidates_.begin(), candidates_.end());
}

void Training::merge_indexed() {
  std::string token;
  while (tokens_.size() < options_.vocab_size && !candidates_.empty()) {
    const Candidate best = pop();
    const uint64_t count = index_->count(best.pair);
    if (count != best.count) {
      // Merges since have taken places away.
      if (count >= threshold_) push(count, best.pair);
      continue;
    }
    if (is_refused(best.pair, token)) continue;
    add_token(best.pair, count, token);
    if (options_.progress && tokens_.size() % kProgressEvery == 0) {
      options_.progress(tokens_.size());
    }
  }
}

// Text that spells a special token stays text, and a token has its longest length.
bool Training::is_refused(PairKey pair, std::string& token) const {
  token = tokens_[left_of(pair)];
  token += tokens_[right_of(pair)];
  return token.size() > kLongestToken || special_.contains(token);
}

void Training::add_token(PairKey pair, uint64_t count, std::string token) {
  const auto id = static_cast<TokenId>(tokens_.size());
  tokens_.push_back(std::move(token));
  trained_.vocabulary.merges.push_back({left_of(pair), right_of(pair)});
  trained_.merge_counts.push_back(count);
  index_->merge(pair, id, [&](PairKey made, uint64_t occurs) {
    if (occurs < threshold_) return false;
    push(occurs, made);
    return true;
  });
}

}  // namespace

Trained train(const WordCounts& words, const TrainerOptions& options) {
  return Training(words, options).run();
}

}  // namespace sluice::bpe

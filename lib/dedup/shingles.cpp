#include "dedup/shingles.h"

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/error.h"
#include "base/mix_bits.h"
#include "unicode/word_hashes.h"

namespace sluice::dedup {
namespace {

constexpr uint32_t kMostWords = 64;             // of a shingle
constexpr uint64_t kStep = 0xB7E151628AED2A6B;  // odd: the bits of e behind its point

// Runs of n words as the values of a polynomial in kStep whose coefficients are the words' hashes:
// the next run costs two products, however long runs are.
class Ngrams {
 public:
  Ngrams(uint32_t size, std::vector<uint64_t>& out) : size_(size), out_(out) {
    for (uint32_t i = 0; i < size; ++i) leaving_ *= kStep;
  }

  void add(uint64_t word) {
    words_[filled_] = word;
    if (++filled_ == words_.size()) flush();
  }

  void finish() {
    flush();
    // Fewer words than a run asks for are one by themselves.
    if (count_ > 0 && count_ < size_) out_.push_back(mix_bits(sum_ + mix_bits(count_)));
  }

 private:
  // Words wait, so that their hashes, which do not depend on each other, are computed side by side.
  static constexpr size_t kWaiting = 256;

  void flush() {
    size_t next = kMostWords;
    for (; next < filled_ && count_ + 1 < size_; ++next, ++count_) {
      sum_ = sum_ * kStep + words_[next];  // of the first run, not yet whole
    }
    const size_t before = out_.size();
    out_.resize(before + filled_ - next);
    uint64_t* to = out_.data() + before;
    uint64_t sum = sum_;
    for (size_t i = next; i < filled_; ++i) {
      sum = sum * kStep + words_[i] - words_[i - size_] * leaving_;
      *to++ = mix_bits(sum);
    }
    sum_ = sum;
    count_ += filled_ - next;
    std::copy(words_.data() + filled_ - kMostWords, words_.data() + filled_, words_.data());
    filled_ = kMostWords;
  }

  const uint32_t size_;
  std::vector<uint64_t>& out_;
  // The last words that were added to runs (0 where there were none), and those that wait.
  std::array<uint64_t, kMostWords + kWaiting> words_{};
  size_t filled_ = kMostWords;
  uint64_t count_ = 0;  // words in runs
  uint64_t sum_ = 0;
  uint64_t leaving_ = 1;  // what the word that leaves is multiplied by: kStep to the n
};

}  // namespace

Shingler::Shingler(const Options& options) : options_(options), normalizer_(options.normalize) {
  if (options.ngram < 1 || options.ngram > kMostWords) {
    throw ConfigError("a shingle is made of 1 to 64 words");
  }
  if (!options.normalize.space) {
    throw ConfigError(
        "shingles are made of words between single spaces: white space must be normalised");
  }
}

void Shingler::shingle(std::string_view text, Scratch& scratch,
                       std::vector<uint64_t>& shingles) const {
  normalizer_.normalize_words(text, scratch.normalized);
  shingle_normalized(scratch.normalized, shingles);
}

void Shingler::shingle_normalized(const Buffer& normalized, std::vector<uint64_t>& shingles) const {
  shingles.clear();
  Ngrams ngrams(options_.ngram, shingles);
  for_each_word_hash(normalized, options_.words == Words::by_script,
                     [&](uint64_t word) { ngrams.add(word); });
  ngrams.finish();
}

void make_set(std::vector<uint64_t>& shingles) {
  // Takes a quarter of std::sort's time on as many as a page has.
  thread_local const hwy::Sorter sorter;
  sorter(shingles.data(), shingles.size(), hwy::SortAscending());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
}

namespace {

// Two sets that are being merged; ascending, each number once.
struct Merge {
  const uint64_t* one;
  const uint64_t* one_end;
  const uint64_t* other;
  const uint64_t* other_end;
  size_t shared = 0;

  bool goes_on() const { return one != one_end && other != other_end; }
  void step() {
    const uint64_t a = *one;
    const uint64_t b = *other;
    shared += a == b ? 1 : 0;
    one += a <= b ? 1 : 0;
    other += b <= a ? 1 : 0;
  }
};

}  // namespace

// Each step waits for the one before, so that two halves, of the lower and the upper hashes, are
// merged side by side.
double jaccard(std::span<const uint64_t> one, std::span<const uint64_t> other) {
  if (one.empty() || other.empty()) return 0;
  constexpr uint64_t kMiddle = uint64_t{1} << 63;
  const uint64_t* const one_middle = std::lower_bound(one.data(), one.data() + one.size(), kMiddle);
  const uint64_t* const other_middle =
      std::lower_bound(other.data(), other.data() + other.size(), kMiddle);
  Merge lower{one.data(), one_middle, other.data(), other_middle};
  Merge upper{one_middle, one.data() + one.size(), other_middle, other.data() + other.size()};
  while (lower.goes_on() && upper.goes_on()) {
    lower.step();
    upper.step();
  }
  while (lower.goes_on()) lower.step();
  while (upper.goes_on()) upper.step();
  const size_t shared = lower.shared + upper.shared;
  return static_cast<double>(shared) / static_cast<double>(one.size() + other.size() - shared);
}

}  // namespace sluice::dedup

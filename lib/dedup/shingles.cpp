#include "dedup/shingles.h"

#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "base/error.h"
#include "base/hash.h"
#include "base/mix_bits.h"
#include "unicode/unspaced.h"
#include "unicode/utf8.h"
#include "unicode/word_edges.h"

namespace sluice::dedup {
namespace {

constexpr uint32_t kMostWords = 64;               // of a shingle
constexpr size_t kChunk = 8192;                   // bytes of text whose words are found at a time
constexpr size_t kShortWord = 16;                 // bytes that two loads take
constexpr uint64_t kStep = 0xB7E151628AED2A6B;    // odd: the bits of e behind its point
constexpr uint64_t kFirst = 0x9E3779B97F4A7C15;   // of the golden ratio
constexpr uint64_t kSecond = 0x243F6A8885A308D3;  // of pi

uint64_t load(const char* from) {
  uint64_t bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// The bits of the first `bytes` (<= 8) of eight.
constexpr uint64_t first_bytes(size_t bytes) {
  return bytes == 0 ? 0 : ~uint64_t{0} >> (64 - 8 * bytes);
}

// By the size of a word: which bits of each half of sixteen bytes are its own.
struct Halves {
  uint64_t first = 0;
  uint64_t second = 0;
};
constexpr std::array<Halves, kShortWord + 1> kHalves = [] {
  std::array<Halves, kShortWord + 1> halves;
  for (size_t size = 0; size <= kShortWord; ++size) {
    const size_t first = size < 8 ? size : 8;
    halves[size] = {first_bytes(first), first_bytes(size - first)};
  }
  return halves;
}();

// The two halves of a product, so that every bit of either factor reaches every bit.
uint64_t multiply(uint64_t one, uint64_t other) {
  __extension__ typedef unsigned __int128 Wide;
  const Wide product = static_cast<Wide>(one) * other;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Without branches on the length, which differs from word to word. kShortWord bytes from the
// beginning on can be read.
uint64_t hash_word(std::string_view word) {
  if (word.size() > kShortWord) return hash64(word);
  const Halves halves = kHalves[word.size()];
  const uint64_t first = load(word.data()) & halves.first;
  const uint64_t second = load(word.data() + 8) & halves.second;
  return multiply(first ^ kFirst, second ^ kSecond) + word.size() * kStep;
}

// Whether any byte is 0xE0 or more: begins with three ones. Eight are looked at together; as many
// behind the word can be read.
bool has_high_byte(std::string_view word) {
  uint64_t high = 0;
  for (size_t at = 0; at < word.size(); at += 8) {
    const uint64_t bytes =
        load(word.data() + at) & first_bytes(std::min<size_t>(word.size() - at, 8));
    high |= bytes & bytes << 1 & bytes << 2;
  }
  return (high & 0x8080808080808080) != 0;
}

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

// Adds the code points of unspaced scripts one by one, and what stands between them as words.
void add_by_script(std::string_view word, Ngrams& ngrams) {
  size_t begin = 0;
  const auto add_up_to = [&](size_t end) {
    if (end != begin) ngrams.add(hash_word(word.substr(begin, end - begin)));
  };
  for (size_t at = 0; at < word.size();) {
    const CodePoint next = decode_utf8(word, at);
    const size_t end = at + std::max(next.size, 1u);
    if (next.size != 0 && next.value >= kFirstUnspaced && is_unspaced(next.value)) {
      add_up_to(at);
      ngrams.add(hash_word(word.substr(at, end - at)));
      begin = end;
    }
    at = end;
  }
  add_up_to(word.size());
}

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
  static_assert(Buffer::kPadding >= kShortWord);
  shingles.clear();
  Ngrams ngrams(options_.ngram, shingles);
  const std::string_view text = normalized.view();
  const bool by_script = options_.words == Words::by_script;
  const auto add_word = [&](size_t begin, size_t end, bool high) {
    const std::string_view word = text.substr(begin, end - begin);
    if (high && has_high_byte(word)) {
      add_by_script(word, ngrams);
    } else {
      ngrams.add(hash_word(word));
    }
  };
  std::array<uint32_t, kChunk + kWordEdgesRoom> places;
  WordEdges edges;
  size_t begun = 0;         // the word that the chunk before ended in …
  bool begun_high = false;  // … and whether it may hold a byte from 0xE0 on
  for (size_t chunk = 0; chunk < text.size(); chunk += kChunk) {
    const bool in_word = edges.in_word;
    edges = find_word_edges(text.substr(chunk, kChunk), in_word, places.data());
    const bool high = by_script && edges.high;
    size_t at = 0;
    if (in_word) {
      begun_high = begun_high || high;
      if (edges.count == 0) continue;
      add_word(begun, chunk + places[at++], begun_high);
    }
    for (; at + 2 <= edges.count; at += 2) {
      add_word(chunk + places[at], chunk + places[at + 1], high);
    }
    if (!edges.in_word) continue;
    begun = chunk + places[at];
    begun_high = high;
  }
  if (edges.in_word) add_word(begun, text.size(), begun_high);
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

#include "quality/repetition.h"

#include <algorithm>
#include <bit>

#include "quality/scratch.h"

namespace sluice::quality {
namespace {

// Bins for each n-gram: the more, the fewer share one by accident.
uint64_t bins_of(size_t ngrams) {
  return std::min<uint64_t>((is_huge(ngrams) ? 3 : 5) * ngrams + 2, UINT32_MAX);
}

}  // namespace

void Repetition::begin(std::string_view text, std::span<const Word> words) {
  text_ = text;
  words_ = words;
  joined_ = false;
  word_hashes_.clear();
  possible_n_ = repeats_n_ = 0;
  tops_.fill(std::nullopt);
}

void Repetition::join() {
  if (joined_) return;
  joined_ = true;
  together_.join(text_, words_);
  duplicates_.begin(together_, words_);
}

uint64_t Repetition::characters(uint32_t position, uint32_t n) const {
  uint64_t sum = 0;
  for (const Word& each : words_.subspan(position, n)) sum += each.length;
  return sum;
}

// The n-grams that may be there twice, by what is known of shorter ones.
void Repetition::find_possible(uint32_t n) {
  if (possible_n_ == n) return;
  join();
  if (counts_.size() < words_.size()) counts_.resize(words_.size());
  const bool goes_on = possible_n_ >= 2 && possible_n_ < n;
  for (uint32_t next = goes_on ? possible_n_ + 1 : std::min(n, 2u); next <= n; ++next) {
    hash_ngrams(next);
    count_hashes(next);
  }
  if (!is_huge(words_.size())) return;
  duplicates_.release();
  give_back(bins_);
  give_back(hashes_);
  give_back(positions_);
}

// Leaves in possible_ those of the hashed n-grams whose hash is one of several that fall together.
void Repetition::count_hashes(uint32_t n) {
  const size_t count = hashes_.size();
  const uint64_t bins = bins_of(count);
  const auto bin = [bins](uint32_t hash) { return uint64_t{hash} * bins >> 32; };
  bins_.assign(bins, 0);
  for (const uint32_t hash : hashes_) ++bins_[bin(hash)];
  possible_.resize(count);
  const uint32_t* const positions = n <= 2 ? nullptr : positions_.data();
  size_t size = 0;
  uint32_t most = 0;
  for (size_t k = 0; k < count; ++k) {
    const uint32_t times = bins_[bin(hashes_[k])];
    most = std::max(most, times);
    possible_[size] = {positions == nullptr ? static_cast<uint32_t>(k) : positions[k], hashes_[k],
                       times};
    size += times > 1 ? 1 : 0;  // no branch: one cannot guess
  }
  possible_.resize(size);
  possible_n_ = n;
  most_ = most;
}

// Hashes of all n-grams, or of those that begin and end with (n-1)-grams that may be there twice;
// then positions_ says where these are.
void Repetition::hash_ngrams(uint32_t n) {
  const auto longer = [](uint32_t hash, uint32_t next) {
    return (std::rotl(hash, 7) ^ next) * 0x9E3779B1;
  };
  if (word_hashes_.empty()) {
    word_hashes_.resize(words_.size());
    for (size_t i = 0; i < words_.size(); ++i) word_hashes_[i] = words_[i].hash;
  }
  if (n <= 2) {
    hashes_.resize(words_.size() - n + 1);
    const uint32_t* const words = word_hashes_.data();
    for (size_t i = 0; i < hashes_.size(); ++i) {
      hashes_[i] = n == 1 ? words[i] : longer(words[i], words[i + 1]);
    }
    return;
  }
  const ScratchVector<Possible>& shorter = possible_;
  hashes_.resize(shorter.size());
  positions_.resize(shorter.size());
  size_t size = 0;
  for (size_t k = 0; k + 1 < shorter.size(); ++k) {
    const uint32_t i = shorter[k].position;
    const bool goes_on = shorter[k + 1].position == i + 1;
    positions_[size] = i;
    hashes_[size] = longer(shorter[k].hash, word_hashes_[i + (goes_on ? n - 1 : 0)]);
    size += goes_on ? 1 : 0;
  }
  hashes_.resize(size);
  positions_.resize(size);
}

// The position of the first n-gram that is the same, or its own, which is counted there.
uint32_t Repetition::first_equal(uint32_t n, const Possible& possible) {
  const uint32_t first =
      first_.find_or_add(possible.hash, possible.position, [&](uint32_t earlier) {
        first_.add_steps(together_.size_of(earlier, n));
        return together_.same_words(earlier, possible.position, n);
      });
  counts_[first] = first == possible.position ? 1 : counts_[first] + 1;
  return first;
}

std::span<const Repeat> Repetition::repeats(uint32_t n) {
  if (words_.size() < n) return {};
  if (repeats_n_ == n) return repeats_;
  find_possible(n);
  repeats_n_ = n;
  first_.clear(possible_.size());
  repeats_.clear();
  for (const Possible& each : possible_) {
    repeats_.push_back({each.position, first_equal(n, each)});
  }
  std::erase_if(repeats_, [this](const Repeat& each) { return counts_[each.first] == 1; });
  return repeats_;
}

// The most frequent of those that may be there so often.
Ngram Repetition::top_of(uint32_t n, uint32_t at_least) {
  const auto may_be = [at_least](const Possible& each) { return each.at_most >= at_least; };
  first_.clear(static_cast<size_t>(std::count_if(possible_.begin(), possible_.end(), may_be)));
  Ngram best{.position = 0, .count = 1};
  for (const Possible& each : possible_) {
    if (!may_be(each)) continue;
    const uint32_t first = first_equal(n, each);
    const uint32_t count = counts_[first];
    if (count > best.count || (count == best.count && first < best.position)) {
      best = {first, count};
    }
  }
  return best;
}

Ngram Repetition::top(uint32_t n) {
  if (words_.size() < n) return {};
  std::optional<Ngram>& top = tops_[n];
  if (top) return *top;
  find_possible(n);
  top = Ngram{.position = 0, .count = 1};
  if (most_ > 1) {
    top = top_of(n, most_);
    // Different n-grams of one bin: all that are there as often as the one found are looked at.
    if (top->count < most_) top = top_of(n, std::max(top->count, 2u));
  }
  return *top;
}

uint64_t Repetition::duplicate_characters(uint32_t n) {
  join();
  if (is_huge(words_.size())) {
    possible_n_ = repeats_n_ = 0;
    give_back(possible_);
    give_back(repeats_);
    give_back(counts_);
    give_back(word_hashes_);
    first_.release();
  }
  return duplicates_.characters(n);
}

uint64_t Repetition::steps() const { return first_.steps() + duplicates_.steps(); }

size_t Repetition::memory() const {
  return together_.memory() + duplicates_.memory() + first_.memory() +
         (bins_.capacity() + counts_.capacity() + word_hashes_.capacity() + hashes_.capacity() +
          positions_.capacity()) *
             sizeof(uint32_t) +
         possible_.capacity() * sizeof(Possible) + repeats_.capacity() * sizeof(Repeat);
}

}  // namespace sluice::quality

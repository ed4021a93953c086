#include "quality/joined_words.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "quality/scratch.h"

namespace sluice::quality {
namespace {

// What is looked at first: as long as the shortest n-grams of most texts.
constexpr uint32_t kWindow = ShortBytes::kLongest;
// The same for n-grams that are shorter.
constexpr uint32_t kShortWindow = 8;

// Of kWindow bytes at most.
uint32_t hash_of_window(const char* from, uint32_t size) {
  return static_cast<uint32_t>(fingerprint(ShortBytes::load(from, size), size));
}

}  // namespace

void JoinedWords::join(std::string_view text, std::span<const Word> words) {
  if (bytes_.size() < text.size() + kReadable) bytes_.resize(text.size() + kReadable);
  starts_.resize(words.size() + 1);
  char* out = bytes_.data();
  for (size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    starts_[i] = static_cast<uint32_t>(out - bytes_.data());
    const char* const from = text.data() + word.begin;
    if (word.size <= kWindow && word.begin + kWindow <= text.size()) {
      std::memcpy(out, from, kWindow);  // a size that is known costs less
    } else {
      std::memcpy(out, from, word.size);
    }
    out += word.size;
  }
  starts_[words.size()] = static_cast<uint32_t>(out - bytes_.data());
  std::memset(out, 0, kReadable);
}

bool JoinedWords::same_words(uint32_t a, uint32_t b, uint32_t n) const {
  for (uint32_t i = 1; i <= n; ++i) {
    if (size_of(a, i) != size_of(b, i)) return false;
  }
  return same_bytes(a, b, size_of(a, n));
}

bool JoinedWords::same_bytes(uint32_t a, uint32_t b, uint32_t size) const {
  const char* const one = at(a);
  const char* const other = at(b);
  if (size < kWindow) return ShortBytes::load(one, size) == ShortBytes::load(other, size);
  for (uint32_t done = 0; done + kWindow < size; done += kWindow) {
    if (ShortBytes::whole(one + done) != ShortBytes::whole(other + done)) return false;
  }
  const uint32_t last = size - kWindow;
  return ShortBytes::whole(one + last) == ShortBytes::whole(other + last);
}

void DuplicateNgrams::begin(const JoinedWords& together, std::span<const Word> words) {
  together_ = &together;
  words_ = words;
  has_candidates_ = false;
  active_n_ = 0;
  found_.fill(std::nullopt);
}

void DuplicateNgrams::release() {
  has_candidates_ = false;
  active_n_ = 0;
  seen_.release();
  first_.release();
  give_back(keys_);
  give_back(places_);
  give_back(candidates_);
  give_back(active_);
}

bool DuplicateNgrams::is_huge() const { return quality::is_huge(together_->words()); }

// Those where the next 16 bytes are seen twice, and those whose shortest n-gram is shorter than
// that: it may have an equal one where the window is another.
void DuplicateNgrams::find_candidates() {
  if (has_candidates_) return;
  has_candidates_ = true;
  const JoinedWords& together = *together_;
  const uint32_t words = together.words();
  const auto key = [&](uint32_t i) { return hash_of_window(together.at(i), kWindow); };
  keys_.resize(words);
  seen_.clear(words);
  for (uint32_t i = 0; i < words; ++i) {
    keys_[i] = key(i);
    seen_.add(keys_[i]);
  }
  const uint32_t count = words - kShortest + 1;
  places_.resize(count);
  size_t size = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const bool twice = seen_.twice(keys_[i]);
    const bool is_short = together.size_of(i, kShortest) < kWindow;
    places_[size] = {i, kWindow | (0 - uint32_t{twice})};  // kWindow or kEndless
    size += (twice | is_short) ? 1 : 0;                    // no branch: one cannot guess
  }
  places_.resize(size);
  drop_short_places();
  if (is_huge()) seen_.release();
  find_firsts();
  if (is_huge()) {
    give_back(keys_);
    give_back(places_);
    first_.release();
  }
  limit_by_reach();
  if (is_huge()) seen_.release();
}

// Drops those that are candidates only as their n-grams are short, where even the next 8 bytes are
// seen once. Equal n-grams begin at candidates, so that these alone are looked at.
void DuplicateNgrams::drop_short_places() {
  const JoinedWords& together = *together_;
  const auto key = [&](uint32_t i) { return hash_of_window(together.at(i), kShortWindow); };
  seen_.clear(places_.size());
  for (const Place& place : places_) seen_.add(key(place.position));
  size_t size = 0;
  for (const Place& place : places_) {
    const bool twice = seen_.twice(key(place.position));
    const bool is_short = together.size_of(place.position, kShortest) < kShortWindow;
    places_[size] = {place.position, twice ? place.limit : kShortWindow};
    size += (twice | is_short) ? 1 : 0;
  }
  places_.resize(size);
}

// How many bytes are the same from two candidates on, at least `known` of them, up to what the
// longest n-gram has.
uint32_t DuplicateNgrams::reach_of(const Candidate& candidate, const Candidate& first,
                                   uint32_t known) const {
  const uint32_t n = std::min(kLongest, together_->words() - candidate.position);
  const uint32_t most = together_->size_of(candidate.position, n);
  const char* const one = together_->at(candidate.position);
  const char* const other = together_->at(first.position);
  uint32_t reach = known;
  while (reach < most) {
    uint64_t a = 0;
    uint64_t b = 0;
    std::memcpy(&a, one + reach, sizeof a);
    std::memcpy(&b, other + reach, sizeof b);
    reach += static_cast<uint32_t>(std::countr_zero(a ^ b)) / 8;
    if (a != b) break;
  }
  return std::min(reach, most);
}

// An n-gram of at least 16 bytes is there again only where those bytes are. Of such places the
// first is its first occurrence, if as many bytes are the same there as it has, and end with the
// n-th word there, too. So for most n-grams it is known where they were first without a table.
void DuplicateNgrams::find_firsts() {
  const JoinedWords& together = *together_;
  first_.clear(places_.size());
  candidates_.resize(places_.size());
  for (uint32_t k = 0; k < candidates_.size(); ++k) {
    Candidate& candidate = candidates_[k];
    candidate = {places_[k].position, k, kEndless, places_[k].limit, 0};
    if (candidate.limit <= kWindow) continue;
    candidate.first = first_.find_or_add(keys_[candidate.position], k, [&](uint32_t j) {
      return together.same_bytes(candidates_[j].position, candidate.position, kWindow);
    });
    if (candidate.first == k) {
      candidate.limit = kWindow;  // until another is met, with which it shares more
      continue;
    }

    Candidate& first = candidates_[candidate.first];
    // Where the word before is there before the first, too, this much is known from it.
    uint32_t known = kWindow;
    const Candidate& before = candidates_[k - 1];
    if (before.position + 1 == candidate.position && before.first != k - 1 &&
        candidates_[before.first].position + 1 == first.position) {
      const uint32_t size = together.size_of(before.position, 1);
      if (together.size_of(candidates_[before.first].position, 1) == size && before.reach > size) {
        known = std::max(known, before.reach - size);
      }
    }
    candidate.reach = reach_of(candidate, first, known);
    first_.add_steps(candidate.reach - known + kWindow);
    first.limit = std::max(first.limit, candidate.reach + 1);
  }
}

// Two that share with their first different numbers of bytes share with each other the smaller one:
// more than with its first a candidate shares only with those whose reach is the same.
void DuplicateNgrams::limit_by_reach() {
  const auto key = [](const Candidate& candidate) {
    return static_cast<uint32_t>(fingerprint({candidate.first, candidate.reach}, 0));
  };
  seen_.clear(candidates_.size());
  for (const Candidate& candidate : candidates_) seen_.add(key(candidate));
  for (Candidate& candidate : candidates_) {  // without branches
    const bool is_first = candidate.reach == kEndless;
    const bool shares = seen_.twice(key(candidate));
    const uint32_t of_other = shares ? kEndless : candidate.reach + 1;
    candidate.limit = is_first ? candidate.limit : of_other;
  }
}

// Those with n words, and shorter than their limit. What is too long for its limit is so with more
// words, too.
void DuplicateNgrams::choose_active(uint32_t n) {
  const JoinedWords& together = *together_;
  const bool all = active_n_ == 0 || n < active_n_;
  if (all) active_.resize(candidates_.size());
  active_n_ = n;
  size_t size = 0;
  const size_t count = active_.size();
  for (size_t k = 0; k < count; ++k) {
    const uint32_t number = all ? static_cast<uint32_t>(k) : active_[k];
    const Candidate& candidate = candidates_[number];
    if (candidate.position + n > together.words()) break;
    active_[size] = number;
    size += together.size_of(candidate.position, n) < candidate.limit ? 1 : 0;
  }
  active_.resize(size);
}

// Whether the walk has met this n-gram; from now on it has.
bool DuplicateNgrams::meet(Candidate& candidate, uint32_t n) {
  const JoinedWords& together = *together_;
  const uint32_t i = candidate.position;
  const uint32_t size = together.size_of(i, n);
  Candidate& first = candidates_[candidate.first];
  // Without branches: which of these holds one cannot guess.
  const bool there =
      (size >= kWindow) & (size <= candidate.reach) & (together.size_of(first.position, n) == size);
  if (there) {
    const uint32_t bit = uint32_t{1} << n;
    const bool met = (first.met & bit) != 0;
    first.met |= bit;
    return met;
  }
  const uint32_t hash = size < kWindow
                            ? hash_of_window(together.at(i), size)
                            : static_cast<uint32_t>(fingerprint_of_long(together.at(i), size));
  first_.add_steps(size);
  return i != first_.find_or_add(hash, i, [&](uint32_t j) {
    if (together.size_of(j, n) != size) return false;
    first_.add_steps(size);
    return together.same_bytes(i, j, size);
  });
}

uint64_t DuplicateNgrams::characters(uint32_t n) {
  if (found_[n]) return *found_[n];
  uint64_t characters = 0;
  if (together_->words() >= n) {
    find_candidates();
    choose_active(n);
    first_.clear(active_.size());
    uint32_t next = 0;
    for (const uint32_t k : active_) {
      Candidate& candidate = candidates_[k];
      if (candidate.position < next || !meet(candidate, n)) continue;
      for (const Word& word : words_.subspan(candidate.position, n)) characters += word.length;
      next = candidate.position + n;
    }
  }
  found_[n] = characters;
  return characters;
}

size_t DuplicateNgrams::memory() const {
  return seen_.memory() + first_.memory() + candidates_.capacity() * sizeof(Candidate) +
         places_.capacity() * sizeof(Place) + keys_.capacity() * sizeof(uint64_t) +
         active_.capacity() * sizeof(uint32_t);
}

}  // namespace sluice::quality

#include <algorithm>

#include "decontaminate/scanner.h"

namespace sluice::decontaminate {
namespace {

using Words = std::span<const uint32_t>;

// Two sequences of words, read in one direction from where they part.
template <bool kForward>
class Side {
 public:
  Side(Words text, Words part, size_t text_at, size_t part_at)
      : text_(text), part_(part), text_at_(text_at), part_at_(part_at) {}

  size_t text_left() const { return kForward ? text_.size() - text_at_ : text_at_; }
  size_t part_left() const { return kForward ? part_.size() - part_at_ : part_at_; }
  size_t text_at() const { return text_at_; }
  size_t part_at() const { return part_at_; }

  // How many words are the same behind so many that are passed over on either side.
  size_t same(size_t text_skip, size_t part_skip, size_t most) const {
    const size_t end = std::min({most, text_left() - text_skip, part_left() - part_skip});
    size_t count = 0;
    while (count < end && text_word(text_skip + count) == part_word(part_skip + count)) ++count;
    return count;
  }
  void advance(size_t text_words, size_t part_words) {
    text_at_ = kForward ? text_at_ + text_words : text_at_ - text_words;
    part_at_ = kForward ? part_at_ + part_words : part_at_ - part_words;
  }

  // Passes over the smallest gap behind which both go on together; false if there is none.
  bool pass_gap() {
    for (size_t sum = 1; sum <= 2 * size_t{kMostMisses}; ++sum) {
      // A word for another one comes before words left out or added.
      for (size_t i = 0; i <= sum + 1; ++i) {
        const size_t part_skip = i % 2 == 0 ? (sum + i) / 2 : (sum - i - 1) / 2;
        if (part_skip > sum) continue;
        if (goes_on(sum - part_skip, part_skip)) {
          advance(sum - part_skip, part_skip);
          return true;
        }
      }
    }
    return false;
  }

 private:
  bool goes_on(size_t text_skip, size_t part_skip) const {
    if (text_skip > kMostMisses || part_skip > kMostMisses) return false;
    if (text_skip >= text_left() || part_skip >= part_left()) return false;
    const size_t left = part_left() - part_skip;
    // Near the part's end there is less to meet; then only words for words, none moved.
    if (left < kMeetWords && text_skip != part_skip) return false;
    const size_t wanted = std::min<size_t>(left, kMeetWords);
    return same(text_skip, part_skip, wanted) == wanted;
  }

  uint32_t text_word(size_t i) const {
    return kForward ? text_[text_at_ + i] : text_[text_at_ - 1 - i];
  }
  uint32_t part_word(size_t i) const {
    return kForward ? part_[part_at_ + i] : part_[part_at_ - 1 - i];
  }

  Words text_;
  Words part_;
  size_t text_at_;
  size_t part_at_;
};

// Appends runs until no gap can be passed; the first one begins where the side does.
template <bool kForward>
void grow_side(Side<kForward> side, std::vector<SharedRun>& runs) {
  do {
    const size_t words = side.same(0, 0, side.part_left());
    side.advance(words, words);
    const size_t back = kForward ? words : 0;
    if (words > 0) {
      runs.push_back({.text = side.text_at() - back,
                      .item = static_cast<uint32_t>(side.part_at() - back),
                      .words = static_cast<uint32_t>(words)});
    }
  } while (side.part_left() > 0 && side.pass_gap());
}

}  // namespace

void grow(Words text, Words part, SharedRun anchor, std::vector<SharedRun>& runs) {
  const size_t first = runs.size();
  grow_side(Side<false>(text, part, anchor.text, anchor.item), runs);
  std::reverse(runs.begin() + static_cast<ptrdiff_t>(first), runs.end());
  // What touches the anchor is one run with it.
  SharedRun middle = anchor;
  if (runs.size() > first) {
    const SharedRun before = runs.back();
    if (before.text + before.words == anchor.text && before.item + before.words == anchor.item) {
      middle = {.text = before.text, .item = before.item, .words = before.words + anchor.words};
      runs.pop_back();
    }
  }
  const size_t second = runs.size();
  runs.push_back(middle);
  grow_side(Side<true>(text, part, anchor.text + anchor.words, anchor.item + anchor.words), runs);
  if (runs.size() > second + 1) {
    SharedRun& joined = runs[second];
    const SharedRun next = runs[second + 1];
    if (joined.text + joined.words == next.text && joined.item + joined.words == next.item) {
      joined.words += next.words;
      runs.erase(runs.begin() + static_cast<ptrdiff_t>(second) + 1);
    }
  }
}

}  // namespace sluice::decontaminate

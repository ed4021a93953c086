#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <unordered_map>

#include "dedup/side_by_side.h"
#include "unicode/unspaced.h"
#include "unicode/utf8.h"

namespace sluice::dedup {
namespace {

bool is_space(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f' ||
         byte == '\v';
}

using Ids = std::span<const uint32_t>;

// Marks which words are not common to both.
class Comparison {
 public:
  Comparison(Ids one, Ids other)
      : one_(one), other_(other), only_one_(one.size()), only_other_(other.size()) {
    const size_t diagonals = one.size() + other.size() + 3;
    forward_.resize(diagonals);
    backward_.resize(diagonals);
  }

  void run() {
    boxes_.push_back({0, one_.size(), 0, other_.size()});
    while (!boxes_.empty()) {
      const Box box = boxes_.back();
      boxes_.pop_back();
      compare(box);
    }
  }

  bool only_one(size_t at) const { return only_one_[at]; }
  bool only_other(size_t at) const { return only_other_[at]; }

 private:
  // Words [x, x_end) of the one and [y, y_end) of the other.
  struct Box {
    size_t x, x_end, y, y_end;

    int64_t width() const { return static_cast<int64_t>(x_end - x); }
    int64_t height() const { return static_cast<int64_t>(y_end - y); }
    size_t x_at(int64_t words) const { return x + static_cast<size_t>(words); }
    size_t y_at(int64_t words) const { return y + static_cast<size_t>(words); }
  };
  struct Split {
    size_t x, y;
  };

  void compare(Box box) {
    while (box.x < box.x_end && box.y < box.y_end && one_[box.x] == other_[box.y]) {
      ++box.x;
      ++box.y;
    }
    while (box.x < box.x_end && box.y < box.y_end && one_[box.x_end - 1] == other_[box.y_end - 1]) {
      --box.x_end;
      --box.y_end;
    }
    if (box.x == box.x_end || box.y == box.y_end) {
      std::fill(only_one_.begin() + static_cast<ptrdiff_t>(box.x),
                only_one_.begin() + static_cast<ptrdiff_t>(box.x_end), true);
      std::fill(only_other_.begin() + static_cast<ptrdiff_t>(box.y),
                only_other_.begin() + static_cast<ptrdiff_t>(box.y_end), true);
      return;
    }
    const Split split = middle(box);
    boxes_.push_back({box.x, split.x, box.y, split.y});
    boxes_.push_back({split.x, box.x_end, split.y, box.y_end});
  }

  // A point on a shortest way through the box, which is neither of its corners: searches from both
  // of them, one step more at a time, until they meet. What takes too long ends at the point that
  // the search from the front has come furthest to.
  Split middle(const Box& box) {
    const int64_t delta = box.width() - box.height();
    const bool odd = delta % 2 != 0;
    for (std::vector<int64_t>* reached : {&forward_, &backward_}) {
      int64_t* const all = &at(*reached, -box.height() - 1);
      std::fill_n(all, box.width() + box.height() + 3, kNowhere);
      at(*reached, 1) = 0;
    }
    for (int64_t steps = 0;; ++steps) {
      // Diagonals beyond have left the box.
      const int64_t low = -steps + 2 * std::max<int64_t>(0, steps - box.height());
      const int64_t high = steps - 2 * std::max<int64_t>(0, steps - box.width());
      for (int64_t k = low; k <= high; k += 2) {
        const int64_t x = advance(box, steps, k, /*front=*/true);
        const bool meets = odd && std::abs(delta - k) < steps;
        if (meets && x + at(backward_, delta - k) >= box.width())
          return {box.x_at(x), box.y_at(x - k)};
      }
      for (int64_t k = low; k <= high; k += 2) {
        const int64_t x = advance(box, steps, k, /*front=*/false);
        const bool meets = !odd && std::abs(delta - k) <= steps;
        if (meets && x + at(forward_, delta - k) >= box.width()) {
          return {box.x_at(box.width() - x), box.y_at(box.height() - (x - k))};
        }
      }
      if (steps == static_cast<int64_t>(kMostSearch)) return furthest(box, low, high);
    }
  }

  // The furthest x that the search has come to on diagonal k after so many steps.
  int64_t advance(const Box& box, int64_t steps, int64_t k, bool front) {
    std::vector<int64_t>& reached = front ? forward_ : backward_;
    const int64_t width = box.width();
    const int64_t height = box.height();
    const bool down = k == -steps || (k != steps && at(reached, k - 1) < at(reached, k + 1));
    int64_t x = down ? at(reached, k + 1) : at(reached, k - 1) + 1;
    const auto same = [&](int64_t i, int64_t j) {
      return front ? one_[box.x + static_cast<size_t>(i)] == other_[box.y + static_cast<size_t>(j)]
                   : one_[box.x_end - 1 - static_cast<size_t>(i)] ==
                         other_[box.y_end - 1 - static_cast<size_t>(j)];
    };
    while (x < width && x - k >= 0 && x - k < height && same(x, x - k)) ++x;
    at(reached, k) = x;
    return x;
  }

  // Some points that were reached lie outside the box.
  Split furthest(const Box& box, int64_t low, int64_t high) {
    Split best{box.x, box.y};
    int64_t most = 0;
    for (int64_t k = low; k <= high; k += 2) {
      const int64_t x = at(forward_, k);
      if (x > box.width() || x - k > box.height() || 2 * x - k <= most) continue;
      most = 2 * x - k;
      best = {box.x_at(x), box.y_at(x - k)};
    }
    return best;
  }

  int64_t& at(std::vector<int64_t>& reached, int64_t k) const {
    return reached[static_cast<size_t>(k + 1 + static_cast<int64_t>(other_.size()))];
  }

  static constexpr int64_t kNowhere = INT64_MIN / 2;

  Ids one_;
  Ids other_;
  std::vector<bool> only_one_;
  std::vector<bool> only_other_;
  std::vector<int64_t> forward_;   // by diagonal: words of the one behind the box's begin
  std::vector<int64_t> backward_;  // … before its end
  std::vector<Box> boxes_;
};

// Numbers for words, equal where words are.
class WordIds {
 public:
  std::vector<uint32_t> of(std::span<const std::string_view> words) {
    std::vector<uint32_t> ids;
    ids.reserve(words.size());
    for (const std::string_view word : words) {
      ids.push_back(ids_.try_emplace(word, static_cast<uint32_t>(ids_.size())).first->second);
    }
    return ids;
  }

 private:
  std::unordered_map<std::string_view, uint32_t> ids_;
};

}  // namespace

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  size_t begin = 0;
  const auto end_word = [&](size_t end, size_t next) {
    if (end != begin) words.push_back(text.substr(begin, end - begin));
    begin = next;
  };
  for (size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      end_word(at, at + 1);
      ++at;
      continue;
    }
    const CodePoint next = decode_utf8(text, at);
    const size_t end = at + std::max(next.size, 1U);
    if (next.size != 0 && next.value >= kFirstUnspaced && is_unspaced(next.value)) {
      end_word(at, at);
      end_word(end, end);
    }
    at = end;
  }
  end_word(text.size(), text.size());
  return words;
}

std::vector<DiffRun> difference(std::span<const std::string_view> one,
                                std::span<const std::string_view> other) {
  WordIds ids;
  const std::vector<uint32_t> first = ids.of(one);
  const std::vector<uint32_t> second = ids.of(other);
  Comparison comparison(first, second);
  comparison.run();
  std::vector<DiffRun> runs;
  for (size_t x = 0, y = 0; x < one.size() || y < other.size();) {
    DiffRun changed{.same = false, .first = x, .second = y};
    while (x < one.size() && comparison.only_one(x)) ++x;
    while (y < other.size() && comparison.only_other(y)) ++y;
    changed.first_words = x - changed.first;
    changed.second_words = y - changed.second;
    if (changed.first_words + changed.second_words > 0) runs.push_back(changed);
    DiffRun same{.same = true, .first = x, .second = y};
    while (x < one.size() && y < other.size() && !comparison.only_one(x) &&
           !comparison.only_other(y)) {
      ++x;
      ++y;
    }
    same.first_words = same.second_words = x - same.first;
    if (same.first_words > 0) runs.push_back(same);
  }
  return runs;
}

}  // namespace sluice::dedup

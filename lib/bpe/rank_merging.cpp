#include "bpe/rank_merging.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

#include "base/error.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

constexpr uint32_t kNone = ~uint32_t{0};

// One text on its way from symbols to tokens.
class Run {
 public:
  struct Pair {
    std::string_view left;
    std::string_view right;
  };

  Run(std::string_view text, const TokenIndex& index, std::span<const uint32_t> ranks,
      RankMerging::Symbols symbols)
      : text_(text), index_(index), ranks_(ranks) {
    for (size_t at = 0; at < text.size();) {
      const size_t size = symbols == RankMerging::Symbols::bytes ? 1 : decode_utf8(text, at).size;
      const auto number = static_cast<uint32_t>(parts_.size());
      parts_.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(at + size), number - 1,
                        at + size < text.size() ? number + 1 : kNone});
      at += size;
    }
    count_ = parts_.size();
    for (uint32_t i = 0; i < parts_.size(); ++i) push(i);
  }

  // How many parts the text is in.
  size_t count() const { return count_; }

  // The next merge, carried out; nothing if there is none.
  std::optional<Pair> next() {
    while (!queue_.empty()) {
      const auto [rank, at, end] = queue_.top();
      queue_.pop();
      Part& left = parts_[at];
      if (left.end == kNone || left.next == kNone) continue;
      Part& right = parts_[left.next];
      if (right.end != end) continue;
      const Pair pair{text_.substr(left.begin, left.end - left.begin),
                      text_.substr(right.begin, right.end - right.begin)};
      left.end = end;
      left.next = right.next;
      right.end = kNone;
      if (left.next != kNone) parts_[left.next].previous = at;
      --count_;
      push(at);
      if (left.previous != kNone) push(left.previous);
      return pair;
    }
    return std::nullopt;
  }

 private:
  struct Part {
    uint32_t begin = 0;
    uint32_t end = 0;  // kNone: joined to the part before it
    uint32_t previous = kNone;
    uint32_t next = kNone;
  };

  // Takes up the pair that begins with this part, if it makes a token.
  void push(uint32_t at) {
    const Part& part = parts_[at];
    if (part.next == kNone) return;
    const uint32_t end = parts_[part.next].end;
    const TokenId id = index_.find(text_.substr(part.begin, end - part.begin));
    if (id != kNoToken && ranks_[id] != RankMerging::kNoRank) queue_.push({ranks_[id], at, end});
  }

  using Entry = std::tuple<uint32_t, uint32_t, uint32_t>;  // rank, left part, end of the pair

  std::string_view text_;
  const TokenIndex& index_;
  std::span<const uint32_t> ranks_;
  std::vector<Part> parts_;
  size_t count_ = 0;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

std::string place(TokenId id) { return "token " + std::to_string(id) + ": "; }

}  // namespace

RankMerging::RankMerging(std::span<const std::string> tokens, std::span<const uint32_t> ranks,
                         Symbols symbols)
    : tokens_(tokens), ranks_(ranks), index_(tokens) {
  check_squares(tokens);
  std::vector<TokenId> ids;
  for (size_t id = 0; id < tokens.size(); ++id) {
    if (!tokens[id].empty() && ranks[id] != kNoRank) ids.push_back(static_cast<TokenId>(id));
  }
  std::ranges::sort(ids, {}, [&](TokenId id) { return ranks[id]; });
  for (const TokenId id : ids) {
    Run run(tokens[id], index_, ranks, symbols);
    if (run.count() == 1) continue;
    std::optional<Run::Pair> last;
    while (run.count() > 1) {
      const std::optional<Run::Pair> pair = run.next();
      if (!pair) break;
      last = pair;
    }
    if (run.count() > 1) {
      makes_all_ = false;
      continue;
    }
    const Merge merge{index_.find(last->left), index_.find(last->right)};
    if (merge.left == kNoToken || merge.right == kNoToken) {
      throw ConfigError(place(id) + "it holds a " +
                        (symbols == Symbols::bytes ? "byte" : "character") +
                        " that is no token itself");
    }
    merges_.push_back(merge);
  }
}

uint32_t RankMerging::rank_made_by(const Merge& merge) const {
  return ranks_[index_.find(tokens_[merge.left], tokens_[merge.right])];
}

void RankMerging::require_equal(std::span<const Merge> merges) const {
  const auto made = [&](const Merge& merge) {
    return index_.find(tokens_[merge.left], tokens_[merge.right]);
  };
  uint32_t before = 0;
  auto needed = merges_.begin();
  for (const Merge& merge : merges) {
    const uint32_t rank = rank_made_by(merge);
    if (rank < before) {
      throw ConfigError(place(made(merge)) +
                        "the merge that makes it stands behind one that makes "
                        "a token of higher rank");
    }
    before = rank;
    if (needed != merges_.end() && merge == *needed) ++needed;
  }
  if (needed != merges_.end()) {
    throw ConfigError(place(made(*needed)) +
                      "no merge makes it of the parts that ranks make it of");
  }
}

}  // namespace sluice::bpe

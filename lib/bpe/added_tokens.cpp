#include "bpe/added_tokens.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "unicode/general_category.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

const CategoryTable& categories() { return CategoryTable::of(UnicodeVersion::v16_0); }

// \w: Alphabetic, marks, decimal numbers, connector punctuation and joiners (UTS #18, annex C).
// What is alphabetic and none of letter, mark and letter number are letters in circles and squares.
bool is_word(char32_t c) {
  constexpr CategorySet kWord =
      kLetters | kMarks | set_of(GeneralCategory::Nd, GeneralCategory::Nl, GeneralCategory::Pc);
  return categories().is(c, kWord) || c == 0x200C || c == 0x200D || (c >= 0x24B6 && c <= 0x24E9) ||
         (c >= 0x1F130 && c <= 0x1F149) || (c >= 0x1F150 && c <= 0x1F169) ||
         (c >= 0x1F170 && c <= 0x1F189);
}

// The last character; size 0 if the text does not end in one.
CodePoint last_of(std::string_view text) {
  for (size_t size = 1; size <= std::min<size_t>(4, text.size()); ++size) {
    const CodePoint last = decode_utf8(text, text.size() - size);
    if (last.size == size) return last;
  }
  return {};
}

}  // namespace

AddedTokenFinder::AddedTokenFinder(const std::vector<std::string_view>& contents)
    : nodes_(1), bytes_(1), begins_with_(size_t{1} << 16) {
  std::vector<uint32_t> order(contents.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](uint32_t i) { return contents[i]; });
  std::erase_if(order, [&](uint32_t i) { return contents[i].empty(); });

  struct Range {
    uint32_t node;
    size_t begin;
    size_t end;
    size_t depth;
  };
  std::vector<Range> open = {{0, 0, order.size(), 0}};
  for (size_t at = 0; at < open.size(); ++at) {
    auto [node, begin, end, depth] = open[at];
    for (; begin < end && contents[order[begin]].size() == depth; ++begin) {
      nodes_[node].index = order[begin];
    }
    nodes_[node].first_child = static_cast<uint32_t>(nodes_.size());
    while (begin < end) {
      const char byte = contents[order[begin]][depth];
      size_t next = begin;
      while (next < end && contents[order[next]][depth] == byte) ++next;
      open.push_back({static_cast<uint32_t>(nodes_.size()), begin, next, depth + 1});
      nodes_.emplace_back();
      bytes_.push_back(static_cast<unsigned char>(byte));
      ++nodes_[node].children;
      begin = next;
    }
  }

  for (const uint32_t i : order) {
    const auto first = static_cast<unsigned char>(contents[i][0]);
    begins_[first] = true;
    for (size_t second = 0; second < 256; ++second) {
      if (contents[i].size() == 1 || static_cast<unsigned char>(contents[i][1]) == second) {
        begins_with_[size_t{first} << 8 | second] = true;
      }
    }
  }
  if (nodes_[0].children == 1) only_first_ = static_cast<char>(bytes_[nodes_[0].first_child]);
}

uint32_t AddedTokenFinder::child_of(uint32_t node, unsigned char byte) const {
  const auto begin = bytes_.begin() + nodes_[node].first_child;
  const auto end = begin + nodes_[node].children;
  const auto child = std::lower_bound(begin, end, byte);
  return child != end && *child == byte ? static_cast<uint32_t>(child - bytes_.begin()) : kNone;
}

std::optional<AddedTokenFinder::Match> AddedTokenFinder::longest_at(std::string_view text,
                                                                    size_t at) const {
  std::optional<Match> longest;
  uint32_t node = 0;
  for (size_t i = at; i < text.size(); ++i) {
    node = child_of(node, static_cast<unsigned char>(text[i]));
    if (node == kNone) break;
    if (nodes_[node].index != kNone) longest = {at, i + 1 - at, nodes_[node].index};
  }
  return longest;
}

size_t AddedTokenFinder::candidate(std::string_view text, size_t from) const {
  const auto byte = [text](size_t i) { return static_cast<unsigned char>(text[i]); };
  for (size_t at = from; at < text.size(); ++at) {
    if (only_first_) {
      at = std::min(text.find(*only_first_, at), text.size());
      if (at == text.size()) break;
    } else if (!begins_[byte(at)]) {
      continue;
    }
    // At the very end any second byte is as good: longest_at() tells.
    if (at + 1 == text.size() || begins_with_[size_t{byte(at)} << 8 | byte(at + 1)]) return at;
  }
  return text.size();
}

std::optional<AddedTokenFinder::Match> AddedTokenFinder::next(std::string_view text,
                                                              size_t from) const {
  for (size_t at = candidate(text, from); at < text.size(); at = candidate(text, at + 1)) {
    if (const std::optional<Match> match = longest_at(text, at)) return match;
  }
  return std::nullopt;
}

bool begins_with_word(std::string_view text) {
  if (text.empty()) return false;
  const CodePoint first = decode_utf8(text, 0);
  return first.size != 0 && is_word(first.value);
}

bool ends_with_word(std::string_view text) {
  const CodePoint last = last_of(text);
  return last.size != 0 && is_word(last.value);
}

size_t space_at_begin(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const CodePoint next = decode_utf8(text, at);
    if (next.size == 0 || !categories().is(next.value, kWhiteSpace)) break;
    at += next.size;
  }
  return at;
}

size_t space_at_end(std::string_view text) {
  size_t size = 0;
  for (;;) {
    const CodePoint last = last_of(text.substr(0, text.size() - size));
    if (last.size == 0 || !categories().is(last.value, kWhiteSpace)) return size;
    size += last.size;
  }
}

}  // namespace sluice::bpe

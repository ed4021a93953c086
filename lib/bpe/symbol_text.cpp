#include "bpe/symbol_text.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"

namespace sluice::bpe {

SymbolText::SymbolText(std::span<const WordCount> words, const std::array<TokenId, 256>& byte_ids,
                       uint64_t tokens)
    : widths_(tokens, 1) {
  uint64_t size = 1;
  for (const WordCount& word : words) size += word.word.size() + 1;
  if (size > std::numeric_limits<Position>::max()) {
    throw ConfigError("the distinct pre-tokens have more than 4 GiB; count less text");
  }
  slots_.resize(size);
  uint32_t* out = slots_.data();
  *out++ = kBoundary;
  for (const WordCount& word : words) {
    uint32_t* const begin = out;
    for (const char byte : word.word) {
      *out = byte_ids[static_cast<unsigned char>(byte)];
      out += *out == kNoToken ? 0 : 1;
    }
    if (out - begin < 2) {
      out = begin;
      continue;
    }
    pairs_ += word.count * static_cast<uint64_t>(out - begin - 1);
    *out++ = kBoundary;
    if (ranges_.empty() || ranges_.back().count != word.count) ranges_.push_back({0, word.count});
    ranges_.back().end = static_cast<Position>(out - slots_.data());
  }
  slots_.resize(static_cast<size_t>(out - slots_.data()));
  index_ranges();
}

void SymbolText::index_ranges() {
  range_of_block_.assign((slots_.size() >> kBlockBits) + 1, 0);
  uint32_t range = 0;
  for (size_t block = 0; block < range_of_block_.size(); ++block) {
    while (range < ranges_.size() && ranges_[range].end <= block << kBlockBits) ++range;
    range_of_block_[block] = range;
  }
}

void SymbolText::compact() {
  size_t out = 1;
  size_t word = 1;  // where the word being written begins
  Position at = 1;
  for (Range& range : ranges_) {
    for (; at < range.end; ++at) {
      const uint32_t slot = slots_[at];
      if (slot < kFlag) {
        slots_[out++] = slot;
      } else if (slot == kBoundary) {
        if (out - word < 2) {
          out = word;
        } else {
          slots_[out++] = kBoundary;
          word = out;
        }
      }
    }
    range.end = static_cast<Position>(out);
  }
  Position previous = 1;
  std::erase_if(
      ranges_, [&](const Range& range) { return std::exchange(previous, range.end) == range.end; });
  slots_.resize(out);
  if (slots_.capacity() > 2 * out) slots_.shrink_to_fit();
  std::fill(widths_.begin(), widths_.end(), 1);
  index_ranges();
}

size_t SymbolText::join(TokenId left, TokenId right, TokenId result,
                        std::span<Position> positions) {
  const uint32_t left_width = widths_[left];
  const uint32_t right_width = widths_[right];
  const uint32_t width = left_width + right_width;
  widths_[result] = width;
  size_t joined = 0;
  for (const Position at : positions) {
    uint32_t* slot = slots_.data() + at;
    if (slot[0] != left || slot[left_width] != right) continue;
    slot[0] = result;
    slot[left_width] = kInside;
    slot[width - 1] = kFlag | (width - 1);
    positions[joined++] = at;
  }
  return joined;
}

}  // namespace sluice::bpe

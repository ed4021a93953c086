#include "extract/cohesion.h"

#include <algorithm>

namespace sluice::extract {
namespace {

bool may_stay(const Block& block) { return (block.flags & (kHidden | kControl)) == 0; }

bool is_list(BoxKind kind) { return kind == BoxKind::list || kind == BoxKind::ordered_list; }

// Words of the blocks before each, so that any box's sums are differences.
struct Totals {
  std::vector<uint64_t> all{0};
  std::vector<uint64_t> kept{0};
  std::vector<uint64_t> expected{0};  // of content, in 1 / kCertain

  Totals(const Blocks& blocks, std::span<const uint32_t> likely, const std::vector<uint8_t>& keep) {
    for (size_t i = 0; i < blocks.all.size(); ++i) {
      const uint64_t words = weight_of(blocks.all[i]);
      all.push_back(all.back() + words);
      kept.push_back(kept.back() + (keep[i] != 0 ? words : 0));
      expected.push_back(expected.back() + words * likely[i]);
    }
  }

  // Whether the words are at least a share as likely content as they would have to be.
  bool is_likely(const Box& box, uint32_t threshold, uint32_t share_of) const {
    const uint64_t words = all[box.blocks_end] - all[box.blocks_begin];
    return (expected[box.blocks_end] - expected[box.blocks_begin]) * share_of >= words * threshold;
  }

  bool keeps_half(const Box& box) const {
    const uint64_t words = all[box.blocks_end] - all[box.blocks_begin];
    const uint64_t of_them = kept[box.blocks_end] - kept[box.blocks_begin];
    return of_them > 0 && of_them * 2 >= words;
  }
};

bool is_too_small_to_judge(const Blocks& blocks) {
  constexpr size_t kFewBlocks = 3;
  constexpr uint64_t kFewBytes = 250;
  uint64_t bytes = 0;
  uint64_t link_bytes = 0;
  for (const Block& block : blocks.all) {
    bytes += block.bytes;
    link_bytes += block.link_bytes;
  }
  return blocks.all.size() <= kFewBlocks && bytes <= kFewBytes && link_bytes * 3 < bytes;
}

}  // namespace

void keep_together(const Blocks& blocks, std::span<const uint32_t> likely, uint32_t threshold,
                   std::vector<uint8_t>& keep) {
  const Totals totals(blocks, likely, keep);
  // A table is part of a text if it stands beside what is kept, more surely so between two such.
  const auto is_part = [&](const Box& box) {
    const bool after_kept = box.blocks_begin > 0 && keep[box.blocks_begin - 1] != 0;
    const bool before_kept = box.blocks_end < keep.size() && keep[box.blocks_end] != 0;
    if (after_kept && before_kept) return totals.is_likely(box, threshold, 4);
    return (after_kept || before_kept) && totals.is_likely(box, threshold, 2);
  };
  BoxId within = 0;  // boxes before it lie in a table that is kept whole
  for (BoxId id = 0; id < blocks.boxes.size(); ++id) {
    const Box& box = blocks.boxes[id];
    const bool is_data = box.kind == BoxKind::table && !box.layout;
    if (id < within || (!is_data && !is_list(box.kind))) continue;
    if (!(is_data && is_part(box)) && !totals.keeps_half(box)) continue;
    const uint32_t least = is_data ? 0 : threshold / 3;
    for (BlockId i = box.blocks_begin; i < box.blocks_end; ++i) {
      if (likely[i] >= least && may_stay(blocks.all[i])) keep[i] = 1;
    }
    if (is_data) within = box.end;
  }
  const std::vector<uint8_t> before = keep;
  for (size_t i = 0; i < keep.size(); ++i) {
    if (before[i] != 0 || likely[i] < threshold / 2 || !may_stay(blocks.all[i])) continue;
    const bool after_kept = i > 0 && before[i - 1] != 0;
    const bool before_kept = i + 1 < keep.size() && before[i + 1] != 0;
    const bool is_code = (blocks.all[i].flags & kInPre) != 0;
    const bool is_heading = blocks.all[i].heading != 0;
    if ((after_kept && before_kept) || (is_code && after_kept) ||
        ((is_code || is_heading) && before_kept)) {
      keep[i] = 1;
    }
  }
}

Choice decide(const Blocks& blocks, std::span<const uint32_t> likely, const Aim& aim,
              std::vector<uint8_t>& keep) {
  const Choice choice = choose(blocks, likely, aim);
  keep.resize(blocks.all.size());
  std::transform(likely.begin(), likely.end(), keep.begin(),
                 [&](uint32_t p) { return static_cast<uint8_t>(p >= choice.threshold ? 1 : 0); });
  keep_together(blocks, likely, choice.threshold, keep);
  if (is_too_small_to_judge(blocks)) {
    for (size_t i = 0; i < keep.size(); ++i) {
      const bool is_plain = may_stay(blocks.all[i]) && (blocks.all[i].flags & kNoscript) == 0;
      if (is_plain) keep[i] = 1;
    }
  }
  return choice;
}

}  // namespace sluice::extract

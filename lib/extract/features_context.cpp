// What a first score of all blocks says of each: its neighbours', its elements', its likes'.
#include <algorithm>
#include <array>
#include <bit>

#include "extract/choice.h"
#include "extract/features.h"

namespace sluice::extract {
namespace {

using html::NodeId;

int64_t in_thousandths(uint64_t likely) { return static_cast<int64_t>(likely * 1000 / kCertain); }

}  // namespace

void PageFeatures::Mass::add(uint64_t count, uint64_t likely) {
  words += count;
  expected += count * likely;
}

int64_t PageFeatures::Mass::share() const {
  return words == 0 ? 0 : in_thousandths(expected / words);
}

void PageFeatures::average(const Blocks& blocks, FeatureMatrix& page) const {
  page.reset(kFirstContext, 1);
  int64_t words = 0;
  for (const Block& block : blocks.all) words += weight_of(block) + 1;
  if (words == 0) return;
  for (size_t feature = 0; feature < kFirstContext; ++feature) {
    const int16_t* values = matrix_.column(feature);
    int64_t sum = 0;
    for (size_t i = 0; i < blocks.all.size(); ++i)
      sum += values[i] * (weight_of(blocks.all[i]) + int64_t{1});
    page.column(feature)[0] = static_cast<int16_t>(sum / words);
  }
}

void PageFeatures::add_kinds(std::span<const uint32_t> kinds) {
  for (size_t kind = 0; kind < kPageKinds; ++kind) {
    int16_t* column = matrix_.column(kFirstContext + kind);
    std::fill(column, column + matrix_.rows(), static_cast<int16_t>(in_thousandths(kinds[kind])));
  }
}

void PageFeatures::add_context(const html::Tree& tree, const Blocks& blocks,
                               std::span<const uint32_t> likely) {
  if (blocks.all.empty()) return;
  weigh_places(blocks, likely);
  find_best(tree);
  write_context_order(blocks, likely);
  write_context_places(blocks);
  write_rank(blocks, likely);
}

void PageFeatures::weigh_places(const Blocks& blocks, std::span<const uint32_t> likely) {
  place_mass_.assign(places_.size(), {});
  sibling_mass_.assign(sibling_sums_.size(), {});
  path_mass_.assign(path_sums_.size(), {});
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    const uint64_t words = weight_of(blocks.all[i]);
    place_mass_[blocks.all[i].element].add(words, likely[i]);
    path_mass_[texts_[i].path_group].add(words, likely[i]);
  }
  for (NodeId id = static_cast<NodeId>(places_.size()); id-- > 1;) {
    if (places_[id].sums.blocks == 0) continue;
    const Mass& mass = place_mass_[id];
    Mass& above = place_mass_[places_[id].parent];
    above.words += mass.words;
    above.expected += mass.expected;
    Mass& alike = sibling_mass_[places_[id].siblings];
    alike.words += mass.words;
    alike.expected += mass.expected;
  }
}

void PageFeatures::find_best(const html::Tree& tree) {
  best_ = 0;
  double highest = -1;
  const auto all = static_cast<double>(place_mass_[0].expected);
  for (NodeId id = 0; id < places_.size(); ++id) {
    if (places_[id].sums.blocks == 0) continue;
    const Mass& mass = place_mass_[id];
    const double f = 2 * static_cast<double>(mass.expected) /
                     (static_cast<double>(mass.words) * kCertain + all + 1);
    if (f > highest) {
      highest = f;
      best_ = id;
    }
  }
  best_end_ = tree[best_].end;
}

void PageFeatures::write_context_order(const Blocks& blocks, std::span<const uint32_t> likely) {
  const size_t count = blocks.all.size();
  const auto at = [&](size_t i) { return in_thousandths(likely[i]); };
  std::vector<Mass>& sums = running_mass_;  // of the blocks before each
  sums.assign(count + 1, {});
  for (size_t i = 0; i < count; ++i) {
    sums[i + 1] = sums[i];
    sums[i + 1].add(weight_of(blocks.all[i]), likely[i]);
  }
  const auto around = [&](size_t i, size_t reach) {
    const Mass& low = sums[i < reach ? 0 : i - reach];
    const Mass& high = sums[std::min(count, i + reach + 1)];
    const Mass mass{high.words - low.words - weight_of(blocks.all[i]),
                    high.expected - low.expected - uint64_t{weight_of(blocks.all[i])} * likely[i]};
    return mass.share();
  };
  size_t last = count;
  for (size_t i = 0; i < count; ++i) {
    set(Feature::likely, i, at(i));
    set(Feature::likely_before, i, i == 0 ? -1 : at(i - 1));
    set(Feature::likely_before_2, i, i < 2 ? -1 : at(i - 2));
    set(Feature::likely_after, i, i + 1 >= count ? -1 : at(i + 1));
    set(Feature::likely_after_2, i, i + 2 >= count ? -1 : at(i + 2));
    set(Feature::likely_near, i, around(i, 2));
    set(Feature::likely_near_5, i, around(i, 5));
    set(Feature::likely_near_15, i, around(i, 15));
    set(Feature::likely_since, i, last == count ? -1 : static_cast<int64_t>(i - last));
    if (likely[i] >= kCertain / 2) last = i;
  }
  last = count;
  for (size_t i = count; i-- > 0;) {
    set(Feature::likely_until, i, last == count ? -1 : static_cast<int64_t>(last - i));
    if (likely[i] >= kCertain / 2) last = i;
  }
}

void PageFeatures::write_context_places(const Blocks& blocks) {
  const Place& best = places_[best_];
  const Mass& best_mass = place_mass_[best_];
  const double best_expected = 2000 * static_cast<double>(best_mass.expected) /
                               (static_cast<double>(best_mass.words) * kCertain +
                                static_cast<double>(place_mass_[0].expected) + 1);
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    const Place& own = places_[blocks.all[i].element];
    const Place& parent = places_[own.parent];
    set(Feature::likely_own, i, place_mass_[blocks.all[i].element].share());
    set(Feature::likely_parent, i, place_mass_[own.parent].share());
    set(Feature::likely_grandparent, i, place_mass_[parent.parent].share());
    set(Feature::likely_small, i, place_mass_[own.scale[0]].share());
    set(Feature::likely_middle, i, place_mass_[own.scale[1]].share());
    set(Feature::likely_large, i, place_mass_[own.scale[2]].share());
    set(Feature::likely_record, i,
        own.record == 0 ? -1 : sibling_mass_[places_[own.record].siblings].share());
    set(Feature::likely_outer, i,
        own.outer == 0 ? -1 : sibling_mass_[places_[own.outer].siblings].share());
    set(Feature::likely_path, i, path_mass_[texts_[i].path_group].share());
    set(Feature::likely_page, i, place_mass_[0].share());
    set(Feature::likely_words, i, 8 * std::bit_width(place_mass_[0].expected / kCertain + 1));
    set(Feature::best_expected, i, static_cast<int64_t>(best_expected));
    const NodeId element = blocks.all[i].element;
    const bool within = element >= best_ && element < best_end_;
    set(Feature::in_best, i, within ? 1 : 0);
    set(Feature::best_gap, i, within ? -1 : own.depth - best.depth);
  }
}

// The share of the page's words that are more likely content, by 64 classes of probability.
void PageFeatures::write_rank(const Blocks& blocks, std::span<const uint32_t> likely) {
  constexpr size_t kClasses = 64;
  std::array<uint64_t, kClasses + 1> words{};
  const auto class_of = [&](size_t i) {
    return std::min<size_t>(likely[i] / (kCertain / kClasses), kClasses - 1);
  };
  for (size_t i = 0; i < blocks.all.size(); ++i) words[class_of(i)] += weight_of(blocks.all[i]);
  for (size_t at = kClasses; at-- > 0;) words[at] += words[at + 1];
  const int64_t expected =
      in_thousandths(choose(blocks, likely, {.beta_percent = 100, .least = 0}).expected);
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    set(Feature::likely_rank, i,
        words[0] == 0 ? 0 : static_cast<int64_t>(1000 * words[class_of(i) + 1] / words[0]));
    set(Feature::expected, i, expected);
  }
}

}  // namespace sluice::extract

#include "extract/features.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace sluice::extract {
namespace {

struct Description {
  std::string_view name;
  std::string_view meaning;
};
constexpr std::array<Description, kFeatures> kDescriptions = {{
#define SLUICE_FEATURE(name, meaning) {#name, meaning},
#define SLUICE_CONTEXT(name, meaning) {#name, meaning},
#include "extract/features.inc"
#undef SLUICE_FEATURE
#undef SLUICE_CONTEXT
}};

// 8 * log2(1 + n), between powers of two by a straight line.
int64_t steps(uint64_t n) {
  const uint64_t value = n + 1;
  const int power = std::bit_width(value) - 1;
  return 8 * power + static_cast<int64_t>((value << 3 >> power) & 7);
}

int64_t share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<int64_t>(1000 * part / whole);
}

int64_t link_share(const Sums& sums) { return share(sums.link_characters, sums.characters); }
int64_t long_share(const Sums& sums) { return share(sums.long_characters, sums.characters); }
int64_t mean(const Sums& sums) {
  return sums.blocks == 0 ? 0 : steps(sums.characters / sums.blocks);
}

}  // namespace

std::string_view name_of(Feature feature) {
  return kDescriptions[static_cast<size_t>(feature)].name;
}
std::string_view meaning_of(Feature feature) {
  return kDescriptions[static_cast<size_t>(feature)].meaning;
}

void PageFeatures::set(Feature feature, size_t row, int64_t value) {
  using Limits = std::numeric_limits<int16_t>;
  matrix_.column(static_cast<size_t>(feature))[row] =
      static_cast<int16_t>(std::clamp<int64_t>(value, Limits::min(), Limits::max()));
}

void PageFeatures::measure(const html::Tree& tree, const Blocks& blocks, const Lexicon& lexicon) {
  matrix_.reset(kFeatures, blocks.all.size());
  read_head(tree);
  sum_up(tree, blocks);
  descend(tree, lexicon);
  read_texts(tree, blocks);
  group_paths(blocks);
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    write_text(tree, blocks, i);
    write_title(tree, blocks, i);
    write_kind(blocks.all[i], i);
    write_place(blocks.all[i], i);
    write_likes(blocks.all[i], i);
    write_neighbours(blocks, i);
  }
  write_order(blocks);
  write_page(blocks);
}

void PageFeatures::write_text(const html::Tree&, const Blocks& blocks, size_t i) {
  const Block& block = blocks.all[i];
  const Text& text = texts_[i];
  set(Feature::characters, i, steps(block.characters));
  set(Feature::words, i, steps(block.words));
  set(Feature::word_length, i,
      block.words == 0 ? 0 : static_cast<int64_t>(10 * block.characters / block.words));
  set(Feature::link_share, i, share(block.link_bytes, block.bytes));
  set(Feature::links, i, steps(block.links));
  set(Feature::digit_share, i, share(block.digits, block.characters));
  set(Feature::capital_share, i, share(block.capitals, block.characters));
  set(Feature::mark_share, i, share(block.punctuation, block.characters));
  set(Feature::sentences, i, steps(text.sentences));
  set(Feature::commas, i, steps(text.commas));
  set(Feature::ends_sentence, i, text.ends);
  set(Feature::begins, i, text.begins);
  set(Feature::currency, i, text.currency ? 1 : 0);
  set(Feature::separators, i, steps(text.separators));
  set(Feature::legal, i, text.legal ? 1 : 0);
  set(Feature::strong_share, i, share(text.strong, block.bytes));
  set(Feature::repeats, i, steps(same_counts_[text.same]));
  set(Feature::copies_before, i, text.copies_before);
}

void PageFeatures::write_kind(const Block& block, size_t i) {
  const auto flag = [&](BlockFlag bit) { return (block.flags & bit) != 0 ? 1 : 0; };
  set(Feature::tag, i, static_cast<int64_t>(block.tag));
  set(Feature::heading, i, block.heading);
  set(Feature::in_list, i, flag(kInList));
  set(Feature::in_table, i, flag(kInTable));
  set(Feature::in_pre, i, flag(kInPre));
  set(Feature::in_quote, i, flag(kInQuote));
  set(Feature::in_caption, i, flag(kInCaption) | flag(kInFigure));
  set(Feature::control, i, flag(kControl));
  set(Feature::noscript, i, flag(kNoscript));
  set(Feature::hidden, i, flag(kHidden));
  set(Feature::line_breaks, i, flag(kHasLineBreak));
}

void PageFeatures::write_place(const Block& block, size_t i) {
  const Place& own = places_[block.element];
  const Place& parent = places_[own.parent];
  const Place& grandparent = places_[parent.parent];
  set(Feature::depth, i, own.depth);
  set(Feature::names_own, i, own.names);
  set(Feature::names_parent, i, parent.names);
  set(Feature::names_grandparent, i, grandparent.names);
  set(Feature::names_sum, i, own.names_sum);
  set(Feature::names_lowest, i, own.lowest);
  set(Feature::names_highest, i, own.highest);
  set(Feature::names_lowest_distance, i, own.depth - own.lowest_depth);
  set(Feature::within, i, own.within);
  set(Feature::article_distance, i, own.article_depth == 0 ? -1 : own.depth - own.article_depth);
  set(Feature::nav_distance, i, own.nav_depth == 0 ? -1 : own.depth - own.nav_depth);

  set(Feature::own_characters, i, steps(own.sums.characters));
  set(Feature::own_link_share, i, link_share(own.sums));
  set(Feature::own_blocks, i, steps(own.sums.blocks));
  set(Feature::parent_characters, i, steps(parent.sums.characters));
  set(Feature::parent_link_share, i, link_share(parent.sums));
  set(Feature::parent_blocks, i, steps(parent.sums.blocks));
  set(Feature::parent_long_share, i, long_share(parent.sums));
  set(Feature::grandparent_characters, i, steps(grandparent.sums.characters));
  set(Feature::grandparent_link_share, i, link_share(grandparent.sums));
  set(Feature::grandparent_blocks, i, steps(grandparent.sums.blocks));
  set(Feature::grandparent_long_share, i, long_share(grandparent.sums));

  const Place& small = places_[own.scale[0]];
  set(Feature::small_link_share, i, link_share(small.sums));
  set(Feature::small_long_share, i, long_share(small.sums));
  set(Feature::small_mean, i, mean(small.sums));
  set(Feature::small_share, i, share(small.sums.characters, page_.characters));
  set(Feature::small_names, i, small.names_sum);
  set(Feature::small_distance, i, own.depth - small.depth);
  const Place& middle = places_[own.scale[1]];
  set(Feature::middle_link_share, i, link_share(middle.sums));
  set(Feature::middle_long_share, i, long_share(middle.sums));
  set(Feature::middle_mean, i, mean(middle.sums));
  set(Feature::middle_share, i, share(middle.sums.characters, page_.characters));
  set(Feature::middle_names, i, middle.names_sum);
  set(Feature::middle_distance, i, own.depth - middle.depth);
  const Place& large = places_[own.scale[2]];
  set(Feature::large_link_share, i, link_share(large.sums));
  set(Feature::large_long_share, i, long_share(large.sums));
  set(Feature::large_mean, i, mean(large.sums));
  set(Feature::large_share, i, share(large.sums.characters, page_.characters));
  set(Feature::large_distance, i, own.depth - large.depth);
}

void PageFeatures::write_likes(const Block& block, size_t i) {
  const Place& own = places_[block.element];
  const auto each = [&](uint32_t group) {
    return steps(sibling_sums_[group].characters / sibling_counts_[group]);
  };
  if (own.record != 0) {
    const uint32_t group = places_[own.record].siblings;
    const Sums& sums = sibling_sums_[group];
    set(Feature::record_count, i, steps(sibling_counts_[group]));
    set(Feature::record_mean, i, each(group));
    set(Feature::record_link_share, i, link_share(sums));
    set(Feature::record_long_share, i, long_share(sums));
    set(Feature::record_share, i, share(sums.characters, page_.characters));
  }
  if (own.outer != 0) {
    const uint32_t group = places_[own.outer].siblings;
    const Sums& sums = sibling_sums_[group];
    set(Feature::outer_count, i, steps(sibling_counts_[group]));
    set(Feature::outer_mean, i, each(group));
    set(Feature::outer_link_share, i, link_share(sums));
    set(Feature::outer_share, i, share(sums.characters, page_.characters));
  }
  const Sums& path = path_sums_[texts_[i].path_group];
  set(Feature::path_blocks, i, steps(path.blocks));
  set(Feature::path_mean, i, mean(path));
  set(Feature::path_link_share, i, link_share(path));
  set(Feature::path_mark_share, i, share(path.punctuation, path.characters));
  set(Feature::path_share, i, share(path.characters, page_.characters));
}

void PageFeatures::write_neighbours(const Blocks& blocks, size_t i) {
  const size_t count = blocks.all.size();
  const auto characters = [&](size_t at) { return steps(blocks.all[at].characters); };
  const auto links = [&](size_t at) {
    return share(blocks.all[at].link_bytes, blocks.all[at].bytes);
  };
  const auto alike = [&](size_t at) {
    return texts_[at].path_group == texts_[i].path_group ? 1 : 0;
  };
  set(Feature::before_characters, i, i == 0 ? -1 : characters(i - 1));
  if (i > 0) {
    set(Feature::before_link_share, i, links(i - 1));
    set(Feature::before_path, i, alike(i - 1));
    set(Feature::before_heading, i, blocks.all[i - 1].heading);
  }
  set(Feature::before_2_characters, i, i < 2 ? -1 : characters(i - 2));
  set(Feature::after_characters, i, i + 1 >= count ? -1 : characters(i + 1));
  if (i + 1 < count) {
    set(Feature::after_link_share, i, links(i + 1));
    set(Feature::after_path, i, alike(i + 1));
    set(Feature::after_heading, i, blocks.all[i + 1].heading);
  }
  set(Feature::after_2_characters, i, i + 2 >= count ? -1 : characters(i + 2));

  constexpr size_t kNear = 5;
  uint64_t bytes = 0;
  uint64_t link_bytes = 0;
  for (size_t at = i < kNear ? 0 : i - kNear; at < std::min(count, i + kNear + 1); ++at) {
    if (at == i) continue;
    bytes += blocks.all[at].bytes;
    link_bytes += blocks.all[at].link_bytes;
  }
  set(Feature::near_characters, i, steps(bytes));
  set(Feature::near_link_share, i, share(link_bytes, bytes));
}

// What depends on the blocks before and after, in one pass each way.
void PageFeatures::write_order(const Blocks& blocks) {
  const size_t count = blocks.all.size();
  uint64_t first_heading = 0;  // characters before it
  bool has_first = false;
  for (size_t i = 0; i < count && !has_first; ++i) {
    has_first = blocks.all[i].heading == 1;
    if (!has_first) first_heading += blocks.all[i].characters;
  }
  uint64_t before = 0;
  size_t heading = count;
  size_t last_long = count;
  for (size_t i = 0; i < count; ++i) {
    set(Feature::blocks_before, i, share(i, count));
    set(Feature::characters_before, i, share(before, page_.characters));
    set(Feature::index, i, steps(i));
    set(Feature::index_from_end, i, steps(count - 1 - i));
    if (has_first) {
      set(Feature::from_first_heading, i,
          before >= first_heading ? steps(before - first_heading) + 1
                                  : -steps(first_heading - before));
    }
    set(Feature::since_heading, i, heading == count ? -1 : static_cast<int64_t>(i - heading));
    set(Feature::heading_level, i, heading == count ? 0 : blocks.all[heading].heading);
    set(Feature::since_long, i, last_long == count ? -1 : static_cast<int64_t>(i - last_long));
    if (blocks.all[i].heading != 0) heading = i;
    if (is_long(blocks.all[i])) last_long = i;
    before += blocks.all[i].characters;
  }
  last_long = count;
  for (size_t i = count; i-- > 0;) {
    set(Feature::until_long, i, last_long == count ? -1 : static_cast<int64_t>(last_long - i));
    if (is_long(blocks.all[i])) last_long = i;
  }
}

void PageFeatures::write_page(const Blocks& blocks) {
  int64_t currency = 0;
  int64_t headings = 0;
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    currency += texts_[i].currency ? 1 : 0;
    headings += blocks.all[i].heading != 0 ? 1 : 0;
  }
  int names = 0;
  // The names of html and body say what kind of page it is.
  if (!blocks.all.empty()) {
    html::NodeId id = blocks.all.front().element;
    while (places_[id].depth > 2) id = places_[id].parent;
    names = places_[id].names_sum;
  }
  const auto fill = [&](Feature feature, int64_t value) {
    for (size_t i = 0; i < blocks.all.size(); ++i) set(feature, i, value);
  };
  fill(Feature::page_characters, steps(page_.characters));
  fill(Feature::page_blocks, steps(page_.blocks));
  fill(Feature::page_link_share, link_share(page_));
  fill(Feature::page_long_share, long_share(page_));
  fill(Feature::page_currency, steps(static_cast<uint64_t>(currency)));
  fill(Feature::page_headings, steps(static_cast<uint64_t>(headings)));
  fill(Feature::page_articles, steps(static_cast<uint64_t>(page_articles_)));
  fill(Feature::page_kind, page_kind_);
  fill(Feature::page_names, names);
}

}  // namespace sluice::extract

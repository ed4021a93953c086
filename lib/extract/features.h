// What the scorer sees of each block: its text, its place, its ancestors, its neighbours, its
// likes.
//
//   PageFeatures features;                            // one per thread, reused
//   features.measure(tree, blocks, lexicon);          // a row a block of blocks.all
//   forest.score(features.matrix(), scores);
//
// No feature knows a language: texts count by characters, marks and digits, never by what words
// mean. What names say (class, id, tag, role) comes from the lexicon. Counts are in eighths of a
// power of two, 8 * log2(1 + n); shares in thousandths; -1 is "there is none". All are listed in
// features.inc.
//
// Linear in nodes and bytes; no allocation but the vectors' growth.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "extract/blocks.h"
#include "extract/forest.h"
#include "extract/group_table.h"
#include "extract/lexicon.h"
#include "html/tree.h"

namespace sluice::extract {

enum class Feature : uint16_t {
#define SLUICE_FEATURE(name, meaning) name,
#define SLUICE_CONTEXT(name, meaning) name,
#include "extract/features.inc"
#undef SLUICE_FEATURE
#undef SLUICE_CONTEXT
  kCount
};
inline constexpr size_t kFeatures = static_cast<size_t>(Feature::kCount);
inline constexpr size_t kPageKinds = 7;
inline constexpr size_t kFirstContext = static_cast<size_t>(Feature::kind_article);

std::string_view name_of(Feature feature);     // "link_share"
std::string_view meaning_of(Feature feature);  // "share of its characters within links"

// Sums over blocks: of an element, of elements alike, of a page.
struct Sums {
  uint32_t blocks = 0;
  uint32_t characters = 0;
  uint32_t link_characters = 0;
  uint32_t long_characters =
      0;  // in blocks of at least 80 characters, at most a third of them links
  uint32_t punctuation = 0;

  Sums& operator+=(const Sums& other);
};

// At least 80 characters, at most a third of them links: two lines of text.
bool is_long(const Block& block);
Sums sums_of(const Block& block);

// Semantic elements around a place, by tag or role, as bits.
enum Within : uint16_t {
  kWithinArticle = 1,
  kWithinMain = 2,
  kWithinNav = 4,
  kWithinAside = 8,
  kWithinFooter = 16,
  kWithinHeader = 32,
  kWithinForm = 64,
  kWithinDialog = 128,
};

// What is known of an element that has blocks.
struct Place {
  Sums sums{};              // of its subtree
  html::NodeId parent = 0;  // the element around it
  html::NodeId record = 0;  // the nearest from here up with at least two siblings alike, or 0
  html::NodeId outer = 0;   // the outermost such, or 0
  std::array<html::NodeId, 3> scale{};  // the nearest from here up with 5, 20, 50 % of the page
  uint32_t siblings = 0;                // group of siblings alike, by number
  uint64_t path = 0;                    // hash of tags and names from the root
  uint16_t depth = 0;
  int16_t names = 0;      // lexicon weight
  int16_t names_sum = 0;  // from the root down to here
  int16_t lowest = 0;
  int16_t highest = 0;
  uint16_t lowest_depth = 0;
  uint16_t article_depth = 0;  // of the nearest article or main, or 0
  uint16_t nav_depth = 0;      // of the nearest nav, aside, footer or header, or 0
  uint16_t within = 0;         // of Within
};

class PageFeatures {
 public:
  void measure(const html::Tree& tree, const Blocks& blocks, const Lexicon& lexicon);

  // One row, a column a feature that is no context: its mean over the blocks, weighted by words.
  // What the forests for kinds of pages see.
  void average(const Blocks& blocks, FeatureMatrix& page) const;
  // Fills in what kind of page it is: probabilities in the order of Feature::kind_….
  void add_kinds(std::span<const uint32_t> kinds);
  // Fills in what depends on a first score of each block.
  void add_context(const html::Tree& tree, const Blocks& blocks, std::span<const uint32_t> likely);

  const FeatureMatrix& matrix() const { return matrix_; }

  // Of elements that have blocks below them, valid until the next measure().
  const Place& place(html::NodeId element) const { return places_[element]; }
  // Of block i: a number for the tags and names it stands under, from 0.
  uint32_t path_group(size_t block) const { return texts_[block].path_group; }
  uint32_t commas(size_t block) const { return texts_[block].commas; }
  const Sums& page() const { return page_; }
  // The element whose blocks alone have the best expected F-measure; after add_context().
  html::NodeId best_element() const { return best_; }

 private:
  // What a block's texts hold beyond what Block counts.
  struct Text {
    uint32_t sentences = 0;
    uint32_t commas = 0;
    uint32_t separators = 0;
    uint32_t strong = 0;
    uint8_t begins = 0;
    uint8_t ends = 0;
    bool currency = false;
    bool legal = false;
    uint32_t same = 0;  // group of blocks with the same text
    uint32_t copies_before = 0;
    uint32_t path_group = 0;  // group of blocks with the same path
  };

  void read_head(const html::Tree& tree);
  void sum_up(const html::Tree& tree, const Blocks& blocks);
  void descend(const html::Tree& tree, const Lexicon& lexicon);
  void know_names(const Lexicon& lexicon);
  void name_element(const html::Tree& tree, const Lexicon& lexicon, html::NodeId id);
  void read_texts(const html::Tree& tree, const Blocks& blocks);
  void read_text(const html::Tree& tree, const Blocks& blocks, const Block& block, Text& text);
  void group_paths(const Blocks& blocks);

  void write_text(const html::Tree& tree, const Blocks& blocks, size_t i);
  void write_title(const html::Tree& tree, const Blocks& blocks, size_t i);
  void write_kind(const Block& block, size_t i);
  void write_order(const Blocks& blocks);
  void write_place(const Block& block, size_t i);
  void write_likes(const Block& block, size_t i);
  void write_neighbours(const Blocks& blocks, size_t i);
  void write_page(const Blocks& blocks);

  void weigh_places(const Blocks& blocks, std::span<const uint32_t> likely);
  void find_best(const html::Tree& tree);
  void write_context_order(const Blocks& blocks, std::span<const uint32_t> likely);
  void write_context_places(const Blocks& blocks);
  void write_rank(const Blocks& blocks, std::span<const uint32_t> likely);

  void set(Feature feature, size_t row, int64_t value);

  FeatureMatrix matrix_;
  std::vector<Place> places_;  // by node; of those without blocks, undefined
  std::vector<Text> texts_;
  Sums page_;
  GroupTable sibling_groups_;
  std::vector<Sums> sibling_sums_;
  std::vector<uint32_t> sibling_counts_;
  GroupTable path_groups_;
  std::vector<Sums> path_sums_;
  GroupTable same_groups_;
  std::vector<uint32_t> same_counts_;
  std::vector<uint32_t> title_words_;  // word hashes, sorted
  uint64_t title_bits_ = 0;            // a bit for each remainder by 64 that one of them has
  // Words, and expected words of content (in 1 / kCertain), of an element or a group.
  struct Mass {
    uint64_t words = 0;
    uint64_t expected = 0;
    void add(uint64_t count, uint64_t likely);
    int64_t share() const;  // in thousandths
  };
  std::vector<Mass> place_mass_;  // by node
  std::vector<Mass> sibling_mass_;
  std::vector<Mass> path_mass_;
  std::vector<Mass> running_mass_;
  html::NodeId best_ = 0;
  html::NodeId best_end_ = 0;  // its tree's `end`
  int page_kind_ = 0;
  int page_articles_ = 0;

  // What attribute values seen before are worth, so that a page's hundreds of "item" cost a look-up
  // each.
  struct Name {
    int16_t weight = 0;
    uint32_t first = 0;  // hash of its first word, or 0
  };
  Name name_of_value(const Lexicon& lexicon, std::string_view value);
  GroupTable name_numbers_;
  std::vector<Name> names_;
  std::array<int16_t, 256> tag_weights_{};    // by html::Tag
  const Lexicon::Entry* names_of_ = nullptr;  // the lexicon that they are of
};

}  // namespace sluice::extract

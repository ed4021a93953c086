// Elements: what lies in them, what they are called, which are alike.
#include <algorithm>

#include "extract/features.h"

namespace sluice::extract {
namespace {

using html::AttributeName;
using html::NodeId;
using html::Tag;

uint16_t meaning_of_tag(Tag tag) {
  switch (tag) {
    case Tag::article:
      return kWithinArticle;
    case Tag::main:
      return kWithinMain;
    case Tag::nav:
      return kWithinNav;
    case Tag::aside:
      return kWithinAside;
    case Tag::footer:
      return kWithinFooter;
    case Tag::header:
      return kWithinHeader;
    case Tag::form:
      return kWithinForm;
    case Tag::dialog:
      return kWithinDialog;
    default:
      return 0;
  }
}

uint16_t meaning_of_role(std::string_view role) {
  if (role == "article") return kWithinArticle;
  if (role == "main") return kWithinMain;
  if (role == "navigation" || role == "menu" || role == "menubar" || role == "tablist")
    return kWithinNav;
  if (role == "complementary" || role == "search") return kWithinAside;
  if (role == "contentinfo") return kWithinFooter;
  if (role == "banner") return kWithinHeader;
  if (role == "dialog" || role == "alertdialog" || role == "alert") return kWithinDialog;
  return 0;
}

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 29;
}

}  // namespace

Sums& Sums::operator+=(const Sums& other) {
  blocks += other.blocks;
  characters += other.characters;
  link_characters += other.link_characters;
  long_characters += other.long_characters;
  punctuation += other.punctuation;
  return *this;
}

bool is_long(const Block& block) {
  return block.characters >= 80 && block.link_bytes * 3 <= block.bytes;
}

Sums sums_of(const Block& block) {
  const uint64_t links =
      block.bytes == 0 ? 0 : uint64_t{block.characters} * block.link_bytes / block.bytes;
  return {.blocks = 1,
          .characters = block.characters,
          .link_characters = static_cast<uint32_t>(links),
          .long_characters = is_long(block) ? block.characters : 0,
          .punctuation = block.punctuation};
}

void PageFeatures::sum_up(const html::Tree& tree, const Blocks& blocks) {
  places_.resize(tree.size());
  for (Place& place : places_) place.sums = {};
  for (const Block& block : blocks.all) places_[block.element].sums += sums_of(block);
  for (NodeId id = tree.size(); id-- > 1;) {
    if (places_[id].sums.blocks > 0) places_[tree[id].parent].sums += places_[id].sums;
  }
  page_ = places_[tree.root()].sums;
}

// Makes ready for a lexicon, and forgets names when there are many.
void PageFeatures::know_names(const Lexicon& lexicon) {
  constexpr size_t kMostNames = size_t{1} << 16;
  if (names_of_ == lexicon.entries.data() && names_.size() < kMostNames) return;
  names_of_ = lexicon.entries.data();
  name_numbers_.clear();
  names_.clear();
  for (size_t tag = 0; tag < html::kTags; ++tag) {
    tag_weights_[tag] = lexicon.weight(word_hash(html::name_of(static_cast<Tag>(tag))));
  }
}

PageFeatures::Name PageFeatures::name_of_value(const Lexicon& lexicon, std::string_view value) {
  const uint32_t number = name_numbers_[hash64(value)];
  if (number < names_.size()) return names_[number];
  Name name;
  int weight = 0;
  for_each_word(value, [&](std::string_view word) {
    const uint32_t hash = word_hash(word);
    weight += lexicon.weight(hash);
    if (name.first == 0) name.first = hash;
  });
  name.weight = static_cast<int16_t>(std::clamp(weight, -200, 200));
  names_.push_back(name);
  return name;
}

// The weight of an element's names, and its signature: what makes siblings alike.
void PageFeatures::name_element(const html::Tree& tree, const Lexicon& lexicon, NodeId id) {
  Place& place = places_[id];
  const Tag tag = tree[id].tag;
  int weight = tag == Tag::other ? lexicon.weight(word_hash(tree.text(id)))
                                 : tag_weights_[static_cast<size_t>(tag)];
  uint64_t signature = mix(static_cast<uint64_t>(tag), 7);
  for (const html::Attribute& attribute : tree.attributes(id)) {
    const bool is_class = attribute.id == AttributeName::class_;
    const bool is_role = attribute.id == AttributeName::role;
    if (!is_class && !is_role && attribute.id != AttributeName::id &&
        attribute.id != AttributeName::itemprop) {
      continue;
    }
    const Name name = name_of_value(lexicon, attribute.value());
    weight += name.weight;
    if (is_role) place.within |= meaning_of_role(attribute.value());
    // The first word tells what an element is; those behind it, how it looks today.
    if (is_class && name.first != 0) signature = mix(signature, name.first);
  }
  place.names = static_cast<int16_t>(std::clamp(weight, -200, 200));
  place.path = mix(places_[place.parent].path, signature);
  place.siblings = sibling_groups_[mix(signature, place.parent)];
  if (place.siblings >= sibling_sums_.size()) {
    sibling_sums_.resize(place.siblings + 1);
    sibling_counts_.resize(place.siblings + 1);
  }
  sibling_sums_[place.siblings] += place.sums;
  ++sibling_counts_[place.siblings];
}

void PageFeatures::descend(const html::Tree& tree, const Lexicon& lexicon) {
  know_names(lexicon);
  sibling_groups_.clear();
  sibling_sums_.clear();
  sibling_counts_.clear();
  page_articles_ = 0;

  places_[0] = {.sums = places_[0].sums, .parent = 0};
  for (NodeId id = 1; id < tree.size(); ++id) {
    Place& place = places_[id];
    if (place.sums.blocks == 0) continue;
    const Place& above = places_[tree[id].parent];
    place.parent = tree[id].parent;
    place.depth = static_cast<uint16_t>(above.depth + 1);
    place.within = meaning_of_tag(tree[id].tag);
    name_element(tree, lexicon, id);
    if ((place.within & (kWithinArticle | kWithinMain)) != 0) {
      place.article_depth = place.depth;
      page_articles_ += (place.within & kWithinArticle) != 0 ? 1 : 0;
    } else {
      place.article_depth = above.article_depth;
    }
    place.nav_depth =
        (place.within & (kWithinNav | kWithinAside | kWithinFooter | kWithinHeader)) != 0
            ? place.depth
            : above.nav_depth;
    place.within |= above.within;
    place.names_sum = static_cast<int16_t>(std::clamp(above.names_sum + place.names, -2000, 2000));
    place.lowest = std::min(above.lowest, place.names);
    place.lowest_depth = place.names < above.lowest ? place.depth : above.lowest_depth;
    place.highest = std::max(above.highest, place.names);
  }
  // Which are alike is known only now.
  constexpr std::array<uint64_t, 3> kPercent = {5, 20, 50};
  places_[0].record = places_[0].outer = 0;
  places_[0].scale = {};
  for (NodeId id = 1; id < tree.size(); ++id) {
    Place& place = places_[id];
    if (place.sums.blocks == 0) continue;
    const Place& above = places_[place.parent];
    const bool is_record = sibling_counts_[place.siblings] >= 3;
    place.record = is_record ? id : above.record;
    place.outer = above.outer != 0 || !is_record ? above.outer : id;
    for (size_t i = 0; i < kPercent.size(); ++i) {
      const bool big = place.sums.characters * uint64_t{100} >= page_.characters * kPercent[i];
      place.scale[i] = big ? id : above.scale[i];
    }
  }
}

void PageFeatures::group_paths(const Blocks& blocks) {
  path_groups_.clear();
  path_sums_.clear();
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    const Block& block = blocks.all[i];
    const uint32_t group = path_groups_[mix(places_[block.element].path, block.flags)];
    if (group >= path_sums_.size()) path_sums_.resize(group + 1);
    path_sums_[group] += sums_of(block);
    texts_[i].path_group = group;
  }
}

}  // namespace sluice::extract

#include "extract/candidates.h"

#include <algorithm>
#include <string_view>

#include "extract/lexicon.h"

namespace sluice::extract {
namespace {

using html::AttributeName;
using html::NodeId;
using html::Tag;

bool is_navigation(uint16_t within) {
  return (within & (kWithinNav | kWithinAside | kWithinFooter | kWithinDialog)) != 0;
}

void keep_range(const Blocks& blocks, const PageFeatures& features, NodeId begin, NodeId end,
                std::vector<uint8_t>& keep) {
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    const Block& block = blocks.all[i];
    if (block.element < begin || block.element >= end || !is_plain(block)) continue;
    if (!is_navigation(features.place(block.element).within)) keep[i] = 1;
  }
}

bool is_article(const html::Tree& tree, NodeId id) {
  if (tree[id].tag == Tag::article || tree[id].tag == Tag::main) return true;
  const html::Attribute* property = tree.attribute(id, AttributeName::itemprop);
  if (property != nullptr && property->value() == "articleBody") return true;
  const html::Attribute* role = tree.attribute(id, AttributeName::role);
  return role != nullptr && (role->value() == "main" || role->value() == "article");
}

// The one with the most characters in long blocks; 0: there is none.
NodeId find_article(const html::Tree& tree, const PageFeatures& features) {
  NodeId best = 0;
  uint32_t most = 0;
  for (NodeId id = 1; id < tree.size(); ++id) {
    const Sums& sums = features.place(id).sums;
    if (sums.blocks == 0 || sums.long_characters <= most || !is_article(tree, id)) continue;
    most = sums.long_characters;
    best = id;
  }
  return best;
}

// The element that paragraphs vote for; 0: there is none.
NodeId find_readable(const html::Tree& tree, const Blocks& blocks, const PageFeatures& features) {
  std::vector<double> votes(tree.size());
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    const Block& block = blocks.all[i];
    if (block.characters < 25 || !is_plain(block) || is_mostly_links(block)) continue;
    const double vote = 1 + features.commas(i) + std::min<uint32_t>(block.characters / 100, 3);
    const NodeId parent = features.place(block.element).parent;
    votes[parent] += vote;
    votes[features.place(parent).parent] += vote / 2;
  }
  NodeId best = 0;
  double most = 0;
  for (NodeId id = 1; id < tree.size(); ++id) {
    if (votes[id] <= 0) continue;
    const Sums& sums = features.place(id).sums;
    const double links = static_cast<double>(sums.link_characters) / (sums.characters + 1);
    if (votes[id] * (1 - links) > most) {
      most = votes[id] * (1 - links);
      best = id;
    }
  }
  return best;
}

}  // namespace

bool is_plain(const Block& block) { return (block.flags & (kHidden | kControl | kNoscript)) == 0; }

bool is_mostly_links(const Block& block) { return uint64_t{block.link_bytes} * 2 > block.bytes; }

void add_candidates(const html::Tree& tree, const Blocks& blocks, const PageFeatures& features,
                    std::vector<uint8_t>& keep) {
  const auto keep_element = [&](NodeId id) {
    if (id != 0) keep_range(blocks, features, id, tree[id].end, keep);
  };
  keep_element(features.best_element());
  keep_element(find_article(tree, features));
  keep_element(find_readable(tree, blocks, features));
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    const Block& block = blocks.all[i];
    const uint16_t within = features.place(block.element).within;
    const bool is_aside = is_navigation(within) || (within & kWithinHeader) != 0;
    if (is_plain(block) && !is_aside && !is_mostly_links(block)) keep[i] = 1;
  }
}

void mark_comments(const html::Tree& tree, const Blocks& blocks, std::vector<uint8_t>& is_comment) {
  // By element: 1 within comments, 0 not. Parents come first.
  std::vector<uint8_t> within(tree.size());
  for (NodeId id = 1; id < tree.size(); ++id) {
    within[id] = within[tree[id].parent];
    // What is said of a page as a whole ("comments-closed") makes no comment of it.
    const Tag tag = tree[id].tag;
    if (within[id] != 0 || tag == Tag::html || tag == Tag::body || tag == Tag::main) continue;
    for (const html::Attribute& attribute : tree.attributes(id)) {
      if (attribute.id != AttributeName::class_ && attribute.id != AttributeName::id) continue;
      for_each_word(attribute.value(), [&](std::string_view word) {
        if (word == "comments" || word == "commentlist" || word == "disqus" || word == "respond") {
          within[id] = 1;
        }
      });
    }
  }
  is_comment.resize(blocks.all.size());
  for (size_t i = 0; i < blocks.all.size(); ++i) {
    is_comment[i] = within[blocks.all[i].element];
  }
}

}  // namespace sluice::extract

// Other ways to choose a page's content, for the union of them all; and the handling of comments.
//
// Published work finds that the union of several extractors' outputs holds up to 71 % more usable
// tokens than any one's (Li et al., "DataComp-LM", 2024, compare extractors; "Beyond a single
// extractor", 2026). The candidates here:
//
//   the best single element, by the first forest's scores (features.h);
//   the largest article, main or itemprop=articleBody, but navigation within it;
//   the body but navigation, headers, footers, asides, dialogs, and blocks that are mostly links;
//   the element that paragraphs vote for, as Readability has it: each paragraph of 25 characters or
//   more gives one point, one for each comma and one for each 100 characters (three at most), whole
//   to its parent and half to its grandparent, which then lose by their share of links.
//
// Of each only what is plainly visible and no control counts.
#pragma once

#include <cstdint>
#include <vector>

#include "extract/blocks.h"
#include "extract/features.h"
#include "html/tree.h"

namespace sluice::extract {

// Whether it is visible without further ado, and no control.
bool is_plain(const Block& block);
// Whether links hold more than half of its bytes.
bool is_mostly_links(const Block& block);

// Sets `keep` where some candidate keeps the block. `features`: after add_context().
void add_candidates(const html::Tree& tree, const Blocks& blocks, const PageFeatures& features,
                    std::vector<uint8_t>& keep);

// Sets `is_comment`, one byte a block, to 1 for readers' comments: what stands below an element
// whose class or id says comments, commentlist, disqus or respond, and is not html, body or main.
void mark_comments(const html::Tree& tree, const Blocks& blocks, std::vector<uint8_t>& is_comment);

}  // namespace sluice::extract

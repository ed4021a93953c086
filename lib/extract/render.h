// Blocks to text: the output rules.
//
//   std::vector<uint8_t> keep;
//   keep_visible(blocks, keep);                      // one byte a block, 0 to leave it out
//   render(tree, blocks, keep, Format::text, out);
//   render(tree, blocks, keep, Format::markdown, out, {.links = true});
//
// In both formats:
// - Every text node is written at most once, in the order of the page.
// - White space runs are one space outside `pre`, lines are trimmed, and inline elements insert
//   none; an image or a control between two words, and the seam of two adjacent links, part words.
// - br is a line end. Blocks stand on lines of their own.
// - A table of data is a line a row. Empty cells keep their place so that columns do not shift, but
//   columns that are empty all the way down (of what is kept) are left out; several blocks in one
//   cell are parted by a space. A table that arranges a page (Box::layout) is written as its blocks
//   alone.
// - Formulas are written once, as LaTeX (formula.h); the reading of ruby text in parentheses.
// - Characters without width and control characters but line feed and tab are left out
//   (characters.h).
//
// Text: one line end between blocks, because the line rules that corpora are filtered by (C4's,
// FineWeb's) were fitted to extractors that write so. Cells are parted by tabs. Items of lists
// begin with "- ", indented by two spaces a level; their numbers are not in the page's text and are
// not written. Code is indented as in the page.
//
// Markdown (CommonMark with GitHub's tables and ~~strikethrough~~): a blank line between blocks,
// but between the items of a list one line end; # headings, fenced code with its language,
// **strong**, *emphasis*, `code`, > quotations, numbered lists, $formulas$; links behind an option.
// Text that would be read as markup is escaped, and no more than that.
//
// Text of this module's own that is shown as HTML (in <pre>, or a paragraph a line) gives itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "extract/blocks.h"
#include "html/tree.h"

namespace sluice::extract {

enum class Format : uint8_t { text, markdown };

struct RenderOptions {
  bool links = false;  // Markdown: [text](href), href as in the page
};

// Appends the kept blocks to `out`, without a line end behind the last. `blocks` are of `tree`, and
// `keep` has a byte for each. Linear in the blocks, boxes and bytes; no allocation but the growth
// of buffers that the thread keeps.
void render(const html::Tree& tree, const Blocks& blocks, std::span<const uint8_t> keep,
            Format format, std::string& out, const RenderOptions& options = {});

}  // namespace sluice::extract

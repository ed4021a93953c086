// A page cut into blocks: the runs of inline content that a browser lays out apart.
//
//   Blocks blocks;                                   // reused from page to page
//   segment(tree, blocks);
//   for (const Block& block : blocks.all) {
//     if (block.words > 20 && block.link_bytes * 3 < block.bytes) …
//   }
//
// A paragraph, a heading, the own text of a list item, a table cell, a preformatted text, a
// caption, an option, bare text between two elements, each run between two <br><br>: every visible
// text of a page belongs to exactly one block. As nodes stand in document order, a block is a range
// of nodes, [begin, end), which holds texts and inline elements, and perhaps subtrees that show
// nothing (scripts). What of the range is seen stands in the block's pieces, in order.
//
// Where blocks stand (lists, tables, quotations) is told by boxes: the page's elements that lay
// text out, in document order, as a tree in an array like that of the nodes.
//
// No block is made of what a page never shows (head, script, style, template, the fallback of
// objects, frames and media), of the drawings of <svg>, and of signs that link to their own
// heading. What is shown under a condition makes blocks with a flag: kHidden, kNoscript, kControl.
// Which of them count is the caller's choice; keep_visible() is the usual one. Much that is hidden
// is content all the same: answers that a click opens, the other tabs.
//
// Linear in the nodes and bytes, whatever the nesting; no allocation but the vectors' growth.
#pragma once

#include <cstdint>
#include <vector>

#include "html/tree.h"

namespace sluice::extract {

using BoxId = uint32_t;
using BlockId = uint32_t;

// How a text stands in its line, and what markup it lies within (several may hold).
enum Style : uint16_t {
  kStrong = 1 << 0,    // b, strong
  kEmphasis = 1 << 1,  // i, em, cite, dfn, var
  kCode = 1 << 2,      // code, kbd, samp, tt
  kLink = 1 << 3,      // a with href
  kStruck = 1 << 4,    // s, strike, del
  kRuby = 1 << 5,      // rt: the reading of what stands before it
  kPre = 1 << 6,       // white space counts
  kPreLine = 1 << 7,   // line ends count, other white space collapses
};

enum class PieceKind : uint8_t {
  text,        // a text node
  line_break,  // br
  formula,     // math, an image or a script that holds a formula: formula.h has its text
  gap,         // an image or a control: words on both sides are not one word
};

// One thing that is seen in a block.
struct Piece {
  html::NodeId node;
  html::NodeId link;  // the innermost a with href around it, or 0
  uint16_t style;     // of Style
  PieceKind kind;
};

enum class BoxKind : uint8_t {
  page,  // the first box; parent of itself
  list,
  ordered_list,
  item,
  term,        // dt
  definition,  // dd
  table,
  row,
  cell,
  header_cell,
  caption,  // of a table or figure; legend
  quote,
  code,  // pre, listing, xmp, plaintext
  heading,
};

// Boxes stand in document order; those within a box are the next ones up to its `end`.
struct Box {
  html::NodeId node = 0;
  BoxId parent = 0;
  BoxId end = 0;             // one past the last box within
  BlockId blocks_begin = 0;  // the blocks within, at any depth
  BlockId blocks_end = 0;
  uint32_t number = 0;  // of an item of an ordered list its number, of an ordered list its first
  uint16_t column = 0;  // of a cell, from 0; cells that reach down from rows above hold theirs
  uint16_t span = 1;    // of a cell: columns, 1..1000
  BoxKind kind = BoxKind::page;
  uint8_t level = 0;    // of a heading 1..6, of a list its depth from 1 (at most 255)
  bool layout = false;  // of a table: it arranges a page rather than data
};

// Where a block stands, as bits.
enum BlockFlag : uint32_t {
  kInList = 1 << 0,
  kInTable = 1 << 1,       // within a cell
  kInPre = 1 << 2,         // within pre and the like
  kInHeading = 1 << 3,     // h1..h6; Block::heading says which
  kInQuote = 1 << 4,       // blockquote
  kInCaption = 1 << 5,     // caption, figcaption, legend
  kInFigure = 1 << 6,      // figure
  kInDefinition = 1 << 7,  // dt, dd
  kControl = 1 << 8,       // the text of a button, option or textarea
  kNoscript = 1 << 9,      // shown only where scripts do not run
  kHidden =
      1 << 10,  // by attribute (hidden), inline style (display, visibility) or a closed dialog
  kHasFormula = 1 << 11,
  kHasLineBreak = 1 << 12,  // a br between two texts
  kAfterRule = 1 << 13,     // an hr stands between the block before and this one
};

struct Block {
  html::NodeId begin;  // its nodes
  html::NodeId end;
  html::NodeId element;  // the nearest block-level element around it
  uint32_t pieces_begin;
  uint32_t pieces_end;
  BoxId box;       // the innermost
  uint32_t flags;  // of BlockFlag

  // Of its texts, formulas not counted. White space is ASCII's.
  uint32_t bytes;       // but white space
  uint32_t characters;  // but white space
  uint32_t words;       // stretches without white space
  uint32_t link_bytes;  // of `bytes`, those within links
  uint32_t link_words;
  uint32_t digits;       // ASCII
  uint32_t capitals;     // ASCII
  uint32_t punctuation;  // ASCII punctuation and symbols; other scripts' full stops and commas
  uint32_t links;        // links that begin in it

  html::Tag tag;    // of `element`
  uint8_t heading;  // 1..6, or 0
};

struct Blocks {
  std::vector<Block> all;
  std::vector<Piece> pieces;
  std::vector<Box> boxes;

  // Bytes of `all` by flag: what is plainly visible, and what is so only where scripts do not run.
  uint64_t visible_bytes = 0;
  uint64_t noscript_bytes = 0;
};

// Cuts the page; what `out` held is lost.
void segment(const html::Tree& tree, Blocks& out);

// Chooses what a reader of the page may see: one byte a block, 1 to keep. Hidden blocks and
// controls are left out; <noscript> counts only where the rest is nearly empty (under
// 250 bytes and less than it), as in pages that a script fills.
void keep_visible(const Blocks& blocks, std::vector<uint8_t>& keep);

}  // namespace sluice::extract

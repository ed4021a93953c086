// The boxes of a page while it is being cut: lists and their numbers, tables and their grids.
// Internal to extract.
//
//   BoxBuilder boxes;                             // reused
//   boxes.begin(out, root);
//   const BoxId list = boxes.open(out, tree, id, BoxKind::list);
//   …
//   boxes.close(out, list, bytes);
//
// Boxes close in the reverse order of opening.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "extract/blocks.h"
#include "html/tree.h"

namespace sluice::extract {

class BoxBuilder {
 public:
  // Forgets the page before and makes the box of the page.
  void begin(Blocks& out, html::NodeId root);

  // Opens a box within the one opened last. No block may be under way.
  BoxId open(Blocks& out, const html::Tree& tree, html::NodeId id, BoxKind kind);

  void close(Blocks& out);

  // A group of rows (tbody, thead, tfoot) begins: cells do not reach into it from above.
  void begin_row_group();

  BoxId innermost() const { return open_.back(); }

 private:
  // Columns in which cells that span rows are followed; the standard's limit of 1000 columns holds
  // for the numbers alone.
  static constexpr uint32_t kGrid = 64;

  struct Table {
    BoxId box;
    uint32_t row = 0;                           // the row under way, from 1
    uint32_t column = 0;                        // the next free one in it
    std::array<uint32_t, kGrid> taken_to = {};  // of each column, the last row that a cell reaches
  };

  void open_list(Blocks& out, const html::Tree& tree, Box& box);
  void open_item(Blocks& out, const html::Tree& tree, Box& box);
  void open_table(Blocks& out, const html::Tree& tree, Box& box, BoxId id);
  void open_cell(const html::Tree& tree, Box& box);
  void judge_cell(Blocks& out, const Box& cell);

  std::vector<BoxId> open_;
  std::vector<Table> tables_;
  std::vector<BoxId> lists_;       // that are open
  std::vector<uint32_t> numbers_;  // of each, its next item's
};

}  // namespace sluice::extract

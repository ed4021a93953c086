#include "extract/boxes.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "extract/attributes.h"

namespace sluice::extract {
namespace {

using html::AttributeName;
using html::NodeId;
using html::Tag;
using html::Tree;

// A cell of data holds a word, a number, a sentence, perhaps a short list; what holds more arranges
// a page.
constexpr uint32_t kDataCellBlocks = 6;
constexpr uint32_t kDataCellBytes = 600;  // of a cell with several blocks

constexpr uint32_t kMostColumns = 1000;  // HTML's limit of colspan
constexpr uint32_t kMostRows = 65534;    // HTML's limit of rowspan

std::optional<uint32_t> number_of(const Tree& tree, NodeId id, AttributeName name) {
  const html::Attribute* attribute = tree.attribute(id, name);
  return attribute != nullptr ? parse_number(attribute->value()) : std::nullopt;
}

}  // namespace

void BoxBuilder::begin(Blocks& out, NodeId root) {
  open_.clear();
  tables_.clear();
  lists_.clear();
  numbers_.clear();
  out.boxes.clear();
  out.boxes.push_back({.node = root});
  open_.push_back(0);
}

BoxId BoxBuilder::open(Blocks& out, const Tree& tree, NodeId id, BoxKind kind) {
  const auto box_id = static_cast<BoxId>(out.boxes.size());
  const auto block = static_cast<BlockId>(out.all.size());
  Box box = {
      .node = id, .parent = open_.back(), .blocks_begin = block, .blocks_end = block, .kind = kind};
  switch (kind) {
    case BoxKind::list:
    case BoxKind::ordered_list:
      open_list(out, tree, box);
      lists_.push_back(box_id);
      break;
    case BoxKind::item:
      open_item(out, tree, box);
      break;
    case BoxKind::table:
      open_table(out, tree, box, box_id);
      break;
    case BoxKind::row:
      if (!tables_.empty()) {
        ++tables_.back().row;
        tables_.back().column = 0;
      }
      break;
    case BoxKind::cell:
    case BoxKind::header_cell:
      open_cell(tree, box);
      break;
    default:
      break;
  }
  out.boxes.push_back(box);
  open_.push_back(box_id);
  return box_id;
}

void BoxBuilder::close(Blocks& out) {
  const BoxId id = open_.back();
  open_.pop_back();
  Box& box = out.boxes[id];
  box.end = static_cast<BoxId>(out.boxes.size());
  box.blocks_end = static_cast<BlockId>(out.all.size());
  switch (box.kind) {
    case BoxKind::list:
    case BoxKind::ordered_list:
      lists_.pop_back();
      numbers_.pop_back();
      break;
    case BoxKind::table:
      tables_.pop_back();
      break;
    case BoxKind::cell:
    case BoxKind::header_cell:
      judge_cell(out, box);
      break;
    default:
      break;
  }
}

void BoxBuilder::begin_row_group() {
  if (!tables_.empty()) tables_.back().taken_to.fill(0);
}

void BoxBuilder::open_list(Blocks& out, const Tree& tree, Box& box) {
  constexpr uint8_t kDeepest = 255;
  const uint8_t outer = lists_.empty() ? uint8_t{0} : out.boxes[lists_.back()].level;
  box.level = outer == kDeepest ? kDeepest : static_cast<uint8_t>(outer + 1);
  if (box.kind == BoxKind::ordered_list) {
    box.number = number_of(tree, box.node, AttributeName::start).value_or(1);
  }
  numbers_.push_back(box.number);
}

void BoxBuilder::open_item(Blocks& out, const Tree& tree, Box& box) {
  if (lists_.empty()) return;
  box.level = out.boxes[lists_.back()].level;
  uint32_t& next = numbers_.back();
  box.number = number_of(tree, box.node, AttributeName::value).value_or(next);
  next = box.number + 1;
}

void BoxBuilder::open_table(Blocks& out, const Tree& tree, Box& box, BoxId id) {
  // What holds a table is no table of data.
  if (!tables_.empty()) out.boxes[tables_.back().box].layout = true;
  const html::Attribute* role = tree.attribute(box.node, AttributeName::role);
  const std::string_view told = role != nullptr ? role->value() : std::string_view();
  box.layout = equals_ignoring_case(told, "presentation") || equals_ignoring_case(told, "none");
  tables_.push_back({.box = id});
}

void BoxBuilder::open_cell(const Tree& tree, Box& box) {
  if (tables_.empty()) return;
  Table& table = tables_.back();
  while (table.column < kGrid && table.taken_to[table.column] >= table.row && table.row > 0) {
    ++table.column;
  }
  const uint32_t span =
      std::clamp(number_of(tree, box.node, AttributeName::colspan).value_or(1), 1u, kMostColumns);
  uint32_t rows = number_of(tree, box.node, AttributeName::rowspan).value_or(1);
  if (rows == 0) rows = kMostRows;  // to the end of the group
  rows = std::min(rows, kMostRows);
  box.column = static_cast<uint16_t>(std::min(table.column, UINT32_C(0xFFFF)));
  box.span = static_cast<uint16_t>(span);
  for (uint32_t column = table.column; column < std::min(table.column + span, kGrid); ++column) {
    table.taken_to[column] = table.row + rows - 1;
  }
  table.column = std::min(table.column + span, UINT32_C(0xFFFF));
}

void BoxBuilder::judge_cell(Blocks& out, const Box& cell) {
  if (tables_.empty()) return;
  Box& table = out.boxes[tables_.back().box];
  const uint32_t count = cell.blocks_end - cell.blocks_begin;
  if (table.layout || count == 0) return;
  uint64_t bytes = 0;
  bool structured = false;
  for (BlockId id = cell.blocks_begin; id < cell.blocks_end; ++id) {
    const Block& block = out.all[id];
    bytes += block.bytes;
    structured =
        structured || (block.flags & kInPre) != 0 || ((block.flags & kInHeading) != 0 && count > 1);
  }
  table.layout = structured || count > kDataCellBlocks || (count > 1 && bytes > kDataCellBytes);
}

}  // namespace sluice::extract

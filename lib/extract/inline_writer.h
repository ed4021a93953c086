// Writes the pieces of blocks into lines: texts, formulas, line breaks, and in Markdown the markup
// that their style asks for. Internal to extract.
//
//   InlineWriter writer(tree, markdown, links, out);
//   writer.lines().begin("\n");
//   writer.write(pieces);
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "extract/blocks.h"
#include "extract/line_writer.h"
#include "html/tree.h"

namespace sluice::extract {

class InlineWriter {
 public:
  InlineWriter(const html::Tree& tree, bool markdown, bool links, std::string& out)
      : tree_(tree), lines_(out), markdown_(markdown), links_(links) {}

  LineWriter& lines() { return lines_; }

  // Within a fence: texts as they are.
  void set_code(bool code) { code_ = code; }

  // A block's pieces; markup that is open at their end is closed.
  void write(std::span<const Piece> pieces);

 private:
  void write_plain(const Piece& piece);
  void write_text(std::span<const Piece> rest);
  void write_formula(const Piece& piece);
  void change_style(std::span<const Piece> rest);
  void close_styles(uint16_t style, html::NodeId link);
  void close_link();
  std::string_view sign_of(Style mark) const;
  void set_ruby(bool ruby);

  const html::Tree& tree_;
  LineWriter lines_;
  std::string formula_;
  html::NodeId link_ = 0;           // whose markup is open
  uint16_t style_ = 0;              // of which markup is open
  std::array<Style, 4> open_ = {};  // the marks of style_, as they were opened
  size_t open_count_ = 0;
  bool ruby_ = false;
  bool double_ticks_ = false;
  bool code_ = false;
  const bool markdown_;
  const bool links_;
};

}  // namespace sluice::extract

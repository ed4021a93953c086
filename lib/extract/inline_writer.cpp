#include "extract/inline_writer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "extract/attributes.h"
#include "extract/formula.h"
#include "extract/text_counts.h"

namespace sluice::extract {
namespace {

using html::AttributeName;
using html::NodeId;

// In the order in which they are opened where several begin at once.
constexpr std::array<Style, 4> kMarkedUp = {kStrong, kEmphasis, kStruck, kCode};

// Whether the stretch of inline code that begins here holds a backtick, as far as one looks ahead:
// links within end and begin it again.
bool holds_tick(const html::Tree& tree, std::span<const Piece> pieces) {
  constexpr size_t kFar = 32;
  for (const Piece& piece : pieces.first(std::min(pieces.size(), kFar))) {
    if ((piece.style & kCode) == 0) return false;
    if (piece.kind == PieceKind::text &&
        tree.text(piece.node).find('`') != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

void InlineWriter::write(std::span<const Piece> pieces) {
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    switch (piece.kind) {
      case PieceKind::text:
        if (markdown_ && !code_) {
          write_text(pieces.subspan(i));
        } else {
          write_plain(piece);
        }
        break;
      case PieceKind::line_break:
        lines_.line_break();
        break;
      case PieceKind::formula:
        write_formula(piece);
        break;
      case PieceKind::gap:
        lines_.gap();
        break;
    }
  }
  if (ruby_) set_ruby(false);
  close_styles(0, 0);
}

void InlineWriter::write_plain(const Piece& piece) {
  const std::string_view text = tree_.text(piece.node);
  const bool ruby = (piece.style & kRuby) != 0;
  if (ruby != ruby_ && !trim(text).empty()) set_ruby(ruby);
  if ((piece.style & kPre) != 0) {
    lines_.verbatim(text);
  } else if ((piece.style & kPreLine) != 0) {
    lines_.collapse_lines(text);
  } else {
    lines_.collapse(text);
  }
}

void InlineWriter::write_text(std::span<const Piece> rest) {
  const Piece& piece = rest.front();
  std::string_view text = tree_.text(piece.node);
  if ((piece.style & (kPre | kPreLine)) != 0) {
    close_styles(0, 0);
    lines_.collapse_lines(text);
    return;
  }
  const bool ruby = (piece.style & kRuby) != 0;
  if (ruby != ruby_ && is_visible(text)) set_ruby(ruby);
  text = lines_.take_space(text);
  if (text.empty()) return;
  change_style(rest);
  if ((piece.style & kCode) != 0) {
    lines_.raw(text);
  } else {
    lines_.collapse(text);
  }
}

void InlineWriter::write_formula(const Piece& piece) {
  formula_.clear();
  append_formula(tree_, piece.node, formula_);
  if (formula_.empty()) return;
  if (!markdown_ || code_) {
    lines_.raw(formula_);
    return;
  }
  const std::string_view sign = is_display_formula(tree_, piece.node) ? "$$" : "$";
  close_styles(static_cast<uint16_t>(piece.style & ~kCode), piece.link);
  lines_.flush();
  lines_.markup(sign);
  lines_.raw(formula_);
  lines_.markup(sign);
}

// Closes and opens what makes the open markup that of the next piece, around the white space
// between: "**one** two", not "**one **two".
void InlineWriter::change_style(std::span<const Piece> rest) {
  const uint16_t style = rest.front().style;
  const NodeId link = links_ ? rest.front().link : 0;
  close_styles(style, link);
  lines_.flush();
  if (link != link_) {
    lines_.markup("[");
    link_ = link;
  }
  for (const Style mark : kMarkedUp) {
    if ((style & ~style_ & mark) == 0) continue;
    if (mark == kCode) double_ticks_ = holds_tick(tree_, rest);
    lines_.markup(sign_of(mark));
    open_[open_count_++] = mark;
    style_ |= mark;
  }
}

// Closes markup that is not in `style`, and what was opened within it.
void InlineWriter::close_styles(uint16_t style, NodeId link) {
  const bool leave_link = link_ != 0 && link_ != link;
  size_t stay = 0;
  if (!leave_link) {
    while (stay < open_count_ && (style & open_[stay]) != 0) ++stay;
  }
  while (open_count_ > stay) {
    const Style mark = open_[--open_count_];
    lines_.markup(sign_of(mark));
    style_ &= static_cast<uint16_t>(~mark);
  }
  if (leave_link) close_link();
}

std::string_view InlineWriter::sign_of(Style mark) const {
  switch (mark) {
    case kStrong:
      return "**";
    case kEmphasis:
      return "*";
    case kStruck:
      return "~~";
    default:
      return double_ticks_ ? "``" : "`";
  }
}

void InlineWriter::close_link() {
  const html::Attribute* attribute = tree_.attribute(link_, AttributeName::href);
  const std::string_view href =
      trim(attribute != nullptr ? attribute->value() : std::string_view());
  lines_.markup("](");
  for (const char byte : href) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    const bool breaks = value <= ' ' || value == 0x7F || byte == '(' || byte == ')' ||
                        byte == '<' || byte == '>' || byte == '\\';
    if (breaks) {
      const std::array<char, 3> escape = {'%', kHex[value >> 4], kHex[value & 15]};
      lines_.markup({escape.data(), escape.size()});
    } else {
      lines_.markup({&byte, 1});
    }
  }
  lines_.markup(")");
  link_ = 0;
}

void InlineWriter::set_ruby(bool ruby) {
  // The reading stands close to what it reads.
  if (markdown_) close_styles(0, 0);
  lines_.raw(ruby ? "(" : ")");
  ruby_ = ruby;
}

}  // namespace sluice::extract

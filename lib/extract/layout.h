// How an element is laid out: by its name, as browsers do, and by its attributes. Internal to
// extract.
//
//   const Role& role = role_of(Tag::li);            // a box (BoxKind::item) within kInList
//   const Look look = look_of(tree, id);            // look.hidden: display: none
//
// For the elements of HTML; MathML and SVG are not looked into.
#pragma once

#include <cstdint>
#include <string_view>

#include "extract/blocks.h"
#include "html/tree.h"

namespace sluice::extract {

enum class Layout : uint8_t {
  inside,   // a line: in its text's midst
  block,    // apart
  box,      // apart, and told by a Box
  gap,      // nothing of it is text, but it parts words
  nothing,  // nothing of it is seen
  special,  // as the segmenter has it
};

struct Role {
  Layout layout = Layout::inside;
  BoxKind box = BoxKind::page;
  uint8_t heading = 0;
  uint16_t style = 0;  // of Style, for what is within
  uint32_t flags = 0;  // of BlockFlag, for what is within
};
const Role& role_of(html::Tag tag);

// What attributes say.
struct Look {
  bool hidden = false;
  bool block = false;
  uint16_t white_space = 0;  // kPre, kPreLine or neither
};
Look look_of(const html::Tree& tree, html::NodeId id);

// Whether a text is one of the signs that link to a place in the page without saying anything: to
// a heading's own address (¶, #, §, a chain), back from a footnote (^, an arrow), to close or turn
// over (×, ›).
bool is_sign(std::string_view text);

}  // namespace sluice::extract

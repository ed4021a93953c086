#include "extract/formula.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "extract/attributes.h"

namespace sluice::extract {
namespace {

using html::AttributeName;
using html::NodeId;
using html::Tag;
using html::Tree;

std::string_view value_of(const Tree& tree, NodeId id, AttributeName name) {
  const html::Attribute* attribute = tree.attribute(id, name);
  return attribute != nullptr ? attribute->value() : std::string_view();
}

bool is_formula_script(std::string_view type) { return trim(type).starts_with("math/tex"); }

bool is_formula_image(const Tree& tree, NodeId id) {
  if (value_of(tree, id, AttributeName::alt).empty()) return false;
  constexpr std::array<std::string_view, 3> kTokens = {"tex", "latex", "math"};
  const std::string_view classes = value_of(tree, id, AttributeName::class_);
  const bool told = std::any_of(kTokens.begin(), kTokens.end(),
                                [&](std::string_view token) { return has_token(classes, token); });
  if (told || !token_beginning(classes, "mwe-math").empty()) return true;
  const std::string_view source = value_of(tree, id, AttributeName::src);
  const size_t latex = source.find("latex");
  if (latex != std::string_view::npos) {
    return (latex > 0 && source[latex - 1] == '/') || source.substr(latex).starts_with("latex.php");
  }
  return source.find("/math/render/") != std::string_view::npos;
}

// Takes a pair of delimiters off, if the text both begins and ends with its halves.
bool strip(std::string_view& tex, std::string_view opening, std::string_view closing) {
  if (tex.size() < opening.size() + closing.size() || !tex.starts_with(opening) ||
      !tex.ends_with(closing)) {
    return false;
  }
  tex = trim(tex.substr(opening.size(), tex.size() - opening.size() - closing.size()));
  return true;
}

// Whether the brace that the text begins with is closed by its last byte.
bool is_one_group(std::string_view tex) {
  size_t depth = 0;
  for (size_t i = 0; i < tex.size(); ++i) {
    if (tex[i] == '\\') {
      ++i;
    } else if (tex[i] == '{') {
      ++depth;
    } else if (tex[i] == '}' && --depth == 0) {
      return i + 1 == tex.size();
    }
  }
  return false;
}

std::string_view bare_tex(std::string_view tex) {
  tex = trim(tex);
  if (!strip(tex, "$$", "$$") && !strip(tex, "$", "$") && !strip(tex, "\\(", "\\)")) {
    strip(tex, "\\[", "\\]");
  }
  constexpr std::array<std::string_view, 2> kWrappers = {"{\\displaystyle", "{\\textstyle"};
  for (const std::string_view wrapper : kWrappers) {
    if (tex.starts_with(wrapper) && is_one_group(tex)) strip(tex, wrapper, "}");
  }
  return tex;
}

// Writes MathML as a line. Scripts and fractions have their parts in order, so that what stands
// between the parts and behind them is all there is to say.
class Linear {
 public:
  Linear(const Tree& tree, std::string& out) : tree_(tree), out_(out) {}

  void write(NodeId math) {
    const NodeId end = tree_[math].end;
    for (NodeId id = math + 1; id < end;) {
      close_before(id);
      begin_part(id);
      const Tag tag = tree_[id].tag;
      if (tag == Tag::annotation || tag == Tag::annotation_xml) {
        id = tree_[id].end;
        continue;
      }
      if (tag == Tag::text) {
        out_ += trim(tree_.text(id));
      } else {
        open_.push_back({tree_[id].end, kind_of(tree_.text(id)), 0});
        if (open_.back().kind == Kind::root) out_ += "sqrt(";
      }
      ++id;
    }
    close_before(end);
  }

 private:
  enum class Kind : uint8_t { plain, sub, super, sub_super, fraction, root, table_row, table_cell };
  struct Open {
    NodeId end;
    Kind kind;
    uint32_t parts;  // begun
  };

  static Kind kind_of(std::string_view name) {
    if (name == "msub" || name == "munder") return Kind::sub;
    if (name == "msup" || name == "mover") return Kind::super;
    if (name == "msubsup" || name == "munderover") return Kind::sub_super;
    if (name == "mfrac") return Kind::fraction;
    if (name == "msqrt" || name == "mroot") return Kind::root;
    if (name == "mtr") return Kind::table_row;
    if (name == "mtd") return Kind::table_cell;
    return Kind::plain;
  }

  void begin_part(NodeId id) {
    if (open_.empty() || (tree_[id].tag == Tag::text && trim(tree_.text(id)).empty())) return;
    Open& around = open_.back();
    const uint32_t part = around.parts++;
    switch (around.kind) {
      case Kind::sub:
        if (part == 1) out_ += "_{";
        break;
      case Kind::super:
        if (part == 1) out_ += "^{";
        break;
      case Kind::sub_super:
        if (part == 1) out_ += "_{";
        if (part == 2) out_ += "}^{";
        break;
      case Kind::fraction:
        if (part == 0) out_ += '(';
        if (part == 1) out_ += ")/(";
        break;
      default:
        break;
    }
  }

  void close_before(NodeId id) {
    while (!open_.empty() && open_.back().end <= id) {
      const Open closed = open_.back();
      open_.pop_back();
      switch (closed.kind) {
        case Kind::sub:
        case Kind::super:
        case Kind::sub_super:
          if (closed.parts > 1) out_ += '}';
          break;
        case Kind::fraction:
          if (closed.parts > 0) out_ += ')';
          break;
        case Kind::root:
          out_ += ')';
          break;
        case Kind::table_row:
          out_ += "; ";
          break;
        case Kind::table_cell:
          out_ += ' ';
          break;
        case Kind::plain:
          break;
      }
    }
  }

  const Tree& tree_;
  std::string& out_;
  std::vector<Open> open_;
};

std::string_view annotation_of(const Tree& tree, NodeId math) {
  for (NodeId id = math + 1; id < tree[math].end; ++id) {
    if (tree[id].tag != Tag::annotation || id + 1 >= tree[id].end) continue;
    if (tree[id + 1].tag == Tag::text &&
        contains_ignoring_case(value_of(tree, id, AttributeName::encoding), "tex")) {
      return tree.text(id + 1);
    }
  }
  return {};
}

}  // namespace

bool is_formula(const Tree& tree, NodeId id) {
  switch (tree[id].tag) {
    case Tag::math:
      return true;
    case Tag::script:
      return is_formula_script(value_of(tree, id, AttributeName::type));
    case Tag::img:
      return is_formula_image(tree, id);
    default:
      return false;
  }
}

bool is_display_formula(const Tree& tree, NodeId id) {
  switch (tree[id].tag) {
    case Tag::math: {
      const auto attributes = tree.attributes(id);
      return std::any_of(attributes.begin(), attributes.end(),
                         [](const html::Attribute& attribute) {
                           return (attribute.name() == "display" && attribute.value() == "block") ||
                                  (attribute.name() == "mode" && attribute.value() == "display");
                         });
    }
    case Tag::script:
      return contains_ignoring_case(value_of(tree, id, AttributeName::type), "mode=display");
    default:
      return has_token(value_of(tree, id, AttributeName::class_),
                       "mwe-math-fallback-image-display");
  }
}

void append_formula(const Tree& tree, NodeId id, std::string& out) {
  if (tree[id].tag == Tag::img) {
    out += bare_tex(value_of(tree, id, AttributeName::alt));
    return;
  }
  if (tree[id].tag == Tag::script) {
    const bool filled = id + 1 < tree[id].end && tree[id + 1].tag == Tag::text;
    if (filled) out += bare_tex(tree.text(id + 1));
    return;
  }
  std::string_view tex = bare_tex(annotation_of(tree, id));
  if (tex.empty()) tex = bare_tex(value_of(tree, id, AttributeName::alttext));
  if (!tex.empty()) {
    out += tex;
  } else {
    Linear(tree, out).write(id);
  }
}

}  // namespace sluice::extract

// Tree construction within svg and math.
#include <algorithm>

#include "base/ascii.h"
#include "html/tree_builder.h"

namespace sluice::html {

// Whether the token follows the rules of foreign content rather than those of the mode.
bool TreeBuilder::is_foreign(const Token& token) const {
  if (!in_foreign()) return false;
  const OpenElement& current = adjusted_current();
  const bool starts = token.type == Token::Type::start_tag;
  const bool content = starts || token.type == Token::Type::text;
  if ((current.properties & kHtmlPoint) != 0 && content) return false;
  if ((current.properties & kMathTextPoint) != 0 && content) {
    return starts && (token.tag == Tag::mglyph || token.tag == Tag::malignmark);
  }
  return !(current.name_space == Namespace::mathml && current.tag == Tag::annotation_xml &&
           starts && token.tag == Tag::svg);
}

uint32_t TreeBuilder::foreign_properties(const Token& token, Namespace name_space) const {
  constexpr uint32_t kBounds = kSpecial | kScope | kListScope | kButtonScope;
  if (name_space == Namespace::svg) {
    const bool point =
        token.tag == Tag::foreign_object || token.tag == Tag::desc || token.tag == Tag::title;
    return point ? kBounds | kHtmlPoint : 0;
  }
  switch (token.tag) {
    case Tag::mi:
    case Tag::mo:
    case Tag::mn:
    case Tag::ms:
    case Tag::mtext:
      return kBounds | kMathTextPoint;
    case Tag::annotation_xml: {
      const Attribute* const encoding = find_attribute(AttributeName::encoding);
      const bool html =
          encoding != nullptr && (equals_ignoring_case(encoding->value(), "text/html") ||
                                  equals_ignoring_case(encoding->value(), "application/xhtml+xml"));
      return html ? kBounds | kHtmlPoint : kBounds;
    }
    default:
      return 0;
  }
}

void TreeBuilder::insert_foreign(const Token& token, Namespace name_space) {
  const uint32_t properties = foreign_properties(token, name_space);
  const NodeId id = make(token, name_space);
  attach(id);
  if (token.self_closing) return;
  push({.id = id, .tag = token.tag, .name_space = name_space, .properties = properties});
}

void TreeBuilder::leave_foreign() {
  while (open_.size() > 1 && open_.top().name_space != Namespace::html &&
         (open_.top().properties & (kHtmlPoint | kMathTextPoint)) == 0) {
    pop();
  }
}

TreeBuilder::Done TreeBuilder::start_foreign(const Token& token) {
  bool leaves = has(token.tag, kBreakout);
  if (token.tag == Tag::font) {
    const auto given = tokenizer_.attributes();
    leaves = std::any_of(given.begin(), given.end(), [](const Attribute& attribute) {
      const std::string_view name = attribute.name();
      return name == "color" || name == "face" || name == "size";
    });
  }
  if (leaves) {
    leave_foreign();
    return Done::no;
  }
  insert_foreign(token, adjusted_current().name_space);
  return Done::yes;
}

TreeBuilder::Done TreeBuilder::end_foreign(const Token& token) {
  if (token.tag == Tag::br || token.tag == Tag::p) {
    leave_foreign();
    return Done::no;
  }
  for (size_t i = open_.size(); --i > 0;) {
    open_.count_steps(1);
    const OpenElement& element = open_[i];
    if (element.name_space == Namespace::html) return Done::no;
    if (element.tag == token.tag &&
        (token.tag != Tag::other || nodes_.name(element.id) == token.name)) {
      pop_to_size(i);
      return Done::yes;
    }
  }
  return Done::yes;
}

}  // namespace sluice::html

// Tree construction: how nodes come into the tree and elements onto and off the stack.
#include <algorithm>

#include "html/tree_builder.h"

namespace sluice::html {

NodeId TreeBuilder::make(const Token& token, Namespace name_space) {
  return nodes_.add({.parent = kNoNode,
                     .end = 0,
                     .data = token.name.data(),
                     .size = static_cast<uint32_t>(token.name.size()),
                     .attributes = tokenizer_.keep_attributes(),
                     .attribute_count = static_cast<uint16_t>(token.attribute_count),
                     .tag = token.tag,
                     .name_space = name_space});
}

NodeId TreeBuilder::make(Tag tag) {
  const std::string_view name = name_of(tag);
  return nodes_.add({.parent = kNoNode,
                     .end = 0,
                     .data = name.data(),
                     .size = static_cast<uint32_t>(name.size()),
                     .attributes = 0,
                     .attribute_count = 0,
                     .tag = tag,
                     .name_space = Namespace::html});
}

void TreeBuilder::attach(NodeId id) {
  const OpenElement& parent = open_.top();
  if (fostering_ && (parent.properties & kTablePart) != 0) {
    attach_fostered(id);
  } else {
    nodes_.append(id, parent.id);
  }
}

// False if too many elements are open already; what comes then goes into the deepest of them.
bool TreeBuilder::push(const OpenElement& element, bool beyond_limit) {
  if (open_.size() >= Parser::kMaxDepth && !beyond_limit) {
    ++flattened_[static_cast<uint8_t>(element.tag)];
    ++flattened_count_;
    return false;
  }
  open_.push(element);
  return true;
}

bool TreeBuilder::insert(const Token& token, bool beyond_limit) {
  const NodeId id = make(token, Namespace::html);
  attach(id);
  return push(
      {.id = id, .tag = token.tag, .html_tag = token.tag, .properties = properties(token.tag)},
      beyond_limit);
}

bool TreeBuilder::insert(Tag tag, bool beyond_limit) {
  const NodeId id = make(tag);
  attach(id);
  return push({.id = id, .tag = tag, .html_tag = tag, .properties = properties(tag)}, beyond_limit);
}

void TreeBuilder::insert_void(const Token& token) { attach(make(token, Namespace::html)); }

// An element with all of its contents. `token` is overwritten.
void TreeBuilder::insert_raw(const Token& token, State state, bool skip_newline) {
  insert(token, true);
  tokenizer_.enter(state);
  const Token* next = &tokenizer_.next();
  if (next->type == Token::Type::text) {
    std::string_view text = tokenizer_.decoded(*next);
    if (skip_newline && text.starts_with('\n')) text.remove_prefix(1);
    if (!text.empty()) nodes_.append_text(text, open_.top().id);
    tokenizer_.next();  // the end tag, or the page's end
    ++tokens_;
  }
  pop();
}

void TreeBuilder::insert_text(std::string_view text) {
  const OpenElement& parent = open_.top();
  if (fostering_ && (parent.properties & kTablePart) != 0) {
    attach_fostered(nodes_.add_text(text));
  } else {
    nodes_.append_text(text, parent.id);
  }
}

// Gives the element the token's attributes that it lacks.
void TreeBuilder::merge_attributes(NodeId id) {
  constexpr size_t kMost = 64;  // so that many such tags cost no more than their bytes
  const std::span<const Attribute> given = tokenizer_.attributes();
  if (given.empty() || id == kNoNode) return;
  Node& node = nodes_[id];
  std::vector<Attribute>& all = tokenizer_.kept_attributes();
  std::vector<Attribute> merged(all.begin() + node.attributes,
                                all.begin() + node.attributes + node.attribute_count);
  const size_t before = merged.size();
  for (const Attribute& attribute : given) {
    const bool known = std::any_of(
        merged.begin(), merged.end(),
        [&attribute](const Attribute& other) { return other.name() == attribute.name(); });
    if (!known && merged.size() < kMost) merged.push_back(attribute);
  }
  if (merged.size() == before) return;
  all.resize(all.size() - given.size());
  all.insert(all.end(), merged.begin(), merged.end());
  node.attribute_count = static_cast<uint16_t>(merged.size());
  node.attributes = tokenizer_.keep_attributes();
}

void TreeBuilder::pop() {
  if ((open_.top().properties & kFormatting) != 0) mark_closed(open_.top().id);
  open_.pop();
  if (flattened_count_ != 0) {
    flattened_.fill(0);
    flattened_count_ = 0;
  }
}

void TreeBuilder::pop_until(Tag tag) {
  while (open_.size() > 1) {
    const bool found = open_.top().html_tag == tag;
    pop();
    if (found) return;
  }
}

void TreeBuilder::pop_to_size(size_t size) {
  while (open_.size() > size) pop();
}

void TreeBuilder::remove_open(size_t index) {
  if ((open_[index].properties & kFormatting) != 0) mark_closed(open_[index].id);
  open_.remove(index);
}

// Closes elements whose end tags may be left out, up to one named `except`.
void TreeBuilder::close_implied(Tag except, uint32_t which) {
  while ((open_.top().properties & which) != 0 && open_.top().html_tag != except) pop();
}

void TreeBuilder::close_paragraph() {
  if (!open_.has_paragraph()) return;
  close_implied(Tag::p);
  pop_until(Tag::p);
}

}  // namespace sluice::html

// A page's elements and texts, as a tree in flat arrays.
//
//   Parser parser;                                     // one per thread, reused
//   const Tree& tree = parser.parse(utf8);             // never fails; valid until the next parse()
//   for (NodeId id = tree.root(); id < tree.size(); id = tree[id].tag == Tag::script ? tree[id].end : id + 1) {
//     if (tree[id].tag == Tag::text) use(tree.text(id));
//   }
//
// Nodes stand in document order: a node's descendants are those from its own index + 1 up to its `end`, so
// a pass over a page is a loop over an array, a bottom-up pass is the loop backwards, and a subtree is skipped
// by going to its `end`. The order is that of the finished tree, as the HTML standard builds it
// (https://html.spec.whatwg.org/multipage/parsing.html): text that a table fosters out stands before the table.
//
// Texts are decoded (character references, line ends) and are views of the page where nothing had to be
// changed, else of the tree's own store. Comments and the doctype have no nodes. The contents of
// script, style and the like are one text node each. Scripting counts as disabled, so the contents of <noscript> are
// elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "html/names.h"

namespace sluice::html {

using NodeId = uint32_t;

enum class Namespace : uint8_t { html, svg, mathml };

struct Attribute {
  const char* name_data;   // in lower case (of foreign elements as the standard adjusts it)
  const char* value_data;  // decoded
  uint32_t value_size;
  uint16_t name_size;
  AttributeName id;  // AttributeName::other for what has no name in names.h

  std::string_view name() const { return {name_data, name_size}; }
  std::string_view value() const { return {value_data, value_size}; }
};

struct Node {
  NodeId parent;          // of the root: itself
  NodeId end;             // one past the last descendant
  const char* data;       // a text's bytes; an element's name, in lower case
  uint32_t size;
  uint32_t attributes;    // index of the first
  uint16_t attribute_count;
  Tag tag;                // Tag::document, Tag::text, an element's, or Tag::other for elements without a name in names.h
  Namespace name_space;
};

class Tree {
 public:
  NodeId root() const { return 0; }  // Tag::document
  NodeId size() const;
  const Node& operator[](NodeId id) const;

  // Of a text node its text, of an element its name.
  std::string_view text(NodeId id) const;

  // In the order of the source, the first of each name only.
  std::span<const Attribute> attributes(NodeId id) const;
  // Null where the element has no such attribute.
  const Attribute* attribute(NodeId id, AttributeName name) const;
};

}  // namespace sluice::html

// A page's elements and texts, as a tree in flat arrays.
//
//   Parser parser;                                     // one per thread, reused
//   const Tree& tree = parser.parse(utf8);             // never fails; valid until the next parse()
//   for (NodeId id = tree.root(); id < tree.size();) {
//     const Node& node = tree[id];
//     if (node.tag == Tag::text) use(tree.text(id));
//     id = node.tag == Tag::script ? node.end : id + 1;
//   }
//
// Nodes stand in document order: a node's descendants are those from its own index + 1 up to its
// `end`, so a pass over a page is a loop over an array, a bottom-up pass is the loop backwards, and
// a subtree is skipped by going to its `end`. The order is that of the finished tree, as the HTML
// standard builds it (https://html.spec.whatwg.org/multipage/parsing.html): text that a table
// fosters out stands before the table.
//
// Texts are decoded (character references, line ends) and are views of the page where nothing had
// to be changed, else of the parser's own store. Texts that are next to each other may be several
// nodes. Comments and the doctype have no nodes. The contents of script, style and the like are one
// text node each; those of a template are its children. Scripting counts as disabled, so the
// contents of <noscript> are elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "html/names.h"
#include "html/node.h"
#include "html/tokenizer.h"

namespace sluice::html {

class Tree {
 public:
  NodeId root() const { return 0; }  // Tag::document
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  const Node& operator[](NodeId id) const { return nodes_[id]; }

  // Of a text node its text, of an element its name.
  std::string_view text(NodeId id) const { return {nodes_[id].data, nodes_[id].size}; }

  // In the order of the source, the first of each name only.
  std::span<const Attribute> attributes(NodeId id) const {
    return std::span(attributes_).subspan(nodes_[id].attributes, nodes_[id].attribute_count);
  }
  // Null where the element has no such attribute.
  const Attribute* attribute(NodeId id, AttributeName name) const {
    for (const Attribute& attribute : attributes(id)) {
      if (attribute.id == name) return &attribute;
    }
    return nullptr;
  }

 private:
  friend class NodeBuilder;

  std::vector<Node> nodes_;
  std::vector<Attribute> attributes_;
};

class Parser {
 public:
  // Elements open at a time. What would be deeper becomes a child of the deepest. Nodes may lie up
  // to twice as deep, where elements are closed before those in them.
  static constexpr size_t kMaxDepth = 512;

  Parser();
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  // `page`: UTF-8, under 4 GiB; must outlive the tree.
  const Tree& parse(std::string_view page);

  // As the contents of an element with this name: setting its innerHTML. The nodes are the children
  // of an html element.
  const Tree& parse_fragment(std::string_view page, Tag context,
                             Namespace name_space = Namespace::html);

  // What the last page cost, in tokens, nodes and looks at open elements: linear in its size.
  uint64_t steps() const;

 private:
  std::unique_ptr<class TreeBuilder> builder_;
  Tree tree_;
};

}  // namespace sluice::html

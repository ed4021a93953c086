// The nodes of a tree while it is built. Internal to html.
//
// Nearly always a node comes behind all that were made before it, so that their order is the
// document's. Only when one is put elsewhere, or moved, do nodes get links to their neighbours;
// finish() then puts them in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/tree.h"

namespace sluice::html {

inline constexpr NodeId kNoNode = ~NodeId{0};

class NodeBuilder {
 public:
  void clear() {
    nodes_.clear();
    links_.clear();
    linked_ = false;
  }
  const Node& operator[](NodeId id) const { return nodes_[id]; }
  Node& operator[](NodeId id) { return nodes_[id]; }
  size_t size() const { return nodes_.size(); }

  // A node that belongs nowhere yet. append() or insert_before() must follow before the next.
  NodeId add(const Node& node) {
    nodes_.push_back(node);
    if (linked_) links_.emplace_back();
    return static_cast<NodeId>(nodes_.size() - 1);
  }

  // As the last child of `parent`, which must be the last node or one of its ancestors unless
  // link() was called.
  void append(NodeId id, NodeId parent) {
    nodes_[id].parent = parent;
    if (linked_) link_last(id, parent);
  }

  // A text as last child of `parent`; becomes part of the text before it where it continues it in
  // memory.
  void append_text(std::string_view text, NodeId parent);

  // A text that belongs nowhere yet.
  NodeId add_text(std::string_view text);
  // Before append() to an element that is open no more.
  void allow_append(NodeId parent);
  std::string_view name(NodeId id) const { return {nodes_[id].data, nodes_[id].size}; }

  // From here on nodes may be put anywhere.
  void link();
  void insert_before(NodeId id, NodeId sibling);
  void detach(NodeId id);
  void move_children(NodeId from, NodeId to);

  // Puts all nodes that hang together with the first into `tree`.
  void finish(Tree& tree, std::vector<Attribute>& attributes);

 private:
  struct Links {
    NodeId first = kNoNode;
    NodeId last = kNoNode;
    NodeId previous = kNoNode;
    NodeId next = kNoNode;
  };

  void link_last(NodeId id, NodeId parent);
  void put_in_order(std::vector<Node>& ordered) const;

  std::vector<Node> nodes_;
  std::vector<Links> links_;
  bool linked_ = false;
};

}  // namespace sluice::html

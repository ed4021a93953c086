#include "html/node_builder.h"

namespace sluice::html {

void NodeBuilder::append_text(std::string_view text, NodeId parent) {
  const NodeId before = linked_ ? links_[parent].last : static_cast<NodeId>(nodes_.size() - 1);
  if (before != kNoNode) {
    Node& node = nodes_[before];
    if (node.tag == Tag::text && node.parent == parent && node.data + node.size == text.data()) {
      node.size += static_cast<uint32_t>(text.size());
      return;
    }
  }
  append(add_text(text), parent);
}

NodeId NodeBuilder::add_text(std::string_view text) {
  return add({.parent = kNoNode,
              .end = 0,
              .data = text.data(),
              .size = static_cast<uint32_t>(text.size()),
              .attributes = 0,
              .attribute_count = 0,
              .tag = Tag::text,
              .name_space = Namespace::html});
}

void NodeBuilder::allow_append(NodeId parent) {
  if (linked_) return;
  auto at = static_cast<NodeId>(nodes_.size() - 1);
  while (at > parent) at = nodes_[at].parent;
  if (at != parent) link();
}

void NodeBuilder::link() {
  if (linked_) return;
  linked_ = true;
  links_.assign(nodes_.size(), {});
  for (NodeId id = 1; id < nodes_.size(); ++id) {
    if (nodes_[id].parent != kNoNode) link_last(id, nodes_[id].parent);
  }
}

void NodeBuilder::link_last(NodeId id, NodeId parent) {
  Links& of_parent = links_[parent];
  links_[id].previous = of_parent.last;
  links_[id].next = kNoNode;
  (of_parent.last == kNoNode ? of_parent.first : links_[of_parent.last].next) = id;
  of_parent.last = id;
}

void NodeBuilder::insert_before(NodeId id, NodeId sibling) {
  const NodeId parent = nodes_[sibling].parent;
  nodes_[id].parent = parent;
  Links& links = links_[id];
  links.next = sibling;
  links.previous = links_[sibling].previous;
  (links.previous == kNoNode ? links_[parent].first : links_[links.previous].next) = id;
  links_[sibling].previous = id;
}

void NodeBuilder::detach(NodeId id) {
  Links& links = links_[id];
  const NodeId parent = nodes_[id].parent;
  if (parent == kNoNode) return;
  (links.previous == kNoNode ? links_[parent].first : links_[links.previous].next) = links.next;
  (links.next == kNoNode ? links_[parent].last : links_[links.next].previous) = links.previous;
  links.previous = links.next = kNoNode;
  nodes_[id].parent = kNoNode;
}

void NodeBuilder::move_children(NodeId from, NodeId to) {
  for (NodeId id = links_[from].first; id != kNoNode; id = links_[id].next) nodes_[id].parent = to;
  Links& source = links_[from];
  Links& target = links_[to];
  if (source.first == kNoNode) return;
  links_[source.first].previous = target.last;
  (target.last == kNoNode ? target.first : links_[target.last].next) = source.first;
  target.last = source.last;
  source.first = source.last = kNoNode;
}

void NodeBuilder::put_in_order(std::vector<Node>& ordered) const {
  ordered.clear();
  ordered.reserve(nodes_.size());
  NodeId parent = 0;  // in `ordered`
  for (NodeId id = 0;;) {
    const auto at = static_cast<NodeId>(ordered.size());
    ordered.push_back(nodes_[id]);
    ordered.back().parent = parent;
    if (links_[id].first != kNoNode) {
      parent = at;
      id = links_[id].first;
      continue;
    }
    while (id != 0 && links_[id].next == kNoNode) {
      id = nodes_[id].parent;
      parent = ordered[parent].parent;
    }
    if (id == 0) return;
    id = links_[id].next;
  }
}

void NodeBuilder::finish(Tree& tree, std::vector<Attribute>& attributes) {
  if (linked_) {
    put_in_order(tree.nodes_);
  } else {
    tree.nodes_.swap(nodes_);
  }
  tree.attributes_.swap(attributes);
  std::vector<Node>& nodes = tree.nodes_;
  for (auto id = static_cast<NodeId>(nodes.size()); id-- > 0;) {
    Node& node = nodes[id];
    if (node.end == 0) node.end = id + 1;
    Node& parent = nodes[node.parent];
    if (parent.end == 0) parent.end = node.end;
  }
}

}  // namespace sluice::html

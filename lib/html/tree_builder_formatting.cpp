// Tree construction: formatting elements (b, i, a, font ...) that overlap with blocks. The list of
// active formatting elements and the adoption agency algorithm.
#include <algorithm>

#include "html/tree_builder.h"

namespace sluice::html {

namespace {

// Bounds that browsers do without, so that the work is linear in the page: formatting elements that
// are opened again within the same marker, and entries in all.
constexpr size_t kMostFormatting = 64;
constexpr size_t kMostEntries = 512;
constexpr int kOuterLoops = 8;  // the standard's
constexpr int kInnerLoops = 3;

}  // namespace

bool TreeBuilder::same_attributes(NodeId one, NodeId other) {
  const Node& a = nodes_[one];
  const Node& b = nodes_[other];
  if (a.attribute_count != b.attribute_count) return false;
  if (a.attributes == b.attributes || a.attribute_count == 0) return true;
  const std::vector<Attribute>& all = tokenizer_.kept_attributes();
  const auto of = [&all](const Node& node) {
    return std::span(all).subspan(node.attributes, node.attribute_count);
  };
  if (a.attribute_count > kMostFormatting) return false;
  open_.count_steps(a.attribute_count);
  return std::all_of(of(a).begin(), of(a).end(), [&](const Attribute& wanted) {
    return std::any_of(of(b).begin(), of(b).end(), [&wanted](const Attribute& attribute) {
      return attribute.name() == wanted.name() && attribute.value() == wanted.value();
    });
  });
}

void TreeBuilder::insert_formatting(const Token& token) {
  if (!insert(token)) return;
  const NodeId id = open_.top().id;
  // The Noah's Ark clause: no more than three that are equal.
  int equal = 0;
  size_t earliest = 0;
  size_t first = formatting_.size();
  while (first > 0 && formatting_[first - 1].id != kNoNode) {
    --first;
    open_.count_steps(1);
    if (formatting_[first].tag != token.tag || !same_attributes(formatting_[first].id, id))
      continue;
    ++equal;
    earliest = first;
  }
  if (equal >= 3) {
    formatting_.erase(formatting_.begin() + static_cast<ptrdiff_t>(earliest));
  } else if (formatting_.size() - first >= kMostFormatting) {
    formatting_.erase(formatting_.begin() + static_cast<ptrdiff_t>(first));
  } else if (formatting_.size() >= kMostEntries) {
    formatting_.erase(formatting_.begin());
  }
  formatting_.push_back({id, token.tag, true});
}

void TreeBuilder::clear_formatting_to_marker() {
  while (!formatting_.empty()) {
    const bool marker = formatting_.back().id == kNoNode;
    formatting_.pop_back();
    if (marker) return;
  }
}

void TreeBuilder::mark_closed(NodeId id) {
  if (const int found = find_formatting(id); found >= 0) {
    formatting_[static_cast<size_t>(found)].open = false;
  }
}

void TreeBuilder::reconstruct_formatting() {
  if (formatting_.empty() || formatting_.back().open) return;
  size_t i = formatting_.size();
  while (i > 0 && !formatting_[i - 1].open) {
    --i;
    open_.count_steps(1);
  }
  for (; i < formatting_.size(); ++i) {
    if (clones_left_ == 0 || open_.size() >= Parser::kMaxDepth) return;
    --clones_left_;
    Formatting& entry = formatting_[i];
    const NodeId id = clone(entry.id);
    attach(id);
    push({.id = id, .tag = entry.tag, .html_tag = entry.tag, .properties = properties(entry.tag)});
    entry.id = id;
    entry.open = true;
  }
}

NodeId TreeBuilder::clone(NodeId id) {
  Node node = nodes_[id];
  node.parent = kNoNode;
  node.end = 0;
  return nodes_.add(node);
}

// Of the last entry of this name behind the last marker, or -1.
int TreeBuilder::find_formatting(Tag tag) {
  for (size_t i = formatting_.size(); i-- > 0;) {
    open_.count_steps(1);
    if (formatting_[i].id == kNoNode) return -1;
    if (formatting_[i].tag == tag) return static_cast<int>(i);
  }
  return -1;
}

int TreeBuilder::find_formatting(NodeId id) {
  for (size_t i = formatting_.size(); i-- > 0;) {
    open_.count_steps(1);
    if (formatting_[i].id == id) return static_cast<int>(i);
  }
  return -1;
}

void TreeBuilder::end_formatting(const Token& token) {
  if (!adopt(token.tag)) end_any_other(token);
}

// The adoption agency algorithm. False if the end tag is to be treated as any other.
bool TreeBuilder::adopt(Tag tag) {
  if (is_current(tag) && find_formatting(open_.top().id) < 0) {
    pop();
    return true;
  }
  for (int outer = 0; outer < kOuterLoops; ++outer) {
    const int entry = find_formatting(tag);
    if (entry < 0) return false;
    const int found = open_.find(formatting_[static_cast<size_t>(entry)].id);
    if (found < 0) {
      formatting_.erase(formatting_.begin() + entry);
      return true;
    }
    const auto element = static_cast<size_t>(found);
    size_t block = open_.size();
    for (size_t i = open_.size(); --i > element;) {
      open_.count_steps(1);
      if ((open_[i].properties & kScope) != 0) return true;
      if ((open_[i].properties & kSpecial) != 0) block = i;
    }
    if (block == open_.size()) {
      pop_to_size(element);
      formatting_.erase(formatting_.begin() + entry);
      return true;
    }
    adopt_block(static_cast<size_t>(entry), element, block);
  }
  return true;
}

// Moves the block out of the formatting element and its contents into a copy of that.
void TreeBuilder::adopt_block(size_t entry, size_t element, size_t block) {
  nodes_.link();
  const OpenElement common = open_[element - 1];
  const OpenElement formatting = open_[element];
  const NodeId furthest = open_[block].id;
  size_t bookmark = entry;
  const auto forget = [&](size_t at) {
    formatting_.erase(formatting_.begin() + static_cast<ptrdiff_t>(at));
    if (at < bookmark) --bookmark;
    if (at < entry) --entry;
  };
  NodeId last = furthest;
  int inner = 0;
  for (size_t at = block; --at > element;) {
    ++inner;
    int listed = find_formatting(open_[at].id);
    if (inner > kInnerLoops && listed >= 0) {
      forget(static_cast<size_t>(listed));
      listed = -1;
    }
    if (listed < 0) {
      remove_open(at);
      continue;
    }
    const NodeId copy = clone(open_[at].id);
    formatting_[static_cast<size_t>(listed)].id = copy;
    open_.replace(at, copy);
    if (last == furthest) bookmark = static_cast<size_t>(listed) + 1;
    nodes_.detach(last);
    nodes_.append(last, copy);
    last = copy;
  }
  nodes_.detach(last);
  if (fostering_ && (common.properties & kTablePart) != 0) {
    attach_fostered(last);
  } else {
    nodes_.append(last, common.id);
  }
  const NodeId copy = clone(formatting.id);
  nodes_.move_children(furthest, copy);
  nodes_.append(copy, furthest);
  forget(entry);
  formatting_.insert(formatting_.begin() + static_cast<ptrdiff_t>(bookmark),
                     {copy, formatting.tag, true});
  open_.remove(element);
  OpenElement opened = formatting;
  opened.id = copy;
  open_.insert(static_cast<size_t>(open_.find(furthest)) + 1, opened);
}

}  // namespace sluice::html

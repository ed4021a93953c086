// The stack of open elements, with the questions of scope that the standard asks of it. Internal to
// html.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "html/names.h"
#include "html/node.h"

namespace sluice::html {

struct OpenElement {
  NodeId id = 0;
  Tag tag = Tag::other;       // by name, in any namespace
  Tag html_tag = Tag::other;  // Tag::other unless it is an HTML element
  Namespace name_space = Namespace::html;
  bool paragraph = false;   // a p element is open in button scope, this one counted
  uint32_t properties = 0;  // of names.h
};

class OpenElements {
 public:
  void clear() {
    elements_.clear();
    open_.fill(0);
  }
  bool empty() const { return elements_.empty(); }
  size_t size() const { return elements_.size(); }
  const OpenElement& operator[](size_t index) const { return elements_[index]; }
  const OpenElement& top() const { return elements_.back(); }

  void push(OpenElement element) {
    element.paragraph = paragraph_with(element, elements_.size());
    ++open_[static_cast<uint8_t>(element.html_tag)];
    elements_.push_back(element);
  }

  void pop() {
    --open_[static_cast<uint8_t>(elements_.back().html_tag)];
    elements_.pop_back();
  }

  void insert(size_t index, const OpenElement& element) {
    ++open_[static_cast<uint8_t>(element.html_tag)];
    elements_.insert(elements_.begin() + static_cast<ptrdiff_t>(index), element);
    renew(index);
  }
  void replace(size_t index, NodeId id) { elements_[index].id = id; }
  void remove(size_t index) {
    --open_[static_cast<uint8_t>(elements_[index].html_tag)];
    elements_.erase(elements_.begin() + static_cast<ptrdiff_t>(index));
    renew(index);
  }

  // Whether an HTML element of this name is open; not for Tag::other.
  bool is_open(Tag tag) const { return open_[static_cast<uint8_t>(tag)] != 0; }

  bool has_paragraph() const { return !empty() && top().paragraph; }

  // Whether an HTML element of this name is open above the last element with one of `bounds`.
  bool in_scope(Tag tag, uint32_t bounds = kScope) {
    if (!is_open(tag)) return false;
    for (size_t i = elements_.size(); i-- > 0;) {
      ++steps_;
      if (elements_[i].html_tag == tag) return true;
      if ((elements_[i].properties & bounds) != 0) return false;
    }
    return false;
  }

  // Likewise, any HTML element with one of `wanted` (kHeading).
  bool property_in_scope(uint32_t wanted, uint32_t bounds = kScope) {
    for (size_t i = elements_.size(); i-- > 0;) {
      ++steps_;
      if ((elements_[i].properties & wanted) != 0) return true;
      if ((elements_[i].properties & bounds) != 0) return false;
    }
    return false;
  }

  // Index of the element, or -1.
  int find(NodeId id) {
    for (size_t i = elements_.size(); i-- > 0;) {
      ++steps_;
      if (elements_[i].id == id) return static_cast<int>(i);
    }
    return -1;
  }
  // Index of the last HTML element of this name, or -1.
  int find_last(Tag tag) {
    if (!is_open(tag)) return -1;
    for (size_t i = elements_.size(); i-- > 0;) {
      ++steps_;
      if (elements_[i].html_tag == tag) return static_cast<int>(i);
    }
    return -1;
  }

  uint64_t steps() const { return steps_; }
  void count_steps(uint64_t steps) { steps_ += steps; }
  void reset_steps() { steps_ = 0; }

 private:
  bool paragraph_with(const OpenElement& element, size_t index) const {
    if (element.html_tag == Tag::p) return true;
    if ((element.properties & kButtonScope) != 0) return false;
    return index > 0 && elements_[index - 1].paragraph;
  }
  void renew(size_t index) {
    for (; index < elements_.size(); ++index) {
      ++steps_;
      elements_[index].paragraph = paragraph_with(elements_[index], index);
    }
  }

  std::vector<OpenElement> elements_;
  std::array<uint32_t, 256> open_{};
  uint64_t steps_ = 0;
};

}  // namespace sluice::html

// The tree of a hierarchical softmax: a binary Huffman tree over the labels' counts, so that
// frequent labels are few decisions from the root (Morin and Bengio 2005; Mikolov et al. 2013).
//
// fastText does not store it: it is built again from the counts, and must come out the same. That
// is the construction with two queues, labels from the last to the first and inner nodes in the
// order of their making; of two with the same count the inner node is taken first.
//
//   const HuffmanTree tree(counts);
//   tree.root();                                  // a label, where there is only one
//   if (!tree.is_label(node)) tree.children(node);  // left: the decision is no, right: yes
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sluice::fasttext {

class HuffmanTree {
 public:
  struct Children {
    uint32_t left = 0;
    uint32_t right = 0;
  };

  HuffmanTree() = default;
  // Counts: not negative, with a sum within int64; at least one.
  explicit HuffmanTree(std::span<const int64_t> counts);

  // Nodes are labels, 0 .. labels - 1, then inner nodes in the order of their making.
  uint32_t root() const { return labels_ + static_cast<uint32_t>(inner_.size()) - 1; }
  bool is_label(uint32_t node) const { return node < labels_; }
  const Children& children(uint32_t node) const { return inner_[node - labels_]; }
  // The row of the output matrix that decides at an inner node.
  uint32_t row(uint32_t node) const { return node - labels_; }
  // Of a label: how many come before it where left children come first.
  uint32_t place(uint32_t label) const { return places_[label]; }

 private:
  uint32_t labels_ = 0;
  std::vector<Children> inner_;
  std::vector<uint32_t> places_;
};

}  // namespace sluice::fasttext

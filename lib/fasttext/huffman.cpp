#include "fasttext/huffman.h"

namespace sluice::fasttext {

HuffmanTree::HuffmanTree(std::span<const int64_t> counts)
    : labels_(static_cast<uint32_t>(counts.size())) {
  std::vector<int64_t> sums;  // of inner nodes
  sums.reserve(counts.size() - 1);
  inner_.reserve(counts.size() - 1);
  size_t labels_left = counts.size();
  size_t next_inner = 0;
  const auto take = [&](int64_t& sum) {
    const bool is_made = next_inner < sums.size();
    if (labels_left > 0 && (!is_made || counts[labels_left - 1] < sums[next_inner])) {
      sum += counts[--labels_left];
      return static_cast<uint32_t>(labels_left);
    }
    sum += sums[next_inner];
    return labels_ + static_cast<uint32_t>(next_inner++);
  };
  while (inner_.size() + 1 < counts.size()) {
    int64_t sum = 0;
    const uint32_t left = take(sum);
    const uint32_t right = take(sum);
    inner_.push_back({left, right});
    sums.push_back(sum);
  }

  places_.resize(counts.size());
  uint32_t place = 0;
  std::vector<uint32_t> nodes{root()};
  while (!nodes.empty()) {
    const uint32_t node = nodes.back();
    nodes.pop_back();
    if (is_label(node)) {
      places_[node] = place++;
    } else {
      nodes.push_back(children(node).right);
      nodes.push_back(children(node).left);
    }
  }
}

}  // namespace sluice::fasttext

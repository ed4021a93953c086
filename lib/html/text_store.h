// Memory for the texts of a page that had to be changed: grows by blocks, so that views of it stay
// valid until clear(), which keeps the memory for the next page. Internal to html.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/buffer.h"

namespace sluice::html {

class TextStore {
 public:
  // Room for `most` bytes. What is used of them is said by take(), before the next call.
  char* room(size_t most) {
    if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < most) {
      blocks_.emplace_back(std::max(most, kBlock));
    }
    return blocks_.back().data() + blocks_.back().size();
  }

  std::string_view take(size_t size) { return {blocks_.back().grow(size), size}; }

  std::string_view copy(std::string_view text) {
    std::memcpy(room(text.size()), text.data(), text.size());
    return take(text.size());
  }

  // Keeps the largest block only.
  void clear() {
    if (blocks_.size() > 1) {
      std::swap(blocks_.front(),
                *std::max_element(blocks_.begin(), blocks_.end(),
                                  [](auto& a, auto& b) { return a.capacity() < b.capacity(); }));
      blocks_.resize(1);
    }
    if (!blocks_.empty()) blocks_.front().clear();
  }

  // True if `text` lies in the store.
  bool holds(std::string_view text) const {
    return std::any_of(blocks_.begin(), blocks_.end(), [text](const Buffer& block) {
      return text.data() >= block.data() &&
             text.data() + text.size() <= block.data() + block.size();
    });
  }

 private:
  static constexpr size_t kBlock = size_t{64} << 10;

  std::vector<Buffer> blocks_;
};

}  // namespace sluice::html

// Memory for the texts of a page that had to be changed: grows by blocks, so that views of it stay
// valid until clear(), which keeps the memory for the next page. Internal to html.
#pragma once

#include <algorithm>
#include <cstddef>
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
    std::copy(text.begin(), text.end(), room(text.size()));
    return take(text.size());
  }

  // Keeps as much memory as there was, in one block.
  void clear() {
    if (blocks_.size() > 1) {
      size_t size = 0;
      for (const Buffer& block : blocks_) size += block.capacity();
      blocks_.clear();
      blocks_.emplace_back(size);
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

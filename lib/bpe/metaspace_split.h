// The splits of SentencePiece's models, in whose text U+2581 stands for a space: before each run of
// U+2581 but the one that the text begins with.
#pragma once

#include <algorithm>
#include <string_view>

namespace sluice::bpe {

class MetaspaceSplit {
 public:
  explicit MetaspaceSplit(std::string_view text) : end_(text.data() + text.size()) {}

  // The end of the piece that begins at `at`, which is not the end of the text.
  const char* next(const char* at) const {
    const std::string_view rest(at, static_cast<size_t>(end_ - at));
    size_t body = 0;
    while (rest.substr(body).starts_with(kSpace)) {
      body += kSpace.size();
    }
    return at + std::min(rest.find(kSpace, body), rest.size());
  }

 private:
  static constexpr std::string_view kSpace = "\u2581";

  const char* end_;
};

}  // namespace sluice::bpe

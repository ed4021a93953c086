// The splits at white space alone:
//
//    ?\S+|\s+(?!\S)|\s+
#pragma once

#include "bpe/split_scanner.h"

namespace sluice::bpe {

class WhitespaceSplit {
 public:
  WhitespaceSplit(std::string_view text, const CategoryTable& categories)
      : scan_(text, categories) {}

  // The end of the piece that begins at `at`, which is not the end of the text.
  const char* next(const char* at) const {
    const char* body = *at == ' ' ? at + 1 : at;
    return scan_.at_none_of(body, kWhiteSpace) ? scan_.run_of_others(body, kWhiteSpace)
                                               : scan_.white_space(at);
  }

 private:
  SplitScanner scan_;
};

}  // namespace sluice::bpe

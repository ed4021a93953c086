#include "bpe/cl100k_split.h"

namespace sluice::bpe {

const char* Cl100kSplit::next_of_any_kind(const char* at) const {
  if (const char* end = scan_.caseless_contraction(at); end != at) {
    return end;
  }
  const SplitScanner::Symbol first = SplitScanner::symbol(at);
  const CategorySet sets = scan_.sets(first.code_point);
  if (sets & kLetters) {
    return scan_.word(first.next, kLetters);
  }
  if (sets & kNumbers) {
    return scan_.run(first.next, kNumbers, digits_ - 1);
  }
  if (!is_line_end(*at) && scan_.at_one_of(first.next, kLetters)) {
    return scan_.word(first.next, kLetters);
  }
  constexpr CategorySet kNotOthers = kWhiteSpace | kLetters | kNumbers;
  if (!(sets & kWhiteSpace) || (*at == ' ' && scan_.at_none_of(first.next, kNotOthers))) {
    return scan_.line_ends(scan_.run_of_others(first.next, kNotOthers));
  }
  return scan_.white_space_or_lines(at);
}

}  // namespace sluice::bpe

#include "bpe/gpt2_split.h"

namespace sluice::bpe {

const char* Gpt2Split::next_of_any_kind(const char* at) const {
  if (const char* end = scan_.contraction(at); end != at) {
    return end;
  }
  const char* body = *at == ' ' ? at + 1 : at;
  if (body == scan_.end()) {
    return body;
  }
  const CategorySet sets = scan_.sets(SplitScanner::symbol(body).code_point);
  if (sets & kLetters) {
    return scan_.word(body, kLetters);
  }
  if (sets & kNumbers) {
    return scan_.run(body, kNumbers);
  }
  if (sets & kWhiteSpace) {
    return scan_.white_space(at);
  }
  return scan_.run_of_others(body, kWhiteSpace | kLetters | kNumbers);
}

}  // namespace sluice::bpe

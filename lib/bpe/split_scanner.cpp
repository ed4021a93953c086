#include "bpe/split_scanner.h"

#include <algorithm>

namespace sluice::bpe {

const char* SplitScanner::run(const char* at, CategorySet set, size_t limit) const {
  for (; limit != 0 && at != end_; --limit) {
    const Symbol next = symbol(at);
    if (!is(next.code_point, set)) {
      break;
    }
    at = next.next;
  }
  return at;
}

const char* SplitScanner::run_of_others(const char* at, CategorySet set) const {
  while (at != end_) {
    const Symbol next = symbol(at);
    if (is(next.code_point, set)) {
      break;
    }
    at = next.next;
  }
  return at;
}

const char* SplitScanner::word(const char* at, CategorySet set) const {
  while (at != end_) {
    if (!is_ascii(*at)) {
      const Symbol next = symbol(at);
      if (!is(next.code_point, set)) {
        return at;
      }
      at = next.next;
    } else if (!is_ascii_letter(*at)) {
      return at;
    } else if (has_block(at)) {
      const int letters = std::countr_one(ascii_block(at).letters);
      at += std::min<ptrdiff_t>(letters, end_ - at);
    } else {
      ++at;
    }
  }
  return at;
}

const char* SplitScanner::white_space_run(const char* at, bool to_line_end) const {
  const char* last = at;
  const char* line_end = nullptr;
  const char* end = at;
  while (end != end_) {
    const Symbol next = symbol(end);
    if (!is(next.code_point, kWhiteSpace)) {
      break;
    }
    if (is_line_end(*end)) {
      line_end = next.next;
    }
    last = end;
    end = next.next;
  }
  if (to_line_end && line_end != nullptr) {
    return line_end;
  }
  return end == end_ || last == at ? end : last;
}

const char* SplitScanner::contraction(const char* at) const {
  if (at == end_ || *at != '\'') {
    return at;
  }
  const ptrdiff_t left = end_ - at - 1;
  if (left >= 1 && (at[1] == 's' || at[1] == 't' || at[1] == 'm' || at[1] == 'd')) {
    return at + 2;
  }
  if (left >= 2 && ((at[1] == 'r' && at[2] == 'e') || (at[1] == 'v' && at[2] == 'e') ||
                    (at[1] == 'l' && at[2] == 'l'))) {
    return at + 3;
  }
  return at;
}

const char* SplitScanner::caseless_contraction(const char* at) const {
  const ptrdiff_t left = end_ - at - 1;
  if (left < 1 || *at != '\'') {
    return at;
  }
  const auto small = [at](int i) { return is_ascii_letter(at[i]) ? at[i] | 0x20 : 0; };
  const int first = small(1);
  if (first == 's' || first == 't' || first == 'm' || first == 'd') {
    return at + 2;
  }
  if (left < 2) {
    return at;
  }
  const int second = small(2);
  if ((first == 'r' && second == 'e') || (first == 'v' && second == 'e') ||
      (first == 'l' && second == 'l')) {
    return at + 3;
  }
  return std::string_view(at + 1, 2) == "\u017F" ? at + 3 : at;
}

}  // namespace sluice::bpe

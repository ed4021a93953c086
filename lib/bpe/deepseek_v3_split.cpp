#include "bpe/deepseek_v3_split.h"

#include <bit>

namespace sluice::bpe {
namespace {

constexpr CategorySet kWord = kLetters | kMarks;
constexpr CategorySet kOthers = kPunctuation | kSymbols;

bool is_cjk_or_kana(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FA5) || (c >= 0x3040 && c <= 0x30FF);
}

bool is_ascii_punctuation(char c) {
  return c > ' ' && c < 0x7F && !is_ascii_letter(c) && !(c >= '0' && c <= '9');
}

// How many characters at `at` are ASCII and certainly no digits: 0 to a block of them.
int plain_ascii(const char* at, const char* end) {
  if (!is_ascii(*at) || end - at < AsciiBlock::kSize) {
    return 0;
  }
  const AsciiBlock block = ascii_block(at);
  return std::countr_one(block.letters | block.spaces | block.apostrophes | block.punctuation);
}

}  // namespace

void DeepseekV3Split::begin_segment(const char* at) {
  const SplitScanner text(text_end_, text_end_, *categories_);
  const SplitScanner::Symbol first = SplitScanner::symbol(at);
  const char* end = first.next;
  if (text.is(first.code_point, kNumbers)) {
    end = text.run(end, kNumbers, 2);
  } else {
    const bool cjk = is_cjk_or_kana(first.code_point);
    while (end != text_end_) {
      if (const int plain = cjk ? 0 : plain_ascii(end, text_end_); plain != 0) {
        end += plain;
        continue;
      }
      const SplitScanner::Symbol next = SplitScanner::symbol(end);
      if (is_cjk_or_kana(next.code_point) != cjk || text.is(next.code_point, kNumbers)) {
        break;
      }
      end = next.next;
    }
  }
  segment_ = SplitScanner(end, text_end_, *categories_);
}

const char* DeepseekV3Split::next_of_any_kind(const char* at) const {
  const SplitScanner::Symbol first = SplitScanner::symbol(at);
  if (is_ascii_punctuation(*at) && first.next != segment_.end() && is_ascii_letter(*first.next)) {
    const char* end = first.next;
    while (end != segment_.end() && is_ascii_letter(*end)) {
      ++end;
    }
    return end;
  }
  const CategorySet sets = segment_.sets(first.code_point);
  if (sets & kNumbers) {
    return segment_.end();
  }
  if (sets & kWord) {
    return segment_.word(first.next, kWord);
  }
  if ((sets & kOthers) || (*at == ' ' && segment_.at_one_of(first.next, kOthers))) {
    return segment_.line_ends(segment_.run(first.next, kOthers));
  }
  if (!is_line_end(*at) && segment_.at_one_of(first.next, kWord)) {
    return segment_.word(first.next, kWord);
  }
  if (sets & kWhiteSpace) {
    return segment_.white_space_or_lines(at);
  }
  const char* end = first.next;  // no alternative matches here: a gap, up to the next match
  while (end != segment_.end() && !begins_match(end)) {
    end = SplitScanner::symbol(end).next;
  }
  return end;
}

bool DeepseekV3Split::begins_match(const char* at) const {
  const SplitScanner::Symbol first = SplitScanner::symbol(at);
  return segment_.is(first.code_point, kWord | kOthers | kWhiteSpace) ||
         segment_.at_one_of(first.next, kWord);
}

}  // namespace sluice::bpe

#include "bpe/o200k_split.h"

namespace sluice::bpe {
namespace {

using enum GeneralCategory;
constexpr CategorySet kCapitals = set_of(Lu, Lt, Lm, Lo) | kMarks;
constexpr CategorySet kSmall = set_of(Ll, Lm, Lo) | kMarks;

}  // namespace

// [capitals]*[small]+, else [capitals]+[small]*. A regular expression goes back from the end of the
// capitals to the last one that is small as well, if no other small letter follows them. What comes
// behind that one has no such letter, so that it is looked at once more and not again.
O200kSplit::Letters O200kSplit::letters(const char* at) const {
  const char* behind_last_small = nullptr;
  while (at != scan_.end()) {
    const SplitScanner::Symbol next = SplitScanner::symbol(at);
    const CategorySet sets = scan_.sets(next.code_point);
    if (!(sets & kCapitals)) {
      if (sets & kSmall) {
        return {scan_.run(next.next, kSmall), true};
      }
      break;
    }
    at = next.next;
    if (sets & kSmall) {
      behind_last_small = at;
    }
  }
  return behind_last_small != nullptr ? Letters{behind_last_small, true} : Letters{at, false};
}

const char* O200kSplit::next_of_any_kind(const char* at) const {
  const SplitScanner::Symbol first = SplitScanner::symbol(at);
  const CategorySet sets = scan_.sets(first.code_point);
  if (sets & kLetters) {
    return scan_.caseless_contraction(letters(at).end);
  }
  if (sets & kNumbers) {
    return scan_.run(first.next, kNumbers, 2);
  }
  if (!is_line_end(*at)) {
    const Letters rest = letters(first.next);
    // A mark may be the character before the word or its first letter; the first alternative with
    // the mark as its only letter comes before the second with letters behind it.
    if ((sets & kMarks) && !rest.by_first_alternative) {
      return scan_.caseless_contraction(first.next);
    }
    if (rest.end != first.next) {
      return scan_.caseless_contraction(rest.end);
    }
  }
  constexpr CategorySet kNotOthers = kWhiteSpace | kLetters | kNumbers;
  if (!(sets & kWhiteSpace) || (*at == ' ' && scan_.at_none_of(first.next, kNotOthers))) {
    return scan_.line_ends(scan_.run_of_others(first.next, kNotOthers), '/');
  }
  return scan_.white_space_or_lines(at);
}

}  // namespace sluice::bpe

// Where two texts differ, word by word, and both of them side by side.
//
//   std::fputs(side_by_side(one, other, {.width = 100}).c_str(), stdout);
//
//     The mill by the river is         | The mill by the river is
//     old and turns [no more.]         | old and turns [day and night.]
//                        … 1,204 words the same …
//
// The difference is that of Myers ("An O(ND) difference algorithm and its variations", 1986) in
// linear space: the fewest words that are left out on either side; where texts differ in so much
// that this would take long, one that is near it. Words are what stands between white space, and
// each character of scripts that are written without (unicode/unspaced.h).
//
// Pure functions; a text may hold any bytes, and what could command a terminal is not shown.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::dedup {

// As they stand in the text.
std::vector<std::string_view> words_of(std::string_view text);

// A run of words of one text and what stands there in the other; the same words, or other ones (one
// side may have none).
struct DiffRun {
  bool same = false;
  size_t first = 0;  // the runs' first words and how many
  size_t first_words = 0;
  size_t second = 0;
  size_t second_words = 0;
  friend bool operator==(const DiffRun&, const DiffRun&) = default;
};

// Runs that are the same and runs that are not take turns; together they are both texts. Time:
// O((n + m) D) for D words that differ, at most about O((n + m) kMostSearch). Memory: 100 bytes a
// word.
inline constexpr size_t kMostSearch = 1024;
std::vector<DiffRun> difference(std::span<const std::string_view> one,
                                std::span<const std::string_view> other);

struct SideBySideOptions {
  size_t width = 100;      // columns, at least 40
  size_t context = 12;     // words shown before and behind a difference
  size_t most_rows = 200;  // what lies behind is told by a number
};

// Lines, each with its end. What differs stands in brackets. "" of equal texts.
std::string side_by_side(std::string_view one, std::string_view other,
                         const SideBySideOptions& options = {});

}  // namespace sluice::dedup

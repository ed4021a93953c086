#include "extract/lexicon.h"

#include <algorithm>

namespace sluice::extract {

int16_t Lexicon::weight(uint32_t word) const {
  const auto at =
      std::lower_bound(entries.begin(), entries.end(), word,
                       [](const Entry& entry, uint32_t value) { return entry.word < value; });
  return at != entries.end() && at->word == word ? at->weight : int16_t{0};
}

}  // namespace sluice::extract

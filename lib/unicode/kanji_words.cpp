#include "unicode/kanji_words.h"

#include <unicode/ucharstrie.h>
#include <unicode/udata.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace sluice {

namespace {

constexpr int kKnownVersion = 72;
constexpr char16_t kFirst = 0x3000;
constexpr char16_t kLast = 0x9FFF;

constexpr int32_t kCostOfUnknown = 255;
constexpr size_t kLongestWord = 20;
// By the length of a run of katakana; longer ones cost as much as the first entry.
constexpr std::array<uint32_t, 9> kCostOfKatakana = {8192, 984, 408, 240, 204, 252, 300, 372, 480};
constexpr size_t kLongestKatakana = 20;

// What ways cost to the places ahead that a word may reach, by the lower bits of the place.
class CostsAhead {
 public:
  CostsAhead() { costs_.fill(kEndless); }

  uint32_t& at(size_t place) { return costs_[place % costs_.size()]; }
  // To be called of each place in turn, before words are tried that begin there.
  void reach_from(size_t place) { at(place + kLongestWord) = kEndless; }

 private:
  static constexpr uint32_t kEndless = std::numeric_limits<uint32_t>::max();
  std::array<uint32_t, 32> costs_;
};
static_assert(kLongestKatakana <= kLongestWord && kLongestWord < 32);

}  // namespace

struct KanjiWords::First {
  uint64_t state = 0;
  int32_t cost = kCostOfUnknown;  // of the character as a word
  bool goes_on = false;
};

namespace {

// Null if it is not there, or of another version of ICU.
UDataMemory* open_dictionary() {
  UVersionInfo version;
  u_getVersion(version);
  if (version[0] != kKnownVersion) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  return udata_open(U_ICUDATA_NAME "-brkitr", "dict", "cjdict", &status);
}

// The units of the trie; null if it is of another kind. The file begins with eight integers: the
// first is where the trie begins, the fifth is 9 for units of UTF-16 with values, the sixth says
// how characters are spelt, 0 as they are.
const char16_t* find_trie(UDataMemory* file) {
  const auto* bytes = static_cast<const char*>(udata_getMemory(file));
  std::array<int32_t, 8> header;
  std::memcpy(header.data(), bytes, sizeof header);
  if (header[4] != 9 || header[5] != 0) return nullptr;
  return reinterpret_cast<const char16_t*>(bytes + header[0]);
}

}  // namespace

void KanjiWords::Close::operator()(UDataMemory* file) const { udata_close(file); }

KanjiWords::KanjiWords() : file_(open_dictionary()) {
  if (file_ != nullptr) trie_ = find_trie(file_.get());
  if (trie_ == nullptr) return;
  icu::UCharsTrie walk(trie_);
  firsts_.resize(kLast - kFirst + 1);
  for (size_t i = 0; i < firsts_.size(); ++i) {
    const UStringTrieResult result = walk.first(static_cast<int32_t>(kFirst + i));
    First& first = firsts_[i];
    if (USTRINGTRIE_HAS_VALUE(result)) first.cost = walk.getValue();
    if (first.cost > kCostOfUnknown) {  // no dictionary of the known kind has it: divide()
      trie_ = nullptr;
      return;
    }
    first.goes_on = USTRINGTRIE_HAS_NEXT(result);
    first.state = walk.getState64();
  }
}

const KanjiWords* KanjiWords::get() {
  static const KanjiWords words;
  return words.trie_ != nullptr ? &words : nullptr;
}

// Every character can be a word of its own, at kCostOfUnknown at most: so there is a way to the
// end, and the cost of the cheapest one for kLongest characters has room in 32 bits.
std::span<const uint8_t> KanjiWords::divide(std::u16string_view run,
                                            std::vector<uint8_t>& scratch) const {
  const size_t size = run.size();
  scratch.resize(std::max(scratch.size(), size));
  // Of the cheapest way to the place behind a character: how long its last word is.
  uint8_t* const lengths = scratch.data();
  CostsAhead costs;
  costs.at(0) = 0;
  icu::UCharsTrie walk(trie_);
  size_t katakana_end = 0;
  for (size_t at = 0; at < size; ++at) {
    const uint32_t cost_to_here = costs.at(at);
    costs.reach_from(at);
    const auto offer = [&](size_t length, uint32_t cost) {
      uint32_t& cheapest = costs.at(at + length);
      if (cost_to_here + cost >= cheapest) return;
      cheapest = cost_to_here + cost;
      lengths[at + length - 1] = static_cast<uint8_t>(length);
    };
    const First& first = firsts_[run[at] - kFirst];
    offer(1, static_cast<uint32_t>(first.cost));
    const size_t longest = std::min(kLongestWord, size - at);
    if (first.goes_on && longest > 1) {
      walk.resetToState64(first.state);
      for (size_t length = 2; length <= longest; ++length) {
        const UStringTrieResult result = walk.next(run[at + length - 1]);
        if (USTRINGTRIE_HAS_VALUE(result)) offer(length, static_cast<uint32_t>(walk.getValue()));
        if (!USTRINGTRIE_HAS_NEXT(result)) break;
      }
    }
    if (at >= katakana_end && is_katakana(run[at])) {
      katakana_end = at + 1;
      while (katakana_end < size && is_katakana(run[katakana_end])) ++katakana_end;
      const size_t length = katakana_end - at;
      if (length < kLongestKatakana) {
        offer(length, kCostOfKatakana[length < kCostOfKatakana.size() ? length : 0]);
      }
    }
  }

  // From the end, the words of the cheapest way are gathered in the same bytes: there are never
  // more of them than characters that they take.
  size_t begin = size;
  for (size_t end = size; end > 0;) {
    const uint8_t length = lengths[end - 1];
    lengths[--begin] = length;
    end -= length;
  }
  return {lengths + begin, size - begin};
}

}  // namespace sluice

// Hangul syllables are arithmetic: a leading consonant, a vowel and perhaps a trailing consonant
// make one by counting (The Unicode Standard, section 3.12).
//
//   hangul::compose(U'\u1112', U'\u1161');       // U'하'
//   hangul::decompose(U'한', [](char32_t jamo) { … });
#pragma once

namespace sluice::hangul {

inline constexpr char32_t kSyllables = 0xAC00;
inline constexpr char32_t kLeads = 0x1100;
inline constexpr char32_t kVowels = 0x1161;
inline constexpr char32_t kTails = 0x11A7;  // stands for none: the first tail is the next one
inline constexpr char32_t kLeadCount = 19;
inline constexpr char32_t kVowelCount = 21;
inline constexpr char32_t kTailCount = 28;
inline constexpr char32_t kSyllableCount = kLeadCount * kVowelCount * kTailCount;

inline bool is_syllable(char32_t code_point) { return code_point - kSyllables < kSyllableCount; }

// Calls use(jamo) two or three times.
template <class Use>
void decompose(char32_t syllable, Use&& use) {
  const char32_t index = syllable - kSyllables;
  use(kLeads + index / (kVowelCount * kTailCount));
  use(kVowels + index % (kVowelCount * kTailCount) / kTailCount);
  if (index % kTailCount != 0) use(kTails + index % kTailCount);
}

// The syllable of a lead and a vowel, or of a syllable without a tail and a tail; otherwise 0.
inline char32_t compose(char32_t first, char32_t second) {
  if (first - kLeads < kLeadCount && second - kVowels < kVowelCount) {
    return kSyllables + ((first - kLeads) * kVowelCount + (second - kVowels)) * kTailCount;
  }
  if (is_syllable(first) && (first - kSyllables) % kTailCount == 0 && second > kTails &&
      second - kTails < kTailCount) {
    return first + (second - kTails);
  }
  return 0;
}

}  // namespace sluice::hangul

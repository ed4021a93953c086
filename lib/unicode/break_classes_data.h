// The data behind BreakClasses, as scripts/generate-unicode-tables writes it from Unicode's:
// stretches of equal class.
//
//   for (const ClassRun<WordClass>& run : kWordRuns) …   // run.begin..next run's - 1
//
// For break_classes.cpp alone; everyone else asks BreakClasses.
#pragma once

#include <span>

#include "unicode/break_classes.h"

namespace sluice {

// From `begin` to the next run the classes are first, second, first, second, …
template <class Class>
struct ClassRun {
  char32_t begin;
  Class first;
  Class second = first;
};

// The first begins at 0, the last ends at U+10FFFF.
extern const std::span<const ClassRun<WordClass>> kWordRuns;
extern const std::span<const ClassRun<SentenceClass>> kSentenceRuns;

}  // namespace sluice

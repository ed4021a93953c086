#include "unicode/break_classes.h"

#include <span>

#include "unicode/break_classes_data.h"

namespace sluice {
namespace {

constexpr size_t kCodePoints = 0x110000;

template <class Class>
std::unique_ptr<Class[]> expand(std::span<const ClassRun<Class>> runs) {
  auto classes = std::make_unique_for_overwrite<Class[]>(kCodePoints);
  for (size_t i = 0; i < runs.size(); ++i) {
    const size_t end = i + 1 < runs.size() ? runs[i + 1].begin : kCodePoints;
    for (size_t at = runs[i].begin; at < end; ++at) {
      classes[at] = (at - runs[i].begin) % 2 == 0 ? runs[i].first : runs[i].second;
    }
  }
  return classes;
}

}  // namespace

BreakClasses::BreakClasses() : words_(expand(kWordRuns)), sentences_(expand(kSentenceRuns)) {}

const BreakClasses& BreakClasses::get() {
  static const BreakClasses classes;
  return classes;
}

}  // namespace sluice

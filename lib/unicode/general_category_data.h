// The data behind CategoryTable, as scripts/generate-unicode-tables writes it from Unicode's:
// stretches of equal category in Unicode 15.0, and what each later version changed.
//
//   for (const CodePointRange& range : kCategoryData.white_space) …  // range.begin..range.end - 1
//
// For general_category.cpp alone; everyone else asks a CategoryTable.
#pragma once

#include <cstdint>
#include <span>

#include "unicode/general_category.h"

namespace sluice {

struct CodePointRange {
  char32_t begin;
  char32_t end;  // the code point after the last
};

// From `begin` to the next run the categories are first, second, first, second, …: capital and
// small letters take turns in much of Latin and Cyrillic.
struct CategoryRun {
  char32_t begin;
  GeneralCategory first;
  GeneralCategory second = first;
};

struct CategoryChange {
  char32_t begin;
  char32_t end;
  GeneralCategory category;
};

struct CategoryData {
  std::span<const CategoryRun> runs_15;  // the first begins at 0, the last ends at U+10FFFF
  std::span<const CategoryChange> changes_16;
  std::span<const CategoryChange> changes_17;   // since 16.0
  std::span<const CodePointRange> white_space;  // the same in all versions
};
extern const CategoryData kCategoryData;

}  // namespace sluice

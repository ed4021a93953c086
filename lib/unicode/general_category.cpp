#include "unicode/general_category.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "unicode/general_category_data.h"

namespace sluice {
namespace {

constexpr size_t kCodePoints = 0x110000;
constexpr uint8_t kSpaceBit = 0x80;
constexpr std::array<std::string_view, 3> kVersionNames = {"15.0", "16.0", "17.0"};

void fill(uint8_t* bytes, std::span<const CategoryRun> runs) {
  for (size_t i = 0; i < runs.size(); ++i) {
    const CategoryRun& run = runs[i];
    const size_t end = i + 1 < runs.size() ? runs[i + 1].begin : kCodePoints;
    if (run.first == run.second) {
      std::fill(bytes + run.begin, bytes + end, static_cast<uint8_t>(run.first));
      continue;
    }
    for (size_t at = run.begin; at < end; ++at) {
      bytes[at] = static_cast<uint8_t>((at - run.begin) % 2 == 0 ? run.first : run.second);
    }
  }
}

void apply(uint8_t* bytes, std::span<const CategoryChange> changes) {
  for (const CategoryChange& change : changes) {
    std::fill(bytes + change.begin, bytes + change.end, static_cast<uint8_t>(change.category));
  }
}

}  // namespace

std::string_view name_of(UnicodeVersion version) {
  return kVersionNames[static_cast<size_t>(version)];
}

std::optional<UnicodeVersion> parse_unicode_version(std::string_view name) {
  const auto* found = std::find(kVersionNames.begin(), kVersionNames.end(), name);
  if (found == kVersionNames.end()) return std::nullopt;
  return static_cast<UnicodeVersion>(found - kVersionNames.begin());
}

CategoryTable::CategoryTable(UnicodeVersion version)
    : version_(version), bytes_(std::make_unique<uint8_t[]>(kCodePoints)) {
  fill(bytes_.get(), kCategoryData.runs_15);
  if (version >= UnicodeVersion::v16_0) apply(bytes_.get(), kCategoryData.changes_16);
  if (version >= UnicodeVersion::v17_0) apply(bytes_.get(), kCategoryData.changes_17);
  for (const CodePointRange& range : kCategoryData.white_space) {
    for (size_t at = range.begin; at < range.end; ++at) bytes_[at] |= kSpaceBit;
  }
}

const CategoryTable& CategoryTable::of(UnicodeVersion version) {
  switch (version) {
    case UnicodeVersion::v15_0: {
      static const CategoryTable table(UnicodeVersion::v15_0);
      return table;
    }
    case UnicodeVersion::v17_0: {
      static const CategoryTable table(UnicodeVersion::v17_0);
      return table;
    }
    case UnicodeVersion::v16_0:
      break;
  }
  static const CategoryTable table(UnicodeVersion::v16_0);
  return table;
}

}  // namespace sluice

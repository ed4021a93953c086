// A rule's values as a chart: buckets as bars, the threshold as a mark, the share that it drops.
#pragma once

#include <cstddef>
#include <string>

#include "chart/chart.h"
#include "quality/filter_tally.h"

namespace sluice::filter_tool {

inline constexpr size_t kBarsOfText = 20;
inline constexpr size_t kBarsOfPictures = 60;

// Over all languages, with the threshold of the fall-back.
quality::RuleTally overall(const quality::RuleRecord& rule);

// `language`: empty: all. `tally` has values. At most about so many bars, from the lowest to the
// highest of all but a thousandth of the values at either end; what is beyond counts to the bars at
// the ends.
chart::Histogram rule_chart(const quality::RuleRecord& rule, const std::string& language,
                            const quality::RuleTally& tally, size_t bars);

}  // namespace sluice::filter_tool

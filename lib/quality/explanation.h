// What a filter says of a document, as a table for people.
//
//   explain(filter, judgement)
//
//   rule                              value     drops if   verdict
//   gopher_quality/gopher_short_doc      12         < 50   drops: the reason
//   c4/javascript                         1                lines met
//   …
//
// One line a rule, in the order of Filter::rules(), profiles apart by headings where there are
// several; at most 100 columns. Values have six digits, more where a value that rounds to its
// threshold is another; "-" stands for what the text has not.
#pragma once

#include <string>

#include "quality/filter.h"

namespace sluice::quality {

std::string explain(const Filter& filter, const Judgement& judgement);

}  // namespace sluice::quality

// The edit of whole texts by regular expressions, for what no line is alone with.
//
//   [[step]]
//   name = "newlines"
//   edit = "replace"
//
//   [[step.replace]]
//   reason = "newlines"
//   pattern = '\n{3,}'       # expression.h; every match, from left to right, none over another
//   with = "\n\n"            # \1 and so on are what groups matched; "" is the default
//
// Replacements are made in their order. Each is a rule whose value is the number of matches; none
// drops a document.
#pragma once

#include <memory>
#include <vector>

#include "quality/step.h"

namespace sluice::quality {

// Throws ConfigError.
std::unique_ptr<const Step> make_replace_step(std::vector<Record> replacements);

}  // namespace sluice::quality

// The rules that options other than --profile amount to, as rule files (docs/rule-sets.md), so that
// they are read, applied and counted as all others are.
//
//   rules_before(options)   // on addresses; "" if there are none
//   rules_after(options)    // bad words, the classifier, personal data
#pragma once

#include <string>

#include "options.h"
#include "quality/profile.h"

namespace sluice::filter_tool {

// Throws ConfigError where a block list cannot be listed.
std::string rules_before(const FilterOptions& options);
// Throws ConfigError where a language is not known.
std::string rules_after(const FilterOptions& options);

// Throws ConfigError that names the option, not a line of the text: people did not write it.
quality::Profile read_rules(const std::string& rules, const quality::Loading& loading);

}  // namespace sluice::filter_tool

// How often languages come on the web, damped: what the identifier takes for likelier where a text
// says little.
//
// In four steps, after the shares of languages that Common Crawl and W3Techs publish (2024, 2025):
// the real ratios, up to a million, would let no text of a small language be found.
#pragma once

#include <string_view>
#include <vector>

namespace sluice::training {

// Nats, 0 or less.
double prior_of(std::string_view code);

// The codes that have a step of their own.
std::vector<std::string_view> languages_with_priors();

}  // namespace sluice::training

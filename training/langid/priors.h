// How often languages come on the web, damped: what the identifier takes for likelier where a text
// says little.
//
// In four steps, after the shares of languages that Common Crawl and W3Techs publish (2024, 2025):
// the real ratios, up to a million, would let no text of a small language be found.
#pragma once

#include <string_view>

namespace sluice::training {

// Nats, 0 or less.
double prior_of(std::string_view code);

}  // namespace sluice::training

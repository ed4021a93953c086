// What TextNormalizer does, as users name it: in options of tools, and in what stage files and
// configuration digests say.
//
//   parse_normalization("lower,punctuation,marks")     // the usual: TextNormalizer::Options{}
//   parse_normalization("lower")                       // case and white space alone
//   names_of(options)                                  // "lower,punctuation,marks"
//
//   lower         lower case
//   digits        numbers become 0
//   punctuation   punctuation, symbols and control characters become spaces
//   compose | marks | all-marks     Marks::compose, drop or drop_all; at most one of them
// White space is always squeezed. "none" stands for that alone.
#pragma once

#include <string>
#include <string_view>

#include "unicode/text_normalizer.h"

namespace sluice {

// Names in any order, joined by commas. Throws ConfigError for others, for repeated ones and for
// none at all.
TextNormalizer::Options parse_normalization(std::string_view names);

// The names in the order above: equal where options are, but for Punctuation::listed, which is
// called "listed-" and the digest of its code points, and space that is kept: "keep-space".
std::string names_of(const TextNormalizer::Options& options);

}  // namespace sluice

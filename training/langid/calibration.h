// Makes scores mean what they say, on texts that were kept out of training: sharpness by length
// (temperature scaling, Guo et al. 2017), then a monotone curve through 30 groups of equal size
// (histogram binning, Zadrozny and Elkan 2001).
//
//   Calibration calibration = calibrate(corpus, learned, sample_held_out(corpus, 200, seed));
//
// Sharpness stays below 2, however sure long windows would like to be: windows of one text must be
// able to outvote one that is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "langid/model.h"
#include "training/langid/corpus.h"
#include "training/langid/model_bytes.h"

namespace sluice::training {

struct KnownText {
  std::string code;
  std::string text;
};

// Texts of all lengths (bytes, uniform in the logarithm from 8 to 4,000) out of those that were
// held out, as many of each label, up to `most` (fewer where there are no more).
std::vector<KnownText> sample_held_out(const Corpus& corpus, size_t most, uint64_t seed);

// For the identifier's default prior.
Calibration calibrate(const Corpus& corpus, const Learned& learned,
                      const std::vector<KnownText>& texts);

}  // namespace sluice::training

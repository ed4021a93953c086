// Writes what was learned as the identifier reads it (langid/model_file.h): rows in 8 bits, weights
// in 10 and a half.
#pragma once

#include <array>
#include <string>

#include "langid/model.h"
#include "training/langid/corpus.h"
#include "training/langid/learner.h"

namespace sluice::training {

// How scores are to be believed (calibration.h).
struct Calibration {
  std::array<double, langid::Model::kLetterLevels> sharpness;
  std::array<langid::Model::CurvePoint, langid::Model::kCurvePoints> curve;
};

// Scores as they are, and probabilities likewise.
Calibration uncalibrated();

std::string model_bytes(const Corpus& corpus, const Learned& learned,
                        const Calibration& calibration);

}  // namespace sluice::training

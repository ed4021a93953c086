// What a vocabulary was trained on, kept beside it, so that a comparison can tell when it measures
// on text that the vocabulary has seen.
//
//   write_training_record({.vocabulary = label, .documents = n, .ids = sketch});
//   // {"schema":"sluice.training/1","vocabulary":"…","documents":…,"ids":["00a3…", …]}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "document/id_sketch.h"

namespace sluice::bpe {

struct TrainingRecord {
  std::string vocabulary;  // Vocabulary::digest(), whatever its name
  uint64_t documents = 0;
  IdSketch ids;
};

std::string write_training_record(const TrainingRecord& record);
// Throws ConfigError with what is wrong.
TrainingRecord read_training_record(std::string_view json);

}  // namespace sluice::bpe

// Trains forests of oblivious trees (lib/extract/forest.h) by gradient boosting of the logistic
// loss.
//
// Each tree is grown level by level: of all (feature, threshold) the one that lowers the
// second-order approximation of the loss most over all current leaves together (Chen and Guestrin,
// "XGBoost", 2016, eq. 6-7; symmetric trees: Prokhorenkova et al., "CatBoost", 2018). Thresholds
// are quantiles of a feature's values.
//
// The same samples and options give the same forest, whatever the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "extract/forest.h"

namespace sluice::training {

struct Samples {
  size_t features = 0;
  std::vector<std::vector<int16_t>> columns;  // one a feature, a value a row
  std::vector<float> target;                  // 0..1 (a share is a soft label)
  std::vector<float> weight;                  // > 0

  size_t rows() const { return target.size(); }
};

struct BoostingOptions {
  size_t trees = 200;
  uint32_t depth = 6;
  double learning_rate = 0.1;
  double l2 = 5;               // added to each leaf's sum of second derivatives
  double feature_share = 0.5;  // of the features that each tree may ask about, chosen anew
  double row_share = 0.3;      // of the rows that each tree's questions are chosen by, likewise
  uint64_t seed = 1;
};

struct TrainedForest {
  int32_t bias = 0;
  uint32_t depth = 0;
  std::vector<extract::Split> splits;
  std::vector<int16_t> leaves;  // and one more, as Forest wants it

  extract::Forest view() const { return {bias, depth, splits, leaves}; }
};

TrainedForest boost(const Samples& samples, const BoostingOptions& options);

}  // namespace sluice::training

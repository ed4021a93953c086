// Gradient-boosted oblivious trees: the scorer of blocks and of candidates.
//
// An oblivious (symmetric) tree asks the same question of all rows on each of its levels: is
// feature f greater than threshold t? The answers are the bits of a leaf's number, so a tree is a
// few vector comparisons a level and one look-up a row, without branches (Prokhorenkova et al.,
// "CatBoost", 2018). A forest's score is the sum of its trees' leaves: log-odds, in units of 1 /
// kLogit.
//
//   FeatureMatrix matrix;                         // reused
//   matrix.reset(kBlockFeatures, blocks);
//   matrix.column(Feature::words)[block] = …      // a row a block
//   std::vector<int32_t> scores;
//   kBlockForest.score(matrix, scores);
//   probability(scores[0])                        // 0..65,536
//
// Integers throughout, so a score is the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sluice::extract {

inline constexpr int32_t kLogit = 1024;                  // log-odds of 1 in a score
inline constexpr uint32_t kCertain = uint32_t{1} << 16;  // probability 1

// A table of features by rows, a column a feature. Values beyond int16 are for the writer to clamp.
class FeatureMatrix {
 public:
  // All values become 0.
  void reset(size_t features, size_t rows);

  size_t rows() const { return rows_; }
  size_t features() const { return features_; }
  // Holds rows() values, and room for kLanes - 1 more.
  int16_t* column(size_t feature) { return values_.data() + feature * stride_; }
  const int16_t* column(size_t feature) const { return values_.data() + feature * stride_; }

  static constexpr size_t kLanes = 32;

 private:
  size_t rows_ = 0;
  size_t features_ = 0;
  size_t stride_ = 0;
  std::vector<int16_t> values_;
};

struct Split {
  uint16_t feature;
  int16_t threshold;  // the bit is set where the feature is greater
};

// A view of a model's constants.
struct Forest {
  int32_t bias;                     // the score of no tree
  uint32_t depth;                   // 1..8: levels of each tree; 0 where there are no trees
  std::span<const Split> splits;    // `depth` a tree
  std::span<const int16_t> leaves;  // 2^depth a tree, and one more that is not used

  size_t trees() const { return depth == 0 ? 0 : splits.size() / depth; }

  // scores[i] is that of row i. Time: O(trees * depth * rows).
  void score(const FeatureMatrix& matrix, std::vector<int32_t>& scores) const;
};

// The logistic function of a score, in units of 1 / kCertain, exact to 1e-3.
uint32_t probability(int32_t score);

}  // namespace sluice::extract

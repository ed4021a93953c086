// How much more data would yield: what deduplication keeps of a share of the documents, from the
// sizes of clusters.
//
// A cluster of s documents survives in a random share p of the documents if one of them is in it,
// so that of the whole there are kept, in expectation,
//
//   Y(p) = sum over clusters of w (1 - (1 - p)^s),   w: 1, or the bytes or tokens of who is kept,
//
// which for documents is exact (rarefaction; Good and Toulmin 1956), and for bytes and tokens as
// exact as copies are alike. Beyond the data, at 1 + t times as many documents, t <= 1, the number
// of new clusters is estimated by Good and Toulmin's series, smoothed as Efron and Thisted (1976)
// and Orlitsky, Suresh and Wu (2016, "Optimal prediction of the number of unseen species", PNAS)
// do:
//
//   Y(1 + t) = Y(1) - sum over s of (-t)^s P(L >= s) W(s),   L ~ Binomial(k, 1 / (1 + t)),
//
// W(s) being the weights of clusters of size s, and k half the binary digits of the number of
// documents, rounded up. What it adds is taken for 0 where the series comes to less: more documents
// take nothing away. It is labelled as extrapolated.
//
//   ClusterSizes sizes;
//   sizes.add(cluster_size, {.documents = 1, .bytes = …, .tokens = …});    // each kept document
//   sizes += other_shard;
//   for (const YieldPoint& point : yield_curve(sizes, 20)) …
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace sluice::dedup {

struct Amount {
  uint64_t documents = 0;
  uint64_t bytes = 0;
  uint64_t tokens = 0;

  Amount& operator+=(const Amount& other) {
    documents += other.documents;
    bytes += other.bytes;
    tokens += other.tokens;
    return *this;
  }
  friend bool operator==(const Amount&, const Amount&) = default;
};

// Which sizes clusters have, those of one document included, and what is kept of them. Merging adds
// and commutes. Memory: 56 bytes a different size, at most sqrt(2 * documents) of them.
class ClusterSizes {
 public:
  // One or more clusters of this size (at least 1) and what is kept of them: kept.documents
  // clusters, their survivors' bytes and tokens.
  void add(uint64_t size, const Amount& kept) { by_size_[size] += kept; }
  ClusterSizes& operator+=(const ClusterSizes& other);

  const std::map<uint64_t, Amount>& by_size() const { return by_size_; }
  uint64_t documents() const;  // of all clusters: kept and removed
  Amount kept() const;

 private:
  std::map<uint64_t, Amount> by_size_;
};

struct YieldPoint {
  double share = 0;  // of the documents at hand; above 1 extrapolated
  double documents = 0;
  double bytes = 0;
  double tokens = 0;
  bool extrapolated = false;
};

// At this share, 0..2. Throws ConfigError beyond. Time: O(different sizes).
YieldPoint yield_at(const ClusterSizes& sizes, double share);

// At `steps` equal steps up to all of the data, and as many beyond it up to twice.
std::vector<YieldPoint> yield_curve(const ClusterSizes& sizes, uint32_t steps);

}  // namespace sluice::dedup

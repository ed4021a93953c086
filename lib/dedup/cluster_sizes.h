// Cluster sizes in stats files, from which `yield` draws its curves: details.cluster_sizes.
//
//   {"1": {"documents": 900, "bytes": 120000, "tokens": 30000}, "2": {…}, …}
//
// By size of clusters, those of one document included: how many clusters, and the bytes and tokens
// of who is kept of them. Stats files of shards add up. Only documents where the rest is not known.
#pragma once

#include <optional>
#include <string>

#include "dedup/yield.h"
#include "stats/stats_file.h"

namespace sluice::dedup {

inline constexpr const char* kClusterSizes = "cluster_sizes";

enum class Weighed : bool { no, yes };

stats::Details details_of(const ClusterSizes& sizes, Weighed weighed = Weighed::yes);

struct StoredSizes {
  ClusterSizes sizes;
  bool weighed = true;  // bytes are known, and tokens where the stats file has any
};

// Throws ConfigError, which opens with the stats file's name, if there are none or if they are
// something else.
StoredSizes cluster_sizes_of(const stats::Stats& stats);
// … nothing if there are none.
std::optional<StoredSizes> find_cluster_sizes(const stats::Stats& stats);

}  // namespace sluice::dedup

// From band records to candidate pairs: documents that share a bucket.
//
//   Linker linker(set, rule, {});
//   io::ExternalSort<SortRecord> records(…), pairs({.distinct = true, …});
//   set.read_partition(p, [&](auto some) { records.add(some); });
//   records.seal();
//   linker.link_sorted(records, pairs);            // each partition
//   pairs.seal();                                  // candidates, each once: unpack_pair()
//   linker.counts();
//
// In a bucket of up to `small_bucket` members all pairs are candidates. A larger one, of pages made
// by one template, say, would have too many. Its members are put into groups of the same sketch,
// copies of each other most likely, each of which is paired with the one of its group that stands
// first (Standing). Groups are worked off in rounds: the one whose first stands before those of all
// others is compared with each by sketch. Its first is paired with all of those that are not
// rejected; those that are not accepted, since it will perhaps not be it that removes them, go on
// to the next round. After `rounds` rounds what is left of the bucket is left unpaired there
// (counts().left), unless it is small_bucket groups or fewer, of which each is compared with the
// first of each that stands before. So a bucket of n members costs at most (rounds + small_bucket)
// * n comparisons and pairs, whatever is in it. Where there are no sketches, the member that stands
// first is paired with every other one.
//
// Whether a member is a reference is a matter of its number (documents.h): two references are never
// paired. In the chain rule (FineWeb's) each member is paired with the one before it, and nothing
// is compared.
//
// Memory: 32 bytes a member of the largest bucket, and 88 a group. What is found is a function of
// the set of records: neither partitions nor the order of shards matter (numbers of documents
// apart).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "dedup/documents.h"
#include "dedup/edge.h"
#include "dedup/verdict.h"
#include "io/external_sort.h"

namespace sluice::dedup {

enum class LinkRule : uint8_t {
  all_pairs,  // and leaders in large buckets
  chain,      // each with its predecessor: enough for connected components
};

struct LinkOptions {
  LinkRule rule = LinkRule::all_pairs;
  uint32_t small_bucket = 64;
  uint32_t rounds = 64;  // at least 1
};

struct LinkCounts {
  uint64_t records = 0;
  uint64_t buckets = 0;         // of at least two members
  uint64_t large_buckets = 0;   // of more than small_bucket
  uint64_t largest_bucket = 0;  // members
  uint64_t rounds = 0;          // of all large buckets
  uint64_t most_rounds = 0;     // of one
  uint64_t comparisons = 0;     // of sketches
  uint64_t pairs = 0;           // before they are made distinct
  uint64_t left = 0;            // members of large buckets that were left after the last round

  // Of another part of the records.
  LinkCounts& operator+=(const LinkCounts& other);
  friend bool operator==(const LinkCounts&, const LinkCounts&) = default;
};

class Linker {
 public:
  // `documents` must outlive it.
  Linker(const Documents& documents, const SketchRule& rule, const LinkOptions& options);

  // One bucket: members ascending, each once.
  void link(std::span<const uint64_t> members, const std::function<void(const Pair&)>& emit);
  // All buckets of a partition, sealed; adds packed pairs.
  void link_sorted(const io::ExternalSort<SortRecord>& partition,
                   io::ExternalSort<SortRecord>& pairs);

  const LinkCounts& counts() const { return counts_; }

 private:
  // Members of a large bucket that have the same sketch, in members_: the first stands first.
  struct Group {
    Standing first;
    size_t begin = 0;
    size_t end = 0;
  };
  using Emit = std::function<void(const Pair&)>;

  void link_small(std::span<const uint64_t> members, const Emit& emit);
  void link_large(const Emit& emit);
  void group_members();
  void link_round(const Emit& emit);
  Verdict compare(uint64_t first, const Group& group);
  void pair_all(uint64_t first, const Group& group, const Emit& emit) const;

  const Documents& documents_;
  SketchRule rule_;
  LinkOptions options_;
  LinkCounts counts_;
  std::vector<uint64_t> bucket_;   // being read
  std::vector<uint64_t> members_;  // of a large one
  std::vector<Group> unsettled_;   // of them
};

}  // namespace sluice::dedup

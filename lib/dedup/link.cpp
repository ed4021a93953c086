#include "dedup/link.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/hash.h"

namespace sluice::dedup {

LinkCounts& LinkCounts::operator+=(const LinkCounts& other) {
  records += other.records;
  buckets += other.buckets;
  large_buckets += other.large_buckets;
  largest_bucket = std::max(largest_bucket, other.largest_bucket);
  rounds += other.rounds;
  most_rounds = std::max(most_rounds, other.most_rounds);
  comparisons += other.comparisons;
  pairs += other.pairs;
  left += other.left;
  return *this;
}

Linker::Linker(const Documents& documents, const SketchRule& rule, const LinkOptions& options)
    : documents_(documents), rule_(rule), options_(options) {}

void Linker::link(std::span<const uint64_t> members, const std::function<void(const Pair&)>& emit) {
  if (members.size() < 2) return;
  ++counts_.buckets;
  counts_.largest_bucket = std::max<uint64_t>(counts_.largest_bucket, members.size());
  const auto counted = [&](const Pair& pair) {
    if (pair.second < documents_.references()) return;
    ++counts_.pairs;
    emit(pair);
  };
  if (options_.rule == LinkRule::chain) {
    for (size_t at = 1; at < members.size(); ++at) counted({members[at - 1], members[at]});
  } else if (members.size() <= options_.small_bucket) {
    link_small(members, counted);
  } else if (members.back() >= documents_.references()) {
    members_.assign(members.begin(), members.end());
    link_large(counted);
  }
}

void Linker::link_small(std::span<const uint64_t> members, const Emit& emit) {
  for (size_t second = 1; second < members.size(); ++second) {
    for (size_t first = 0; first < second; ++first) emit({members[first], members[second]});
  }
}

void Linker::link_large(const Emit& emit) {
  ++counts_.large_buckets;
  group_members();
  for (const Group& group : unsettled_) pair_all(group.first.document, group, emit);
  uint32_t round = 0;
  for (; round < options_.rounds && unsettled_.size() > options_.small_bucket; ++round) {
    link_round(emit);
  }
  counts_.rounds += round;
  counts_.most_rounds = std::max<uint64_t>(counts_.most_rounds, round);
  if (unsettled_.size() > options_.small_bucket) {
    for (const Group& group : unsettled_) counts_.left += group.end - group.begin;
    return;
  }
  for (size_t later = 1; later < unsettled_.size(); ++later) {
    for (size_t earlier = 0; earlier < later; ++earlier) {
      const uint64_t first = unsettled_[earlier].first.document;
      if (compare(first, unsettled_[later]) != Verdict::reject) {
        pair_all(first, unsettled_[later], emit);
      }
    }
  }
}

// In the order of their firsts. Without sketches all are of one group.
void Linker::group_members() {
  std::vector<std::pair<uint64_t, uint64_t>> by_sketch;  // hash, member
  by_sketch.reserve(members_.size());
  const bool sketched = rule_.options().minima != 0;
  for (const uint64_t member : members_) {
    const auto sketch = sketched ? documents_.sketch(member) : std::span<const uint8_t>();
    const std::string_view bytes(reinterpret_cast<const char*>(sketch.data()), sketch.size());
    by_sketch.emplace_back(hash64(bytes), member);
  }
  std::ranges::sort(by_sketch);
  unsettled_.clear();
  for (size_t at = 0; at < by_sketch.size(); ++at) {
    const uint64_t member = by_sketch[at].second;
    members_[at] = member;
    const Standing standing = documents_.standing(member);
    if (at == 0 || by_sketch[at].first != by_sketch[at - 1].first) {
      unsettled_.push_back({.first = standing, .begin = at, .end = at + 1});
      continue;
    }
    Group& group = unsettled_.back();
    group.end = at + 1;
    group.first = std::min(group.first, standing);
  }
  std::ranges::sort(unsettled_, {}, &Group::first);
}

// Pairs the group that stands first and leaves in unsettled_ those that it may not settle.
void Linker::link_round(const Emit& emit) {
  const uint64_t leader = unsettled_.front().first.document;
  size_t kept = 0;
  for (size_t at = 1; at < unsettled_.size(); ++at) {
    const Group& group = unsettled_[at];
    const Verdict verdict = compare(leader, group);
    if (verdict != Verdict::reject) pair_all(leader, group, emit);
    if (verdict != Verdict::accept) unsettled_[kept++] = group;
  }
  unsettled_.resize(kept);
}

Verdict Linker::compare(uint64_t first, const Group& group) {
  ++counts_.comparisons;
  const auto sketch = documents_.sketch(first);
  return rule_.judge(agreeing(sketch, documents_.sketch(group.first.document)));
}

void Linker::pair_all(uint64_t first, const Group& group, const Emit& emit) const {
  for (size_t at = group.begin; at < group.end; ++at) {
    if (members_[at] != first) emit(Pair::of(first, members_[at]));
  }
}

void Linker::link_sorted(const io::ExternalSort<SortRecord>& partition,
                         io::ExternalSort<SortRecord>& pairs) {
  const auto add = [&](const Pair& pair) { pairs.add(pack(pair)); };
  auto reader = partition.reader();
  uint64_t key = 0;
  bucket_.clear();
  for (SortRecord record; reader.next(record);) {
    ++counts_.records;
    if (record.key != key) {
      link(bucket_, add);
      bucket_.clear();
      key = record.key;
    }
    bucket_.push_back(record.value);
  }
  link(bucket_, add);
}

}  // namespace sluice::dedup

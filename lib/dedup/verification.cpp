#include "dedup/verification.h"

#include <optional>
#include <utility>

#include "dedup/shingles.h"

namespace sluice::dedup {

VerifyCounts& VerifyCounts::operator+=(const VerifyCounts& other) {
  candidates += other.candidates;
  accepted_by_sketch += other.accepted_by_sketch;
  rejected_by_sketch += other.rejected_by_sketch;
  accepted_exactly += other.accepted_exactly;
  rejected_exactly += other.rejected_exactly;
  accepted_by_estimate += other.accepted_by_estimate;
  rejected_by_estimate += other.rejected_by_estimate;
  texts += other.texts;
  return *this;
}

Verification::Verification(const Documents& documents, const SketchRule& rule, Options options)
    : documents_(documents),
      rule_(rule),
      options_(std::move(options)),
      borderline_({.memory = options_.memory / 2, .folder = options_.folder}),
      needed_({.memory = options_.memory / 2, .folder = options_.folder, .distinct = true}),
      shingles_(options_.folder) {}

void Verification::judge(const Pair& pair, const UseEdge& use) {
  ++counts_.candidates;
  Verdict verdict = Verdict::borderline;
  uint32_t agreed = 0;
  if (rule_.options().minima != 0) {
    agreed = agreeing(documents_.sketch(pair.first), documents_.sketch(pair.second));
    verdict = rule_.judge(agreed);
  }
  switch (verdict) {
    case Verdict::reject:
      ++counts_.rejected_by_sketch;
      return;
    case Verdict::accept:
      ++counts_.accepted_by_sketch;
      use({pair.first, pair.second, Similarity::estimated(rule_.estimate(agreed))});
      return;
    case Verdict::borderline:
      borderline_.add(pack(pair));
      needed_.add({.key = pair.first, .value = 0});
      needed_.add({.key = pair.second, .value = 0});
  }
}

void Verification::begin_texts() {
  needed_.seal();
  std::vector<uint64_t> wanted;
  auto reader = needed_.reader();
  for (SortRecord record; reader.next(record);) wanted.push_back(record.key);
  counts_.texts = wanted.size();
  shingles_.want(std::move(wanted));
  borderline_.seal();
}

void Verification::finish(const UseEdge& use) {
  shingles_.flush();
  std::vector<uint64_t> first;
  std::optional<uint64_t> loaded;  // whose shingles `first` are
  auto reader = borderline_.reader();
  for (SortRecord record; reader.next(record);) {
    const Pair pair = unpack_pair(record);
    if (!shingles_.has(pair.first) || !shingles_.has(pair.second)) {
      estimate(pair, use);
      continue;
    }
    if (loaded != pair.first) shingles_.load(pair.first, first);
    loaded = pair.first;
    judge_texts(pair, first, use);
  }
}

void Verification::judge_texts(const Pair& pair, std::span<const uint64_t> first,
                               const UseEdge& use) {
  shingles_.load(pair.second, other_);
  const double similarity = jaccard(first, other_);
  if (similarity < rule_.options().threshold || similarity == 0) {
    ++counts_.rejected_exactly;
    return;
  }
  ++counts_.accepted_exactly;
  use({pair.first, pair.second, Similarity::exact(similarity)});
}

void Verification::estimate(const Pair& pair, const UseEdge& use) {
  const double estimated =
      rule_.estimate(agreeing(documents_.sketch(pair.first), documents_.sketch(pair.second)));
  if (estimated < rule_.options().threshold) {
    ++counts_.rejected_by_estimate;
    return;
  }
  ++counts_.accepted_by_estimate;
  use({pair.first, pair.second, Similarity::estimated(estimated)});
}

}  // namespace sluice::dedup

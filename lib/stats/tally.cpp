#include "stats/tally.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "stats/checked.h"

namespace sluice::stats {
namespace {

// floor(2^(63 + q/4)) for q = 1, 2, 3: where the quarters of an octave begin, for numbers whose
// highest bit is bit 63. The powers are irrational, so a whole number is above one if it is above
// its floor.
constexpr std::array<uint64_t, 3> kQuarters = {0x9837f0518db8a96f, 0xb504f333f9de6484,
                                               0xd744fccad69d6af4};

}  // namespace

void throw_overflow() { throw CheckError("a sum of counters does not fit 64 bits"); }

void Counts::add(const Measure& measure) {
  ++documents;
  add_checked(bytes, measure.bytes);
  add_checked(tokens, measure.tokens);
}

Counts& Counts::operator+=(const Counts& other) {
  add_checked(documents, other.documents);
  add_checked(bytes, other.bytes);
  add_checked(tokens, other.tokens);
  return *this;
}

void Tally::add(const Measure& measure) {
  Counts::add(measure);
  ids.add(measure.id);
}

Tally& Tally::operator+=(const Tally& other) {
  Counts::operator+=(other);
  ids += other.ids;
  return *this;
}

size_t Lengths::bucket_of(uint64_t tokens) {
  if (tokens == 0) return 0;
  const int unused_bits = std::countl_zero(tokens);
  const auto octave = static_cast<size_t>(63 - unused_bits);
  size_t bucket = 1 + 4 * octave;
  for (const uint64_t quarter : kQuarters) bucket += (tokens << unused_bits) > quarter ? 1 : 0;
  return std::min(bucket, kBuckets - 1);
}

uint64_t Lengths::lower_edge(size_t bucket) {
  if (bucket == 0) return 0;
  const size_t octave = (bucket - 1) / 4;
  const size_t quarter = (bucket - 1) % 4;
  if (quarter == 0) return uint64_t{1} << octave;
  return (kQuarters[quarter - 1] >> (63 - octave)) + 1;
}

void Lengths::add(uint64_t tokens_of_document) {
  const size_t bucket = bucket_of(tokens_of_document);
  ++documents[bucket];
  add_checked(tokens[bucket], tokens_of_document);
}

Lengths& Lengths::operator+=(const Lengths& other) {
  for (size_t i = 0; i < kBuckets; ++i) {
    add_checked(documents[i], other.documents[i]);
    add_checked(tokens[i], other.tokens[i]);
  }
  return *this;
}

}  // namespace sluice::stats

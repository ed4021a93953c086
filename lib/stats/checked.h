// Sums of counters that never wrap: one that does not fit 64 bits stops the run.
#pragma once

#include <concepts>
#include <cstdint>

namespace sluice::stats {

// Throws CheckError.
[[noreturn]] void throw_overflow();

// sum += value. On overflow throws CheckError; `sum` is then worthless.
template <std::integral Number>
void add_checked(Number& sum, Number value) {
  if (__builtin_add_overflow(sum, value, &sum)) throw_overflow();
}

// sum += after - before.
inline void add_difference(int64_t& sum, uint64_t after, uint64_t before) {
  int64_t difference = 0;
  if (__builtin_sub_overflow(after, before, &difference)) throw_overflow();
  add_checked(sum, difference);
}

}  // namespace sluice::stats

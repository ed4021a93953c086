// Code that chooses vector instructions at run time, tested with each set that this machine has.
//
//   for_each_target([] { EXPECT_EQ(vectorised(input), simple(input)); });
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <functional>

namespace sluice::test {

// Calls `test` with one instruction set after the other, and leaves all to be chosen from again.
inline void for_each_target(const std::function<void()>& test) {
  const auto targets = hwy::SupportedTargets();
  for (auto rest = targets; rest != 0; rest &= rest - 1) {
    const auto target = rest & -rest;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::GetChosenTarget().Update(target);
    test();
  }
  hwy::GetChosenTarget().Update(targets);
}

}  // namespace sluice::test

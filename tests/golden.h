// Comparison with files in testdata; SLUICE_UPDATE_GOLDEN=1 writes them anew, to be reviewed.
//
//   expect_golden("chart/line.svg", svg(chart));
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace sluice {

inline void expect_golden(const std::string& name, const std::string& actual) {
  const std::string path = std::string(SLUICE_SOURCE_DIR) + "/testdata/" + name;
  if (std::getenv("SLUICE_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << actual;
  std::ifstream file(path);
  const std::string expected{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(actual, expected) << path;
}

}  // namespace sluice

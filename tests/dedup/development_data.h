// Development data of deduplication: what the folder dedup of SLUICE_DATA holds.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#define REQUIRE_DEVELOPMENT_DATA() \
  if (std::getenv("SLUICE_DATA") == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder"

namespace sluice::test {

// A file, decompressed.
std::string development_file(const std::string& name);

// The lines of a file, decompressed.
std::vector<std::string> development_lines(const std::string& name);

}  // namespace sluice::test

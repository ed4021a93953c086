#include "dedup/id_store.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace sluice::dedup {
namespace {

// Enough of them that most lie in the file.
TEST(IdStore, GivesBackWhatWasAppendedWhereverItLies) {
  IdStore ids(testing::TempDir());
  std::mt19937_64 random(1);
  std::vector<std::pair<uint64_t, std::string>> given;
  for (int i = 0; i < 50'000; ++i) {
    std::string id = std::to_string(i) + std::string(random() % 100, 'x');
    if (i % 1'000 == 0) id.clear();
    const uint64_t place = ids.next();
    ASSERT_EQ(ids.append(id), place);
    given.emplace_back(place, std::move(id));
  }
  for (const auto& [place, id] : given) ASSERT_EQ(ids.at(place), id) << place;
}

}  // namespace
}  // namespace sluice::dedup

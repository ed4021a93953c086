#include "dedup/cluster_file.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "base/error.h"
#include "dedup/run_support.h"

namespace sluice::dedup {
namespace {

TEST(ClusterFile, FindsMembersInAnyOrder) {
  // A survivor and a removed one of every ten documents, over several blocks.
  std::map<uint64_t, Member> members;
  test::MemoryOutput out;
  RecordWriter<PackedMember> writer(out, io::StageKind::clusters, "3f9a");
  for (uint64_t first = 0; first < 1'000'000; first += 10) {
    const Member kept{.document = first, .survivor = first, .size = 2, .similarity = {}};
    const Member removed{.document = first + 1 + first % 7,
                         .survivor = first,
                         .size = 2,
                         .similarity = Similarity::exact(0.8)};
    for (const Member& member : {kept, removed}) {
      members[member.document] = member;
      writer.add(pack(member), std::to_string(member.document));
    }
  }
  writer.finish();
  const test::TemporaryFolder folder;
  const ClusterFile file(folder.file("x.clusters", out.bytes()));
  EXPECT_NO_THROW(file.require("3f9a"));
  EXPECT_THROW(file.require("other"), ConfigError);
  ASSERT_EQ(file.size(), members.size());

  const auto expect_found = [&](uint64_t document) {
    const auto at = file.find(document);
    const auto known = members.find(document);
    ASSERT_EQ(at.has_value(), known != members.end()) << document;
    if (!at) return;
    EXPECT_EQ(file.member(*at), known->second);
    EXPECT_EQ(file.id(*at), std::to_string(document));
    EXPECT_EQ(file.id(file.place_of(known->second.survivor)),
              std::to_string(known->second.survivor));
  };
  for (uint64_t document = 0; document < 1'000'100; ++document) expect_found(document);
  std::mt19937_64 random(1);
  for (int round = 0; round < 20'000; ++round) expect_found(random() % 1'000'100);
}

}  // namespace
}  // namespace sluice::dedup

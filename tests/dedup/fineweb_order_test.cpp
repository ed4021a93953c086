// Who is kept of components, from links in any order, against the links of all signatures at once.
#include "dedup/fineweb_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/error.h"
#include "dedup/run_support.h"
#include "dedup/signature_links.h"

namespace sluice::dedup {
namespace {

constexpr Banding kBanding{.bands = 3, .rows = 2};

// Signatures of few different values, so that components of all sizes come about.
std::vector<std::vector<uint64_t>> random_signatures(size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<uint64_t>> signatures(count);
  for (auto& signature : signatures) {
    if (random() % 20 == 0) continue;  // no shingles
    for (uint32_t value = 0; value < kBanding.hashes(); ++value) signature.push_back(random() % 30);
  }
  return signatures;
}

std::vector<Member> members_of(std::span<const Pair> links, uint64_t count) {
  Components components(count);
  for (const Pair& pair : links) components.unite(pair.first, pair.second);
  std::vector<Member> members;
  components.finish(test::NumberedDocuments(count), Components::Keep::root,
                    [&](const Member& member) { members.push_back(member); });
  return members;
}

TEST(FinewebOrder, KeepsWhomDatatroveKeepsWhateverTheOrderOfLinks) {
  constexpr size_t kCount = 400;
  for (const uint64_t seed : {1, 2, 3}) {
    const auto signatures = random_signatures(kCount, seed);
    std::vector<SignedDocument> documents;
    for (size_t number = 0; number < kCount; ++number) {
      documents.push_back({.document = number, .signature = signatures[number]});
    }
    std::vector<Pair> links = signature_links(documents, kBanding.bands, kBanding.rows);
    const std::vector<Member> expected = members_of(links, kCount);

    std::shuffle(links.begin(), links.end(), std::mt19937_64(seed));
    const test::TemporaryFolder folder;
    FinewebOrder order(kCount, kBanding, folder.path());
    for (const Pair& pair : links) order.link(pair);
    order.begin_texts();
    EXPECT_LT(order.wanted().size(), expected.size());  // those of components of two are not
    for (const uint64_t document : order.wanted()) order.add(document, signatures[document]);
    std::vector<Pair> ordered;
    order.finish([&](const Pair& pair) { ordered.push_back(pair); });
    EXPECT_EQ(members_of(ordered, kCount), expected);
  }
}

TEST(FinewebOrder, NeedsEverySignatureThatItWants) {
  const test::TemporaryFolder folder;
  FinewebOrder order(9, kBanding, folder.path());
  order.link({1, 2});
  order.link({2, 5});
  order.begin_texts();
  EXPECT_EQ(order.wanted().size(), 3);
  EXPECT_THROW(order.finish([](const Pair&) {}), CheckError);
}

}  // namespace
}  // namespace sluice::dedup

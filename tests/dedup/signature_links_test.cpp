#include "dedup/signature_links.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace sluice::dedup {
namespace {

// Two bands of two rows; each document's signature, the first one's number being 10.
std::vector<Pair> links_of(const std::vector<std::vector<uint64_t>>& signatures) {
  std::vector<SignedDocument> documents;
  for (const auto& signature : signatures) {
    documents.push_back({.document = 10 + documents.size(), .signature = signature});
  }
  return signature_links(documents, 2, 2);
}

TEST(SignatureLinks, PairEachWithThePredecessorInItsBucket) {
  EXPECT_EQ(links_of({{1, 1, 0, 0}, {2, 2, 0, 1}, {1, 1, 0, 2}, {1, 1, 0, 3}}),
            (std::vector<Pair>{{10, 12}, {12, 13}}));
}

TEST(SignatureLinks, GoBandByBandAndByTheValuesOfTheRows) {
  EXPECT_EQ(
      links_of(
          {{9, 0, 5, 5}, {9, 0, 4, 4}, {3, 8, 5, 5}, {3, 8, 4, 4}, {3, 7, 1, 1}, {3, 7, 2, 2}}),
      (std::vector<Pair>{{14, 15}, {12, 13}, {10, 11}, {11, 13}, {10, 12}}));
}

TEST(SignatureLinks, LeaveOutDocumentsWithoutSignature) {
  EXPECT_TRUE(links_of({{}, {}, {1, 1, 1, 1}}).empty());
}

}  // namespace
}  // namespace sluice::dedup

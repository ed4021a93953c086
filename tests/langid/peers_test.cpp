// The embedded identifier beside lid.176 and CLD2 on the same rows: the Universal Declaration of
// Human Rights, which it was not trained on. Needs SLUICE_DATA, and SLUICE_MODELS for lid.176.

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bench/langid_peers.h"
#include "io/chunk.h"
#include "sanitized.h"

namespace sluice::langid {
namespace {

std::vector<KnownText> rows_of(const std::string& name) {
  std::vector<KnownText> rows;
  const std::string path = std::string(std::getenv("SLUICE_DATA")) + "/langid/" + name;
  io::ChunkReader reader({{.name = path}}, {});
  std::string all;
  for (io::Chunk chunk; reader.next(chunk);) {
    io::ChunkReader::expand(chunk);
    all += chunk.bytes.view();
  }
  for (size_t at = 0, end; (end = all.find('\n', at)) != std::string::npos; at = end + 1) {
    const size_t tab = all.find('\t', at);
    rows.push_back({all.substr(at, tab - at), all.substr(tab + 1, end - tab - 1)});
  }
  return rows;
}

class Peers : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("SLUICE_DATA") == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder";
    const char* const folder = std::getenv("SLUICE_MODELS");
    if (folder == nullptr) {
      GTEST_SKIP() << "SLUICE_MODELS names no folder (scripts/install-test-models)";
    }
    lid176_ = std::make_unique<Lid176>(std::string(folder) + "/lid.176.ftz");
  }

  void expect_above_peers(const std::string& file) {
    const std::vector<KnownText> rows = rows_of(file);
    const std::set<std::string> both = labels_of_both(*lid176_, rows);
    for (const size_t bytes : {0, 256, 128, 64}) {
      const Results ours = ask(embedded_identifier(), rows, bytes);
      for (const Namer& peer : {lid176_->namer(), cld2()}) {
        const Results theirs = ask(peer, rows, bytes);
        const auto all = judge(ours, rows, nullptr).all;
        const auto all_of_peer = judge(theirs, rows, nullptr).all;
        EXPECT_GT(all.accuracy, all_of_peer.accuracy) << file << ", first " << bytes;
        EXPECT_GT(all.macro_f1, all_of_peer.macro_f1) << file << ", first " << bytes;
        const auto common = judge(ours, rows, &both).all;
        const auto common_of_peer = judge(theirs, rows, &both).all;
        EXPECT_GE(common.accuracy, common_of_peer.accuracy) << file << ", first " << bytes;
        EXPECT_GE(common.macro_f1, common_of_peer.macro_f1) << file << ", first " << bytes;
      }
    }
  }

 private:
  std::unique_ptr<Lid176> lid176_;
};

TEST_F(Peers, AreNotBetterOnDocuments) { expect_above_peers("udhr_docs.tsv.zst"); }

TEST_F(Peers, AreNotBetterOnParagraphs) {
  if (kSanitized) GTEST_SKIP() << "takes minutes with a sanitizer";
  expect_above_peers("udhr_paragraphs.tsv.zst");
}

}  // namespace
}  // namespace sluice::langid

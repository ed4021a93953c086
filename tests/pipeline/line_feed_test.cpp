#include "pipeline/line_feed.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "base/error.h"
#include "io/support.h"
#include "pipeline/run.h"
#include "pipeline/support.h"

namespace sluice::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class LineFeedTest : public test::InFolder {
 protected:
  // The lines used, sorted.
  std::vector<std::string> read(const std::vector<std::string>& inputs, size_t chunk_bytes,
                                uint64_t max_line_bytes = 1000) {
    RunOptions run;
    run.identity = {.tool = "sluice-test", .version = "1", .config_digest = "c0ffee"};
    run.threads = 2;
    run.max_errors = MaxErrors::parse(max_errors_);
    Job& job = run.jobs.emplace_back();
    job.name = "test";
    job.routes = {""};
    for (const std::string& input : inputs) job.inputs.push_back({.name = input, .command = {}});
    std::mutex mutex;
    std::vector<std::string> lines;
    LineFeed::Options options{.max_line_bytes = max_line_bytes};
    options.chunks.chunk_bytes = chunk_bytes;
    const RunResult result = pipeline::run(run, {"read"}, [&](const Job& one) {
      return std::make_unique<LineFeed>(
          one.inputs, options, [&](std::string_view line) -> std::optional<BadRecord> {
            if (line.starts_with("bad")) {
              return BadRecord{.reason = "bad_line", .offset = 3, .detail = "so it says"};
            }
            const std::lock_guard lock(mutex);
            lines.emplace_back(line);
            return std::nullopt;
          });
    });
    bad_ = {result.total.bad_records.begin(), result.total.bad_records.end()};
    std::ranges::sort(lines);
    return lines;
  }

  std::string max_errors_ = "100%";
  std::vector<std::pair<std::string, uint64_t>> bad_;
};

// Editors of some systems write one, and it would be a part of the first label.
TEST_F(LineFeedTest, AByteOrderMarkBeforeAnInputIsNoPartOfIt) {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string one = file("a.tsv", mark + "one\n" + mark + "two\n");
  const std::string blank = file("b.tsv", mark);
  for (const size_t chunk : {1, 2, 4, 100}) {
    EXPECT_THAT(read({one, one, blank}, chunk),
                ElementsAre("one", "one", mark + "two", mark + "two"))
        << chunk;
  }
}

TEST_F(LineFeedTest, LinesAreUsedWholeWhateverTheChunks) {
  const std::string plain = file("a.tsv", "one\ttext\r\n\n \t\ntwo\nthree");
  const std::string zstd =
      file("b.tsv.zst", io::test::compressed(io::Compression::zstd, "four\nfünf\n", 3));
  for (const size_t chunk_bytes : {1u, 3u, 1u << 20}) {
    EXPECT_THAT(read({plain, zstd}, chunk_bytes),
                ElementsAre("four", "fünf", "one\ttext", "three", "two"));
    EXPECT_TRUE(bad_.empty());
  }
}

TEST_F(LineFeedTest, WhatIsWrongWithALineIsABadRecord) {
  const std::string input = file("a.tsv", "good\nbad\n\xFF\n" + std::string(50, 'x') + "\nlast\n");
  for (const size_t chunk_bytes : {1u, 7u, 1u << 20}) {
    EXPECT_THAT(read({input}, chunk_bytes, 40), ElementsAre("good", "last"));
    EXPECT_THAT(bad_, ElementsAre(std::pair("bad_line", 1), std::pair("document_too_large", 1),
                                  std::pair("invalid_utf8", 1)));
  }
  max_errors_ = "2";
  EXPECT_THROW(read({input}, 1000, 40), CheckError);
}

TEST_F(LineFeedTest, ATruncatedInputIsAnError) {
  const std::string whole = io::test::compressed(io::Compression::gzip, "one\ntwo\n", 100);
  EXPECT_THROW(read({file("a.gz", whole.substr(0, whole.size() - 5))}, 1000), IoError);
}

}  // namespace
}  // namespace sluice::pipeline

#include "pipeline/text_feed.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "base/error.h"
#include "io/support.h"
#include "pipeline/run.h"
#include "pipeline/support.h"

namespace sluice::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Behind each line end.
size_t behind_line_ends(std::string_view text, size_t at) {
  const size_t end = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return end == std::string_view::npos ? 0 : end + 1;
}

class TextFeedTest : public test::InFolder {
 protected:
  // The text of each input, put together again from the pieces.
  std::vector<std::string> read(const std::vector<std::string>& inputs, size_t chunk_bytes,
                                TextFeed::Options options) {
    options.chunks.chunk_bytes = chunk_bytes;
    RunOptions run;
    run.identity = {.tool = "sluice-test", .version = "1", .config_digest = "c0ffee"};
    run.threads = 1;  // so that pieces come in order
    Job& job = run.jobs.emplace_back();
    job.name = "test";
    job.routes = {""};
    for (const std::string& input : inputs) job.inputs.push_back({.name = input, .command = {}});
    std::vector<std::string> texts(inputs.size());
    pieces_ = 0;
    pipeline::run(run, {"read"}, [&](const Job& one) {
      return std::make_unique<TextFeed>(one.inputs, options, [&](const TextPiece& piece) {
        texts[piece.input] += piece.text;
        largest_ = std::max(largest_, piece.text.size());
        ++pieces_;
      });
    });
    return texts;
  }

  size_t pieces_ = 0;
  size_t largest_ = 0;
};

TEST_F(TextFeedTest, PiecesAreTheWholeTextCutWhereItMayBe) {
  const std::string text = io::test::prose(100'000, 1) + "\nlast";
  const std::string plain = file("a.txt", text);
  const std::string gzip =
      file("b.txt.gz", io::test::compressed(io::Compression::gzip, text, 30'000));
  for (const size_t chunk_bytes : {1u, 7u, 1000u, 1u << 20}) {
    size_t cuts = 0;
    const auto cut = [&](std::string_view piece, size_t at) {
      const size_t place = behind_line_ends(piece, at);
      cuts += place > 0;
      EXPECT_TRUE(place == 0 || piece[place - 1] == '\n');
      return place;
    };
    EXPECT_THAT(read({plain, gzip}, chunk_bytes, {.cut = cut}), ElementsAre(text, text));
  }
}

// However the limit falls among chunks, what is taken is what may be cut off before it.
TEST_F(TextFeedTest, ALimitTakesTheSameTextWhateverTheChunks) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += std::string(i % 17, 'x') + "\n";
  const std::string first = file("a.txt", text.substr(0, 700));
  const std::string second = file("b.txt", text.substr(700));
  for (const uint64_t limit : {0u, 1u, 5u, 699u, 700u, 701u, 1234u, 100'000u}) {
    std::string expected;
    for (const size_t chunk_bytes : {1u << 20, 1u, 13u, 256u}) {
      const auto texts =
          read({first, second}, chunk_bytes, {.cut = behind_line_ends, .limit_bytes = limit});
      const std::string taken = texts[0] + texts[1];
      if (expected.empty()) expected = taken;
      EXPECT_EQ(taken, expected) << limit << " of chunks of " << chunk_bytes;
      EXPECT_LE(taken.size(), limit);
      EXPECT_GE(taken.size() + 17, std::min<size_t>(limit, text.size()));
    }
  }
}

TEST_F(TextFeedTest, TextWithoutAPlaceToCutIsOnePieceOrRefused) {
  const std::string text(50'000, 'x');
  const std::string input = file("a.txt", text);
  EXPECT_THAT(read({input}, 1000, {.cut = behind_line_ends}), ElementsAre(text));
  EXPECT_EQ(pieces_, 1u);
  try {
    read({input}, 1000, {.cut = behind_line_ends, .max_piece_bytes = 10'000});
    FAIL() << "was read";
  } catch (const CheckError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.txt: no place to cut"));
  }
}

TEST_F(TextFeedTest, WhatIsNoTextStopsTheRunAndSaysWhere) {
  const std::string input = file("a.txt", "one\ntwo \xFF three\n");
  for (const size_t chunk_bytes : {1u, 4u, 1u << 20}) {
    try {
      read({input}, chunk_bytes, {.cut = behind_line_ends});
      FAIL() << "was read";
    } catch (const CheckError& error) {
      EXPECT_THAT(error.what(), HasSubstr("a.txt: invalid UTF-8 at byte 8 "));
    }
  }
}

TEST_F(TextFeedTest, ATruncatedInputIsAnErrorUnlessAllowed) {
  const std::string text = io::test::prose(100'000, 2);
  const std::string whole = io::test::compressed(io::Compression::gzip, text, text.size());
  const std::string input = file("a.txt.gz", std::string_view(whole).substr(0, whole.size() / 2));
  EXPECT_THROW(read({input}, 1000, {.cut = behind_line_ends}), IoError);
  const auto texts = read({input}, 1000, {.cut = behind_line_ends, .allow_truncated = true});
  EXPECT_TRUE(text.starts_with(texts[0]));
  EXPECT_GT(texts[0].size(), text.size() / 4);
}

TEST_F(TextFeedTest, AnEmptyTextIsNoError) {
  EXPECT_THAT(read({file("a.txt", "")}, 1000, {.cut = behind_line_ends}), ElementsAre(""));
}

// DocumentFeed's limit: lines that begin before it, whatever the chunks.
TEST_F(TextFeedTest, ALimitTakesTheSameDocumentsWhateverTheChunks) {
  std::string lines;
  std::vector<size_t> begins;
  for (int i = 0; i < 200; ++i) {
    begins.push_back(lines.size());
    lines +=
        "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"" + std::string(i % 31, 'x') + "\"}\n";
  }
  const size_t half = begins[90];
  const std::string first = file("a.jsonl", lines.substr(0, half));
  const std::string second = file("b.jsonl", lines.substr(half, lines.size() - half - 1));
  for (const uint64_t limit : {0u, 1u, 30u, 2000u, 2001u, 4000u, 1u << 30}) {
    const auto expected = static_cast<uint64_t>(
        std::count_if(begins.begin(), begins.end(), [&](size_t at) { return at < limit; }));
    for (const size_t chunk_bytes : {1u, 50u, 1000u, 1u << 20}) {
      RunOptions run;
      run.identity = {.tool = "sluice-test", .version = "1", .config_digest = "c0ffee"};
      run.threads = 2;
      run.limit_bytes = limit;
      run.chunks.chunk_bytes = chunk_bytes;
      Job& job = run.jobs.emplace_back();
      job.name = "test";
      job.routes = {""};
      job.inputs = {{.name = first, .command = {}}, {.name = second, .command = {}}};
      Fields fields;
      const auto keep = [](Document&) { return Verdict::keep(); };
      EXPECT_EQ(pipeline::run(run, fields, {{"keep", keep}}).total.ledger.in.documents, expected)
          << limit << " of chunks of " << chunk_bytes;
    }
  }
}

}  // namespace
}  // namespace sluice::pipeline

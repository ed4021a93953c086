#include "pipeline/text_feed.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "io/support.h"
#include "pipeline/run.h"
#include "pipeline/support.h"
#include "sanitized.h"
#include "unicode/utf8.h"

namespace sluice::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Behind each line end.
size_t behind_line_end(std::string_view text, size_t at) {
  const size_t end = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return end == std::string_view::npos ? 0 : end + 1;
}
size_t never(std::string_view, size_t) { return 0; }
const TextCut behind_line_ends = {behind_line_end, 1};

class TextFeedTest : public test::InFolder {
 protected:
  // The text of each input, put together again from the pieces.
  std::vector<std::string> read(const std::vector<std::string>& inputs, size_t chunk_bytes,
                                TextFeed::Options options,
                                const std::function<void(std::string_view)>& look = {}) {
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
        if (look) look(piece.text);
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
      const size_t place = behind_line_end(piece, at);
      cuts += place > 0;
      EXPECT_TRUE(place == 0 || piece[place - 1] == '\n');
      return place;
    };
    EXPECT_THAT(read({plain, gzip}, chunk_bytes, {.cut = {cut, 1}}), ElementsAre(text, text));
    EXPECT_TRUE(cuts > 40 || chunk_bytes > text.size()) << chunk_bytes;
  }
}

// A cut sees as much as it asks for on each side of every place that it may choose, and places that
// it has refused are not asked for again with less.
TEST_F(TextFeedTest, ACutSeesItsContext) {
  std::string text;
  std::mt19937_64 random(5);
  for (int i = 0; i < 6000; ++i) text += random() % 16 == 0 ? '|' : 'x';
  const std::string input = file("a.txt", text);
  // Behind a bar that has no other within 20 bytes on either side.
  const auto is_lone_bar = [](std::string_view piece, size_t place) {
    const size_t begin = place - std::min<size_t>(place, 20);
    return place > 0 && piece[place - 1] == '|' &&
           std::ranges::count(piece.substr(begin, place - begin + 20), '|') == 1;
  };
  const auto lone_bar = [&](std::string_view piece, size_t at) {
    while (at > 0 && !is_lone_bar(piece, at)) --at;
    return at;
  };
  for (size_t chunk_bytes = 1; chunk_bytes <= 120; ++chunk_bytes) {
    size_t end = 0;
    const auto look = [&](std::string_view piece) {
      end += piece.size();
      EXPECT_TRUE(end == text.size() || is_lone_bar(text, end)) << end;
    };
    EXPECT_THAT(read({input}, chunk_bytes, {.cut = {lone_bar, 20}}, look), ElementsAre(text));
    EXPECT_GT(pieces_, 8u) << chunk_bytes;
  }
}

// Every byte is searched a bounded number of times, whatever the chunks and however far the places
// are from one another.
TEST_F(TextFeedTest, SearchingIsLinear) {
  const std::string input = file("a.txt", std::string(100'000, 'x') + "\n" + std::string(9, 'y'));
  for (const size_t chunk_bytes : {10u, 100u, 1000u, 1u << 20}) {
    size_t searched = 0;
    const auto cut = [&](std::string_view piece, size_t at) {
      searched += piece.size();
      return behind_line_end(piece, at);
    };
    read({input}, chunk_bytes, {.cut = {cut, 50}});
    EXPECT_LT(searched, 500'000u) << chunk_bytes;
  }
}

TEST_F(TextFeedTest, ALimitTakesTheWholeCharactersBeforeItWhateverTheChunks) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += std::string(i % 17, 'x') + (i % 2 ? "é" : "漢字") + "\n";
  const std::string first = file("a.txt", text.substr(0, text.find("漢", 700)));
  const size_t half = text.find("漢", 700);
  const std::string second = file("b.txt", text.substr(half));
  std::vector<uint64_t> limits = {0, 1, 100'000, text.size(), text.size() - 1};
  for (uint64_t limit = half - 10; limit < half + 20; ++limit) limits.push_back(limit);
  for (const uint64_t limit : limits) {
    size_t end = std::min<size_t>(limit, text.size());
    while (end < text.size() && (text[end] & 0xC0) == 0x80) --end;
    for (const size_t chunk_bytes : {1u << 20, 1u, 13u, 256u}) {
      for (const TextCut& cut : {behind_line_ends, TextCut{never}}) {
        const auto texts = read({first, second}, chunk_bytes, {.cut = cut, .limit_bytes = limit});
        EXPECT_EQ(texts[0] + texts[1], text.substr(0, end))
            << limit << " of chunks of " << chunk_bytes;
      }
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
  const std::pair<std::string, std::string> faults[] = {
      {"one\ntwo \xFF three\n", "8"},
      {"one\ntwo \xF7\xBF\xBF\xBF three\n", "8"},
      {"one\ntwo \xE0\x80\x80 three\n", "8"},
      {"one\ntwo\n\xE6\xBC\n\n", "8"},
      {"one\ntwo three\n\xE6\xBC", "14"},
      {std::string(5000, 'x') + " \xE6\xBC\xA2 y\n\xC3", "5,007"},
  };
  for (const auto& [text, place] : faults) {
    const std::string input = file("a.txt", text);
    for (const size_t chunk_bytes : {1u, 2u, 3u, 4u, 9u, 1u << 20}) {
      try {
        read({input}, chunk_bytes, {.cut = behind_line_ends});
        FAIL() << "was read";
      } catch (const CheckError& error) {
        EXPECT_THAT(error.what(), HasSubstr("a.txt: invalid UTF-8 at byte " + place + " of"));
      }
    }
  }
}

// What is cut is text: no byte of it has to be looked at twice.
TEST_F(TextFeedTest, ACutIsAskedForInValidTextAlone) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += i % 3 ? "漢字 und é\n" : "𝒳 y\n";
  const auto cut = [&](std::string_view piece, size_t at) {
    EXPECT_TRUE(is_valid_utf8(piece));
    return behind_line_end(piece, at);
  };
  for (size_t chunk_bytes = 1; chunk_bytes < 40; ++chunk_bytes) {
    EXPECT_THROW(
        read({file("a.txt", text + "\xF7\xBF\xBF\xBF\n" + text)}, chunk_bytes, {.cut = {cut, 3}}),
        CheckError);
    EXPECT_THAT(read({file("a.txt", text)}, chunk_bytes, {.cut = {cut, 3}}), ElementsAre(text));
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

// Bytes count whatever became of them: oversized lines and damage before the limit do not move it.
TEST_F(TextFeedTest, BadRecordsBeforeALimitAreCountedWhateverTheChunks) {
  std::string lines;
  std::vector<size_t> begins;
  for (int i = 0; i < 120; ++i) {
    begins.push_back(lines.size());
    const size_t size = i % 11 == 5 ? 5000 : static_cast<size_t>(i) % 67;
    lines += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"" + std::string(size, 'x') + "\"}\n";
  }
  const size_t half = begins[60];
  // Cut off within a line: its beginning and the damage are one bad record.
  const std::string member =
      io::test::compressed(io::Compression::gzip, lines.substr(0, half), half);
  const std::string first =
      file("a.jsonl.gz", member + "garbage" + member.substr(0, member.size() * 2 / 3));
  const std::string second = file("b.jsonl", lines.substr(half));
  for (uint64_t limit = 0; limit < 100'000;
       limit += (limit < 2000 ? 333 : 3001) * (kSanitized ? 4 : 1)) {
    std::optional<std::tuple<uint64_t, std::map<std::string, uint64_t>, std::string>> expected;
    for (const size_t chunk_bytes : {1u << 20, 1u, 512u, 4096u}) {
      RunOptions run;
      run.identity = {.tool = "sluice-test", .version = "1", .config_digest = "c0ffee"};
      run.threads = 2;
      run.limit_bytes = limit;
      run.max_document_bytes = 2000;
      run.allow_truncated = true;
      run.max_errors = MaxErrors::parse("100%");
      run.chunks.chunk_bytes = chunk_bytes;
      Job& job = run.jobs.emplace_back();
      job.name = "test";
      job.routes = {""};
      job.errors = path("errors");
      job.inputs = {{.name = first, .command = {}}, {.name = second, .command = {}}};
      Fields fields;
      const auto keep = [](Document&) { return Verdict::keep(); };
      const RunResult result = pipeline::run(run, fields, {{"keep", keep}});
      const std::map<std::string, uint64_t> bad(result.total.bad_records.begin(),
                                                result.total.bad_records.end());
      const std::tuple taken(result.total.ledger.in.documents, bad, content("errors"));
      if (!expected) expected = taken;
      EXPECT_EQ(taken, *expected) << limit << " of chunks of " << chunk_bytes;
    }
  }
}

}  // namespace
}  // namespace sluice::pipeline

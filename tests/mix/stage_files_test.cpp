// What is read of the files that stages leave each other: counts and lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/complaint.h"
#include "base/error.h"
#include "base/hash.h"
#include "io/outputs.h"
#include "mix/counts.h"
#include "mix/lines.h"

namespace sluice::mix {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kDigest = "3f9a";

// ---- Counts.

using Count = std::tuple<uint64_t, uint64_t, uint32_t>;

std::vector<Count> counts_of(const CountFile& file, uint32_t source) {
  std::vector<Count> counts;
  file.for_each(source,
                [&](const Counted& one) { counts.emplace_back(one.id, one.tokens, one.copies); });
  return counts;
}

TEST(CountFile, HasWhatWasWrittenBySource) {
  constexpr uint32_t kSources = 300;
  constexpr uint64_t kMostTokens = (uint64_t{1} << 48) - 1;
  std::mt19937_64 random(1);
  std::vector<std::vector<Count>> expected(kSources);
  io::test::MemoryOutput out;
  CountWriter writer(out, kDigest, kSources);
  for (int i = 0; i < 600'000; ++i) {  // in two blocks
    const auto source = static_cast<uint32_t>(random() % (kSources - 1));
    const Counted one{.id = random(),
                      .tokens = random() % 8 == 0 ? kMostTokens : random() % 1000,
                      .copies = static_cast<uint32_t>(random() % 8 == 0 ? 1000 : 1)};
    writer.add(source, one);
    expected[source].emplace_back(one.id, one.tokens, one.copies);
  }
  writer.finish(hash64("words"));
  const CountFile file(out.bytes(), "x.counts", kDigest);
  EXPECT_EQ(file.documents(), 600'000);
  EXPECT_EQ(file.tokenizer(), hash64("words"));
  for (uint32_t source = 0; source < kSources; ++source) {
    ASSERT_EQ(counts_of(file, source), expected[source]);
  }
}

std::string small_counts() {
  io::test::MemoryOutput out;
  CountWriter writer(out, kDigest, 3);
  writer.add(0, {.id = 1, .tokens = 10});
  writer.add(2, {.id = 2, .tokens = 20, .copies = 3});
  writer.finish(7);
  return out.bytes();
}

void read_counts(const std::string& bytes) {
  const CountFile file(bytes, "x.counts", kDigest);
  for (uint32_t source = 0; source < 3; ++source) counts_of(file, source);
}

TEST(CountFile, OfNoDocumentsIsOne) {
  io::test::MemoryOutput out;
  CountWriter(out, kDigest, 2).finish(0);
  const CountFile file(out.bytes(), "x.counts", kDigest);
  EXPECT_EQ(file.documents(), 0);
  EXPECT_EQ(file.tokenizer(), 0);
  EXPECT_TRUE(counts_of(file, 1).empty());
}

TEST(CountFile, IsRefusedWhereverItIsCutOrChanged) {
  const std::string whole = small_counts();
  EXPECT_NO_THROW(read_counts(whole));
  for (size_t at = 0; at < whole.size(); ++at) {
    EXPECT_ANY_THROW(read_counts(whole.substr(0, at))) << at;
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    EXPECT_ANY_THROW(read_counts(changed)) << at;
  }
}

TEST(CountFile, SaysWhatIsWrongWithIt) {
  const std::string whole = small_counts();
  EXPECT_THAT(complaint_of([&] { CountFile(whole, "x.counts", "77"); }),
              AllOf(HasSubstr("x.counts"), HasSubstr("same options")));
  const auto complaint = [](const std::string& bytes, uint64_t documents) {
    io::test::MemoryOutput out;
    io::StageWriter writer(out, io::StageKind::mix_counts, kDigest);
    writer.add({.type = io::SectionType::records, .id = 0}, bytes);
    writer.finish({documents, 1, 7});
    return complaint_of<IoError>([&] { CountFile(out.bytes(), "x.counts", kDigest); });
  };
  EXPECT_EQ(complaint(std::string(16, '\1'), 1), "");
  EXPECT_THAT(complaint(std::string(17, '\1'), 1), HasSubstr("holds part of a record"));
  EXPECT_THAT(complaint(std::string(32, '\1'), 1), HasSubstr("other documents than its head says"));
}

// ---- Lines.

struct Line {
  LineHead head;
  std::string id;
  std::string line;
};

Line line_of(LineHead head, const std::string& id, const std::string& line) {
  head.tie = hash64(line);
  head.id_bytes = static_cast<uint32_t>(id.size());
  head.line_bytes = static_cast<uint32_t>(line.size());
  return {.head = head, .id = id, .line = line};
}

// Keys that often are the same.
std::vector<Line> random_lines(size_t count, uint32_t files, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Line> lines;
  for (size_t i = 0; i < count; ++i) {
    const LineHead head{.key = random() % 500,
                        .tokens = random() % 100,
                        .source = static_cast<uint32_t>(random() % 3),
                        .epoch = static_cast<uint32_t>(random() % 2),
                        .input = static_cast<uint32_t>(random() % 4),
                        .file = static_cast<uint32_t>(random() % files)};
    const std::string id = "\"" + std::to_string(random() % 1000) + "\"";
    // Some are longer than the blocks in which runs are read.
    const size_t length = random() % (random() % 50 == 0 ? 20'000 : 200);
    lines.push_back(
        line_of(head, id, std::string(length, static_cast<char>('a' + random() % 3)) + "\n"));
  }
  return lines;
}

std::string line_file(const std::vector<Line>& lines, uint32_t files, size_t memory,
                      std::string_view notes = "notes") {
  io::test::MemoryOutput out;
  LineWriter writer(out, kDigest, {.files = files, .memory = memory});
  for (const Line& one : lines) writer.add(one.head, one.id, one.line);
  writer.finish(notes);
  return out.bytes();
}

// `bytes` must outlive them.
std::vector<LineFile> opened(const std::vector<std::string>& bytes, uint32_t files) {
  std::vector<LineFile> result;
  for (const std::string& one : bytes) result.emplace_back(one, "x.lines", kDigest, files);
  return result;
}

using Merged = std::vector<std::pair<std::string, std::string>>;  // id, line

Merged merged(const std::vector<LineFile>& files, uint32_t file, size_t resident = 1 << 20) {
  Merged lines;
  Merge merge(files, file, resident);
  for (MixedLine line; merge.next(line);) {
    EXPECT_EQ(line.head.file, file);
    lines.emplace_back(line.id, line.line);
  }
  return lines;
}

// Those of a file, sorted; equal ones (which have the same bytes but for the id) as they come.
std::vector<std::tuple<uint64_t, uint64_t, uint32_t, std::string>> sorted(
    const std::vector<Line>& lines, uint32_t file) {
  std::vector<std::tuple<uint64_t, uint64_t, uint32_t, std::string>> result;
  for (const Line& one : lines) {
    if (one.head.file != file) continue;
    result.emplace_back(one.head.key, one.head.tie, one.head.input, one.line);
  }
  std::ranges::sort(result);
  return result;
}

TEST(Merge, GivesTheLinesOfAFileInTheirOrder) {
  constexpr uint32_t kFiles = 7;
  const std::vector<Line> lines = random_lines(3000, kFiles, 1);
  for (const size_t parts : {1, 2, 11}) {
    for (const size_t memory : {size_t{0}, size_t{5000}, size_t{1} << 24}) {
      std::vector<std::string> bytes;
      for (size_t part = 0; part < parts; ++part) {
        std::vector<Line> some;
        for (size_t i = part; i < lines.size(); i += parts) some.push_back(lines[i]);
        bytes.push_back(line_file(some, kFiles, memory));
      }
      const std::vector<LineFile> files = opened(bytes, kFiles);
      for (uint32_t file = 0; file < kFiles; ++file) {
        Merge merge(files, file, 1000);
        for (const auto& [key, tie, input, text] : sorted(lines, file)) {
          MixedLine line;
          ASSERT_TRUE(merge.next(line));
          ASSERT_EQ(std::tie(line.head.key, line.head.tie, line.head.input),
                    std::tie(key, tie, input));
          ASSERT_EQ(line.line, text);
        }
        MixedLine line;
        EXPECT_FALSE(merge.next(line));
        EXPECT_FALSE(merge.next(line));
      }
    }
  }
}

TEST(Merge, OrdersLinesOfOneKeyByTheirBytesWhereverTheyCome) {
  std::vector<Line> lines;
  for (const char* const text : {"a\n", "b\n", "c\n", "d\n"}) {
    lines.push_back(line_of({.key = 5}, "\"x\"", text));
  }
  const Merged expected = merged(opened({line_file(lines, 1, 1 << 20)}, 1), 0);
  EXPECT_EQ(expected.size(), 4);
  std::ranges::reverse(lines);
  for (const size_t memory : {0, 1 << 20}) {
    EXPECT_EQ(merged(opened({line_file(lines, 1, memory)}, 1), 0), expected);
  }
  EXPECT_EQ(
      merged(
          opened({line_file({lines[1], lines[3]}, 1, 0), line_file({lines[0], lines[2]}, 1, 0)}, 1),
          0),
      expected);
}

TEST(Merge, OfNothingIsNothing) {
  EXPECT_TRUE(merged({}, 0).empty());
  EXPECT_TRUE(merged(opened({line_file({}, 3, 1 << 20)}, 3), 2).empty());
}

TEST(LineFile, TellsWhatItsFilesHold) {
  const std::vector<Line> lines = random_lines(500, 4, 2);
  for (const size_t memory : {0, 1 << 20}) {
    const std::string bytes = line_file(lines, 4, memory);
    const LineFile file(bytes, "x.lines", kDigest, 4);
    EXPECT_EQ(file.notes(), "notes");
    for (uint32_t number = 0; number < 4; ++number) {
      FileTotals expected;
      for (const Line& one : lines) {
        if (one.head.file != number) continue;
        expected += {.documents = 1, .tokens = one.head.tokens, .bytes = one.line.size()};
      }
      EXPECT_EQ(file.totals()[number].documents, expected.documents);
      EXPECT_EQ(file.totals()[number].tokens, expected.tokens);
      EXPECT_EQ(file.totals()[number].bytes, expected.bytes);
    }
  }
  const std::string silent = line_file({}, 1, 0, "");
  EXPECT_EQ(LineFile(silent, "x.lines", kDigest, 1).notes(), "");
}

void read_lines(const std::string& bytes, uint32_t files = 2) {
  const std::vector<std::string> whole = {bytes};
  const std::vector<LineFile> opened_files = opened(whole, files);
  opened_files[0].notes();
  for (uint32_t file = 0; file < files; ++file) merged(opened_files, file);
}

TEST(LineFile, IsRefusedWhereverItIsCutOrChanged) {
  const std::string whole = line_file(random_lines(6, 2, 4), 2, 0);
  EXPECT_NO_THROW(read_lines(whole));
  for (size_t at = 0; at < whole.size(); ++at) {
    EXPECT_ANY_THROW(read_lines(whole.substr(0, at))) << at;
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    EXPECT_ANY_THROW(read_lines(changed)) << at;
  }
}

TEST(LineFile, SaysWhatIsWrongWithIt) {
  const std::string whole = line_file({}, 2, 0);
  EXPECT_THAT(complaint_of([&] { LineFile(whole, "x.lines", "77", 2); }),
              HasSubstr("same options"));
  EXPECT_THAT(complaint_of<IoError>([&] { LineFile(whole, "x.lines", kDigest, 3); }),
              AllOf(HasSubstr("x.lines"), HasSubstr("does not tell what its runs hold")));
}

// Checksums do not tell of a writer that lies.
TEST(Merge, RefusesRunsThatEndWithinALine) {
  const std::string totals(sizeof(FileTotals), '\0');
  const Line line = line_of({.key = 1}, "\"x\"", "a line\n");
  std::string run(reinterpret_cast<const char*>(&line.head), sizeof line.head);
  run += line.id + line.line;
  const auto read = [&](const std::string& bytes) {
    io::test::MemoryOutput out;
    io::StageWriter writer(out, io::StageKind::mix_lines, kDigest);
    writer.add({.type = io::SectionType::mixed, .id = 0}, bytes);
    writer.add({.type = io::SectionType::totals, .id = 0}, totals);
    writer.finish({1});
    read_lines(out.bytes(), 1);
  };
  EXPECT_NO_THROW(read(run + run));
  for (size_t size = 1; size < run.size(); ++size) {
    EXPECT_THAT(complaint_of<IoError>([&] { read(run + run.substr(0, size)); }),
                AllOf(HasSubstr("x.lines"), HasSubstr("ends within a line")))
        << size;
  }
}

}  // namespace
}  // namespace sluice::mix

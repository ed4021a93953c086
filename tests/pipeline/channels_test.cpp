#include "pipeline/channels.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "base/error.h"
#include "pipeline/support.h"

namespace sluice::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ChannelsTest : public test::InFolder {};

// One piece of output: for which channel, and whether it lies in the batch's scratch buffer.
struct Piece {
  uint32_t channel = 0;
  std::string bytes;
  bool scratch = false;
};

std::vector<Piece> random_pieces(size_t count, uint32_t channels, std::mt19937_64& random) {
  std::vector<Piece> pieces;
  for (size_t i = 0; i < count; ++i) {
    const size_t size = random() % 20 == 0 ? random() % 5000 : random() % 100;
    pieces.push_back({.channel = static_cast<uint32_t>(random() % channels),
                      .bytes = std::string(size, static_cast<char>('a' + random() % 26)) + "\n",
                      .scratch = random() % 2 == 0});
  }
  return pieces;
}

// Sends the pieces in batches of at most `most` pieces.
void send(Channels& channels, const std::vector<Piece>& pieces, size_t most, bool one_by_one,
          std::mt19937_64& random) {
  Batch batch;
  CutBatch cut;
  for (size_t at = 0; at < pieces.size();) {
    batch.clear();
    batch.one_by_one = one_by_one;
    const size_t end = std::min(pieces.size(), at + random() % (most + 1));
    for (; at < end; ++at) {
      if (pieces[at].scratch) {
        const size_t begin = batch.scratch.size();
        batch.scratch.append(pieces[at].bytes);
        batch.emit_scratch(pieces[at].channel, begin);
      } else {
        batch.emit(pieces[at].channel, pieces[at].bytes);
      }
    }
    channels.cut(batch, cut);
    Channels::compress(cut);
    channels.write(cut);
  }
  channels.finish();
}

std::string joined(const std::vector<Piece>& pieces, uint32_t channel) {
  std::string all;
  for (const Piece& piece : pieces) {
    if (piece.channel == channel) all += piece.bytes;
  }
  return all;
}

TEST_F(ChannelsTest, BytesDependOnTheStreamAloneNotOnBatches) {
  const std::vector<std::string> kNames = {"a.jsonl", "b.jsonl.gz", "c.jsonl.zst"};
  for (uint64_t seed = 0; seed < 8; ++seed) {
    std::mt19937_64 random(seed);
    const std::vector<Piece> pieces = random_pieces(300, 4, random);
    const size_t block = size_t{1} << (4 + random() % 10);
    std::vector<std::string> first;
    for (const size_t most : {size_t{1}, size_t{7}, size_t{1000}}) {
      io::OutputSet outputs;
      Channels channels(outputs, {.compression_level = {}, .block_bytes = block});
      for (const std::string& name : kNames) channels.add(path(name));
      EXPECT_EQ(channels.add(""), 3u);  // takes its bytes and writes nothing
      send(channels, pieces, most, false, random);
      outputs.publish();
      std::vector<std::string> now;
      for (uint32_t i = 0; i < kNames.size(); ++i) {
        ASSERT_EQ(content(kNames[i]), joined(pieces, i)) << "seed " << seed << " " << kNames[i];
        now.push_back(stored(kNames[i]));
      }
      if (first.empty()) first = now;
      ASSERT_EQ(now, first) << "seed " << seed;
    }
  }
}

// The reference for rolling: a new file where the next document would make this one too long.
std::vector<std::string> rolled(const std::vector<Piece>& pieces, uint64_t limit) {
  std::vector<std::string> files(1);
  for (const Piece& piece : pieces) {
    if (!files.back().empty() && files.back().size() + piece.bytes.size() > limit) {
      files.emplace_back();
    }
    files.back() += piece.bytes;
  }
  return files;
}

TEST_F(ChannelsTest, RollingOutputsBeginANewFileBetweenDocuments) {
  for (const std::string pattern : {"p-{}.jsonl", "q-{}.jsonl.gz", "r-{}.jsonl.zst"}) {
    for (uint64_t seed = 0; seed < 3; ++seed) {
      std::mt19937_64 random(seed);
      const std::vector<Piece> pieces = random_pieces(200, 1, random);
      const uint64_t limit = seed == 0 ? 2000 : 1000 + random() % 6000;
      const std::vector<std::string> expected = rolled(pieces, limit);
      std::vector<std::string> first;
      for (const size_t most : {size_t{1}, size_t{1000}}) {
        io::OutputSet outputs;
        Channels channels(outputs, {.compression_level = {}, .block_bytes = 512});
        channels.add_rolling(path(pattern), limit);
        send(channels, pieces, most, true, random);
        outputs.publish();
        ASSERT_EQ(channels.files().size(), expected.size());
        std::vector<std::string> now;
        for (uint32_t i = 0; i < expected.size(); ++i) {
          ASSERT_EQ(content(numbered_path(pattern, i)), expected[i]) << pattern << " " << i;
          now.push_back(stored(numbered_path(pattern, i)));
        }
        if (first.empty()) first = now;
        ASSERT_EQ(now, first);
      }
    }
  }
}

TEST_F(ChannelsTest, OutputsOnDemandAreThereIfBytesAre) {
  for (const std::string end : {"", ".gz", ".zst"}) {
    std::mt19937_64 random(1);
    io::OutputSet outputs;
    Channels channels(outputs, {.compression_level = {}, .block_bytes = 512});
    for (const std::string name : {"a", "b", "c"}) channels.add_on_demand(path(name + end));
    send(channels, {{2, "two\n"}, {0, "zero\n"}, {2, "again\n"}}, 1, false, random);
    outputs.publish();
    EXPECT_EQ(content("a" + end), "zero\n");
    EXPECT_FALSE(exists("b" + end));
    EXPECT_EQ(content("c" + end), "two\nagain\n");
    EXPECT_EQ(channels.files().size(), 2u);
  }
}

TEST_F(ChannelsTest, ADocumentLargerThanABlockIsCutIntoBlocks) {
  std::string large;
  for (int i = 0; i < 100'000; ++i) large += std::to_string(i);
  std::mt19937_64 random(1);
  for (const std::string name : {"a.gz", "a.zst"}) {
    io::OutputSet outputs;
    Channels channels(outputs, {.compression_level = {}, .block_bytes = 1000});
    channels.add(path(name));
    send(channels, {{0, "before\n"}, {0, large + "\n"}, {0, "after\n", true}}, 1, false, random);
    outputs.publish();
    EXPECT_EQ(content(name), "before\n" + large + "\nafter\n");
  }
}

// The pipeline cuts a batch while another thread writes an earlier one, so only one of the two may
// open files.
TEST_F(ChannelsTest, CuttingOpensNoFile) {
  const std::string documents = "one\ntwo\n";
  io::OutputSet outputs;
  Channels channels(outputs, {});
  channels.add_rolling(path("{}.jsonl"), 4);
  Batch batch;
  batch.one_by_one = true;
  batch.emit(0, std::string_view(documents).substr(0, 4));
  batch.emit(0, std::string_view(documents).substr(4));
  CutBatch cut;
  channels.cut(batch, cut);
  EXPECT_EQ(channels.files().size(), 1u);
  EXPECT_EQ(names().size(), 1u);
  channels.write(cut);
  EXPECT_EQ(channels.files().size(), 2u);
  channels.finish();
  outputs.publish();
  EXPECT_EQ(content("00001.jsonl"), "two\n");
}

// How often this process has called write(2) or its kin; nothing if the kernel does not count.
std::optional<uint64_t> writes_so_far() {
  std::ifstream counters("/proc/self/io");
  std::string name;
  uint64_t value = 0;
  while (counters >> name >> value) {
    if (name == "syscw:") return value;
  }
  return std::nullopt;
}

// Routes and shards take documents in turn: a call for each document would be most of the work.
TEST_F(ChannelsTest, PiecesOfOneFileAreWrittenTogether) {
  if (!writes_so_far()) GTEST_SKIP() << "no /proc/self/io";
  constexpr uint32_t kFiles = 4;
  constexpr int kDocuments = 200;  // of each file
  io::OutputSet outputs;
  Channels channels(outputs, {});
  for (uint32_t file = 0; file < kFiles; ++file) channels.add(path(std::to_string(file)));
  std::vector<std::string> expected(kFiles);
  Batch batch;
  for (int i = 0; i < kDocuments; ++i) {
    for (uint32_t file = 0; file < kFiles; ++file) {
      const std::string document = std::to_string(i) + " of " + std::to_string(file) + "\n";
      const size_t at = batch.scratch.size();
      batch.scratch.append(document);
      batch.emit_scratch(file, at);
      expected[file] += document;
    }
  }
  CutBatch cut;
  channels.cut(batch, cut);
  const uint64_t before = *writes_so_far();
  channels.write(cut);
  EXPECT_LE(*writes_so_far() - before, kFiles * 10);
  channels.finish();
  outputs.publish();
  for (uint32_t file = 0; file < kFiles; ++file) {
    EXPECT_EQ(content(std::to_string(file)), expected[file]);
  }
}

// Readers take a file of no bytes for a damaged one.
TEST_F(ChannelsTest, AnEmptyCompressedOutputIsAValidEmptyFrame) {
  io::OutputSet outputs;
  Channels channels(outputs, {});
  for (const char* name : {"a.gz", "b.zst", "c"}) channels.add(path(name));
  channels.add_rolling(path("d-{}.zst"), 10);
  channels.finish();
  outputs.publish();
  for (const char* name : {"a.gz", "b.zst", "d-00000.zst"}) {
    EXPECT_GT(stored(name).size(), 0u) << name;
    EXPECT_EQ(content(name), "") << name;
  }
  EXPECT_EQ(stored("c"), "");
}

// … but one that ends with a whole block does not get an empty one behind it.
TEST_F(ChannelsTest, AFullLastBlockIsTheLast) {
  std::mt19937_64 random(1);
  io::OutputSet outputs;
  Channels channels(outputs, {.compression_level = {}, .block_bytes = 4});
  channels.add(path("a.zst"));
  send(channels, {{0, "abc\n"}}, 1, false, random);
  outputs.publish();
  Buffer frame;
  io::compress_block(io::Compression::zstd, 3, "abc\n", frame);
  EXPECT_EQ(stored("a.zst"), frame.view());
}

TEST_F(ChannelsTest, ALevelOutOfTheFormatsRangeIsRefused) {
  io::OutputSet outputs;
  Channels high(outputs, {.compression_level = 19, .block_bytes = 1000});
  EXPECT_NO_THROW(high.add(path("a.zst")));
  EXPECT_NO_THROW(high.add(path("a.jsonl")));  // of no meaning there
  try {
    high.add(path("a.gz"));
    ADD_FAILURE();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--compression-level 19: gzip"));
    EXPECT_THAT(error.what(), HasSubstr("1 to 12"));
  }
  EXPECT_THROW(high.add_rolling(path("a-{}.gz"), 1), ConfigError);
  Channels zero(outputs, {.compression_level = 0, .block_bytes = 1000});
  EXPECT_THROW(zero.add(path("b.zst")), ConfigError);
}

TEST_F(ChannelsTest, ListsItsFilesInTheOrderOfOpening) {
  io::OutputSet outputs;
  Channels channels(outputs, {});
  channels.add(path("b"));
  channels.add("");
  channels.add(path("a"));
  std::vector<std::string> opened;
  for (const io::OutputFile* file : channels.files()) opened.push_back(file->path());
  EXPECT_THAT(opened, ElementsAre(path("b"), path("a")));
}

TEST(NumberedPath, PutsFiveDigitsAtLeastWhereTheBracesAre) {
  EXPECT_EQ(numbered_path("part-{}.jsonl.zst", 7), "part-00007.jsonl.zst");
  EXPECT_EQ(numbered_path("a/{}", 123456), "a/123456");
  EXPECT_THROW(numbered_path("{}/{}", 0), ConfigError);
  EXPECT_THROW(numbered_path("part.jsonl", 0), ConfigError);
}

TEST(Batch, EmissionsThatTouchAreOne) {
  const std::string bytes = "one\ntwo\nthree\n";
  const std::string_view view = bytes;
  Batch batch;
  batch.emit(2, view.substr(0, 4));
  batch.emit(2, view.substr(4, 4));
  EXPECT_EQ(batch.emissions.size(), 1u);
  batch.emit(3, view.substr(8));  // another channel
  batch.emit(2, {});
  EXPECT_EQ(batch.emissions.size(), 2u);
  // Documents that were all edited are as few pieces as documents that were not.
  for (int i = 0; i < 3; ++i) {
    const size_t at = batch.scratch.size();
    batch.scratch.append("edited\n");
    batch.emit_scratch(2, at);
  }
  EXPECT_EQ(batch.emissions.size(), 3u);
  EXPECT_EQ(batch.emissions.back().size, 21u);
  batch.one_by_one = true;
  batch.emit(4, view.substr(0, 4));
  batch.emit(4, view.substr(4, 4));
  EXPECT_EQ(batch.emissions.size(), 5u);
}

}  // namespace
}  // namespace sluice::pipeline

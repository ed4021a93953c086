#include "io/chunk.h"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "io/support.h"
#include "sanitized.h"

namespace sluice::io {
namespace {

using test::compressed;
using test::noise;
using test::prose;
using test::read_bytes;
using test::Reading;

// A number of `count` bytes, the least significant first.
std::string le(uint64_t value, size_t count) {
  std::string bytes;
  for (; count > 0; --count, value >>= 8) bytes += static_cast<char>(value);
  return bytes;
}

class EveryFormat : public testing::TestWithParam<Compression> {};
INSTANTIATE_TEST_SUITE_P(Chunk, EveryFormat,
                         testing::Values(Compression::none, Compression::gzip, Compression::zstd),
                         [](const auto& format) { return std::string(to_string(format.param)); });

TEST_P(EveryFormat, ContentIsTheSameWhateverTheSizesOfReadsAndChunks) {
  const std::string text = prose(300'000, 1);
  const std::string stored = compressed(GetParam(), text, 70'000);
  for (const size_t chunk_bytes : {size_t{100}, size_t{4096}, size_t{1} << 20}) {
    for (const size_t read_bytes_at_a_time :
         {size_t{1}, size_t{7}, size_t{4096}, size_t{1} << 20}) {
      for (const size_t frame_bytes : {size_t{0}, size_t{8} << 20}) {
        const Reading reading = read_bytes(stored, {.chunk_bytes = chunk_bytes,
                                                    .frame_bytes = frame_bytes,
                                                    .read_bytes = read_bytes_at_a_time});
        EXPECT_TRUE(test::same(reading.content, text));
        EXPECT_TRUE(reading.defects.empty()) << reading.defects[0].detail;
      }
    }
  }
}

// What a format's program writes is read, whatever its options.
TEST(Chunk, ReadsWhatTheProgramsOfTheFormatsWrite) {
  const std::string path = test::temporary_path("text");
  const std::string text = prose(rounds_of(2'000'000), 3);
  test::write_file(path, text);
  for (const char* command :
       {"gzip -1 -n", "gzip -9 -N", "zstd -1 --no-check", "zstd -19", "zstd --long=27 -3",
        "zstd --no-content-size", "zstd --rsyncable -T2", "zstd --ultra -22 --long=30"}) {
    const std::string stored = test::run(std::string(command) + " -c " + path);
    for (const size_t frame_bytes : {0, 8 << 20}) {
      const Reading reading = read_bytes(stored, {.frame_bytes = frame_bytes});
      EXPECT_TRUE(test::same(reading.content, text)) << command;
      EXPECT_TRUE(reading.defects.empty()) << command;
    }
    const std::string piped = test::run("cat " + path + " | " + command + " -c");
    EXPECT_TRUE(test::same(read_bytes(piped).content, text)) << command << " of a pipe";
  }
}

// A repetition 100 MB back is found only with the whole window.
TEST(Chunk, FollowsZstdReferencesOverALongWindow) {
  const std::string path = test::temporary_path("long");
  const std::string head = noise(1'000'000, 4);
  const std::string text = head + std::string(100'000'000, 'x') + head;
  test::write_file(path, text);
  const std::string stored = test::run("cat " + path + " | zstd -1 --long=28 -c");
  ASSERT_LT(stored.size(), 1'500'000U);
  EXPECT_TRUE(test::same(read_bytes(stored).content, text));
}

TEST(Chunk, WindowsUpTo2GiBAreReadAndLargerOnesAreDefects) {
  const std::string block = le(2 << 3 | 1, 3) + "ab";  // raw, last
  const auto frame = [&](unsigned window) {
    return "\x28\xb5\x2f\xfd" + std::string(1, '\0') + std::string(1, static_cast<char>(window)) +
           block;
  };
  constexpr unsigned kLargest = (31 - 10) << 3;
  EXPECT_EQ(read_bytes(frame(kLargest)).content, "ab");
  const Reading reading = read_bytes(frame(0) + frame(kLargest + 1) + frame(0));
  EXPECT_EQ(reading.content, "abab");
  ASSERT_EQ(reading.defects.size(), 1U);
  EXPECT_EQ(reading.defects[0].kind, Defect::Kind::window_too_large);
  EXPECT_EQ(reading.defects[0].reason(), "window_too_large");
  EXPECT_EQ(reading.defects[0].offset, frame(0).size());
}

// RFC 1952: every optional field, in the one order there is.
TEST(Chunk, GzipHeadersMayHoldEveryField) {
  const std::string body = compressed(Compression::gzip, "text", 10).substr(10);
  for (unsigned flags = 0; flags < 32; ++flags) {
    std::string header("\x1f\x8b\x08\0\1\2\3\4\0\3", 10);
    header[3] = static_cast<char>(flags);
    if ((flags & 4) != 0) header += le(8, 2) + std::string("sl\4\0\0\0\x1f\x8b", 8);
    if ((flags & 8) != 0) header += std::string("name.warc\0", 10);
    if ((flags & 16) != 0) header += std::string("\0", 1);
    const std::string plain_header = header;
    if ((flags & 2) != 0) header += le(libdeflate_crc32(0, header.data(), header.size()), 2);
    for (const size_t at_a_time : {1, 3, 100}) {
      const Reading reading = read_bytes(header + body + header + body, {.read_bytes = at_a_time});
      EXPECT_EQ(reading.content, "texttext") << flags;
      EXPECT_TRUE(reading.defects.empty()) << flags;
    }
    if ((flags & 2) != 0) {
      const Reading reading = read_bytes(plain_header + "xx" + body);
      ASSERT_EQ(reading.defects.size(), 1U) << flags;
      EXPECT_EQ(reading.defects[0].detail, "wrong CRC of the gzip header");
    }
  }
}

TEST(Chunk, AGzipHeaderWithoutEndIsADefectOfBoundedCost) {
  std::string stored("\x1f\x8b\x08\x08\0\0\0\0\0\3", 10);
  stored += std::string(3'000'000, 'n');
  const Reading reading = read_bytes(stored);
  ASSERT_EQ(reading.defects.size(), 1U);
  EXPECT_EQ(reading.defects[0].detail, "the gzip header is longer than 1 MiB");
}

TEST_P(EveryFormat, EmptyInputsAndMembersAndPaddingAreNoDefects) {
  Buffer empty;
  compress_block(GetParam(), 1, "", empty);
  const std::string member = compressed(GetParam(), "text", 10);
  const std::string nothing(empty.view());
  EXPECT_EQ(read_bytes("").chunks, 1U);
  if (GetParam() == Compression::none) return;
  const Reading reading =
      read_bytes(nothing + member + nothing + nothing + member + std::string(1'000, '\0'));
  EXPECT_EQ(reading.content, "texttext");
  EXPECT_TRUE(reading.defects.empty());
  EXPECT_EQ(read_bytes(nothing).chunks, 1U);
}

// `cat a.gz b.zst c.gz` is one input, as far as its parts say what they are.
TEST(Chunk, MembersAndFramesOfBothFormatsFollowOneAnother) {
  const std::string text = prose(300'000, 5);
  std::string stored;
  for (const Compression compression : {Compression::gzip, Compression::zstd, Compression::zstd,
                                        Compression::gzip, Compression::zstd}) {
    stored += compressed(compression, text, 70'000);
  }
  for (const size_t chunk_bytes : {size_t{1000}, size_t{1} << 20}) {
    const Reading reading = read_bytes(stored, {.chunk_bytes = chunk_bytes});
    EXPECT_TRUE(test::same(reading.content, text + text + text + text + text));
    EXPECT_TRUE(reading.defects.empty());
  }
}

TEST(Chunk, SkippableFramesAreSkippedAtAnySize) {
  const std::string frame = compressed(Compression::zstd, "text", 10);
  const std::string skippable = "\x5e\x2a\x4d\x18" + le(300'000, 4) + noise(300'000, 5);
  for (const size_t at_a_time : {1, 1000, 1 << 20}) {
    const Reading reading = read_bytes(
        skippable + frame + skippable + skippable + frame + skippable, {.read_bytes = at_a_time});
    EXPECT_EQ(reading.content, "texttext");
    EXPECT_TRUE(reading.defects.empty());
  }
  const Reading cut = read_bytes(frame + skippable.substr(0, 1000));
  ASSERT_EQ(cut.defects.size(), 1U);
  EXPECT_EQ(cut.defects[0].kind, Defect::Kind::truncated);
}

// Each place that looks like a member is tried, but only so far, and going back is rationed: an
// input made of nothing but such places is read a bounded number of times.
TEST(Chunk, InputsFullOfFalseBeginningsAreReadInLinearTime) {
  const std::string gzip_header("\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
  // A stored block that seems to run over the next thousands of beginnings.
  const std::string stored_block = gzip_header + std::string(1, '\0') + le(0xfffe, 2) + le(1, 2);
  const std::string zstd_frame =
      "\x28\xb5\x2f\xfd" + std::string("\0\x70", 2) + le(100'000 << 3, 3);
  const std::string zstd_header = "\x28\xb5\x2f\xfd";
  constexpr size_t kBytes = 2'000'000;
  for (const std::string& unit :
       {gzip_header.substr(0, 3), gzip_header, stored_block, zstd_frame, zstd_header}) {
    std::string hostile;
    while (hostile.size() < kBytes) hostile += unit;
    const Reading reading = read_bytes(hostile);
    EXPECT_FALSE(reading.defects.empty());
    // What is decoded twice is delivered twice, so the content tells of the work.
    EXPECT_LE(reading.content.size(), 3 * kBytes);
  }
}

// A bomb may be as large as it likes: no chunk is.
TEST(Chunk, ChunksAreBoundedWhateverTheRatio) {
  const std::string zeros(20'000'000, '\0');
  for (const Compression compression : {Compression::gzip, Compression::zstd}) {
    const std::string stored = compressed(compression, zeros, zeros.size(), 6);
    ASSERT_LT(stored.size(), zeros.size() / 500);
    const Reading reading =
        read_bytes(stored, {.chunk_bytes = 10'000, .frame_bytes = zeros.size() - 1});
    EXPECT_TRUE(test::same(reading.content, zeros));
    EXPECT_LE(reading.largest_chunk, 10'000U);
  }
}

TEST(Chunk, AFrameWhoseContentSizeLiesIsADefectAndNoOverflow) {
  const std::string text = prose(30'000, 6);
  for (const size_t frame_bytes : {0, 8 << 20}) {
    std::string stored = compressed(Compression::zstd, text, text.size());
    ASSERT_EQ(static_cast<unsigned char>(stored[4]) >> 6, 1) << "a content size of two bytes";
    for (const int lie : {-1, 1, 20'000}) {
      std::string lying = stored;
      lying.replace(5, 2, le(text.size() - 256 + static_cast<uint64_t>(lie), 2));
      const Reading reading = read_bytes(lying + stored, {.frame_bytes = frame_bytes});
      EXPECT_EQ(reading.defects.size(), 1U) << lie;
      EXPECT_TRUE(reading.content.ends_with(text));
    }
  }
}

TEST(Chunk, SmallFramesAreHandedOverWholeAndOthersAreNot) {
  const std::string text = prose(100'000, 7);
  const std::string stored = compressed(Compression::zstd, text, 10'000);
  for (const size_t frame_bytes : {9'999, 10'000}) {
    ChunkReader reader({{.name = "memory"}}, {.frame_bytes = frame_bytes}, [&](const Input&) {
      return std::make_unique<test::MemorySource>(stored, 1000);
    });
    size_t compressed_chunks = 0;
    for (Chunk chunk; reader.next(chunk);) {
      compressed_chunks += chunk.compressed ? 1 : 0;
      ChunkReader::expand(chunk);
      EXPECT_FALSE(chunk.compressed);
    }
    EXPECT_EQ(compressed_chunks, frame_bytes == 10'000 ? 10U : 0U);
  }
}

TEST(Chunk, FramesAreExpandedByManyThreadsAtOnce) {
  const std::string text = prose(400'000, 11);
  const std::string stored = compressed(Compression::zstd, text, 10'000);
  ChunkReader reader({{.name = "memory"}}, {}, [&](const Input&) {
    return std::make_unique<test::MemorySource>(stored, 1000);
  });
  std::vector<Chunk> chunks;
  for (Chunk chunk; reader.next(chunk);) chunks.push_back(std::move(chunk));
  std::vector<std::thread> threads;
  for (size_t first = 0; first < 4; ++first) {
    threads.emplace_back([&chunks, first] {
      for (size_t i = first; i < chunks.size(); i += 4) ChunkReader::expand(chunks[i]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::string content;
  for (const Chunk& chunk : chunks) content += chunk.bytes.view();
  EXPECT_TRUE(test::same(content, text));
}

TEST(Chunk, InputsFollowOneAnotherEachWithALastChunk) {
  const std::string path = test::temporary_path("input");
  const std::vector<std::string> contents = {prose(5'000, 8), "", "x"};
  std::vector<Input> inputs;
  uint64_t total = 0;
  for (size_t i = 0; i < contents.size(); ++i) {
    inputs.push_back({.name = path + std::to_string(i)});
    const std::string stored =
        compressed(i == 0 ? Compression::gzip : Compression::none, contents[i], 2'000);
    total += stored.size();
    test::write_file(inputs.back().name, stored);
  }
  ChunkReader reader(inputs, {.chunk_bytes = 1'000});
  EXPECT_EQ(reader.stored_bytes_total(), total);
  std::vector<std::string> read(contents.size());
  std::vector<int> last(contents.size());
  for (Chunk chunk; reader.next(chunk);) {
    read[chunk.input] += chunk.bytes.view();
    last[chunk.input] += chunk.last ? 1 : 0;
  }
  EXPECT_EQ(read, contents);
  EXPECT_EQ(last, (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(reader.stored_bytes_read(), total);
  EXPECT_EQ(ChunkReader({{.name = "-"}}, {}).stored_bytes_total(), std::nullopt);
}

TEST(Chunk, OffsetsArePlacesInTheStoredInput) {
  const std::string plain = prose(2'500, 9);
  ChunkReader reader({{.name = "memory"}}, {.chunk_bytes = 1'000}, [&](const Input&) {
    return std::make_unique<test::MemorySource>(plain, 300);
  });
  std::vector<uint64_t> offsets;
  for (Chunk chunk; reader.next(chunk);) offsets.push_back(chunk.offset);
  EXPECT_EQ(offsets, (std::vector<uint64_t>{0, 1'000, 2'000}));
}

TEST(ReadWhole, ReadsAnyFormatUpToTheLimitAndRefusesDamage) {
  const std::string path = test::temporary_path("whole");
  const std::string text = prose(10'000, 10);
  std::string stored = compressed(Compression::zstd, text, 1'000);
  test::write_file(path, stored);
  EXPECT_TRUE(test::same(read_whole({.name = path}), text));
  EXPECT_TRUE(test::same(read_whole({.name = path}, 10'000), text));
  EXPECT_THROW(read_whole({.name = path}, 9'999), IoError);
  stored.pop_back();
  test::write_file(path, stored);
  EXPECT_THROW(read_whole({.name = path}), IoError);
}

}  // namespace
}  // namespace sluice::io

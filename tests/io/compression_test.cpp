#include "io/compression.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "base/error.h"
#include "io/support.h"

namespace sluice::io {
namespace {

using test::compressed;
using test::noise;
using test::prose;

TEST(Compression, IsFoundByTheFirstBytes) {
  EXPECT_EQ(sniff_compression("\x1f\x8b\x08"), Compression::gzip);
  EXPECT_EQ(sniff_compression("\x1f\x8b"), Compression::gzip);
  EXPECT_EQ(sniff_compression("\x1f\x8b\x07\x01"), Compression::none);
  EXPECT_EQ(sniff_compression("\x1f"), Compression::none);
  EXPECT_EQ(sniff_compression("\x28\xb5\x2f\xfd"), Compression::zstd);
  EXPECT_EQ(sniff_compression("\x50\x2a\x4d\x18"), Compression::zstd);
  EXPECT_EQ(sniff_compression("\x5f\x2a\x4d\x18"), Compression::zstd);
  EXPECT_EQ(sniff_compression("\x60\x2a\x4d\x18"), Compression::none);
  EXPECT_EQ(sniff_compression("{\"id"), Compression::none);
  EXPECT_EQ(sniff_compression(""), Compression::none);
}

TEST(Compression, IsNamedByThePathsEnding) {
  EXPECT_EQ(compression_of_name("a/b.jsonl.gz"), Compression::gzip);
  EXPECT_EQ(compression_of_name("b.zst"), Compression::zstd);
  EXPECT_EQ(compression_of_name("b.gz.jsonl"), Compression::none);
  EXPECT_EQ(compression_of_name("-"), Compression::none);
}

TEST(Compression, BlocksAreReadByTheProgramsOfTheFormats) {
  const std::string path = test::temporary_path("blocks");
  for (const std::string& text : {prose(500'000, 3), noise(100'000, 4), std::string("x")}) {
    test::write_file(path, compressed(Compression::gzip, text, 40'000, 6));
    EXPECT_TRUE(test::same(test::run("gzip -dc < " + path), text));
    test::write_file(path, compressed(Compression::zstd, text, 40'000, 3));
    EXPECT_TRUE(test::same(test::run("zstd -dc < " + path), text));
  }
}

TEST(Compression, AnEmptyBlockIsAnEmptyMember) {
  for (const Compression compression : {Compression::gzip, Compression::zstd}) {
    Buffer out;
    compress_block(compression, 3, "", out);
    EXPECT_FALSE(out.empty());
    EXPECT_EQ(test::read_bytes(out.view()).content, "");
    EXPECT_TRUE(test::read_bytes(out.view()).defects.empty());
  }
}

TEST(Compression, FramesTellTheirSizeAndHaveAChecksum) {
  const std::string path = test::temporary_path("frame.zst");
  test::write_file(path, compressed(Compression::zstd, prose(12'345, 5), 20'000));
  const std::string listing = test::run("zstd -lv " + path);
  EXPECT_NE(listing.find("12345 B"), std::string::npos) << listing;
  EXPECT_NE(listing.find("XXH64"), std::string::npos) << listing;
}

TEST(Compression, TheSameBlockGivesTheSameBytesOnEveryThread) {
  const std::string text = prose(200'000, 6);
  for (const Compression compression : {Compression::gzip, Compression::zstd}) {
    const std::string here = compressed(compression, text, 50'000, 5);
    std::vector<std::string> there(4);
    std::vector<std::thread> threads;
    for (std::string& result : there) {
      threads.emplace_back([&] {
        compressed(compression, "another level first", 100, 1);
        result = compressed(compression, text, 50'000, 5);
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& result : there) EXPECT_TRUE(test::same(result, here));
  }
}

// RFC 1952: no name, no time, so that equal runs give equal files.
TEST(Compression, GzipHeadersAreFixed) {
  const std::string member = compressed(Compression::gzip, "text", 10, 6);
  EXPECT_EQ(member.substr(0, 8), std::string("\x1f\x8b\x08\0\0\0\0\0", 8));
}

TEST(Compression, LevelsOutOfRangeAreRefusedWithTheRange) {
  Buffer out;
  EXPECT_THROW(compress_block(Compression::gzip, 13, "x", out), ConfigError);
  EXPECT_THROW(compress_block(Compression::gzip, 0, "x", out), ConfigError);
  EXPECT_THROW(compress_block(Compression::zstd, -1, "x", out), ConfigError);
  try {
    compress_block(Compression::zstd, 23, "x", out);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what()).find("use 1 to 22"), std::string::npos);
  }
  EXPECT_TRUE(out.empty());
  for (const Compression compression : {Compression::gzip, Compression::zstd}) {
    const Levels levels = levels_of(compression);
    for (const int level : {levels.lowest, levels.standard, levels.highest}) {
      const std::string text = prose(10'000, 7);
      EXPECT_TRUE(
          test::same(test::read_bytes(compressed(compression, text, 10'000, level)).content, text));
    }
  }
}

}  // namespace
}  // namespace sluice::io

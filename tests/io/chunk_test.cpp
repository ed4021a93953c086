#include "io/chunk.h"

#include <gtest/gtest.h>

#include "io/support.h"

namespace sluice::io {
namespace {

using test::compressed;
using test::prose;
using test::read_bytes;
using test::Reading;

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
        EXPECT_EQ(reading.content, text);
        EXPECT_TRUE(reading.defects.empty()) << reading.defects[0].detail;
      }
    }
  }
}

}  // namespace
}  // namespace sluice::io

// What the tests of io share: content, files, memory as a source, a reader's whole answer.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "io/chunk.h"
#include "io/compression.h"

namespace sluice::io::test {

// Text that compresses like prose: words of a small vocabulary, `seed` chooses them.
std::string prose(size_t size, uint64_t seed);
// Bytes that do not compress.
std::string noise(size_t size, uint64_t seed);

// `text` as gzip members or zstd frames of `block` plain bytes each.
std::string compressed(Compression compression, std::string_view text, size_t block, int level = 1);

// Whether two long texts are equal; the message tells where they part, not the texts.
testing::AssertionResult same(std::string_view one, std::string_view other);

std::string temporary_path(const std::string& name);
void write_file(const std::string& path, std::string_view bytes);
std::string read_file(const std::string& path);

// Runs a shell command and returns its standard output; fails the test if its status is not 0.
std::string run(const std::string& command);

// Memory as a source that delivers at most `most` bytes a time.
class MemorySource : public Source {
 public:
  MemorySource(std::string_view bytes, size_t most) : rest_(bytes), most_(most) {}
  size_t read(char* room, size_t count) override;

 private:
  std::string_view rest_;
  const size_t most_;
};

// What a reader made of one input.
struct Reading {
  std::string content;             // of all chunks, expanded
  std::vector<Defect> defects;     // in order
  std::vector<size_t> defects_at;  // content bytes before each
  size_t chunks = 0;
  size_t largest_chunk = 0;  // after expansion
};

struct ReadOptions {
  size_t chunk_bytes = size_t{1} << 20;
  size_t frame_bytes = size_t{8} << 20;
  size_t read_bytes = size_t{64} << 10;  // that the source delivers at a time
};

Reading read_bytes(std::string_view stored, const ReadOptions& options = {});

}  // namespace sluice::io::test

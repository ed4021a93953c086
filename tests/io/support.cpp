#include "io/support.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace sluice::io::test {

std::string prose(size_t size, uint64_t seed) {
  constexpr std::array<std::string_view, 16> kWords = {
      "river ", "sluice ", "the ",  "of ", "grain",  " mill ", "weir, ", "water. ",
      "and ",   "gate\n",  "lock ", "a ",  "turns ", "wheel ", "stone ", "42 "};
  std::mt19937_64 random(seed);
  std::string text;
  while (text.size() < size) {
    text += kWords[random() % kWords.size()];
    if (random() % 8 == 0) text += std::to_string(random());
  }
  text.resize(size);
  return text;
}

std::string noise(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::string compressed(Compression compression, std::string_view text, size_t block, int level) {
  Buffer out;
  for (; !text.empty(); text.remove_prefix(std::min(block, text.size()))) {
    compress_block(compression, level, text.substr(0, block), out);
  }
  return std::string(out.view());
}

testing::AssertionResult same(std::string_view one, std::string_view other) {
  if (one == other) return testing::AssertionSuccess();
  const auto parting = std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first;
  return testing::AssertionFailure() << one.size() << " and " << other.size()
                                     << " bytes that part at " << parting - one.begin();
}

namespace {

// Removed when the program ends; a forked child that ends by _exit leaves it alone.
struct TemporaryFolder {
  const std::string path = testing::TempDir() + "sluice-io-" + std::to_string(::getpid());

  TemporaryFolder() { std::filesystem::create_directories(path); }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
};

}  // namespace

std::string temporary_path(const std::string& name) {
  static const TemporaryFolder folder;
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string path = folder.path + "/" + test->name() + "-" + name;
  std::replace(path.begin() + static_cast<std::ptrdiff_t>(folder.path.size()) + 1, path.end(), '/',
               '-');  // names of parametrised tests hold one
  return path;
}

void write_file(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string read_file(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

std::string run(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) {
    ADD_FAILURE() << "cannot run: " << command;
    return {};
  }
  std::string output;
  std::array<char, 65536> piece{};
  while (const size_t got = std::fread(piece.data(), 1, piece.size(), pipe)) {
    output.append(piece.data(), got);
  }
  EXPECT_EQ(::pclose(pipe), 0) << command;
  return output;
}

size_t MemorySource::read(char* room, size_t count) {
  const size_t taken = std::min({count, most_, rest_.size()});
  if (taken > 0) std::memcpy(room, rest_.data(), taken);
  rest_.remove_prefix(taken);
  return taken;
}

Reading read_bytes(std::string_view stored, const ReadOptions& options) {
  ChunkReader reader(
      {{.name = "memory"}},
      {.chunk_bytes = options.chunk_bytes, .frame_bytes = options.frame_bytes},
      [&](const Input&) { return std::make_unique<MemorySource>(stored, options.read_bytes); });
  Reading reading;
  bool last = false;
  for (Chunk chunk; reader.next(chunk);) {
    EXPECT_FALSE(last) << "a chunk behind the last";
    last = chunk.last;
    ChunkReader::expand(chunk);
    reading.content += chunk.bytes.view();
    reading.largest_chunk = std::max(reading.largest_chunk, chunk.bytes.size());
    ++reading.chunks;
    if (chunk.defect) {
      reading.defects.push_back(*chunk.defect);
      reading.defects_at.push_back(reading.content.size());
    }
  }
  EXPECT_TRUE(last);
  EXPECT_LE(reader.stored_bytes_read(), stored.size());
  return reading;
}

}  // namespace sluice::io::test

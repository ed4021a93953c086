// Reading of stored formats through ChunkReader, beside the libraries' plain loops on the same
// bytes.
//
// The data is generated: text of a small vocabulary with numbers, about as compressible as crawled
// pages. Figures are plain bytes per second of CPU time on one core.
//
//   build/release/bin/bench_io --benchmark_filter=gzip

#include <benchmark/benchmark.h>
#include <libdeflate.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "io/chunk.h"
#include "io/compression.h"

namespace {

using sluice::Buffer;
using namespace sluice::io;

constexpr size_t kPlainBytes = size_t{64} << 20;
constexpr size_t kRecord = size_t{20} << 10;      // plain bytes of a page in a crawl, about
constexpr size_t kSmallRecord = size_t{2} << 10;  // the mean over requests, metadata and pages
constexpr size_t kFrame = size_t{1} << 20;        // of a frame that this toolchain writes

std::string make_text() {
  std::mt19937_64 random(1);
  std::array<std::string, 4096> words;
  for (std::string& word : words) {
    word.resize(2 + random() % 9);
    for (char& letter : word) letter = static_cast<char>('a' + random() % 26);
  }
  std::string text;
  text.reserve(kPlainBytes + 32);
  while (text.size() < kPlainBytes) {
    // Squaring makes the first words common, as in a language.
    const double share = static_cast<double>(random() % 4096) / 4096;
    text += words[static_cast<size_t>(share * share * share * 4096)];
    text += random() % 12 == 0 ? "\n" : " ";
    if (random() % 40 == 0) text += "<a href=\"/item/" + std::to_string(random() % 100'000) + "\">";
  }
  text.resize(kPlainBytes);
  return text;
}

const std::string& text() {
  static const std::string made = make_text();
  return made;
}

// The text in members or frames of `block` plain bytes.
const std::string& stored(Compression compression, size_t block) {
  static std::map<std::pair<Compression, size_t>, std::string> made;
  std::string& bytes = made[{compression, block}];
  if (bytes.empty()) {
    Buffer out;
    for (std::string_view rest = text(); !rest.empty();
         rest.remove_prefix(std::min(block, rest.size()))) {
      compress_block(compression, levels_of(compression).standard, rest.substr(0, block), out);
    }
    bytes = out.view();
  }
  return bytes;
}

class MemorySource : public Source {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}
  size_t read(char* room, size_t count) override {
    const size_t taken = std::min(count, rest_.size());
    std::memcpy(room, rest_.data(), taken);
    rest_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view rest_;
};

void finish(benchmark::State& state, size_t plain_bytes) {
  if (plain_bytes != kPlainBytes) state.SkipWithError("the content is not whole");
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * kPlainBytes));
}

void chunks(benchmark::State& state, Compression compression, size_t block) {
  const std::string& bytes = stored(compression, block);
  size_t size = 0;
  for (auto _ : state) {
    ChunkReader reader({{.name = "memory"}}, {},
                       [&](const Input&) { return std::make_unique<MemorySource>(bytes); });
    size = 0;
    for (Chunk chunk; reader.next(chunk);) {
      ChunkReader::expand(chunk);
      size += chunk.bytes.size();
    }
  }
  finish(state, size);
}

// A gzip stream of any number of members through zlib, as most programs read it.
void zlib_stream(benchmark::State& state, size_t block) {
  const std::string& bytes = stored(Compression::gzip, block);
  std::string room(size_t{1} << 20, '\0');
  size_t size = 0;
  for (auto _ : state) {
    z_stream stream{};
    inflateInit2(&stream, 15 + 16);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    size = 0;
    int code = Z_OK;
    while (code >= Z_OK && (stream.avail_in > 0 || code == Z_OK)) {
      stream.next_out = reinterpret_cast<Bytef*>(room.data());
      stream.avail_out = static_cast<uInt>(room.size());
      code = inflate(&stream, Z_NO_FLUSH);
      size += room.size() - stream.avail_out;
      if (code == Z_STREAM_END) inflateReset(&stream);
    }
    inflateEnd(&stream);
  }
  finish(state, size);
}

// Members one by one through libdeflate, which has to have each of them and its room whole.
void libdeflate_members(benchmark::State& state, size_t block) {
  const std::string& bytes = stored(Compression::gzip, block);
  std::string room(block, '\0');
  libdeflate_decompressor* decompressor = libdeflate_alloc_decompressor();
  size_t size = 0;
  for (auto _ : state) {
    size = 0;
    for (std::string_view rest = bytes; !rest.empty();) {
      size_t consumed = 0;
      size_t produced = 0;
      if (libdeflate_gzip_decompress_ex(decompressor, rest.data(), rest.size(), room.data(),
                                        room.size(), &consumed, &produced) != LIBDEFLATE_SUCCESS) {
        break;
      }
      rest.remove_prefix(consumed);
      size += produced;
    }
  }
  libdeflate_free_decompressor(decompressor);
  finish(state, size);
}

void zstd_stream(benchmark::State& state, size_t block) {
  const std::string& bytes = stored(Compression::zstd, block);
  std::string room(size_t{1} << 20, '\0');
  ZSTD_DCtx* context = ZSTD_createDCtx();
  size_t size = 0;
  for (auto _ : state) {
    size = 0;
    ZSTD_inBuffer input = {.src = bytes.data(), .size = bytes.size(), .pos = 0};
    while (input.pos < input.size) {
      ZSTD_outBuffer output = {.dst = room.data(), .size = room.size(), .pos = 0};
      if (ZSTD_isError(ZSTD_decompressStream(context, &output, &input))) break;
      size += output.pos;
    }
  }
  ZSTD_freeDCtx(context);
  finish(state, size);
}

void zstd_one_shot(benchmark::State& state, size_t block) {
  const std::string& bytes = stored(Compression::zstd, block);
  std::string room(kPlainBytes, '\0');
  ZSTD_DCtx* context = ZSTD_createDCtx();
  size_t size = 0;
  for (auto _ : state) {
    size = ZSTD_decompressDCtx(context, room.data(), room.size(), bytes.data(), bytes.size());
  }
  ZSTD_freeDCtx(context);
  finish(state, size);
}

BENCHMARK_CAPTURE(chunks, plain, Compression::none, kPlainBytes);
BENCHMARK_CAPTURE(chunks, gzip_records, Compression::gzip, kRecord);
BENCHMARK_CAPTURE(libdeflate_members, gzip_records, kRecord);
BENCHMARK_CAPTURE(zlib_stream, gzip_records, kRecord);
BENCHMARK_CAPTURE(chunks, gzip_small_records, Compression::gzip, kSmallRecord);
BENCHMARK_CAPTURE(libdeflate_members, gzip_small_records, kSmallRecord);
BENCHMARK_CAPTURE(zlib_stream, gzip_small_records, kSmallRecord);
BENCHMARK_CAPTURE(chunks, gzip_one_member, Compression::gzip, kPlainBytes);
BENCHMARK_CAPTURE(libdeflate_members, gzip_one_member, kPlainBytes);
BENCHMARK_CAPTURE(zlib_stream, gzip_one_member, kPlainBytes);
BENCHMARK_CAPTURE(chunks, zstd_frames, Compression::zstd, kFrame);
BENCHMARK_CAPTURE(zstd_stream, zstd_frames, kFrame);
BENCHMARK_CAPTURE(zstd_one_shot, zstd_frames, kFrame);
BENCHMARK_CAPTURE(chunks, zstd_one_frame, Compression::zstd, kPlainBytes);
BENCHMARK_CAPTURE(zstd_stream, zstd_one_frame, kPlainBytes);
BENCHMARK_CAPTURE(zstd_one_shot, zstd_one_frame, kPlainBytes);

}  // namespace

#include "io/compression.h"

#include <libdeflate.h>
#include <zstd.h>

#include <memory>
#include <new>
#include <string>

#include "base/error.h"
#include "io/gzip_format.h"
#include "io/zstd_format.h"

namespace sluice::io {
namespace {

struct GzipCompressor {
  struct Free {
    void operator()(libdeflate_compressor* freed) const { libdeflate_free_compressor(freed); }
  };
  std::unique_ptr<libdeflate_compressor, Free> compressor;
  int level = 0;
};

// libdeflate builds its tables for one level, so a thread keeps the level that it used last.
libdeflate_compressor* gzip_compressor(int level) {
  thread_local GzipCompressor kept;
  if (kept.compressor == nullptr || kept.level != level) {
    kept.compressor.reset(libdeflate_alloc_compressor(level));
    kept.level = level;
    if (kept.compressor == nullptr) throw std::bad_alloc();
  }
  return kept.compressor.get();
}

// libdeflate's header has no name and no time, so the member depends on the block and level alone.
void compress_gzip(int level, std::string_view block, Buffer& out) {
  libdeflate_compressor* compressor = gzip_compressor(level);
  const size_t bound = libdeflate_gzip_compress_bound(compressor, block.size());
  const size_t before = out.size();
  char* room = out.grow(bound);
  const size_t size = libdeflate_gzip_compress(compressor, block.data(), block.size(), room, bound);
  out.truncate(before + size);
}

ZSTD_CCtx* zstd_compressor() {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  thread_local std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
  if (context == nullptr) throw std::bad_alloc();
  return context.get();
}

void compress_zstd(int level, std::string_view block, Buffer& out) {
  ZSTD_CCtx* context = zstd_compressor();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);  // the content size is there by default
  const size_t bound = ZSTD_compressBound(block.size());
  const size_t before = out.size();
  char* room = out.grow(bound);
  const size_t size = ZSTD_compress2(context, room, bound, block.data(), block.size());
  if (ZSTD_isError(size)) throw std::bad_alloc();  // the only failure left with room for the bound
  out.truncate(before + size);
}

}  // namespace

Compression sniff_compression(std::string_view first_bytes) {
  if (begins_gzip(first_bytes)) return Compression::gzip;
  if (begins_zstd(first_bytes)) return Compression::zstd;
  return Compression::none;
}

Compression compression_of_name(std::string_view path) {
  if (path.ends_with(".gz")) return Compression::gzip;
  if (path.ends_with(".zst")) return Compression::zstd;
  return Compression::none;
}

std::string_view to_string(Compression compression) {
  switch (compression) {
    case Compression::none:
      return "none";
    case Compression::gzip:
      return "gzip";
    case Compression::zstd:
      return "zstd";
  }
  return "none";
}

Levels levels_of(Compression compression) {
  switch (compression) {
    case Compression::none:
      return {.lowest = 0, .highest = 0, .standard = 0};
    case Compression::gzip:
      return {.lowest = 1, .highest = 12, .standard = 6};
    case Compression::zstd:
      return {.lowest = 1, .highest = 22, .standard = 3};
  }
  return {};
}

void compress_block(Compression compression, int level, std::string_view block, Buffer& out) {
  if (compression == Compression::none) {
    out.append(block);
    return;
  }
  const Levels levels = levels_of(compression);
  if (level < levels.lowest || level > levels.highest) {
    throw ConfigError("compression level " + std::to_string(level) + " is not one of " +
                      std::string(to_string(compression)) + "'s; use " +
                      std::to_string(levels.lowest) + " to " + std::to_string(levels.highest));
  }
  if (compression == Compression::gzip) {
    compress_gzip(level, block, out);
  } else {
    compress_zstd(level, block, out);
  }
}

}  // namespace sluice::io

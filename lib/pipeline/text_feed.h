// Plain text in pieces, for tools that count over text and not over documents.
//
//   TextFeed feed(inputs, {.cut = cut}, [&](const TextPiece& piece) { … });   // any thread
//
// Pieces end where `cut` allows it, so that what is counted over the pieces adds up to that of the
// whole text. Text must be valid UTF-8; the first fault of any kind (invalid UTF-8, damage of a
// compressed input) ends the run: there are no records here that could be skipped.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "io/chunk.h"
#include "pipeline/feed.h"

namespace sluice::pipeline {

struct TextPiece {
  std::string_view text;
  size_t input = 0;  // index into the inputs
};

// The largest place <= `at` where `text` may be cut, 0 if there is none. It may look at no more
// than 8 bytes on each side of a place.
using TextCut = std::function<size_t(std::string_view text, size_t at)>;

class TextFeed : public Feed {
 public:
  struct Options {
    TextCut cut;
    uint64_t limit_bytes = UINT64_MAX;  // of all inputs' text, cut at the last place before it
    uint64_t max_piece_bytes = uint64_t{128} << 20;
    io::ChunkReader::Options chunks{};
    bool allow_truncated = false;
  };
  using Use = std::function<void(const TextPiece&)>;

  TextFeed(std::vector<io::Input> inputs, Options options, Use use);

  std::unique_ptr<Load> make_load() const override;
  bool read(Load& load) override;
  void expand(Load& load) const override;
  // Throws IoError for damaged input, CheckError for text that is none, or that cannot be cut.
  void join(Load& load) override;
  void process(Load& load, Batch& batch) const override;
  void recycle(Load& load) const override;
  bool wants_alone() const override { return false; }
  uint64_t bytes_read() const override { return reader_.stored_bytes_read(); }
  std::optional<uint64_t> bytes_total() const override { return reader_.stored_bytes_total(); }

 private:
  struct TextLoad;
  size_t cut_of(std::string_view text, size_t carried, const io::Chunk& chunk);
  void check(std::string_view text, const io::Chunk& chunk) const;

  std::vector<io::Input> inputs_;
  Options options_;
  Use use_;
  io::ChunkReader reader_;
  Buffer carry_;         // text behind the last cut
  uint64_t offset_ = 0;  // of the carried text in its input
  uint64_t taken_ = 0;   // text handed on, of all inputs
  std::atomic<bool> done_ = false;
};

}  // namespace sluice::pipeline

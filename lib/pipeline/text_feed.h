// Plain text in pieces, for tools that count over text and not over documents.
//
//   TextFeed feed(inputs, {.cut = {cut, 8}}, [&](const TextPiece& piece) { … });   // any thread
//
// Pieces end where the cut allows it, so that what is counted over the pieces adds up to that of
// the whole text, whatever the sizes of the chunks. Text must be valid UTF-8; the first fault of
// any kind (invalid UTF-8, damage of a compressed input) ends the run: there are no records here
// that could be skipped. Linear in the text: every byte is validated once, and searched for a cut a
// bounded number of times.
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

// Where a text may be cut. The feed gives valid UTF-8 of which both parts, as far as they matter,
// are there.
struct TextCut {
  // The largest place <= `at` where `text` may be cut, 0 if there is none.
  std::function<size_t(std::string_view text, size_t at)> place;
  // As many bytes on each side of a place decide whether it is one.
  size_t context = 8;
};

class TextFeed : public Feed {
 public:
  struct Options {
    TextCut cut;
    uint64_t limit_bytes = UINT64_MAX;  // of all inputs' text, in whole characters
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
  void end_at_limit(TextLoad& load, std::string_view text);
  size_t valid_size(std::string_view text) const;
  size_t cut_of(std::string_view text);
  void refuse(const io::Defect& defect) const;
  [[noreturn]] void refuse_text(size_t fault) const;

  std::vector<io::Input> inputs_;
  Options options_;
  Use use_;
  io::ChunkReader reader_;
  size_t input_ = 0;     // index of the one that is read
  Buffer carry_;         // text behind the last cut …
  size_t valid_ = 0;     // … of which this is known to be valid
  size_t searched_ = 0;  // … and up to here there is no place to cut
  uint64_t offset_ = 0;  // of the carried text in its input
  uint64_t taken_ = 0;   // text handed on, of all inputs
  std::atomic<bool> done_ = false;
};

}  // namespace sluice::pipeline

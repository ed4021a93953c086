#include "pipeline/text_feed.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "unicode/utf8.h"

namespace sluice::pipeline {
namespace {

// As far as a cut may look to the left of its place; what is carried was searched but for that.
constexpr size_t kContext = 8;

// What a piece may keep of memory when it has been written.
constexpr size_t kKept = size_t{4} << 20;

}  // namespace

struct TextFeed::TextLoad : Load {
  io::Chunk chunk;
  Buffer joined;          // carried text and the chunk, if anything was carried
  std::string_view text;  // the piece, in one of them
};

TextFeed::TextFeed(std::vector<io::Input> inputs, Options options, Use use)
    : inputs_(std::move(inputs)),
      options_(std::move(options)),
      use_(std::move(use)),
      reader_(inputs_, options_.chunks) {}

std::unique_ptr<Load> TextFeed::make_load() const { return std::make_unique<TextLoad>(); }

bool TextFeed::read(Load& load) {
  return !done_ && reader_.next(static_cast<TextLoad&>(load).chunk);
}

void TextFeed::expand(Load& load) const {
  io::ChunkReader::expand(static_cast<TextLoad&>(load).chunk);
}

void TextFeed::join(Load& load) {
  TextLoad& text_load = static_cast<TextLoad&>(load);
  const io::Chunk& chunk = text_load.chunk;
  text_load.text = {};
  if (done_) return;
  std::string_view text = chunk.bytes.view();
  const size_t carried = carry_.size();
  if (carried > 0) {
    text_load.joined = std::move(carry_);
    carry_ = Buffer();
    text_load.joined.append(text);
    text = text_load.joined.view();
  }
  const size_t cut = cut_of(text, carried, chunk);
  text_load.text = text.substr(0, cut);
  check(text_load.text, chunk);
  taken_ += cut;
  offset_ = chunk.last ? 0 : offset_ + cut;
  if (!done_ && !chunk.last) carry_.append(text.substr(cut));
}

size_t TextFeed::cut_of(std::string_view text, size_t carried, const io::Chunk& chunk) {
  if (chunk.defect) {
    const bool truncated = chunk.defect->kind == io::Defect::Kind::truncated;
    if (!truncated || !options_.allow_truncated) {
      throw IoError(inputs_[chunk.input].name, chunk.defect->offset,
                    std::string(chunk.defect->reason()) + ": " + chunk.defect->detail);
    }
  }
  const uint64_t room = options_.limit_bytes - taken_;
  if (text.size() > room) {
    done_ = true;
    return options_.cut(text, static_cast<size_t>(room));
  }
  if (chunk.last) return text.size();
  const size_t from = carried > kContext ? carried - kContext : 0;
  const size_t cut = options_.cut(text.substr(from), text.size() - from);
  if (cut > 0) return from + cut;
  if (text.size() > options_.max_piece_bytes) {
    throw CheckError(inputs_[chunk.input].name + ": no place to cut in " +
                     human_bytes(text.size()) +
                     " of text (--max-document-bytes); take it line by line (--lines), or as "
                     "documents");
  }
  return 0;
}

void TextFeed::check(std::string_view text, const io::Chunk& chunk) const {
  const size_t fault = find_invalid_utf8(text);
  if (fault == text.size()) return;
  throw CheckError(inputs_[chunk.input].name + ": invalid UTF-8 at byte " +
                   with_thousands(offset_ + fault) + " of the text");
}

void TextFeed::process(Load& load, Batch& batch) const {
  const TextLoad& text_load = static_cast<const TextLoad&>(load);
  batch.input = text_load.chunk.input;
  batch.end_of_input = text_load.chunk.last;
  ++batch.records;  // so that an input is not taken for one without records
  if (!text_load.text.empty()) {
    use_({.text = text_load.text, .input = text_load.chunk.input});
  }
}

void TextFeed::recycle(Load& load) const {
  TextLoad& text_load = static_cast<TextLoad&>(load);
  if (text_load.chunk.bytes.capacity() > 2 * options_.chunks.chunk_bytes + kKept) {
    text_load.chunk.bytes.release();
  }
  if (text_load.joined.capacity() > kKept) text_load.joined.release();
}

}  // namespace sluice::pipeline

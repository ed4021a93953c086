#include "pipeline/text_feed.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "unicode/utf8.h"

namespace sluice::pipeline {
namespace {

// What a piece may keep of memory when it has been written.
constexpr size_t kKept = size_t{4} << 20;

// Whether `bytes` begin a character of which the end may be still to come.
bool is_cut_short(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  const size_t size = lead < 0xC2 || lead > 0xF4 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return bytes.size() < size && std::ranges::all_of(bytes.substr(1), continues_character);
}

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
  text_load.joined.clear();
  if (done_) return;
  input_ = chunk.input;
  std::string_view text = chunk.bytes.view();
  if (!carry_.empty()) {
    text_load.joined = std::exchange(carry_, Buffer());
    text_load.joined.append(text);
    text = text_load.joined.view();
  }
  if (text.size() > options_.limit_bytes - taken_) return end_at_limit(text_load, text);
  valid_ = valid_size(text);
  if (chunk.defect) refuse(*chunk.defect);
  if (chunk.last && valid_ < text.size()) refuse_text(valid_);

  const size_t cut = chunk.last ? text.size() : cut_of(text.substr(0, valid_));
  text_load.text = text.substr(0, cut);
  taken_ += cut;
  if (chunk.last) {
    valid_ = searched_ = 0;
    offset_ = 0;
    return;
  }
  valid_ -= cut;
  searched_ -= cut;
  offset_ += cut;
  if (cut == 0 && !text_load.joined.empty()) {
    carry_ = std::exchange(text_load.joined, Buffer());  // a text without places is not copied
  } else {
    carry_.append(text.substr(cut));
  }
}

// What lies behind the limit is not looked at, so that it cannot matter.
void TextFeed::end_at_limit(TextLoad& load, std::string_view text) {
  done_ = true;
  text = text.substr(0, static_cast<size_t>(options_.limit_bytes - taken_));
  load.text = text.substr(0, valid_size(text));
  taken_ += load.text.size();
}

// The bytes of whole characters; throws if what follows them cannot become one.
size_t TextFeed::valid_size(std::string_view text) const {
  const size_t known = std::min(valid_, text.size());
  const size_t valid = known + find_invalid_utf8(text.substr(known));
  if (valid < text.size() && !is_cut_short(text.substr(valid))) refuse_text(valid);
  return valid;
}

// The last place in `text` (0: none), which goes on behind its end. A place was searched when all
// that decides on it was there: what is carried is not searched again, and small chunks are
// gathered until there is something to search.
size_t TextFeed::cut_of(std::string_view text) {
  const size_t context = options_.cut.context;
  const size_t at = text.size() - std::min(context, text.size());
  if (at <= searched_ || at - searched_ < context) return 0;
  const size_t from = character_boundary(text, searched_ - std::min(context, searched_));
  const size_t place = from + options_.cut.place(text.substr(from), at - from);
  // Places before were searched with more of the text to their left than is seen here.
  const bool found = place > std::max(from, searched_);
  searched_ = at;
  if (found) return place;
  if (searched_ > options_.max_piece_bytes) {
    throw CheckError(inputs_[input_].name + ": no place to cut in " + human_bytes(searched_) +
                     " of text (--max-document-bytes); take it line by line (--lines), or as "
                     "documents");
  }
  return 0;
}

void TextFeed::refuse(const io::Defect& defect) const {
  const bool truncated = defect.kind == io::Defect::Kind::truncated;
  if (truncated && options_.allow_truncated) return;
  throw IoError(inputs_[input_].name, defect.offset,
                std::string(defect.reason()) + ": " + defect.detail);
}

void TextFeed::refuse_text(size_t fault) const {
  throw CheckError(inputs_[input_].name + ": invalid UTF-8 at byte " +
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

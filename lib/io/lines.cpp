#include "io/lines.h"

#include <utility>

namespace sluice::io {

void LineBatch::clear() {
  lost_rest = {};
  lost_rest_unterminated = false;
  head.clear();
  body = {};
  offset = 0;
  lost.clear();
}

void LineJoiner::join(Chunk& chunk, LineBatch& batch) {
  batch.clear();
  const std::string_view bytes = chunk.bytes.view();
  size_t begin = skipping_ ? finish_lost_line(chunk, batch) : 0;

  // A defect cuts off the line that it falls into, an input's end completes it.
  const bool ends_here = chunk.last && !chunk.defect;
  const size_t newline = bytes.rfind('\n');
  const bool has_line = newline != std::string_view::npos && newline >= begin;
  const size_t end = ends_here ? bytes.size() : has_line ? newline + 1 : begin;

  batch.offset = position_ - carry_.size() + begin;
  if (!carry_.empty() && (has_line || ends_here)) {
    const size_t first = bytes.find('\n', begin);
    const size_t head_end = first == std::string_view::npos ? end : first + 1;
    carry_.append(bytes.substr(begin, head_end - begin));
    std::swap(carry_, batch.head);
    carry_.clear();
    begin = head_end;
  }
  batch.body = bytes.substr(begin, end - begin);
  position_ += bytes.size();

  if (!skipping_) keep_tail(bytes.substr(end), batch);
  if (chunk.defect) lose(*chunk.defect, batch);
  if (chunk.last) {
    carry_.clear();
    position_ = 0;
    skipping_ = false;
  }
}

// Returns where the bytes of the line that was given up end.
size_t LineJoiner::finish_lost_line(const Chunk& chunk, LineBatch& batch) {
  const std::string_view bytes = chunk.bytes.view();
  const size_t newline = bytes.find('\n');
  if (newline == std::string_view::npos) {
    batch.lost_rest = bytes;
    batch.lost_rest_unterminated = chunk.last || chunk.defect;
    return bytes.size();
  }
  batch.lost_rest = bytes.substr(0, newline + 1);
  skipping_ = false;
  return newline + 1;
}

void LineJoiner::keep_tail(std::string_view tail, LineBatch& batch) {
  carry_.append(tail);
  if (carry_.size() <= max_line_bytes_) return;
  LostLine& lost = batch.lost.emplace_back();
  lost.reason = "document_too_large";
  lost.offset = position_ - carry_.size();
  lost.continues = true;
  lost.raw = std::exchange(carry_, Buffer());
  skipping_ = true;
}

void LineJoiner::lose(const Defect& defect, LineBatch& batch) {
  if (!batch.lost.empty()) batch.lost.back().continues = false;
  LostLine& lost = batch.lost.emplace_back();
  lost.reason = defect.reason();
  lost.offset = defect.offset;
  lost.stored = true;
  lost.detail = defect.detail;
  lost.truncated = defect.kind == Defect::Kind::truncated;
  lost.raw = std::exchange(carry_, Buffer());
  skipping_ = false;
}

}  // namespace sluice::io

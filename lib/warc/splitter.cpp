#include "warc/splitter.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "warc/mime_sniff.h"

namespace sluice::warc {
namespace {

using Status = HeaderParse::Status;

constexpr std::string_view kMagic = "WARC/";

bool is_blank(char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t' || c == '\0'; }

size_t count_blanks(std::string_view bytes) {
  size_t count = 0;
  while (count < bytes.size() && is_blank(bytes[count])) ++count;
  return count;
}

bool begins_warc(std::string_view bytes) {
  return bytes.size() > kMagic.size() && bytes.starts_with(kMagic) && bytes[kMagic.size()] >= '0' &&
         bytes[kMagic.size()] <= '9';
}

// Whether a blank line ends before bytes[at].
bool follows_blank_line(std::string_view bytes, size_t at) {
  if (at < 2 || bytes[at - 1] != '\n') return false;
  return bytes[at - 2] == '\n' || (at >= 3 && bytes[at - 2] == '\r' && bytes[at - 3] == '\n');
}

HeaderScan scan_arc_header(std::string_view bytes) {
  const HeaderParse parse = parse_arc_header(bytes);
  return {.status = parse.status, .size = parse.size, .length = parse.header.length};
}

// The line end before the first line of the next record, or npos.
size_t find_next(std::string_view bytes, bool arc) {
  if (!arc) return bytes.find("\nWARC/");
  for (size_t at = bytes.find('\n'); at != std::string_view::npos; at = bytes.find('\n', at + 1)) {
    if (parse_arc_header(bytes.substr(at + 1)).status == Status::complete) return at;
  }
  return std::string_view::npos;
}

enum class Fit { right, wrong, unknown };

// Whether a block may end before `rest`. `open`: more bytes may follow.
Fit check_end(std::string_view rest, bool arc, bool open) {
  const int needed = arc ? 1 : 2;
  size_t at = 0;
  for (int line_ends = 0; line_ends < needed; ++line_ends) {
    if (rest.substr(at).starts_with("\r\n")) {
      at += 2;
    } else if (rest.substr(at).starts_with('\n')) {
      at += 1;
    } else {
      break;
    }
    if (line_ends + 1 == needed) return Fit::right;
  }
  rest.remove_prefix(at);
  if (rest.empty() || rest == "\r") return open ? Fit::unknown : Fit::right;
  if (arc) {
    const Status status = parse_arc_header(rest).status;
    if (status == Status::incomplete && open) return Fit::unknown;
    return status == Status::complete ? Fit::right : Fit::wrong;
  }
  if (open && rest.size() <= kMagic.size() && kMagic.starts_with(rest)) return Fit::unknown;
  return begins_warc(rest) ? Fit::right : Fit::wrong;
}

}  // namespace

void RecordSplitter::add(std::string_view bytes, const Origin& origin, RecordBatch& batch) {
  if (bytes.empty()) return;
  compressed_ = origin.compressed;
  if (origin.begins_member) {
    const bool begins_record =
        format_ != Format::page &&
        (begins_warc(bytes) ||
         (format_ != Format::warc && parse_arc_header(bytes).status == Status::complete));
    if (begins_record) {
      finish(End::member, batch);
      if (state_ != State::between) resuming_ = true;
      state_ = State::between;
    }
    begin_segment(origin, begins_record);
  }
  added_ += bytes.size();
  while (!bytes.empty()) {
    const size_t before = carried();
    if (before == 0) {
      drop_carry();
      bytes.remove_prefix(consume(bytes, End::open, batch));
      if (!bytes.empty()) extend_carry(bytes);
      return;
    }
    const size_t taken = want_ > before ? std::min(bytes.size(), want_ - before) : bytes.size();
    extend_carry(bytes.substr(0, taken));
    if (carried() < want_) return;  // nothing is left of `bytes`
    from_carry_ = true;
    const size_t used = consume(carry_view(), End::open, batch);
    from_carry_ = false;
    if (used >= before) {  // what is left of the carry are the first of `bytes`
      bytes.remove_prefix(used - before);
      drop_carry();
    } else {
      bytes.remove_prefix(taken);
      carry_begin_ += used;
    }
  }
}

void RecordSplitter::lose(Damage damage, RecordBatch& batch) {
  damage_reason_ = damage.reason;
  finish(End::damage, batch);
  state_ = State::lost;
  skip_left_ = 0;
  resuming_ = false;
  batch.items.push_back({.what = Item::What::loss,
                         .truncated = damage.truncated,
                         .place = {.offset = damage.offset},
                         .reason = damage.reason,
                         .detail = std::move(damage.detail)});
}

void RecordSplitter::end_input(RecordBatch& batch) {
  finish(End::input, batch);
  if (expects_page_ && added_ == 0 && state_ == State::between) {  // an empty file
    begin_segment({}, /*begins_record=*/true);
    format_ = Format::page;
    emit_record({}, 0, {}, batch);
  }
  if (state_ == State::skipping && !compressed_ && format_ != Format::page)
    tell("truncated_record", batch, true);
  *this = RecordSplitter(options_);
}

void RecordSplitter::finish(End end, RecordBatch& batch) {
  if (carried() > 0) {
    from_carry_ = true;
    consume(carry_view(), end, batch);
    from_carry_ = false;
  }
  drop_carry();
}

// Returns how many bytes were consumed; want_ tells how many are needed before there can be more.
size_t RecordSplitter::consume(std::string_view bytes, End end, RecordBatch& batch) {
  want_ = 0;
  size_t at = 0;
  while (at < bytes.size()) {
    const size_t used = step(bytes.substr(at), end, batch);
    if (used == 0) break;
    at += used;
    position_ += used;
  }
  return at;
}

// Returns 0 if more bytes are needed, which never happens unless the end is open.
size_t RecordSplitter::step(std::string_view bytes, End end, RecordBatch& batch) {
  if (state_ == State::skipping) return skip_large(bytes, end, batch);
  if (state_ == State::lost) {
    return format_ == Format::warc ? find_record(bytes, end, batch) : find_line(bytes, end, batch);
  }
  if (format_ == Format::page) return read_page(bytes, end, batch);
  const bool may_be_page = format_ == Format::unknown && position_ == 0 && expects_page_;
  if (const size_t blanks = count_blanks(bytes); blanks > 0 && !may_be_page) return blanks;
  if (format_ == Format::unknown && !find_format(bytes, end)) return ask_for(2 * bytes.size() + 16);
  return format_ == Format::page ? read_page(bytes, end, batch) : read_record(bytes, end, batch);
}

// Returns false if more bytes are needed. The format stays unknown while there is only garbage.
bool RecordSplitter::find_format(std::string_view bytes, End end) {
  if (begins_warc(bytes)) {
    format_ = Format::warc;
    return true;
  }
  const bool cut = end == End::open && bytes.size() < kSniffedBytes;
  if (expects_page_ && position_ == 0) {
    if (cut && kMagic.starts_with(bytes.substr(0, kMagic.size()))) return false;
    format_ = Format::page;
    return true;
  }
  const Status status = parse_arc_header(bytes).status;
  if (status == Status::complete) {
    format_ = Format::arc;
  } else if (!resuming_) {
    if (cut) return false;
    const MediaType content = sniff_content(bytes);
    if (content == MediaType::html || content == MediaType::xhtml) format_ = Format::page;
  }
  return status != Status::incomplete || end != End::open;
}

// Everything up to the end of the input is the page.
size_t RecordSplitter::read_page(std::string_view bytes, End end, RecordBatch& batch) {
  if (bytes.size() > options_.max_record_bytes) {
    tell("document_too_large", batch);
    state_ = State::skipping;
    skip_left_ = std::numeric_limits<uint64_t>::max();
    return skip_large(bytes, end, batch);
  }
  if (end == End::open) return ask_for(options_.max_record_bytes + 1);
  if (end == End::damage) return cut_off(bytes, 0, end, batch);
  emit_record(bytes, 0, {}, batch);
  return bytes.size();
}

size_t RecordSplitter::read_record(std::string_view bytes, End end, RecordBatch& batch) {
  const HeaderScan scan = format_ == Format::arc ? scan_arc_header(bytes) : scan_warc_header(bytes);
  if (scan.status == Status::incomplete) {
    return end == End::open ? ask_for(2 * bytes.size() + 16) : cut_off(bytes, 1, end, batch);
  }
  if (scan.status == Status::bad) {
    return lose_record(bytes.starts_with(kMagic) ? "bad_header" : "garbage", 1, bytes, batch);
  }
  resuming_ = false;
  if (!scan.length) {
    emit_record(bytes.substr(0, scan.size), scan.size, "bad_length", batch);
    return lose_record("bad_length", scan.size, bytes, batch);
  }
  if (*scan.length > options_.max_record_bytes) {
    tell("document_too_large", batch);
    raw(bytes.substr(0, scan.size), batch);
    state_ = State::skipping;
    skip_left_ = *scan.length;
    return scan.size;
  }
  return read_block(bytes, scan, end, batch);
}

size_t RecordSplitter::read_block(std::string_view bytes, const HeaderScan& scan, End end,
                                  RecordBatch& batch) {
  const size_t size = scan.size + *scan.length;
  if (bytes.size() < size) {
    return end == End::open ? ask_for(size + 4) : cut_off(bytes, scan.size, end, batch);
  }
  switch (check_end(bytes.substr(size), format_ == Format::arc, end == End::open)) {
    case Fit::unknown:
      return ask_for(2 * bytes.size() - size + 16);
    case Fit::wrong:
      emit_cut(bytes.substr(0, size), scan.size, "bad_length", batch);
      return lose_record("bad_length", scan.size, bytes, batch);
    case Fit::right:
      break;
  }
  emit_record(bytes.substr(0, size), scan.size, {}, batch);
  return size;
}

// The record that begins here is lost; the search for the next one begins behind `size` bytes, less
// the line end before them.
size_t RecordSplitter::lose_record(std::string_view reason, size_t size, std::string_view bytes,
                                   RecordBatch& batch) {
  if (!resuming_) tell(reason, batch);
  state_ = State::lost;
  const size_t used = std::max<size_t>(size, 2) - 1;
  raw(bytes.substr(0, used), batch);
  return std::min(used, bytes.size());
}

// The bytes end within a record.
size_t RecordSplitter::cut_off(std::string_view bytes, size_t header_size, End end,
                               RecordBatch& batch) {
  if (end == End::damage) {  // which is the loss that is told
    if (header_size > 1) emit_record(bytes, header_size, damage_reason_, batch);
    raw(bytes, batch);
    state_ = State::lost;
    return bytes.size();
  }
  // A length that is too great looks like a cut, unless records follow.
  const bool arc = format_ == Format::arc;
  const bool wrong_length = end == End::member || compressed_ ||
                            find_next(bytes.substr(header_size - 1), arc) != std::string_view::npos;
  const std::string_view reason = header_size == 1 ? "bad_header"
                                  : wrong_length   ? "bad_length"
                                                   : "truncated_record";
  if (header_size > 1) emit_cut(bytes, header_size, reason, batch);
  if (wrong_length) return lose_record(reason, header_size, bytes, batch);
  tell("truncated_record", batch, /*truncated=*/true);
  resuming_ = true;  // it has been told
  return lose_record(reason, header_size, bytes, batch);
}

// A record that is not whole: `bytes`, or as much of them as precedes the next one.
void RecordSplitter::emit_cut(std::string_view bytes, size_t header_size, std::string_view reason,
                              RecordBatch& batch) {
  const size_t next = find_next(bytes.substr(header_size - 1), format_ == Format::arc);
  const size_t size =
      next == std::string_view::npos ? bytes.size() : std::max(header_size, header_size - 1 + next);
  emit_record(bytes.substr(0, size), header_size, reason, batch);
}

void RecordSplitter::emit_record(std::string_view bytes, size_t header_size,
                                 std::string_view reason, RecordBatch& batch) {
  emit({.what = Item::What::record,
        .arc = format_ == Format::arc,
        .file = format_ == Format::page,
        .bytes = bytes,
        .header_size = static_cast<uint32_t>(header_size),
        .place = place(),
        .reason = reason},
       batch);
}

size_t RecordSplitter::skip_large(std::string_view bytes, End end, RecordBatch& batch) {
  const size_t size = std::min<uint64_t>(skip_left_, bytes.size());
  const bool open = end == End::open && size < skip_left_;
  const std::string_view block = bytes.substr(0, size);
  for (size_t at = block.find(kMagic); at != std::string_view::npos;
       at = block.find(kMagic, at + 1)) {
    if (format_ != Format::warc || !follows_blank_line(block, at)) continue;
    skip_left_ = 0;
    return resume_at(at, bytes, batch);
  }
  constexpr size_t kOverlap = 8;  // a blank line and the magic
  if (open && size <= kOverlap) return ask_for(kOverlap + 16);
  const size_t used = open ? size - kOverlap : size;
  raw(block.substr(0, used), batch);
  skip_left_ -= used;
  if (skip_left_ == 0) state_ = State::between;
  return used;
}

size_t RecordSplitter::find_record(std::string_view bytes, End end, RecordBatch& batch) {
  for (size_t at = bytes.find(kMagic); at != std::string_view::npos;
       at = bytes.find(kMagic, at + 1)) {
    if (at > 0 && bytes[at - 1] == '\n') return resume_at(at, bytes, batch);
  }
  const size_t kept = end == End::open ? kMagic.size() : 0;  // a line end and part of the magic
  if (bytes.size() <= kept) return ask_for(kept + 16);
  raw(bytes.substr(0, bytes.size() - kept), batch);
  return bytes.size() - kept;
}

// find_record() for formats without a magic.
size_t RecordSplitter::find_line(std::string_view bytes, End end, RecordBatch& batch) {
  for (size_t at = bytes.find('\n'); at != std::string_view::npos; at = bytes.find('\n', at + 1)) {
    const std::string_view line = bytes.substr(at + 1);
    const bool is_warc = format_ == Format::unknown && begins_warc(line);
    const Status status = is_warc ? Status::complete : parse_arc_header(line).status;
    if (status == Status::complete) return resume_at(at + 1, bytes, batch);
    if (status == Status::incomplete && end == End::open) {
      if (at == 0) return ask_for(2 * bytes.size() + 16);
      raw(bytes.substr(0, at), batch);
      return at;
    }
  }
  raw(bytes, batch);
  return bytes.size();
}

size_t RecordSplitter::resume_at(size_t begin, std::string_view bytes, RecordBatch& batch) {
  raw(bytes.substr(0, begin), batch);
  state_ = State::between;
  resuming_ = true;
  return begin;
}

size_t RecordSplitter::ask_for(size_t want) {
  want_ = want;
  return 0;
}

// A record may be put together from very many very small members; what follows another member so
// closely, and is no record, is not worth a place of its own.
void RecordSplitter::begin_segment(const Origin& origin, bool begins_record) {
  constexpr uint64_t kApart = 256;
  if (carried() == 0) segments_.clear();
  if (!segments_.empty() && !begins_record && added_ - segments_.back().begin < kApart) return;
  segments_.push_back({.begin = added_, .origin = origin});
}

Place RecordSplitter::place() {
  while (segments_.size() > 1 && segments_[1].begin <= position_) segments_.pop_front();
  const Segment& segment = segments_.front();
  const uint64_t within = position_ - segment.begin;
  return segment.origin.compressed ? Place{.offset = segment.origin.offset, .plain_offset = within}
                                   : Place{.offset = segment.origin.offset + within};
}

void RecordSplitter::extend_carry(std::string_view bytes) {
  if (carry_ == nullptr) carry_ = std::make_shared<Buffer>();
  const size_t size = carried() + bytes.size();
  if (carry_->capacity() - carry_->size() < bytes.size() && (carry_shared_ || carry_begin_ > 0)) {
    const auto moved = std::make_shared<Buffer>(size + size / 2);
    moved->append(carry_view());
    carry_ = moved;
    carry_begin_ = 0;
    carry_shared_ = false;
  }
  carry_->append(bytes);
}

void RecordSplitter::drop_carry() {
  carry_.reset();
  carry_begin_ = 0;
  carry_shared_ = false;
}

std::string_view RecordSplitter::carry_view() const {
  return carry_ ? carry_->view().substr(carry_begin_) : std::string_view();
}

void RecordSplitter::tell(std::string_view reason, RecordBatch& batch, bool truncated) {
  batch.items.push_back(
      {.what = Item::What::loss, .truncated = truncated, .place = place(), .reason = reason});
}

void RecordSplitter::raw(std::string_view bytes, RecordBatch& batch) {
  if (options_.raw && !bytes.empty()) emit({.what = Item::What::raw, .bytes = bytes}, batch);
}

void RecordSplitter::emit(Item item, RecordBatch& batch) {
  if (from_carry_) {
    batch.keep(carry_);
    carry_shared_ = true;
  }
  batch.items.push_back(std::move(item));
}

}  // namespace sluice::warc

// Plain bytes of a crawl file, cut into records whatever their state.
//
//   RecordSplitter splitter({.max_record_bytes = 128 << 20});
//   splitter.add(bytes, {.offset = 0, .compressed = false}, batch);  // pieces, in order
//   splitter.end_input(batch);
//
// A record that lies within one piece is a view of it; only what spans pieces is put together. The
// same records and losses come out however a member's bytes are cut into pieces.
//
// Where a header's Content-Length leads is checked: two line ends, the next record, or the end must
// stand there. If not, the record is lost (`bad_length`), and the search for the next one begins
// within it, so that a length that is too great does not swallow what follows; a member that begins
// with a record ends any record before it. The names of losses:
//
//   bad_length          Content-Length is missing, no number, too short, or too long
//   bad_header          no valid record header, or one longer than 1 MiB
//   garbage             bytes between records that are no record; one loss a stretch
//   truncated_record    the input ends within a record
//   document_too_large  a record over the bound, streamed past and never buffered
//   … and those of the compressed stream (unpacker.h), by lose().
//
// An input that is a page and no crawl file is one record, whole and without a header
// (Item::file): if it is called one (expect_page()), or begins as HTML does.
//
// Time is linear in the input. Memory: one record under the bound.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "base/buffer.h"
#include "warc/record.h"

namespace sluice::warc {

class RecordSplitter {
 public:
  struct Options {
    uint64_t max_record_bytes = uint64_t{128} << 20;  // of a block
    bool raw = false;  // put the bytes of lost stretches in the batch, too
  };
  // What is known of a piece.
  struct Origin {
    uint64_t offset = 0;        // of the member as stored, or of the piece itself
    bool compressed = false;    // else places are simply offsets
    bool begins_member = true;  // else the piece goes on with the member of the one before
  };
  // Damage of the compressed stream.
  struct Damage {
    std::string_view reason;
    uint64_t offset = 0;
    std::string detail{};
    bool truncated = false;
  };

  explicit RecordSplitter(const Options& options) : options_(options) {}

  // The input that begins is a page by its name, unless it begins with a record.
  void expect_page() { expects_page_ = true; }

  // `bytes` must stay as long as the batch (batch.keep()).
  void add(std::string_view bytes, const Origin& origin, RecordBatch& batch);
  // Bytes are missing here. What there is of an unfinished record is lost with them.
  void lose(Damage damage, RecordBatch& batch);
  // The input ends; the splitter is ready for the next one.
  void end_input(RecordBatch& batch);

  // Bytes of the unfinished record: what a consumer that bounds its memory must know.
  size_t carried() const { return carry_ ? carry_->size() - carry_begin_ : 0; }

 private:
  enum class Format { unknown, warc, arc, page };
  enum class State {
    between,   // before a record, or blanks before one
    lost,      // in a stretch whose loss has been told, before the next record that can be found
    skipping,  // within a record over the bound
  };
  enum class End { open, member, input, damage };  // what follows the bytes at hand
  // A stretch of plain bytes that came from one member.
  struct Segment {
    uint64_t begin = 0;  // position in the plain input
    Origin origin;
  };

  size_t consume(std::string_view bytes, End end, RecordBatch& batch);
  size_t step(std::string_view bytes, End end, RecordBatch& batch);
  bool find_format(std::string_view bytes, End end);
  size_t read_record(std::string_view bytes, End end, RecordBatch& batch);
  size_t read_page(std::string_view bytes, End end, RecordBatch& batch);
  size_t read_block(std::string_view bytes, const HeaderScan& scan, End end, RecordBatch& batch);
  size_t skip_large(std::string_view bytes, End end, RecordBatch& batch);
  size_t find_record(std::string_view bytes, End end, RecordBatch& batch);
  size_t find_line(std::string_view bytes, End end, RecordBatch& batch);
  size_t lose_record(std::string_view reason, size_t size, std::string_view bytes,
                     RecordBatch& batch);
  size_t cut_off(std::string_view bytes, size_t header_size, End end, RecordBatch& batch);
  void emit_cut(std::string_view bytes, size_t header_size, std::string_view reason,
                RecordBatch& batch);
  void emit_record(std::string_view bytes, size_t header_size, std::string_view reason,
                   RecordBatch& batch);
  size_t resume_at(size_t begin, std::string_view bytes, RecordBatch& batch);
  size_t ask_for(size_t want);

  void finish(End end, RecordBatch& batch);
  void begin_segment(const Origin& origin, bool begins_record);
  void extend_carry(std::string_view bytes);
  void drop_carry();
  std::string_view carry_view() const;
  Place place();
  void tell(std::string_view reason, RecordBatch& batch, bool truncated = false);
  void raw(std::string_view bytes, RecordBatch& batch);
  void emit(Item item, RecordBatch& batch);

  Options options_;
  Format format_ = Format::unknown;
  State state_ = State::between;
  bool expects_page_ = false;
  bool resuming_ = false;    // what follows was found by searching
  bool compressed_ = false;  // the input is
  uint64_t position_ = 0;    // in the plain input, of the next byte to consume
  uint64_t added_ = 0;       // plain bytes of the input that were added
  uint64_t skip_left_ = 0;   // of the record over the bound
  std::string_view damage_reason_;
  size_t want_ = 0;  // bytes from position_ on that the next step needs

  std::shared_ptr<Buffer> carry_;  // an unfinished record
  size_t carry_begin_ = 0;         // what precedes was consumed
  bool carry_shared_ = false;      // batches hold views of it: it must not move
  bool from_carry_ = false;        // what is being consumed lies in it
  std::deque<Segment> segments_;   // oldest first; position_ lies in the first
};

}  // namespace sluice::warc

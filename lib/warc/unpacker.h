// Blocks of stored bytes, in order, to records: the serial half of reading crawl files.
//
// Members that were decoded beforehand (block_reader.h) are taken as they are where one ends
// exactly where the next begins. What spans blocks, is damaged, or is too large to be decoded whole
// is decoded here. The result is that of decoding the input from its first byte to its last, one
// member after the other: it depends neither on where blocks were cut nor on threads.
//
// Damage is a loss in the batch, and reading goes on at the next member that can be found. The
// search begins within the damaged member, 4 MiB back at most, so that a member whose beginning was
// run over is not lost; all steps back together are no longer than what was read, so that time
// stays linear in the input. The names of losses, beside the splitter's:
//
//   truncated_member  the input ends within a member or frame
//   damaged_member    invalid gzip, deflate or zstd data; whole records before it are delivered
//   bad_crc           wrong checksum or length; nothing of such a member is delivered, unless it is
//                     over 16 MiB
//   garbage           bytes between members that are none (zero padding is no loss)
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>

#include "base/buffer.h"
#include "warc/block_reader.h"
#include "warc/record.h"
#include "warc/splitter.h"

namespace sluice::warc {

// The stored bytes of one input that are at hand, and a memory of those that were.
class StoredWindow {
 public:
  static constexpr size_t kHistory = kWholeStored;

  void push(std::shared_ptr<Block> block) { queue_.push_back(std::move(block)); }
  // Begins with the next input: its blocks follow.
  void begin_input();

  uint64_t offset() const { return offset_; }
  bool empty() const { return queue_.empty(); }
  const std::shared_ptr<Block>& front() const { return queue_.front(); }
  // Bytes from offset() on that have been pushed, and whether the input ends with them.
  uint64_t available() const { return pushed_end() - offset_; }
  bool at_end() const;
  // Contiguous bytes from offset() on, at least `want` if so many are available.
  std::string_view view(size_t want);
  // The member decoded beforehand that begins here, or null.
  const Block::Member* member();

  // Within what is available, or back: to where remember() was called, or within the history.
  void move_to(uint64_t offset);
  void skip(uint64_t count) { move_to(offset_ + count); }
  // From here on the history will be needed …
  void remember();
  // … and now no more.
  void forget();
  // Drops the last block of the input.
  void end_input();

 private:
  uint64_t pushed_end() const;
  void drop_passed();

  std::deque<std::shared_ptr<Block>> queue_;
  uint64_t offset_ = 0;
  size_t next_member_ = 0;  // of the front block: those before have been passed
  bool stitched_ = false;   // view() is of stitch_, else of the front block
  Buffer stitch_;
  uint64_t stitch_begin_ = 0;  // offset of its first byte
};

class Unpacker {
 public:
  explicit Unpacker(const RecordSplitter::Options& options) : splitter_(options) {}

  // What one call of produce() gave.
  struct Output {
    RecordBatch batch;
    size_t input = 0;
    bool end_of_input = false;
    void clear() {
      batch.clear();
      end_of_input = false;
    }
  };

  void push(std::shared_ptr<Block> block) { window_.push(std::move(block)); }
  // Goes on until bytes are missing, the input ends, or enough was decoded for one batch. In the
  // latter two cases has_more() tells whether to call it again before the next push(); pushing is
  // allowed all the same.
  void produce(Output& output);
  bool has_more() const { return has_more_; }

  // Bytes of the unfinished record.
  size_t carried() const { return splitter_.carried(); }
  // Bytes that were decoded, tried and decoded again here, serially: a measure of time.
  uint64_t work() const { return work_; }

 private:
  enum class State {
    boundary,        // before a member
    passing,         // within a skippable frame
    whole,           // before a member that is to be decoded whole
    stream,          // within one that is decoded as a stream
    wrong_checksum,  // behind one
    search,          // for the next member, after damage
  };
  enum class Progress { made, starved, ended };

  Progress advance(Output& output);
  Progress add_plain(Output& output);
  Progress at_boundary(Output& output);
  Progress pass_skippable();
  Progress decode_whole(Output& output);
  Progress decode_stream(Output& output);
  Progress search(Output& output);
  Progress end_input(Output& output);
  Progress end_wrong_member(Output& output);
  RecordSplitter::Origin origin(bool begins_member = true) const;
  void flush(Output& output);
  Progress fail(std::string_view reason, const char* problem, bool truncated = false);

  RecordSplitter splitter_;
  StoredWindow window_;
  State state_ = State::boundary;
  size_t input_ = 0;
  bool in_input_ = false;
  Coding coding_;
  bool has_more_ = false;
  uint64_t spent_ = 0;  // of what one call may do
  uint64_t work_ = 0;

  uint64_t member_ = 0;     // offset of the current member
  uint64_t pass_left_ = 0;  // of a skippable frame
  size_t header_size_ = 0;
  size_t tried_ = 0;  // stored bytes with which decoding the member whole failed
  size_t want_ = 0;   // bytes that the stream needs
  std::unique_ptr<MemberStream> stream_;
  std::shared_ptr<Buffer> decoded_;  // by the stream, and not yet added
  const char* checksum_problem_ = "";
  bool large_ = false;  // the member is over kWholePlain: parts of it have been added

  RecordSplitter::Damage damage_;  // to be told when the search has ended
  uint64_t farthest_ = 0;          // offset that was reached before
  uint64_t gone_back_ = 0;         // sum of the steps back
};

}  // namespace sluice::warc

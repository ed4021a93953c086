#include "warc/unpacker.h"

#include <algorithm>
#include <utility>

namespace sluice::warc {
namespace {

// Bytes that one call decodes by itself before it leaves the rest to the next: memory is bounded by
// that times the batches in flight.
constexpr uint64_t kBudget = uint64_t{1} << 20;
constexpr size_t kPeek = 64;

}  // namespace

void StoredWindow::begin_input() {
  offset_ = queue_.front()->offset;
  next_member_ = 0;
}

void StoredWindow::end_input() {
  while (!queue_.empty()) {
    const bool last = queue_.front()->last;
    queue_.pop_front();
    if (last) break;
  }
  stitched_ = false;
  stitch_.release();
}

uint64_t StoredWindow::pushed_end() const {
  uint64_t end = stitched_ ? stitch_begin_ + stitch_.size() : offset_;
  for (const auto& block : queue_) {
    end = std::max<uint64_t>(end, block->offset + block->stored.size());
    if (block->last) break;
  }
  return end;
}

bool StoredWindow::at_end() const {
  return std::any_of(queue_.begin(), queue_.end(), [](const auto& block) { return block->last; });
}

// Blocks before offset_ are not needed any more, but for the input's last, which tells the end.
void StoredWindow::drop_passed() {
  while (!queue_.empty() && !queue_.front()->last &&
         offset_ >= queue_.front()->offset + queue_.front()->stored.size()) {
    queue_.pop_front();
    next_member_ = 0;
  }
}

void StoredWindow::remember() {
  if (stitched_) return;
  stitched_ = true;
  stitch_begin_ = offset_;
}

void StoredWindow::forget() {
  if (!stitched_ || queue_.empty() || offset_ < queue_.front()->offset) return;
  stitched_ = false;
  stitch_.clear();
}

std::string_view StoredWindow::view(size_t want) {
  if (!stitched_) {
    if (queue_.empty()) return {};
    const Block& block = *queue_.front();
    const std::string_view rest = block.stored.view().substr(offset_ - block.offset);
    if (rest.size() >= want || rest.size() == available()) return rest;
    remember();
  }
  for (const auto& block : queue_) {
    const uint64_t end = stitch_begin_ + stitch_.size();
    if (end - offset_ >= want) break;
    const uint64_t block_end = block->offset + block->stored.size();
    if (block_end > end) {
      const size_t count = std::min<uint64_t>(block_end - end, want - (end - offset_));
      stitch_.append(block->stored.view().substr(end - block->offset, count));
    }
    if (block->last) break;
  }
  return stitch_.view().substr(offset_ - stitch_begin_);
}

const Block::Member* StoredWindow::member() {
  if (queue_.empty() || offset_ < queue_.front()->offset) return nullptr;
  const Block& block = *queue_.front();
  const size_t at = offset_ - block.offset;
  while (next_member_ < block.members.size() && block.members[next_member_].begin < at) {
    ++next_member_;
  }
  if (next_member_ == block.members.size() || block.members[next_member_].begin != at) {
    return nullptr;
  }
  return &block.members[next_member_];
}

void StoredWindow::move_to(uint64_t offset) {
  if (offset < offset_) next_member_ = 0;
  offset_ = offset;
  if (stitched_ && offset_ - stitch_begin_ > 2 * kHistory) {
    Buffer kept;
    kept.append(stitch_.view().substr(offset_ - kHistory - stitch_begin_));
    stitch_begin_ = offset_ - kHistory;
    std::swap(stitch_, kept);
  }
  drop_passed();
}

void Unpacker::produce(Output& output) {
  spent_ = 0;
  has_more_ = false;
  output.clear();
  output.input = input_;
  if (window_.empty()) return;
  if (!in_input_) {
    in_input_ = true;
    input_ = window_.front()->input;
    coding_ = window_.front()->coding;
    window_.begin_input();
    if (window_.front()->page) splitter_.expect_page();
    state_ = State::boundary;
    farthest_ = 0;
    gone_back_ = 0;
    stream_.reset();
  }
  output.input = input_;
  while (spent_ < kBudget) {
    const Progress progress = advance(output);
    if (progress == Progress::starved) return;
    if (progress == Progress::ended) {
      output.end_of_input = true;
      in_input_ = false;
      has_more_ = !window_.empty();
      return;
    }
  }
  has_more_ = true;
}

Unpacker::Progress Unpacker::advance(Output& output) {
  if (coding_.compression == io::Compression::none) return add_plain(output);
  switch (state_) {
    case State::boundary:
      return at_boundary(output);
    case State::passing:
      return pass_skippable();
    case State::whole:
      return decode_whole(output);
    case State::stream:
      return decode_stream(output);
    case State::wrong_checksum:
      return end_wrong_member(output);
    case State::search:
      return search(output);
  }
  return Progress::starved;
}

Unpacker::Progress Unpacker::end_input(Output& output) {
  splitter_.end_input(output.batch);
  window_.end_input();
  return Progress::ended;
}

RecordSplitter::Origin Unpacker::origin(bool begins_member) const {
  return {.offset = member_, .compressed = true, .begins_member = begins_member};
}

Unpacker::Progress Unpacker::add_plain(Output& output) {
  const std::string_view bytes = window_.view(1);
  if (bytes.empty()) return window_.at_end() ? end_input(output) : Progress::starved;
  output.batch.keep(window_.front());
  splitter_.add(bytes, {.offset = window_.offset(), .begins_member = window_.offset() == 0},
                output.batch);
  window_.skip(bytes.size());
  return Progress::made;
}

Unpacker::Progress Unpacker::at_boundary(Output& output) {
  window_.forget();
  std::string_view bytes = window_.view(1);
  if (bytes.empty()) return window_.at_end() ? end_input(output) : Progress::starved;
  if (bytes.front() == '\0') {
    window_.skip(std::min(bytes.find_first_not_of('\0'), bytes.size()));
    return Progress::made;
  }
  member_ = window_.offset();
  if (const Block::Member* const member = window_.member(); member != nullptr) {
    output.batch.keep(window_.front());
    splitter_.add(window_.front()->plain.view().substr(member->plain_begin, member->plain_size),
                  origin(), output.batch);
    window_.skip(member->size);
    return Progress::made;
  }
  MemberHeader header = parse_member_header(coding_, bytes);
  for (size_t want = kPeek; header.status == MemberHeader::Status::incomplete; want *= 2) {
    bytes = window_.view(want);
    header = parse_member_header(coding_, bytes);
    if (bytes.size() < want) break;
  }
  switch (header.status) {
    case MemberHeader::Status::incomplete:
      if (!window_.at_end()) return Progress::starved;
      return fail("truncated_member", "the input ends within a header", true);
    case MemberHeader::Status::damaged:
      return fail("damaged_member", header.problem);
    case MemberHeader::Status::garbage:
      return fail("garbage", header.problem);
    case MemberHeader::Status::skippable:
      window_.remember();
      pass_left_ = header.size;
      state_ = State::passing;
      return Progress::made;
    case MemberHeader::Status::member:
      tried_ = 0;
      header_size_ = header.size;
      state_ = State::whole;
      return Progress::made;
  }
  return Progress::starved;
}

Unpacker::Progress Unpacker::pass_skippable() {
  constexpr size_t kPass = size_t{64} << 10;
  const size_t count = std::min<uint64_t>(pass_left_, window_.view(kPass).size());
  if (count == 0) {
    if (!window_.at_end()) return Progress::starved;
    return fail("truncated_member", "the input ends within a skippable frame", true);
  }
  window_.skip(count);
  pass_left_ -= count;
  if (pass_left_ == 0) state_ = State::boundary;
  return Progress::made;
}

Unpacker::Progress Unpacker::decode_whole(Output& output) {
  const size_t size = std::min<uint64_t>(window_.available(), kWholeStored);
  const bool all_there = size == kWholeStored || window_.at_end();
  if (!all_there && size < 2 * tried_) return Progress::starved;
  const auto plain = std::make_shared<Buffer>();
  const WholeMember member =
      decode_member(coding_, window_.view(size).substr(0, size), kWholePlain, *plain);
  if (member.status == WholeMember::Status::good) {
    output.batch.keep(plain);
    splitter_.add(plain->view(), origin(), output.batch);
    window_.skip(member.size);
    spent_ += plain->size();
    work_ += member.size + plain->size();
    state_ = State::boundary;
    return Progress::made;
  }
  if (!all_there) {
    tried_ = size;
    return Progress::starved;
  }
  window_.remember();
  if (member.status == WholeMember::Status::wrong_checksum) {
    window_.view(member.size);
    window_.skip(member.size);
    spent_ += plain->size();
    work_ += member.size + plain->size();
    checksum_problem_ = member.problem;
    state_ = State::wrong_checksum;
    return Progress::made;
  }
  // As a stream it gives what precedes damage, or has room.
  if (stream_ == nullptr) stream_ = make_stream(coding_);
  stream_->begin();
  want_ = header_size_;
  decoded_ = std::make_shared<Buffer>();
  large_ = false;
  state_ = State::stream;
  return Progress::made;
}

Unpacker::Progress Unpacker::decode_stream(Output& output) {
  std::string_view bytes = window_.view(want_);
  if (bytes.size() < want_ && !window_.at_end()) return Progress::starved;
  const char* const begin = bytes.data();
  const size_t before = decoded_->size();
  const bool at_end = window_.at_end() && bytes.size() == window_.available();
  const MemberStream::Step step = stream_->step(bytes, at_end, *decoded_);
  const ptrdiff_t taken = bytes.data() - begin;
  window_.move_to(window_.offset() + static_cast<uint64_t>(taken));
  if (step.want > 0) want_ = step.want;
  const uint64_t produced = decoded_->size() - before;
  spent_ += produced + 1;
  work_ += produced + static_cast<uint64_t>(std::max<ptrdiff_t>(taken, 0));
  if (decoded_->size() > (large_ ? kBudget : kWholePlain)) {
    flush(output);
    large_ = true;
  }
  switch (step.status) {
    case MemberStream::Status::more:
      return Progress::made;
    case MemberStream::Status::need:
      if (!at_end) return Progress::made;
      flush(output);
      return fail("truncated_member", "the input ends within a member", true);
    case MemberStream::Status::damaged:
      flush(output);
      return fail("damaged_member", step.problem);
    case MemberStream::Status::wrong_checksum:
      if (large_) flush(output);
      checksum_problem_ = step.problem;
      state_ = State::wrong_checksum;
      return Progress::made;
    case MemberStream::Status::done:
      flush(output);
      state_ = State::boundary;
      return Progress::made;
  }
  return Progress::starved;
}

// A member with a wrong checksum whose end is where it should be: nothing within it (it may hold
// gzip data itself) should be taken for the next member.
Unpacker::Progress Unpacker::end_wrong_member(Output& output) {
  std::string_view bytes = window_.view(kPeek).substr(0, kPeek);  // no more, whatever is at hand
  const size_t zeros = std::min(bytes.find_first_not_of('\0'), bytes.size());
  bytes.remove_prefix(zeros);
  if (zeros + bytes.size() < kPeek && !window_.at_end()) return Progress::starved;
  decoded_.reset();
  const MemberHeader::Status status =
      bytes.empty() ? MemberHeader::Status::member : parse_member_header(coding_, bytes).status;
  if (status == MemberHeader::Status::damaged || status == MemberHeader::Status::garbage) {
    return fail("bad_crc", checksum_problem_);
  }
  splitter_.lose({.reason = "bad_crc", .offset = member_, .detail = checksum_problem_},
                 output.batch);
  state_ = State::boundary;
  return Progress::made;
}

void Unpacker::flush(Output& output) {
  if (!decoded_->empty()) {
    output.batch.keep(decoded_);
    splitter_.add(decoded_->view(), origin(!large_), output.batch);
  }
  decoded_ = std::make_shared<Buffer>();
}

// The member that began at member_ is lost, or its rest; where to go on is to be found.
Unpacker::Progress Unpacker::fail(std::string_view reason, const char* problem, bool truncated) {
  damage_ = {.reason = reason, .offset = member_, .detail = problem, .truncated = truncated};
  state_ = State::search;
  const uint64_t here = window_.offset();
  farthest_ = std::max(farthest_, here);
  if (here <= member_) {
    window_.skip(1);
    return Progress::made;
  }
  const uint64_t step = std::min<uint64_t>(here - (member_ + 1), StoredWindow::kHistory);
  if (gone_back_ + step <= farthest_ + StoredWindow::kHistory) {
    gone_back_ += step;
    window_.move_to(here - step);
  }
  return Progress::made;
}

Unpacker::Progress Unpacker::search(Output& output) {
  constexpr size_t kKept = 2;  // of a magic
  if (stream_ == nullptr) stream_ = make_stream(coding_);
  std::string_view bytes = window_.view(kTrialBytes);
  const bool at_end = window_.at_end() && bytes.size() == window_.available();
  if (bytes.size() < kTrialBytes && !at_end) return Progress::starved;
  const size_t found = find_member(coding_, bytes, 0);
  if (found == 0) {
    spent_ += kTrialBytes;
    work_ += kTrialBytes;
    if (!stream_->try_out(bytes.substr(0, kTrialBytes))) {
      window_.skip(1);
      return Progress::made;
    }
  } else if (found != std::string_view::npos) {
    window_.skip(found);
    return Progress::made;
  } else {
    window_.skip(at_end ? bytes.size() : bytes.size() - kKept);
    if (!at_end) return Progress::made;
  }
  if (found == 0 && damage_.truncated) {  // the input goes on: it was the member that had no end
    damage_.reason = "damaged_member";
    damage_.truncated = false;
  }
  splitter_.lose(std::move(damage_), output.batch);
  state_ = State::boundary;
  return Progress::made;
}

}  // namespace sluice::warc

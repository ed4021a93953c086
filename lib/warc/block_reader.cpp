#include "warc/block_reader.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "io/gzip_format.h"
#include "io/inputs.h"
#include "io/interrupt.h"
#include "io/zstd_format.h"

namespace sluice::warc {
namespace {

// What expand() decodes of a block at most, that is, where it stops: memory is bounded by that
// times the blocks in flight.
constexpr size_t kMostPlain = size_t{32} << 20;
// Members that turned out to be none or damaged, or are too large, before expand() gives up.
constexpr int kMostFailures = 8;
constexpr size_t kReadBytes = size_t{64} << 10;

std::optional<uint64_t> total_size(const std::vector<io::Input>& inputs) {
  uint64_t total = 0;
  for (const io::Input& input : inputs) {
    struct stat status {};
    if (!input.command.empty() || input.is_stdin()) return std::nullopt;
    if (::stat(input.name.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    total += static_cast<uint64_t>(status.st_size);
  }
  return total;
}

}  // namespace

void expand(Block& block) {
  block.members.clear();
  block.plain.clear();
  if (block.coding.compression == io::Compression::none) return;
  const std::string_view stored = block.stored.view();
  int failures = 0;
  for (size_t at = 0; at < stored.size() && block.plain.size() < kMostPlain;) {
    const std::string_view bytes = stored.substr(at);
    if (bytes.front() == '\0') {
      at = std::min(stored.find_first_not_of('\0', at), stored.size());
      continue;
    }
    const MemberHeader header = parse_member_header(block.coding, bytes);
    if (header.status == MemberHeader::Status::skippable) {
      if (header.size > bytes.size()) return;
      at += header.size;
      continue;
    }
    if (header.status == MemberHeader::Status::member) {
      const size_t before = block.plain.size();
      const WholeMember member =
          decode_member(block.coding, bytes.substr(0, kWholeStored), kWholePlain, block.plain);
      if (member.status == WholeMember::Status::good) {
        block.members.push_back({.begin = at,
                                 .size = member.size,
                                 .plain_begin = before,
                                 .plain_size = block.plain.size() - before});
        at += member.size;
        continue;
      }
      block.plain.truncate(before);
      if (++failures > kMostFailures) return;
    }
    at = find_member(block.coding, stored, at + 1);
  }
}

BlockReader::BlockReader(std::vector<io::Input> inputs, const Options& options)
    : BlockReader(std::move(inputs), options, [command = options.command](const io::Input& input) {
        return io::open_source(input, command);
      }) {
  total_ = total_size(inputs_);
}

BlockReader::BlockReader(std::vector<io::Input> inputs, const Options& options, OpenSource open)
    : inputs_(std::move(inputs)), options_(options), open_(std::move(open)) {}

bool BlockReader::next(Block& block) {
  io::interrupt::check();
  if (current_ == inputs_.size()) return false;
  if (source_ == nullptr) open_input();
  block.input = current_;
  block.page = io::names_page(inputs_[current_].name);
  block.offset = offset_;
  block.coding = coding_;
  block.stored.clear();
  std::swap(block.stored, rest_);
  rest_.clear();
  block.stored.reserve(options_.block_bytes);
  fill(block.stored, options_.block_bytes);
  if (!ended_ && coding_.compression != io::Compression::none) find_cut(block);
  offset_ += block.stored.size();
  block.last = ended_ && rest_.empty();
  if (block.last) {
    source_.reset();
    ++current_;
  }
  return true;
}

void BlockReader::open_input() {
  source_ = open_(inputs_[current_]);
  ended_ = false;
  in_large_ = false;
  offset_ = 0;
  coding_ = {};
  constexpr size_t kMagicBytes = 4;
  fill(rest_, kMagicBytes);
  coding_.compression = io::sniff_compression(rest_.view());
  if (!begins_dictionary(rest_.view())) return;
  fill(rest_, io::kSkippableHeader);
  if (rest_.size() < io::kSkippableHeader) return;
  const uint64_t size = io::kSkippableHeader + io::load_little_endian(rest_.data() + 4, 4);
  if (size > kLargestDictionary) return;
  fill(rest_, size);
  if (rest_.size() >= size) coding_.dictionary = read_dictionary(rest_.view().substr(0, size));
}

// Reads until there are so many bytes, or the source ends.
void BlockReader::fill(Buffer& bytes, size_t size) {
  while (bytes.size() < size && !ended_) {
    const size_t before = bytes.size();
    const size_t room = size - before;
    const size_t got = source_->read(bytes.grow(room), room);
    bytes.truncate(before + got);
    read_.fetch_add(got, std::memory_order_relaxed);
    ended_ = got == 0;
  }
}

// Leaves in the block what precedes the last member start. Where there is none, that of the next
// member is looked for, and within a member too large to be decoded whole, none.
void BlockReader::find_cut(Block& block) {
  size_t cut = find_last_member(coding_, block.stored.view());
  const size_t most = options_.block_bytes + kWholeStored;
  while (cut == std::string_view::npos && !in_large_ && !ended_ && block.stored.size() < most) {
    const size_t searched = block.stored.size();
    fill(block.stored, searched + kReadBytes);
    constexpr size_t kOverlap = 3;
    cut = find_member(coding_, block.stored.view(), searched - std::min(searched - 1, kOverlap));
  }
  in_large_ = cut == std::string_view::npos;
  if (in_large_) return;
  rest_.append(block.stored.view().substr(cut));
  block.stored.truncate(cut);
}

}  // namespace sluice::warc

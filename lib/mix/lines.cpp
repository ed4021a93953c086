#include "mix/lines.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "base/error.h"

namespace sluice::mix {
namespace {

static_assert(std::has_unique_object_representations_v<LineHead>);
static_assert(std::has_unique_object_representations_v<FileTotals>);

template <class Value>
std::string_view bytes_of(std::span<const Value> values) {
  const auto bytes = std::as_bytes(values);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Later {
  template <class Run>
  bool operator()(const Run* one, const Run* other) const {
    return other->head < one->head;
  }
};

}  // namespace

FileTotals& FileTotals::operator+=(const FileTotals& other) {
  documents += other.documents;
  tokens += other.tokens;
  bytes += other.bytes;
  return *this;
}

LineWriter::LineWriter(io::OutputFile& out, std::string_view digest, const Options& options)
    : file_(out, io::StageKind::mix_lines, digest), options_(options), totals_(options.files) {}

void LineWriter::add(const LineHead& head, std::string_view id, std::string_view line) {
  const size_t size = sizeof head + id.size() + line.size();
  // Half is for a run, which may be all there is.
  const size_t held = bytes_.size() + entries_.size() * sizeof(Entry);
  if (!entries_.empty() && held + size > options_.memory / 2) write_runs();
  entries_.push_back({.head = head, .at = bytes_.size(), .size = size});
  bytes_.append(bytes_of(std::span(&head, 1)));
  bytes_.append(id);
  bytes_.append(line);
  totals_[head.file] += {.documents = 1, .tokens = head.tokens, .bytes = line.size()};
}

void LineWriter::write_runs() {
  std::ranges::sort(entries_, [](const Entry& one, const Entry& other) {
    return one.head.file != other.head.file ? one.head.file < other.head.file
                                            : one.head < other.head;
  });
  for (size_t i = 0; i < entries_.size();) {
    const uint32_t file = entries_[i].head.file;
    run_.clear();
    for (; i < entries_.size() && entries_[i].head.file == file; ++i) {
      run_.append(bytes_.view().substr(entries_[i].at, entries_[i].size));
    }
    file_.add({.type = io::SectionType::mixed, .id = file}, run_.view());
  }
  entries_.clear();
  bytes_.clear();
}

void LineWriter::finish(std::string_view notes) {
  write_runs();
  bytes_.release();
  run_.release();
  file_.add({.type = io::SectionType::totals, .id = 0},
            bytes_of(std::span<const FileTotals>(totals_)));
  file_.add({.type = io::SectionType::totals, .id = 1}, notes);
  file_.finish({options_.files});
}

LineFile::LineFile(const std::string& path, std::string_view digest, uint32_t files)
    : file_(std::make_unique<io::StageFile>(path)) {
  open(digest, files);
}

LineFile::LineFile(std::string_view bytes, std::string name, std::string_view digest,
                   uint32_t files)
    : file_(std::make_unique<io::StageFile>(bytes, std::move(name))) {
  open(digest, files);
}

void LineFile::open(std::string_view digest, uint32_t files) {
  file_->require(io::StageKind::mix_lines, digest);
  totals_.resize(files);
  const auto sections = file_->sections(io::SectionType::totals, 0);
  if (sections.size() != 1 || sections.front().bytes != files * sizeof(FileTotals)) {
    throw IoError(file_->name(), "does not tell what its runs hold");
  }
  std::memcpy(totals_.data(), file_->read(sections.front()).data(), sections.front().bytes);
}

std::string_view LineFile::notes() const {
  const auto sections = file_->sections(io::SectionType::totals, 1);
  return sections.empty() ? std::string_view{} : file_->read(sections.front());
}

Merge::Merge(const std::vector<LineFile>& files, uint32_t file, size_t memory) : memory_(memory) {
  for (const LineFile& one : files) {
    for (const io::StageSection& section : one.file().sections(io::SectionType::mixed, file)) {
      check(one, section);
      runs_.push_back({.file = &one.file(), .section = &section, .block = {}});
    }
  }
  constexpr size_t kLeastBlock = 4096;
  block_bytes_ = std::max(memory_ / std::max<size_t>(runs_.size(), 1), kLeastBlock);
  for (Run& run : runs_) {
    if (take_head(run)) heap_.push_back(&run);
  }
  std::ranges::make_heap(heap_, Later{});
}

void Merge::check(const LineFile& file, const io::StageSection& section) {
  file.file().read(section);
  checked_ += section.bytes;
  if (checked_ < memory_) return;
  checked_ = 0;
  file.file().drop_pages();
}

// Goes on with what is left of the block and what follows it.
void Merge::fill(Run& run, size_t count) const {
  const std::string left(run.block.view().substr(run.at));
  const uint64_t rest = run.section->bytes - run.read;
  const size_t more = std::min<uint64_t>(std::max(count, block_bytes_) - left.size(), rest);
  if (left.size() + more < count) run.file->refuse(*run.section, "ends within a line");
  run.block.clear();
  // Held a long line.
  if (run.block.capacity() > 2 * std::max(count, block_bytes_)) run.block.release();
  run.block.append(left);
  run.file->copy(*run.section, run.read, more, run.block.grow(more));
  run.read += more;
  run.at = 0;
}

std::string_view Merge::take(Run& run, size_t count) const {
  if (run.block.size() - run.at < count) fill(run, count);
  const std::string_view taken = run.block.view().substr(run.at, count);
  run.at += count;
  return taken;
}

bool Merge::take_head(Run& run) const {
  if (run.at == run.block.size() && run.read == run.section->bytes) {
    run.block.release();
    return false;
  }
  std::memcpy(&run.head, take(run, sizeof run.head).data(), sizeof run.head);
  return true;
}

MixedLine Merge::take_line(Run& run) const {
  const size_t id_bytes = run.head.id_bytes;
  const std::string_view bytes = take(run, id_bytes + run.head.line_bytes);
  return {.head = run.head, .id = bytes.substr(0, id_bytes), .line = bytes.substr(id_bytes)};
}

bool Merge::next(MixedLine& line) {
  if (last_ != nullptr) {
    if (take_head(*last_)) {
      heap_.push_back(last_);
      std::ranges::push_heap(heap_, Later{});
    }
    last_ = nullptr;
  }
  if (heap_.empty()) return false;
  std::ranges::pop_heap(heap_, Later{});
  last_ = heap_.back();
  heap_.pop_back();
  line = take_line(*last_);
  return true;
}

}  // namespace sluice::mix

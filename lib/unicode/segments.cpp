#include "unicode/segments.h"

#include <unicode/uchar.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "unicode/ascii_segments.h"
#include "unicode/break_classes.h"
#include "unicode/dictionary_words.h"
#include "unicode/utf8.h"
#include "unicode/word_machine.h"

namespace sluice {
namespace {

constexpr size_t kBatch = 512;  // segments: 4 KB, which the caller finds in the cache

struct Character {
  WordClass value = WordClass::other;
  uint32_t size = 1;
  bool ascii = false;
};

inline Character read(const BreakClasses& classes, std::string_view text, size_t at) {
  const CodePoint next = decode_utf8(text, at);
  if (next.size == 0) return {};
  return {classes.word(next.value), next.size, next.value < 0x80};
}

// How far the machine has come in a segment.
struct Progress {
  size_t end = 0;
  WordState state = WordState::start;
  WordClass last = WordClass::other;
  WordClass greatest = WordClass::other;
};

inline WordState follow(const Progress& progress, WordClass value) {
  const WordState next = step(progress.state, value);
  if (next == WordState::boundary && progress.last == WordClass::zwj &&
      word_machine::is_pictographic(value) && !is_pending(progress.state)) {
    return join_emoji(value);  // WB3c
  }
  return next;
}

// The segment that begins at `begin` with `next`, which becomes the character behind it.
inline Progress find_segment(const BreakClasses& classes, std::string_view text, size_t begin,
                             Character& next) {
  Progress progress{.end = begin};
  Progress accepted;  // the last progress that was not pending
  WordState state = step(WordState::start, next.value);
  do {
    if (is_pending(state) && !is_pending(progress.state)) accepted = progress;
    progress.state = state;
    progress.last = next.value;
    progress.greatest = std::max(progress.greatest, next.value);
    progress.end += next.size;
    if (progress.end == text.size()) break;
    next = read(classes, text, progress.end);
    state = follow(progress, next.value);
  } while (state != WordState::boundary);
  if (!is_pending(progress.state)) return progress;
  next = read(classes, text, accepted.end);
  return accepted;
}

// Whether it is worth while to look at a block of ASCII.
bool is_ascii_ahead(std::string_view text, size_t at) {
  uint64_t word = 0;
  std::memcpy(&word, text.data() + at, std::min(sizeof word, text.size() - at));
  return (word & 0x8080808080808080) == 0;
}

}  // namespace

Segmenter::Segmenter() = default;
Segmenter::~Segmenter() = default;
Segmenter::Segmenter(Segmenter&&) noexcept = default;
Segmenter& Segmenter::operator=(Segmenter&&) noexcept = default;

void Segmenter::append_segments(std::string_view text, size_t& at) {
  const BreakClasses& classes = BreakClasses::get();
  Character next = read(classes, text, at);
  do {
    const size_t size_of_first = next.size;
    const Progress found = find_segment(classes, text, at, next);
    const std::string_view bytes = text.substr(at, found.end - at);
    const Segment segment{static_cast<uint32_t>(bytes.size()), kind_of(found.state)};
    at = found.end;
    if (!needs_dictionary(found.greatest) || bytes.size() == size_of_first) {
      segments_.push_back(segment);
    } else {
      if (dictionary_ == nullptr) dictionary_ = std::make_unique<DictionaryWords>();
      dictionary_->divide(bytes, segment, segments_);
    }
  } while (at < text.size() && segments_.size() < kBatch &&
           !(next.ascii && is_ascii_ahead(text, at)));
}

std::span<const Segment> Segmenter::next(std::string_view text, size_t& at) {
  std::array<Segment, kAsciiBlock> found;
  segments_.clear();
  while (at < text.size() && segments_.size() < kBatch) {
    const size_t count = is_ascii_ahead(text, at) ? find_ascii_segments(text, at, found.data()) : 0;
    if (count == 0) {
      append_segments(text, at);
    } else {
      segments_.insert(segments_.end(), found.begin(), found.begin() + count);
    }
  }
  return segments_;
}

void Segmenter::split(std::string_view text, std::vector<Segment>& out) {
  out.clear();
  size_t at = 0;
  while (at < text.size()) {
    const std::span<const Segment> segments = next(text, at);
    out.insert(out.end(), segments.begin(), segments.end());
  }
}

size_t Segmenter::memory() const {
  return segments_.capacity() * sizeof(Segment) + (dictionary_ ? dictionary_->memory() : 0);
}

std::string segmenter_version() { return std::string("Unicode 15.0, ICU ") + U_ICU_VERSION; }

}  // namespace sluice

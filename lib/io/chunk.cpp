#include "io/chunk.h"

#include <sys/stat.h>
#include <zstd.h>

#include <atomic>
#include <new>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "io/decoder.h"
#include "io/interrupt.h"
#include "io/stored_bytes.h"

namespace sluice::io {
namespace {

// The sum of the inputs' sizes if all of them are regular files.
std::optional<uint64_t> total_size(const std::vector<Input>& inputs) {
  uint64_t total = 0;
  for (const Input& input : inputs) {
    struct stat status {};
    if (!input.command.empty() || input.is_stdin()) return std::nullopt;
    if (::stat(input.name.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    total += static_cast<uint64_t>(status.st_size);
  }
  return total;
}

ZSTD_DCtx* frame_decompressor() {
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  thread_local std::unique_ptr<ZSTD_DCtx, Free> context(ZSTD_createDCtx());
  if (context == nullptr) throw std::bad_alloc();
  return context.get();
}

}  // namespace

std::string_view Defect::reason() const {
  switch (kind) {
    case Kind::truncated:
      return "truncated_input";
    case Kind::damaged:
      return "damaged_stream";
    case Kind::trailing_garbage:
      return "garbage";
    case Kind::window_too_large:
      return "window_too_large";
  }
  return "damaged_stream";
}

struct ChunkReader::State {
  std::vector<Input> inputs;
  Options options;
  OpenSource open;
  std::optional<uint64_t> total;
  std::atomic<uint64_t> read = 0;

  size_t current = 0;  // index of the input being read
  std::unique_ptr<StoredBytes> stored;
  std::unique_ptr<Decoder> decoder;  // null between inputs
};

ChunkReader::ChunkReader(std::vector<Input> inputs, const Options& options)
    : ChunkReader(std::move(inputs), options, [command = options.command](const Input& input) {
        return open_source(input, command);
      }) {
  state_->total = total_size(state_->inputs);
}

ChunkReader::ChunkReader(std::vector<Input> inputs, const Options& options, OpenSource open)
    : state_(std::make_unique<State>()) {
  state_->inputs = std::move(inputs);
  state_->options = options;
  state_->open = std::move(open);
}

ChunkReader::~ChunkReader() = default;

bool ChunkReader::next(Chunk& chunk) {
  State& state = *state_;
  interrupt::check();
  if (state.current == state.inputs.size()) return false;
  if (state.decoder == nullptr) {
    state.stored =
        std::make_unique<StoredBytes>(state.open(state.inputs[state.current]), state.read);
    state.decoder = make_decoder(*state.stored, state.options);
  }
  chunk.input = state.current;
  chunk.offset = state.stored->offset();
  chunk.bytes.clear();
  chunk.compressed = false;
  chunk.last = false;
  chunk.defect.reset();
  state.decoder->next(chunk);
  if (state.decoder->changes_format()) {
    state.decoder = make_decoder(*state.stored, state.options);
  }
  if (chunk.last) {
    state.decoder.reset();
    state.stored.reset();
    ++state.current;
  }
  return true;
}

void ChunkReader::expand(Chunk& chunk) {
  if (!chunk.compressed) return;
  // The thread's spare buffer and the chunk's change places, so that no memory is asked for once
  // both have grown.
  thread_local Buffer plain;
  plain.clear();
  const std::string_view frame = chunk.bytes.view();
  const auto size =
      static_cast<size_t>(ZSTD_getFrameContentSize(frame.data(), frame.size()));  // next() saw it
  plain.reserve(size);
  const size_t got =
      ZSTD_decompressDCtx(frame_decompressor(), plain.data(), size, frame.data(), frame.size());
  if (ZSTD_isError(got)) {
    chunk.defect = Defect{.offset = chunk.offset, .detail = ZSTD_getErrorName(got)};
  } else {
    plain.grow(got);
  }
  std::swap(chunk.bytes, plain);
  chunk.compressed = false;
}

uint64_t ChunkReader::stored_bytes_read() const { return state_->read; }

std::optional<uint64_t> ChunkReader::stored_bytes_total() const { return state_->total; }

std::string read_whole(const Input& input, uint64_t limit) {
  std::string whole;
  ChunkReader reader({input}, {});
  for (Chunk chunk; reader.next(chunk);) {
    ChunkReader::expand(chunk);
    if (chunk.defect) throw IoError(input.name, chunk.defect->offset, chunk.defect->detail);
    if (chunk.bytes.size() > limit - whole.size()) {
      throw IoError(input.name, "holds more than " + human_bytes(limit));
    }
    whole.append(chunk.bytes.view());
  }
  return whole;
}

}  // namespace sluice::io

// Any bytes in chunks of any size: the pieces are the text, their tokens those of the whole, and
// what is no text is refused at the same place.
#include "pipeline/text_feed.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "bpe/encoder.h"
#include "unicode/utf8.h"

namespace {

using namespace sluice;

void require(bool holds) {
  if (!holds) std::abort();
}

bpe::Vocabulary vocabulary() {
  bpe::Vocabulary result;
  result.semantics = bpe::Semantics::merges;
  result.pre_tokenizer = bpe::PreTokenizer::qwen2;
  result.normalizer = bpe::Normalizer::nfc;
  for (int byte = 0; byte < 256; ++byte) {
    result.tokens.emplace_back(1, static_cast<char>(byte));
  }
  result.added = {
      {.id = 256, .content = "a b", .special = false},
      {.id = 257, .content = "b\nc", .special = false, .lstrip = true},
      {.id = 258, .content = "c", .special = false, .rstrip = true},
      {.id = 259, .content = "\u00E9 d", .special = false, .normalized = true},
      {.id = 260, .content = " d", .special = false, .single_word = true, .normalized = true}};
  return result;
}

// A file in memory.
class Memory {
 public:
  explicit Memory(std::string_view bytes) : file_(memfd_create("text", 0)) {
    require(file_ >= 0 &&
            write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { close(file_); }
  std::string name() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

struct Taken {
  std::string text;
  std::string error;
  uint64_t tokens = 0;
};

Taken take(const bpe::Encoder& encoder, const Memory& file, size_t chunk_bytes, uint64_t limit) {
  bpe::Encoder::Scratch scratch(encoder);
  Taken taken;
  pipeline::TextFeed feed(
      {{.name = file.name(), .command = {}}},
      {.cut = {[&](std::string_view text, size_t at) { return encoder.safe_cut(text, at); },
               encoder.cut_context()},
       .limit_bytes = limit,
       .chunks = {.chunk_bytes = chunk_bytes}},
      [&](const pipeline::TextPiece& piece) {
        taken.text += piece.text;
        taken.tokens += encoder.count(piece.text, scratch);
      });
  const auto load = feed.make_load();
  pipeline::Batch batch;
  try {
    while (feed.read(*load)) {
      feed.expand(*load);
      feed.join(*load);
      feed.process(*load, batch);
      feed.recycle(*load);
    }
  } catch (const CheckError& error) {
    taken.error = error.what();
  }
  return taken;
}

}  // namespace

// The first byte is the size of the chunks, the second, if not 0, a limit.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const bpe::Encoder encoder(vocabulary(), {.cache_bytes = 1024});
  if (size < 2) return 0;
  // No compressed file begins so.
  const std::string bytes = "x" + std::string(reinterpret_cast<const char*>(data + 2), size - 2);
  const Memory file(bytes);
  const uint64_t limit = data[1] == 0 ? UINT64_MAX : data[1] * uint64_t{4};
  const Taken whole = take(encoder, file, bytes.size() + 1, limit);
  const Taken parts = take(encoder, file, 1 + data[0], limit);
  require(parts.error == whole.error);
  if (limit == UINT64_MAX) require(whole.error.empty() == is_valid_utf8(bytes));
  if (!whole.error.empty()) return 0;
  require(parts.text == whole.text && parts.tokens == whole.tokens);
  require(bytes.starts_with(whole.text) && whole.text.size() <= limit);
  bpe::Encoder::Scratch scratch(encoder);
  require(encoder.count(whole.text, scratch) == whole.tokens);
  return 0;
}

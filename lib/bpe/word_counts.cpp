#include "bpe/word_counts.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "base/hash.h"

namespace sluice::bpe {
namespace {

constexpr size_t kInline = 8;
constexpr size_t kFirstSlots = size_t{1} << 10;
constexpr size_t kBlock = size_t{1} << 18;

// Saturating, so that sums of any order agree.
uint64_t add_up(uint64_t left, uint64_t right) {
  const uint64_t sum = left + right;
  return sum < left ? std::numeric_limits<uint64_t>::max() : sum;
}

uint64_t multiply_up(uint64_t left, uint64_t right) {
  uint64_t product = 0;
  return __builtin_mul_overflow(left, right, &product) ? std::numeric_limits<uint64_t>::max()
                                                       : product;
}

uint32_t load32(const char* bytes) {
  uint32_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// The bytes of a word of 1 to 8 as the memory of a number, zeros behind them, without reading past
// its end.
uint64_t pack(std::string_view word) {
  static_assert(std::endian::native == std::endian::little);
  const size_t size = word.size();
  const char* bytes = word.data();
  if (size >= 4) {
    return load32(bytes) | uint64_t{load32(bytes + size - 4)} << (8 * (size - 4));
  }
  const auto byte = [&](size_t at) {
    return uint64_t{static_cast<unsigned char>(bytes[at])} << (8 * at);
  };
  return byte(0) | byte(size / 2) | byte(size - 1);
}

// Of a packed word. The upper half of a multiplication depends on all bits; the length is told
// apart too, since words may hold zeros.
uint32_t tag_of(uint64_t packed, size_t size) {
  uint64_t mixed = (packed ^ (packed >> 32) ^ (size << 59)) * 0x9E3779B97F4A7C15;
  mixed ^= mixed >> 29;
  return static_cast<uint32_t>((mixed * 0xBF58476D1CE4E5B9) >> 32);
}

}  // namespace

struct WordCounts::State {
  // A word of up to 8 bytes lies in the slot itself, a longer one in a block.
  struct Slot {
    union {
      uint64_t packed;
      const char* bytes;
    };
    uint32_t size;  // 0: free
    uint32_t tag;   // of the word's hash; its upper bits are the slot's number but for probing
    uint64_t count;

    std::string_view word() const {
      return {size <= kInline ? reinterpret_cast<const char*>(&packed) : bytes, size};
    }
  };

  explicit State(const Splitter::Options& splitting) : options(splitting), splitter(splitting) {
    slots.resize(kFirstSlots);
    shift = 32 - static_cast<unsigned>(std::countr_zero(kFirstSlots));
  }

  void add(std::string_view word, uint64_t count) {
    if (used * 4 >= slots.size() * 3) grow();
    Slot& slot = word.size() <= kInline ? slot_of_short(word) : slot_of_long(word);
    slot.count = add_up(slot.count, count);
  }

  Slot& slot_of_short(std::string_view word) {
    const uint64_t packed = pack(word);
    const uint32_t tag = tag_of(packed, word.size());
    Slot& slot =
        find(tag, [&](const Slot& at) { return at.packed == packed && at.size == word.size(); });
    if (slot.size == 0) {
      slot.packed = packed;
      take(slot, word.size(), tag);
    }
    return slot;
  }

  Slot& slot_of_long(std::string_view word) {
    const auto tag = static_cast<uint32_t>(hash64(word) >> 32);
    Slot& slot = find(tag, [&](const Slot& at) {
      return at.tag == tag && at.size == word.size() &&
             std::memcmp(at.bytes, word.data(), word.size()) == 0;
    });
    if (slot.size == 0) {
      slot.bytes = store(word);
      take(slot, word.size(), tag);
    }
    return slot;
  }

  // The slot of a word, or the free one where it belongs.
  template <class Same>
  Slot& find(uint32_t tag, Same same) {
    const size_t mask = slots.size() - 1;
    for (size_t at = tag >> shift;; at = (at + 1) & mask) {
      if (slots[at].size == 0 || same(slots[at])) return slots[at];
    }
  }

  void take(Slot& slot, size_t size, uint32_t tag) {
    slot.size = static_cast<uint32_t>(size);
    slot.tag = tag;
    slot.count = 0;
    ++used;
  }

  void grow() {
    std::vector<Slot> old = std::move(slots);
    slots = std::vector<Slot>(old.size() * 2);
    --shift;
    const size_t mask = slots.size() - 1;
    for (const Slot& slot : old) {
      if (slot.size == 0) continue;
      size_t at = slot.tag >> shift;
      while (slots[at].size != 0) at = (at + 1) & mask;
      slots[at] = slot;
    }
  }

  std::vector<WordCount> list() const {
    std::vector<WordCount> words;
    words.reserve(used);
    for (const Slot& slot : slots) {
      if (slot.size != 0) words.push_back({slot.word(), slot.count});
    }
    return words;
  }

  const char* store(std::string_view word) {
    if (word.size() > left) {
      left = std::max(kBlock, word.size());
      blocks.push_back(std::make_unique_for_overwrite<char[]>(left));
      block_bytes += left;
      next = blocks.back().get();
    }
    char* at = next;
    std::memcpy(at, word.data(), word.size());
    next += word.size();
    left -= word.size();
    return at;
  }

  Splitter::Options options;
  Splitter splitter;
  std::vector<Slot> slots;  // a power of two
  unsigned shift = 0;       // tag >> shift: where to look first
  uint64_t used = 0;
  uint64_t total = 0;
  uint64_t bytes = 0;

  std::vector<std::unique_ptr<char[]>> blocks;
  char* next = nullptr;
  size_t left = 0;
  uint64_t block_bytes = 0;
};

WordCounts::WordCounts(const Splitter::Options& options)
    : state_(std::make_unique<State>(options)) {}
WordCounts::~WordCounts() = default;
WordCounts::WordCounts(WordCounts&&) noexcept = default;
WordCounts& WordCounts::operator=(WordCounts&&) noexcept = default;

void WordCounts::add(std::string_view text) {
  State& state = *state_;
  uint64_t pieces = 0;
  state.splitter.split(text, [&](std::string_view piece) {
    ++pieces;
    state.add(piece, 1);
  });
  state.total = add_up(state.total, pieces);
  state.bytes = add_up(state.bytes, text.size());
}

void WordCounts::add_word(std::string_view word, uint64_t count) {
  if (word.empty() || count == 0) return;
  if (word.size() > std::numeric_limits<uint32_t>::max()) {
    throw ConfigError("a pre-token of more than 4 GiB cannot be counted");
  }
  state_->add(word, count);
  state_->total = add_up(state_->total, count);
  state_->bytes = add_up(state_->bytes, multiply_up(count, word.size()));
}

void WordCounts::merge(const WordCounts& other) {
  const State& from = *other.state_;
  if (from.options.pre_tokenizer != state_->options.pre_tokenizer ||
      from.options.unicode != state_->options.unicode) {
    throw ConfigError("word counts of different pre-tokenizers cannot be added");
  }
  // Not in the order of slots: that is the order of hashes, which would fill the front of a smaller
  // table until probing is quadratic.
  const size_t mask = from.slots.size() - 1;
  const size_t stride = (from.slots.size() / 8 * 5) | 1;
  for (size_t i = 0, at = 0; i <= mask; ++i, at = (at + stride) & mask) {
    const State::Slot slot = from.slots[at];
    if (slot.size != 0) state_->add(slot.word(), slot.count);
  }
  state_->total = add_up(state_->total, from.total);
  state_->bytes = add_up(state_->bytes, from.bytes);
}

const Splitter::Options& WordCounts::splitting() const { return state_->options; }
uint64_t WordCounts::distinct() const { return state_->used; }
uint64_t WordCounts::total() const { return state_->total; }
uint64_t WordCounts::bytes() const { return state_->bytes; }

uint64_t WordCounts::memory_bytes() const {
  return state_->slots.capacity() * sizeof(State::Slot) + state_->block_bytes;
}

std::vector<WordCount> WordCounts::by_count() const {
  std::vector<WordCount> words = state_->list();
  std::sort(words.begin(), words.end(),
            [](const WordCount& left, const WordCount& right) { return left.count > right.count; });
  return words;
}

std::vector<WordCount> WordCounts::sorted() const {
  std::vector<WordCount> words = state_->list();
  std::sort(words.begin(), words.end(),
            [](const WordCount& left, const WordCount& right) { return left.word < right.word; });
  return words;
}

}  // namespace sluice::bpe

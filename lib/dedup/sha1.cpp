#include "dedup/sha1.h"

#include <openssl/sha.h>

#include <array>
#include <cstddef>
#include <cstring>

// Highway compiles this file once for each instruction set (hwy/foreach_target.h); what does not
// depend on it is guarded by HWY_ONCE or lies here.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dedup/sha1.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef SLUICE_DEDUP_SHA1_ONCE
#define SLUICE_DEDUP_SHA1_ONCE
namespace sluice::dedup {
namespace {

constexpr size_t kBlock = 64;      // bytes
constexpr size_t kWords = 16;      // of 32 bits in a block
constexpr size_t kMostBlocks = 4;  // longer messages go to the library
constexpr size_t kMostLanes = 16;

// Behind a message: a bit, and its length in bits in eight bytes.
inline size_t blocks_of(size_t bytes) { return (bytes + 1 + 8 + kBlock - 1) / kBlock; }

inline uint64_t library_prefix(std::string_view message) {
  std::array<unsigned char, SHA_DIGEST_LENGTH> digest;
  SHA1(reinterpret_cast<const unsigned char*>(message.data()), message.size(), digest.data());
  uint64_t prefix;
  std::memcpy(&prefix, digest.data(), sizeof prefix);
  return prefix;
}

}  // namespace
}  // namespace sluice::dedup
#endif  // SLUICE_DEDUP_SHA1_ONCE

HWY_BEFORE_NAMESPACE();
namespace sluice::dedup {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<uint32_t, kMostLanes>;
using Vector = hn::Vec<Lanes>;

struct State {
  Vector a, b, c, d, e;
};

// Twenty rounds with one function of b, c and d and one constant (RFC 3174, section 5).
template <size_t kFrom, class Choose>
inline void twenty_rounds(State& s, std::array<std::array<uint32_t, kMostLanes>, kWords>& words,
                          uint32_t constant, Choose&& choose) {
  const Lanes lanes;
  for (size_t t = kFrom; t < kFrom + 20; ++t) {
    const auto word = [&](size_t back) {
      return hn::LoadU(lanes, words[(t + kWords - back) % kWords].data());
    };
    Vector w;
    if (t < kWords) {
      w = hn::LoadU(lanes, words[t].data());
    } else {
      w = hn::RotateRight<31>(hn::Xor(hn::Xor(word(3), word(8)), hn::Xor(word(14), word(16))));
      hn::StoreU(w, lanes, words[t % kWords].data());
    }
    const Vector sum = hn::Add(hn::Add(hn::RotateRight<27>(s.a), choose(s.b, s.c, s.d)),
                               hn::Add(hn::Add(s.e, w), hn::Set(lanes, constant)));
    s = {sum, s.a, hn::RotateRight<2>(s.b), s.c, s.d};
  }
}

inline State compress(const State& before,
                      std::array<std::array<uint32_t, kMostLanes>, kWords>& words) {
  State s = before;
  const auto parity = [](Vector b, Vector c, Vector d) { return hn::Xor(b, hn::Xor(c, d)); };
  twenty_rounds<0>(s, words, 0x5A827999, [](Vector b, Vector c, Vector d) {
    return hn::Xor(d, hn::And(b, hn::Xor(c, d)));
  });
  twenty_rounds<20>(s, words, 0x6ED9EBA1, parity);
  twenty_rounds<40>(s, words, 0x8F1BBCDC, [](Vector b, Vector c, Vector d) {
    return hn::Or(hn::And(b, c), hn::And(d, hn::Or(b, c)));
  });
  twenty_rounds<60>(s, words, 0xCA62C1D6, parity);
  return {hn::Add(s.a, before.a), hn::Add(s.b, before.b), hn::Add(s.c, before.c),
          hn::Add(s.d, before.d), hn::Add(s.e, before.e)};
}

// Messages of as many blocks, waiting until there is one for each lane.
class Batch {
 public:
  explicit Batch(size_t blocks) : blocks_(blocks) {}

  void add(std::string_view message, uint64_t* prefix) {
    prefixes_[size_] = prefix;
    std::array<unsigned char, kMostBlocks * kBlock> padded{};
    std::memcpy(padded.data(), message.data(), message.size());
    padded[message.size()] = 0x80;
    const uint64_t bits = __builtin_bswap64(uint64_t{message.size()} * 8);
    std::memcpy(&padded[blocks_ * kBlock - sizeof bits], &bits, sizeof bits);
    for (size_t w = 0; w < blocks_ * kWords; ++w) {
      uint32_t word;
      std::memcpy(&word, &padded[w * sizeof word], sizeof word);
      words_[w / kWords][w % kWords][size_] = __builtin_bswap32(word);
    }
    if (++size_ == hn::Lanes(Lanes())) finish();
  }

  void finish() {
    if (size_ == 0) return;
    const Lanes lanes;
    State s = {hn::Set(lanes, 0x67452301), hn::Set(lanes, 0xEFCDAB89), hn::Set(lanes, 0x98BADCFE),
               hn::Set(lanes, 0x10325476), hn::Set(lanes, 0xC3D2E1F0)};
    for (size_t block = 0; block < blocks_; ++block) s = compress(s, words_[block]);
    std::array<uint32_t, kMostLanes> first{};
    std::array<uint32_t, kMostLanes> second{};
    hn::StoreU(s.a, lanes, first.data());
    hn::StoreU(s.b, lanes, second.data());
    for (size_t i = 0; i < size_; ++i) {
      *prefixes_[i] = uint64_t{__builtin_bswap32(second[i])} << 32 | __builtin_bswap32(first[i]);
    }
    size_ = 0;
  }

 private:
  const size_t blocks_;
  size_t size_ = 0;
  std::array<uint64_t*, kMostLanes> prefixes_;
  std::array<std::array<std::array<uint32_t, kMostLanes>, kWords>, kMostBlocks> words_{};
};

void sha1_prefixes(std::span<const std::string_view> messages, std::span<uint64_t> prefixes) {
  std::array<Batch, kMostBlocks> batches = {Batch(1), Batch(2), Batch(3), Batch(4)};
  for (size_t i = 0; i < messages.size(); ++i) {
    const size_t blocks = blocks_of(messages[i].size());
    if (blocks <= kMostBlocks) {
      batches[blocks - 1].add(messages[i], &prefixes[i]);
    } else {
      prefixes[i] = library_prefix(messages[i]);
    }
  }
  for (Batch& batch : batches) batch.finish();
}

}  // namespace HWY_NAMESPACE
}  // namespace sluice::dedup
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sluice::dedup {

HWY_EXPORT(sha1_prefixes);

void sha1_prefixes(std::span<const std::string_view> messages, std::span<uint64_t> prefixes) {
  HWY_DYNAMIC_DISPATCH(sha1_prefixes)(messages, prefixes);
}

}  // namespace sluice::dedup
#endif  // HWY_ONCE

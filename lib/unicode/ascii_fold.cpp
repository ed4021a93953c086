#include "unicode/ascii_fold.h"

#include <algorithm>
#include <bit>
#include <cstring>

// Highway compiles this file once for each instruction set (hwy/foreach_target.h); what does not
// depend on it is guarded by HWY_ONCE.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unicode/ascii_fold.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sluice {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<uint8_t, kAsciiFoldRoom>;
using Vector = hn::Vec<Bytes>;

// A bit for each byte.
inline uint64_t bits(Bytes bytes, hn::Mask<Bytes> mask) {
  std::array<uint8_t, 8> stored{};
  hn::StoreMaskBits(bytes, mask, stored.data());
  uint64_t word;
  std::memcpy(&word, stored.data(), sizeof word);
  return word;
}

inline uint64_t lowest(size_t count) {
  return count >= 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
}

class Folder {
 public:
  explicit Folder(const AsciiFold& fold)
      : spaces_(hn::LoadDup128(bytes_, fold.spaces.data())),
        stops_(hn::LoadDup128(bytes_, fold.stops.data())),
        bit_of_(hn::LoadDup128(bytes_, kBitOf.data())),
        small_(hn::Set(bytes_, fold.lower ? uint8_t{0x20} : uint8_t{0})),
        squeeze_(fold.squeeze) {}

  AsciiFolded fold(std::string_view text, bool after_space, char* out) const;

 private:
  // Of the upper half of a byte; none if it is not ASCII.
  static constexpr std::array<uint8_t, 16> kBitOf = {1, 2, 4, 8, 16, 32, 64, 128};

  Vector load(const char* from, size_t size) const {
    if (size == hn::Lanes(bytes_)) {
      return hn::LoadU(bytes_, reinterpret_cast<const uint8_t*>(from));
    }
    std::array<uint8_t, kAsciiFoldRoom> padded{};
    std::memcpy(padded.data(), from, size);
    return hn::LoadU(bytes_, padded.data());
  }

  const Bytes bytes_;
  const Vector spaces_;
  const Vector stops_;
  const Vector bit_of_;
  const Vector small_;
  const bool squeeze_;
};

// Each step writes a whole vector as if nothing was to be dropped, and goes on behind the first run
// of spaces that is: shorter steps are cheaper than moving bytes within a vector.
AsciiFolded Folder::fold(std::string_view text, bool after_space, char* out) const {
  const size_t lanes = hn::Lanes(bytes_);
  const char* from = text.data();
  const char* const end = from + text.size();
  char* to = out;
  uint64_t before = after_space ? 1 : 0;
  while (from != end) {
    const size_t left = std::min(static_cast<size_t>(end - from), lanes);
    const Vector text_bytes = load(from, left);
    const Vector low = hn::And(text_bytes, hn::Set(bytes_, uint8_t{15}));
    const Vector bit = hn::TableLookupBytes(bit_of_, hn::ShiftRight<4>(text_bytes));
    const auto is_space = hn::TestBit(hn::TableLookupBytes(spaces_, low), bit);
    const Vector stop = hn::And(hn::TableLookupBytes(stops_, low), bit);
    const auto is_stop = hn::Or(hn::Ne(stop, hn::Zero(bytes_)), hn::Eq(bit, hn::Zero(bytes_)));
    const auto is_capital =
        hn::Lt(hn::Sub(text_bytes, hn::Set(bytes_, uint8_t{'A'})), hn::Set(bytes_, uint8_t{26}));
    const Vector lowered = hn::Add(text_bytes, hn::IfThenElseZero(is_capital, small_));
    hn::StoreU(hn::IfThenElse(is_space, hn::Set(bytes_, uint8_t{' '}), lowered), bytes_,
               reinterpret_cast<uint8_t*>(to));

    const auto usable =
        std::min(left, static_cast<size_t>(std::countr_zero(bits(bytes_, is_stop))));
    const uint64_t spaces = bits(bytes_, is_space) & lowest(usable);
    const uint64_t dropped = squeeze_ ? spaces & (spaces << 1 | before) : 0;
    if (dropped == 0) {
      from += usable;
      to += usable;
      if (usable != 0) before = spaces >> (usable - 1);
      if (usable < left) break;
    } else {
      const int kept = std::countr_zero(dropped);
      to += kept;
      from += kept + std::countr_one(spaces >> kept);
      before = 1;
    }
  }
  return {static_cast<size_t>(from - text.data()), static_cast<size_t>(to - out), before != 0};
}

AsciiFolded fold_ascii(const AsciiFold& fold, std::string_view text, bool after_space, char* out) {
  return Folder(fold).fold(text, after_space, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace sluice
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sluice {

HWY_EXPORT(fold_ascii);

AsciiFolded fold_ascii(const AsciiFold& fold, std::string_view text, bool after_space, char* out) {
  return HWY_DYNAMIC_DISPATCH(fold_ascii)(fold, text, after_space, out);
}

}  // namespace sluice
#endif  // HWY_ONCE

#include "unicode/ascii_segments.h"

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace sluice {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// A bit for each byte of a block, the first the lowest.
struct Masks {
  uint64_t letters = 0;  // and @
  uint64_t digits = 0;
  uint64_t connectors = 0;   // _
  uint64_t spaces = 0;       // the space alone
  uint64_t controls = 0;     // \t \n \v \f \r
  uint64_t returns = 0;      // \r
  uint64_t line_feeds = 0;   // \n
  uint64_t mid_both = 0;     // ' . between letters, between digits
  uint64_t mid_numbers = 0;  // , ; between digits
  uint64_t foreign = 0;      // not ASCII
};

// Sixteen bytes at a time, which every machine can do; wider vectors gain little here.
Masks classify(const char* block) {
  const hn::FixedTag<uint8_t, 16> bytes;
  Masks masks;
  for (size_t at = 0; at < kAsciiBlock; at += 16) {
    const auto value = hn::LoadU(bytes, reinterpret_cast<const uint8_t*>(block) + at);
    const auto is = [&](char character) {
      return hn::Eq(value, hn::Set(bytes, static_cast<uint8_t>(character)));
    };
    const auto is_within = [&](auto of, char first, uint8_t count) {
      const auto from_first = hn::Sub(of, hn::Set(bytes, static_cast<uint8_t>(first)));
      return hn::Eq(hn::Min(from_first, hn::Set(bytes, static_cast<uint8_t>(count - 1))),
                    from_first);
    };
    const auto add = [&](uint64_t& mask, auto found) {
      std::array<uint8_t, 8> bits{};  // two of them are set
      hn::StoreMaskBits(bytes, found, bits.data());
      mask |= (uint64_t{bits[0]} | uint64_t{bits[1]} << 8) << at;
    };
    const auto small = hn::Or(value, hn::Set(bytes, uint8_t{0x20}));
    add(masks.letters, hn::Or(is_within(small, 'a', 26), is('@')));
    add(masks.digits, is_within(value, '0', 10));
    add(masks.connectors, is('_'));
    add(masks.spaces, is(' '));
    add(masks.controls, is_within(value, '\t', 5));
    add(masks.returns, is('\r'));
    add(masks.line_feeds, is('\n'));
    add(masks.mid_both, hn::Or(is('\''), is('.')));
    add(masks.mid_numbers, hn::Or(is(','), is(';')));
    add(masks.foreign, is_within(value, '\x80', 128));
  }
  return masks;
}

// Bit i: no boundary between bytes i - 1 and i.
uint64_t joined(const Masks& masks) {
  const uint64_t alphanumeric = masks.letters | masks.digits | masks.connectors;
  const uint64_t mids =
      (masks.mid_both & masks.letters << 1 & masks.letters >> 1) |
      ((masks.mid_both | masks.mid_numbers) & masks.digits << 1 & masks.digits >> 1);
  return (alphanumeric & alphanumeric << 1) | (masks.spaces & masks.spaces << 1) | mids |
         mids << 1 | (masks.line_feeds & masks.returns << 1);
}

constexpr uint64_t below(size_t bit) { return bit < 64 ? (uint64_t{1} << bit) - 1 : ~uint64_t{0}; }

}  // namespace

size_t find_ascii_segments(std::string_view text, size_t& at, Segment* out) {
  const size_t left = text.size() - at;
  const char* block = text.data() + at;
  std::array<char, kAsciiBlock> padded{};  // what pads it joins nothing
  if (left < kAsciiBlock) {
    std::memcpy(padded.data(), block, left);
    block = padded.data();
  }
  const Masks masks = classify(block);

  // A mark between words is judged by what follows it; so where it comes last, it is left.
  const uint64_t mids = masks.mid_both | masks.mid_numbers;
  const auto known = static_cast<size_t>(std::countr_zero(masks.foreign));
  uint64_t trusted = below(known) & ~(mids & ~below(known - 1) & below(known));
  if (left < known) trusted = below(left + 1);
  uint64_t boundaries = ~joined(masks) & trusted & ~uint64_t{1};

  const uint64_t alphanumeric = masks.letters | masks.digits | masks.connectors;
  const uint64_t words = masks.letters | masks.digits | (masks.connectors & alphanumeric << 1);
  const uint64_t spaces = masks.spaces | masks.controls;
  size_t count = 0;
  size_t begin = 0;
  for (; boundaries != 0; boundaries &= boundaries - 1) {
    const auto end = static_cast<size_t>(std::countr_zero(boundaries));
    const uint64_t kind = (words >> (end - 1) & 1) | (spaces >> (end - 1) & 1) << 1;
    out[count++] = {static_cast<uint32_t>(end - begin), static_cast<SegmentKind>(kind)};
    begin = end;
  }
  at += begin;
  return count;
}

}  // namespace sluice
HWY_AFTER_NAMESPACE();

#include "quality/phrase_scanner.h"

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/ascii.h"

HWY_BEFORE_NAMESPACE();
namespace sluice::quality {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::string_view kKelvin = "\xE2\x84\xAA";  // lower() is "k"
constexpr std::string_view kDottedI = "\xC4\xB0";     // lower() is "i" and kDot
constexpr std::string_view kDot = "\xCC\x87";

// What lower() makes of kDottedI is at `at` of the phrase, or the phrase ends within it.
bool may_be_dotted_i(std::string_view phrase, size_t at) {
  const std::string_view rest = phrase.substr(at + 1);
  return phrase[at] == 'i' && (rest.empty() || rest.starts_with(kDot));
}

}  // namespace

void PhraseScanner::add(std::string_view phrase, bool ignore_case, uint32_t group) {
  std::string text(phrase);
  if (ignore_case) std::ranges::transform(text, text.begin(), to_lower);
  phrases_.push_back({std::move(text), ignore_case, uint64_t{1} << group});
}

void PhraseScanner::prepare() {
  // Phrases that begin alike share a bucket, so that one place asks few of them. Those that are
  // shorter than the window have the first for themselves, since there any byte goes behind them.
  std::ranges::stable_sort(phrases_, {}, &Phrase::text);
  const auto is_short = [](const Phrase& phrase) { return phrase.text.size() < kWindow; };
  const auto shorts = static_cast<size_t>(std::ranges::count_if(phrases_, is_short));
  const size_t taken = shorts == 0 ? 0 : 1;
  size_t number = 0;  // of the longer ones
  for (const Phrase& phrase : phrases_) {
    size_t bucket = 0;
    if (!is_short(phrase)) {
      bucket = taken + number++ * (kBuckets - taken) / (phrases_.size() - shorts);
    }
    add_beginnings(phrase, 0, "", static_cast<uint8_t>(1u << bucket));
    buckets_[bucket].push_back(phrase);
  }
}

// Enters all spellings of a phrase's first bytes from `at` on.
void PhraseScanner::add_beginnings(const Phrase& phrase, size_t at, std::string beginning,
                                   uint8_t bucket) {
  if (beginning.size() < kWindow && at < phrase.text.size()) {
    const char byte = phrase.text[at];
    add_beginnings(phrase, at + 1, beginning + byte, bucket);
    if (!phrase.ignore_case || !is_letter(byte)) return;
    add_beginnings(phrase, at + 1, beginning + static_cast<char>(byte - ('a' - 'A')), bucket);
    if (byte == 'k') add_beginnings(phrase, at + 1, beginning + std::string(kKelvin), bucket);
    if (may_be_dotted_i(phrase.text, at)) {
      add_beginnings(phrase, at + 1 + kDot.size(), beginning + std::string(kDottedI), bucket);
    }
    return;
  }
  for (size_t i = 0; i < kWindow; ++i) {
    Nibbles& nibbles = nibbles_[i];
    if (i < beginning.size()) {
      const auto byte = static_cast<uint8_t>(beginning[i]);
      nibbles.low[byte & 15] |= bucket;
      nibbles.high[byte >> 4] |= bucket;
    } else {  // the phrase is over: any byte will do
      for (uint8_t& entry : nibbles.low) entry |= bucket;
      for (uint8_t& entry : nibbles.high) entry |= bucket;
    }
  }
}

bool PhraseScanner::matches(const Phrase& phrase, std::string_view text, size_t at, size_t end) {
  const std::string_view wanted = phrase.text;
  if (!phrase.ignore_case) return text.substr(at, end - at).starts_with(wanted);
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (at == end) return false;
    if (to_lower(text[at]) == wanted[i]) {
      ++at;
      continue;
    }
    const std::string_view rest = text.substr(at, end - at);
    if (wanted[i] == 'k' && rest.starts_with(kKelvin)) {
      at += kKelvin.size();
    } else if (may_be_dotted_i(wanted, i) && rest.starts_with(kDottedI)) {
      at += kDottedI.size();
      i += kDot.size();
    } else {
      return false;
    }
  }
  return true;
}

uint64_t PhraseScanner::groups_at(uint8_t buckets, std::string_view text, size_t at,
                                  size_t end) const {
  uint64_t groups = 0;
  for (unsigned rest = buckets; rest != 0; rest &= rest - 1) {
    for (const Phrase& phrase : buckets_[static_cast<size_t>(std::countr_zero(rest))]) {
      if (matches(phrase, text, at, end)) groups |= phrase.group;
    }
  }
  return groups;
}

uint64_t PhraseScanner::portable_groups_in(std::string_view text, size_t begin, size_t end) const {
  uint64_t groups = 0;
  for (size_t at = begin; at < end; ++at) {
    const auto byte = static_cast<uint8_t>(text[at]);
    const uint8_t buckets = nibbles_[0].low[byte & 15] & nibbles_[0].high[byte >> 4];
    if (buckets != 0) groups |= groups_at(buckets, text, at, end);
  }
  return groups;
}

uint64_t PhraseScanner::groups_in(std::string_view text, size_t begin, size_t end) const {
  constexpr size_t kVector = 16;
  const hn::FixedTag<uint8_t, kVector> bytes;
  const auto nibble = hn::Set(bytes, uint8_t{15});
  // The buckets that a byte at place `i` of a window allows, for sixteen windows.
  const auto allowed = [&](const uint8_t* windows, size_t i) {
    const auto block = hn::LoadU(bytes, windows + i);
    const auto low = hn::Load(bytes, nibbles_[i].low.data());
    const auto high = hn::Load(bytes, nibbles_[i].high.data());
    return hn::And(hn::TableLookupBytes(low, hn::And(block, nibble)),
                   hn::TableLookupBytes(high, hn::ShiftRight<4>(block)));
  };
  uint64_t groups = 0;
  for (size_t at = begin; at < end; at += kVector) {
    const auto* windows = reinterpret_cast<const uint8_t*>(text.data()) + at;
    std::array<uint8_t, kVector + kWindow> last;
    if (text.size() - at < last.size()) {  // a vector would reach behind the text
      last.fill(0);
      std::memcpy(last.data(), windows, text.size() - at);
      windows = last.data();
    }
    const auto found =
        hn::And(hn::And(allowed(windows, 0), allowed(windows, 1)), allowed(windows, 2));
    std::array<uint8_t, 8> bits{};  // two of them are set
    hn::StoreMaskBits(bytes, hn::Ne(found, hn::Zero(bytes)), bits.data());
    uint32_t places = uint32_t{bits[0]} | uint32_t{bits[1]} << 8;
    if (places == 0) continue;
    if (end - at < kVector) places &= (1u << (end - at)) - 1;
    alignas(kVector) std::array<uint8_t, kVector> buckets;
    hn::Store(found, bytes, buckets.data());
    for (; places != 0; places &= places - 1) {
      const auto i = static_cast<size_t>(std::countr_zero(places));
      groups |= groups_at(buckets[i], text, at + i, end);
    }
  }
  return groups;
}

}  // namespace sluice::quality
HWY_AFTER_NAMESPACE();

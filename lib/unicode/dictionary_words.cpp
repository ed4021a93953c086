#include "unicode/dictionary_words.h"

#include <unicode/ubrk.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "unicode/utf8.h"

namespace sluice {
namespace {

constexpr size_t kMostBytes = size_t{1} << 30;

void check(UErrorCode status) {
  if (U_FAILURE(status)) {
    throw std::runtime_error(std::string("ICU's word boundaries: ") + u_errorName(status));
  }
}

// Of well-formed UTF-8; of other bytes it may be too small.
size_t utf16_units(std::string_view text) {
  size_t units = 0;
  for (const char byte : text) {
    const auto lead = static_cast<uint8_t>(byte);
    units += (lead & 0xC0) != 0x80 ? 1 : 0;
    units += lead >= 0xF0 ? 1 : 0;
  }
  return units;
}

uint32_t utf8_bytes(std::u16string_view units) {
  size_t bytes = 0;
  for (const char16_t unit : units) bytes += is_surrogate(unit) ? 2 : utf8_size(unit);
  return static_cast<uint32_t>(bytes);
}

}  // namespace

void DictionaryWords::Close::operator()(UBreakIterator* breaks) const { ubrk_close(breaks); }

DictionaryWords::DictionaryWords(Kanji kanji)
    : kanji_(kanji == Kanji::icu ? nullptr : KanjiWords::get()) {
  UErrorCode status = U_ZERO_ERROR;
  // Rules are read once; a clone shares them and costs little.
  static const std::unique_ptr<UBreakIterator, Close> first(
      ubrk_open(UBRK_WORD, "", nullptr, 0, &status));
  check(status);
  if (first == nullptr) throw std::runtime_error("ICU's word boundaries cannot be opened");
  breaks_.reset(ubrk_clone(first.get(), &status));
  check(status);
}

bool DictionaryWords::divide_kanji(const Segment& segment, std::u16string_view units,
                                   std::vector<Segment>& out) {
  if (kanji_ == nullptr || units.size() > KanjiWords::kLongest ||
      !std::all_of(units.begin(), units.end(), KanjiWords::knows)) {
    return false;
  }
  for (const uint32_t length : kanji_->divide(units, scratch_)) {
    Segment part = segment;
    part.size = 3 * length;  // what it knows has three bytes each
    out.push_back(part);
  }
  return true;
}

void DictionaryWords::divide(std::string_view text, const Segment& segment,
                             std::vector<Segment>& out) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t size = 0;
  const auto whole = [&] { out.push_back(segment); };
  if (text.size() > kMostBytes) return whole();
  units_.resize(std::max(units_.size(), utf16_units(text)));
  u_strFromUTF8(units_.data(), static_cast<int32_t>(units_.size()), &size, text.data(),
                static_cast<int32_t>(text.size()), &status);
  if (U_FAILURE(status)) return whole();

  if (divide_kanji(segment, {units_.data(), static_cast<size_t>(size)}, out)) return;
  status = U_ZERO_ERROR;  // a warning that no zero ends it
  ubrk_setText(breaks_.get(), units_.data(), size, &status);
  check(status);
  const std::u16string_view units = units_;
  int32_t begin = 0;
  for (int32_t end = ubrk_next(breaks_.get()); end != UBRK_DONE; end = ubrk_next(breaks_.get())) {
    Segment part = segment;
    part.size =
        utf8_bytes(units.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
    out.push_back(part);
    begin = end;
  }
}

}  // namespace sluice

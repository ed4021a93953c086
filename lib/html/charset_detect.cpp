#include "html/charset_detect.h"

#include <uchardet/uchardet.h>

#include <algorithm>
#include <cstdint>
#include <new>

#include "base/ascii.h"

namespace sluice::html {
namespace {

// More tells no more, and judging it takes 0.1 ms a kB: all of uchardet's models are tried.
constexpr size_t kSampleBytes = size_t{16} << 10;
constexpr size_t kLongestWord = 4'096;  // scripts without spaces have long ones
constexpr size_t kFewBytes = 4;
constexpr size_t kFewLatinBytes = 40;

bool is_high(char byte) { return static_cast<unsigned char>(byte) >= 0x80; }
bool is_blank(char byte) { return static_cast<unsigned char>(byte) <= ' '; }

// Offset behind the tag, comment or raw text element that begins at `at`, or at + 1 if none does.
// (No encoding that is detected has '<' or '>' as part of another character.)
size_t skip_tag(std::string_view bytes, size_t at) {
  const std::string_view rest = bytes.substr(at);
  if (rest.size() < 2 ||
      !(is_letter(rest[1]) || rest[1] == '/' || rest[1] == '!' || rest[1] == '?')) {
    return at + 1;
  }
  for (const std::string_view name : {"script", "style"}) {
    if (!starts_ignoring_case(rest.substr(1), name)) continue;
    for (size_t end = rest.find("</"); end != std::string_view::npos;
         end = rest.find("</", end + 2)) {
      if (starts_ignoring_case(rest.substr(end + 2), name)) return at + end + 2;
    }
    return bytes.size();
  }
  const size_t end = rest.starts_with("<!--") ? rest.find("-->") : rest.find('>');
  return end == std::string_view::npos ? bytes.size() : at + end + 1;
}

// Returns the number of bytes from 0x80 on in the sample.
size_t take_sample(std::string_view bytes, bool markup, Buffer& sample) {
  size_t high_bytes = 0;
  for (size_t at = 0; at < bytes.size() && sample.size() < kSampleBytes;) {
    if (markup && bytes[at] == '<') {
      at = skip_tag(bytes, at);
      continue;
    }
    if (is_blank(bytes[at]) || bytes[at] == '<') {
      ++at;
      continue;
    }
    const size_t begin = at;
    size_t high = 0;
    for (;
         at < bytes.size() && at - begin < kLongestWord && !is_blank(bytes[at]) && bytes[at] != '<';
         ++at) {
      high += is_high(bytes[at]);
    }
    if (high == 0) continue;
    high_bytes += high;
    sample.append(bytes.substr(begin, at - begin));
    if (at - begin < kLongestWord) sample.push_back(' ');
  }
  return high_bytes;
}

bool is_latin(Encoding encoding) {
  switch (encoding) {
    case Encoding::iso_8859_2:
    case Encoding::iso_8859_3:
    case Encoding::iso_8859_4:
    case Encoding::iso_8859_10:
    case Encoding::iso_8859_13:
    case Encoding::iso_8859_14:
    case Encoding::iso_8859_15:
    case Encoding::iso_8859_16:
    case Encoding::macintosh:
    case Encoding::windows_1250:
    case Encoding::windows_1252:
    case Encoding::windows_1254:
    case Encoding::windows_1257:
    case Encoding::windows_1258:
      return true;
    default:
      return false;
  }
}

// uchardet's names that are no labels of the Encoding Standard.
Encoding encoding_of_name(std::string_view name) {
  if (name == "UHC") return Encoding::euc_kr;
  if (name == "MAC-CYRILLIC") return Encoding::x_mac_cyrillic;
  if (name == "MAC-CENTRALEUROPE") return Encoding::none;
  return encoding_of_label(name);
}

}  // namespace

void CharsetDetector::Delete::operator()(uchardet* detector) const { uchardet_delete(detector); }

CharsetDetector::CharsetDetector() : detector_(uchardet_new()) {
  if (detector_ == nullptr) throw std::bad_alloc();
}
CharsetDetector::~CharsetDetector() = default;

Encoding CharsetDetector::detect(std::string_view bytes, bool markup) {
  sample_.clear();
  // The words begin anywhere: their first bytes must not be taken for a byte order mark.
  sample_.push_back(' ');
  const size_t high_bytes = take_sample(bytes, markup, sample_);
  if (high_bytes < kFewBytes) return Encoding::none;
  uchardet_reset(detector_.get());
  if (uchardet_handle_data(detector_.get(), sample_.data(), sample_.size()) != 0) {
    return Encoding::none;
  }
  uchardet_data_end(detector_.get());
  const Encoding encoding = encoding_of_name(uchardet_get_charset(detector_.get()));
  if (is_latin(encoding) && high_bytes < kFewLatinBytes) return Encoding::none;
  return encoding == Encoding::replacement ? Encoding::none : encoding;
}

}  // namespace sluice::html

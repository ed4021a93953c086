#include "html/charset.h"

#include <algorithm>
#include <optional>

#include "html/charset_prescan.h"
#include "unicode/utf8.h"

namespace sluice::html {
namespace {

constexpr size_t kLateMetaBytes = size_t{32} << 10;
constexpr size_t kKeptMemory = size_t{16} << 20;

// Where UTF-8 has faults: sound characters beyond ASCII for each.
constexpr uint64_t kSoundForEachFault = 10;
// When a declaration is not believed.
constexpr uint64_t kManyReplaced = 10;
constexpr uint64_t kHighBytesForEach = 4;

struct Mark {
  size_t size;
  Encoding encoding;
};

std::optional<Mark> byte_order_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return Mark{3, Encoding::utf_8};
  if (bytes.starts_with("\xFE\xFF")) return Mark{2, Encoding::utf_16be};
  if (bytes.starts_with("\xFF\xFE")) return Mark{2, Encoding::utf_16le};
  return std::nullopt;
}

bool has_zeros(std::string_view bytes) {
  return bytes.substr(0, kPrescanBytes).find('\0') != std::string_view::npos;
}

// By two ASCII characters in front.
Encoding utf16_without_mark(std::string_view bytes) {
  if (bytes.size() < 4) return Encoding::none;
  const auto is_pair = [&](size_t ascii, size_t zero) {
    return bytes[ascii] > 0 && bytes[zero] == 0 && bytes[ascii + 2] > 0 && bytes[zero + 2] == 0;
  };
  return is_pair(0, 1) ? Encoding::utf_16le : is_pair(1, 0) ? Encoding::utf_16be : Encoding::none;
}

// UTF-8 but for a character that the end cuts off.
bool is_cut_utf8(std::string_view bytes, size_t valid) {
  constexpr size_t kLongest = 4;
  if (bytes.size() - valid >= kLongest || find_non_ascii(bytes) == valid) return false;
  return count_utf8(bytes.substr(valid)).invalid == 1;
}

uint64_t count_high_bytes(std::string_view bytes) {
  return static_cast<uint64_t>(std::count_if(bytes.begin(), bytes.end(), [](char byte) {
    return static_cast<unsigned char>(byte) >= 0x80;
  }));
}

// Whether bytes that are all ASCII mean something else in this encoding.
bool reads_ascii_otherwise(std::string_view bytes, Encoding encoding) {
  if (is_utf_16(encoding)) return true;
  return encoding == Encoding::iso_2022_jp && bytes.find('\x1B') != std::string_view::npos;
}

}  // namespace

std::string_view to_string(CharsetSource source) {
  switch (source) {
    case CharsetSource::bom:
      return "bom";
    case CharsetSource::http:
      return "http";
    case CharsetSource::meta:
      return "meta";
    case CharsetSource::utf8_validity:
      return "utf8_validity";
    case CharsetSource::detected:
      return "detected";
    case CharsetSource::fallback:
      return "fallback";
  }
  return "";
}

Decoded CharsetDecoder::decode(std::string_view bytes, std::string_view http_charset, Kind kind) {
  if (const auto mark = byte_order_mark(bytes)) {
    return convert(bytes.substr(mark->size), {mark->encoding, CharsetSource::bom});
  }
  Choice choice{encoding_of_label(http_charset), CharsetSource::http};
  if (is_utf_16(choice.encoding) && !has_zeros(bytes)) choice.encoding = Encoding::none;
  if (choice.encoding == Encoding::none && kind == Kind::html) {
    choice = {prescan(bytes.substr(0, kPrescanBytes)), CharsetSource::meta};
  }
  const size_t valid = find_invalid_utf8(bytes);
  if (valid == bytes.size() || is_cut_utf8(bytes, valid)) {
    const bool declares = choice.encoding != Encoding::none;
    const bool other = declares && choice.encoding != Encoding::utf_8;
    if (!declares) {
      // Zeros are valid UTF-8, and never text.
      const Encoding utf16 = utf16_without_mark(bytes);
      if (utf16 != Encoding::none) return convert(bytes, {utf16, CharsetSource::detected});
    }
    if (!declares || (other && find_non_ascii(bytes) < bytes.size())) {
      choice = {Encoding::utf_8, CharsetSource::utf8_validity};
    } else if (other && choice.encoding != Encoding::replacement &&
               !reads_ascii_otherwise(bytes, choice.encoding)) {
      return {.text = bytes, .encoding = choice.encoding, .found = choice.found, .replaced = 0};
    }
    if (choice.encoding == Encoding::utf_8 && valid == bytes.size()) {
      return {.text = bytes, .encoding = choice.encoding, .found = choice.found, .replaced = 0};
    }
    return convert(bytes, choice);
  }
  if (choice.encoding == Encoding::none) return convert(bytes, guess(bytes, kind));
  const Decoded declared = convert(bytes, choice);
  if (declared.replaced < kManyReplaced || is_utf_16(choice.encoding) ||
      declared.replaced * kHighBytesForEach < count_high_bytes(bytes)) {
    return declared;
  }
  const Encoding detected = detector_.detect(bytes, kind == Kind::html);
  const bool is_other = detected != Encoding::none && detected != choice.encoding;
  if (is_other) {
    const uint64_t before = declared.replaced;
    const Decoded other = convert(bytes, {detected, CharsetSource::detected});
    if (other.replaced < before) return other;
  }
  return convert(bytes, choice);
}

CharsetDecoder::Choice CharsetDecoder::guess(std::string_view bytes, Kind kind) {
  if (kind == Kind::html) {
    const Encoding late = prescan(bytes.substr(0, kLateMetaBytes));
    if (late != Encoding::none) return {late, CharsetSource::meta};
  }
  const Encoding utf16 = utf16_without_mark(bytes);
  if (utf16 != Encoding::none) return {utf16, CharsetSource::detected};
  const Utf8Census census = count_utf8(bytes);
  if (census.multibyte >= kSoundForEachFault * census.invalid) {
    return {Encoding::utf_8, CharsetSource::utf8_validity};
  }
  const Encoding detected = detector_.detect(bytes, kind == Kind::html);
  if (detected != Encoding::none) return {detected, CharsetSource::detected};
  return {Encoding::windows_1252, CharsetSource::fallback};
}

Decoded CharsetDecoder::convert(std::string_view bytes, const Choice& choice) {
  Decoded decoded{.text = {}, .encoding = choice.encoding, .found = choice.found, .replaced = 0};
  if (choice.encoding == Encoding::replacement) return decoded;
  if (choice.encoding == Encoding::utf_8 && is_valid_utf8(bytes)) {
    decoded.text = bytes;
    return decoded;
  }
  text_.clear();
  if (text_.capacity() > kKeptMemory) text_.release();
  decoded.replaced = converter_.append(bytes, choice.encoding, text_);
  decoded.text = text_.view();
  return decoded;
}

}  // namespace sluice::html

#include "make_crawl_charset.h"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "make_crawl_warc.h"
#include "unicode/utf8.h"

namespace sluice::crawl {
namespace {

constexpr Charset kWestern[] = {{"windows-1252", "CP1252"}, {"iso-8859-1", "CP1252"}};
constexpr Charset kCyrillic[] = {{"koi8-r", "KOI8-R"}, {"windows-1251", "CP1251"}};
constexpr Charset kGreek[] = {{"iso-8859-7", "ISO-8859-7"}, {"windows-1253", "CP1253"}};
constexpr Charset kJapanese[] = {{"Shift_JIS", "CP932"}, {"euc-jp", "EUC-JP"}};
constexpr Charset kKorean[] = {{"euc-kr", "CP949"}};
constexpr Charset kChinese[] = {{"gbk", "GBK"}, {"gb18030", "GB18030"}, {"big5", "BIG5-HKSCS"}};
constexpr Charset kAnyScript[] = {{"utf-16", "UTF-16LE", "\xFF\xFE"},
                                  {"utf-16", "UTF-16BE", "\xFE\xFF"}};

constexpr size_t kLookAt = 8192;  // bytes, for scripts

// An iconv(3) descriptor, if the C library has the conversion.
class Converter {
 public:
  Converter(const std::string& to, const std::string& from)
      : descriptor_(iconv_open(to.c_str(), from.c_str())) {}
  ~Converter() {
    if (valid()) iconv_close(descriptor_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool valid() const { return descriptor_ != none(); }

  // Converts the front of `in` up to what cannot be converted and returns how many bytes that was.
  size_t convert(std::string_view in, std::string& out) {
    char* from = const_cast<char*>(in.data());  // iconv(3) takes it so, and does not write
    size_t left = in.size();
    char room[4096];
    while (true) {
      char* to = room;
      size_t free = sizeof room;
      const size_t result = iconv(descriptor_, &from, &left, &to, &free);
      out.append(room, sizeof room - free);
      if (result != static_cast<size_t>(-1) || errno != E2BIG) break;
    }
    return in.size() - left;
  }

 private:
  // (iconv_t)-1, which iconv_open returns on failure.
  static iconv_t none() { return reinterpret_cast<iconv_t>(static_cast<intptr_t>(-1)); }

  iconv_t descriptor_;
};

struct Scripts {
  size_t cyrillic = 0;
  size_t greek = 0;
  size_t kana = 0;
  size_t hangul = 0;
  size_t han = 0;
};

Scripts scripts_of(std::string_view text) {
  const auto within = [](char32_t c, char32_t first, char32_t last) {
    return c >= first && c <= last;
  };
  Scripts count;
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    count.cyrillic += within(next.value, 0x400, 0x4FF);
    count.greek += within(next.value, 0x370, 0x3FF);
    count.kana += within(next.value, 0x3040, 0x30FF);
    count.hangul += within(next.value, 0xAC00, 0xD7A3);
    count.han += within(next.value, 0x4E00, 0x9FFF);
    at += std::max<size_t>(next.size, 1);
  }
  return count;
}

// Where the charset's name stands in the first <meta> that declares one: offset and length.
struct Range {
  size_t at = 0;
  size_t size = 0;
};

std::optional<Range> meta_charset(std::string_view html) {
  const std::string head = lower_case(html.substr(0, 1024));  // what browsers look through
  for (size_t at = 0; (at = head.find("<meta", at)) != std::string::npos;) {
    const size_t end = std::min(head.find('>', at), head.size());
    const size_t key = head.find("charset=", at);
    at = end;
    if (key == std::string::npos || key >= end) continue;
    const size_t begin = head.find_first_not_of("\"' ", key + 8);
    if (begin == std::string::npos) continue;
    const size_t stop = std::min(head.find_first_of("\"' ;/>", begin), head.size());
    return Range{begin, stop - begin};
  }
  return std::nullopt;
}

}  // namespace

const Charset& choose_charset(std::string_view html, Random& random) {
  if (random.chance(0.1)) return random.pick(kAnyScript);
  const Scripts count = scripts_of(html.substr(0, kLookAt));
  const size_t few = 100;
  if (count.kana > few) return random.pick(kJapanese);
  if (count.hangul > few) return random.pick(kKorean);
  if (count.han > few) return random.pick(kChinese);
  if (count.cyrillic > few) return random.pick(kCyrillic);
  if (count.greek > few) return random.pick(kGreek);
  return random.pick(kWestern);
}

std::string recode_page(std::string_view html, const Charset& charset) {
  Converter converter(std::string(charset.iconv), "UTF-8");
  if (!converter.valid()) {
    throw ConfigError("the C library does not know the charset " + std::string(charset.iconv) +
                      "; install its gconv modules, or use --recoded 0");
  }
  std::string out(charset.bom);
  while (!html.empty()) {
    html.remove_prefix(converter.convert(html, out));
    if (html.empty()) break;
    const CodePoint stopped = decode_utf8(html, 0);
    converter.convert("&#" + std::to_string(static_cast<uint32_t>(stopped.value)) + ";", out);
    html.remove_prefix(std::max<size_t>(stopped.size, 1));
  }
  return out;
}

bool relabel_page(std::string& html, std::string_view label) {
  const auto meta = meta_charset(html);
  if (meta) html.replace(meta->at, meta->size, label);
  constexpr std::string_view kKey = " encoding=\"";
  if (html.starts_with("<?xml")) {
    const size_t end = html.find("?>");
    const size_t begin = std::min(html.find(kKey), html.size()) + kKey.size();
    const size_t close = html.find('"', begin);
    if (close < end && end != std::string::npos) html.replace(begin, close - begin, label);
  }
  return meta.has_value();
}

std::string declared_charset(std::string_view html) {
  const auto meta = meta_charset(html);
  return meta ? lower_case(html.substr(meta->at, meta->size)) : std::string();
}

std::string to_utf8(std::string_view bytes, const std::string& label) {
  if (is_valid_utf8(bytes)) return std::string(bytes);
  if (!label.empty() && label.find('/') == std::string::npos) {
    // What is called Latin-1 on the web is windows-1252.
    Converter converter("UTF-8", label == "iso-8859-1" ? "CP1252" : label);
    std::string out;
    if (converter.valid() && converter.convert(bytes, out) == bytes.size()) return out;
  }
  std::string out;
  while (!bytes.empty()) {
    const size_t valid = find_invalid_utf8(bytes);
    out += bytes.substr(0, valid);
    if (valid == bytes.size()) break;
    out += "\xEF\xBF\xBD";
    bytes.remove_prefix(valid + 1);
  }
  return out;
}

}  // namespace sluice::crawl

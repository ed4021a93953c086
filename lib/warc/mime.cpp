#include "warc/mime.h"

#include <algorithm>
#include <array>

#include "warc/http_text.h"

namespace sluice::warc {
namespace {

struct Description {
  MediaType type;
  std::string_view name;
  MediaGroup group;
};

// In the order of the enumeration.
constexpr std::array kDescriptions = {
    Description{MediaType::unknown, "unknown", MediaGroup::unknown},
    Description{MediaType::html, "text/html", MediaGroup::html},
    Description{MediaType::xhtml, "application/xhtml+xml", MediaGroup::html},
    Description{MediaType::xml, "text/xml", MediaGroup::xml},
    Description{MediaType::rss, "application/rss+xml", MediaGroup::feed},
    Description{MediaType::atom, "application/atom+xml", MediaGroup::feed},
    Description{MediaType::svg, "image/svg+xml", MediaGroup::image},
    Description{MediaType::plain_text, "text/plain", MediaGroup::plain_text},
    Description{MediaType::css, "text/css", MediaGroup::text},
    Description{MediaType::csv, "text/csv", MediaGroup::text},
    Description{MediaType::javascript, "text/javascript", MediaGroup::text},
    Description{MediaType::json, "application/json", MediaGroup::json},
    Description{MediaType::other_text, "text/*", MediaGroup::text},
    Description{MediaType::pdf, "application/pdf", MediaGroup::document},
    Description{MediaType::postscript, "application/postscript", MediaGroup::document},
    Description{MediaType::office, "office", MediaGroup::document},
    Description{MediaType::bmp, "image/bmp", MediaGroup::image},
    Description{MediaType::gif, "image/gif", MediaGroup::image},
    Description{MediaType::icon, "image/x-icon", MediaGroup::image},
    Description{MediaType::jpeg, "image/jpeg", MediaGroup::image},
    Description{MediaType::png, "image/png", MediaGroup::image},
    Description{MediaType::webp, "image/webp", MediaGroup::image},
    Description{MediaType::other_image, "image/*", MediaGroup::image},
    Description{MediaType::aiff, "audio/aiff", MediaGroup::audio_video},
    Description{MediaType::midi, "audio/midi", MediaGroup::audio_video},
    Description{MediaType::mp3, "audio/mpeg", MediaGroup::audio_video},
    Description{MediaType::wave, "audio/wave", MediaGroup::audio_video},
    Description{MediaType::other_audio, "audio/*", MediaGroup::audio_video},
    Description{MediaType::avi, "video/avi", MediaGroup::audio_video},
    Description{MediaType::mp4, "video/mp4", MediaGroup::audio_video},
    Description{MediaType::ogg, "application/ogg", MediaGroup::audio_video},
    Description{MediaType::webm, "video/webm", MediaGroup::audio_video},
    Description{MediaType::other_video, "video/*", MediaGroup::audio_video},
    Description{MediaType::gzip, "application/x-gzip", MediaGroup::archive},
    Description{MediaType::rar, "application/x-rar-compressed", MediaGroup::archive},
    Description{MediaType::zip, "application/zip", MediaGroup::archive},
    Description{MediaType::other_archive, "archive", MediaGroup::archive},
    Description{MediaType::font_collection, "font/collection", MediaGroup::font},
    Description{MediaType::embedded_opentype, "application/vnd.ms-fontobject", MediaGroup::font},
    Description{MediaType::opentype, "font/otf", MediaGroup::font},
    Description{MediaType::truetype, "font/ttf", MediaGroup::font},
    Description{MediaType::woff, "font/woff", MediaGroup::font},
    Description{MediaType::woff2, "font/woff2", MediaGroup::font},
    Description{MediaType::other_font, "font/*", MediaGroup::font},
    Description{MediaType::wasm, "application/wasm", MediaGroup::wasm},
    Description{MediaType::binary, "application/octet-stream", MediaGroup::binary},
    Description{MediaType::other, "other", MediaGroup::other},
};

constexpr bool in_order() {
  for (size_t i = 0; i < kDescriptions.size(); ++i) {
    if (kDescriptions[i].type != static_cast<MediaType>(i)) return false;
  }
  return true;
}
static_assert(in_order());
static_assert(kDescriptions.size() == static_cast<size_t>(MediaType::other) + 1);

struct Synonym {
  std::string_view essence;
  MediaType type;
};

constexpr Synonym kSynonyms[] = {
    {"unknown/unknown", MediaType::unknown},
    {"application/unknown", MediaType::unknown},
    {"*/*", MediaType::unknown},
    {"application/xml", MediaType::xml},
    {"application/javascript", MediaType::javascript},
    {"application/x-javascript", MediaType::javascript},
    {"application/ecmascript", MediaType::javascript},
    {"text/ecmascript", MediaType::javascript},
    {"text/x-javascript", MediaType::javascript},
    {"text/json", MediaType::json},
    {"application/x-pdf", MediaType::pdf},
    {"text/pdf", MediaType::pdf},
    {"application/msword", MediaType::office},
    {"application/rtf", MediaType::office},
    {"text/rtf", MediaType::office},
    {"application/epub+zip", MediaType::office},
    {"image/jpg", MediaType::jpeg},
    {"image/pjpeg", MediaType::jpeg},
    {"image/x-png", MediaType::png},
    {"image/x-ms-bmp", MediaType::bmp},
    {"image/vnd.microsoft.icon", MediaType::icon},
    {"image/ico", MediaType::icon},
    {"audio/mp3", MediaType::mp3},
    {"audio/wav", MediaType::wave},
    {"audio/x-wav", MediaType::wave},
    {"audio/x-aiff", MediaType::aiff},
    {"video/x-msvideo", MediaType::avi},
    {"audio/ogg", MediaType::ogg},
    {"video/ogg", MediaType::ogg},
    {"audio/webm", MediaType::webm},
    {"application/gzip", MediaType::gzip},
    {"application/x-zip-compressed", MediaType::zip},
    {"application/vnd.rar", MediaType::rar},
    {"application/x-rar", MediaType::rar},
    {"application/x-tar", MediaType::other_archive},
    {"application/x-bzip2", MediaType::other_archive},
    {"application/x-7z-compressed", MediaType::other_archive},
    {"application/zstd", MediaType::other_archive},
    {"application/x-xz", MediaType::other_archive},
    {"application/x-font-ttf", MediaType::truetype},
    {"application/x-font-otf", MediaType::opentype},
    {"application/font-woff", MediaType::woff},
    {"application/x-font-woff", MediaType::woff},
    {"application/font-woff2", MediaType::woff2},
    {"application/download", MediaType::binary},
    {"application/force-download", MediaType::binary},
    {"application/x-download", MediaType::binary},
    {"binary/octet-stream", MediaType::binary},
};

// What begins so and is none of the above.
constexpr Synonym kFamilies[] = {
    {"text/", MediaType::other_text},
    {"image/", MediaType::other_image},
    {"audio/", MediaType::other_audio},
    {"video/", MediaType::other_video},
    {"font/", MediaType::other_font},
    {"application/vnd.openxmlformats-officedocument.", MediaType::office},
    {"application/vnd.oasis.opendocument.", MediaType::office},
    {"application/vnd.ms-excel", MediaType::office},
    {"application/vnd.ms-powerpoint", MediaType::office},
    {"application/vnd.ms-word", MediaType::office},
};

bool ends_ignoring_case(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() &&
         equals_ignoring_case(text.substr(text.size() - ending.size()), ending);
}

size_t count_token(std::string_view text) {
  size_t count = 0;
  while (count < text.size() && is_token_byte(text[count])) ++count;
  return count;
}

// Takes a parameter's value off `rest`: within quotes to the closing one, else to the next
// separator.
std::string_view take_value(std::string_view& rest) {
  rest = trim_left(rest);
  const bool quoted = !rest.empty() && (rest.front() == '"' || rest.front() == '\'');
  size_t end = 0;
  if (quoted) {
    const char quote = rest.front();
    rest.remove_prefix(1);
    end = rest.find(quote);
  }
  if (!quoted || end == std::string_view::npos) end = rest.find_first_of(";, \t\r\n");
  end = std::min(end, rest.size());
  std::string_view value = rest.substr(0, end);
  rest.remove_prefix(end);
  if (quoted && !rest.empty() && rest.front() != ';' && rest.front() != ',') rest.remove_prefix(1);
  if (!value.empty() && (value.back() == '"' || value.back() == '\'')) value.remove_suffix(1);
  return trim(value);
}

// Takes parameters off `rest` up to the comma that ends the type. The first charset counts.
std::string_view take_charset(std::string_view& rest) {
  std::string_view charset;
  while (!rest.empty() && rest.front() != ',') {
    const size_t length = count_token(rest);
    if (length == 0) {
      rest.remove_prefix(1);
      continue;
    }
    const std::string_view name = rest.substr(0, length);
    rest.remove_prefix(length);
    const std::string_view behind = trim_left(rest);
    if (!behind.starts_with('=')) continue;
    rest = behind.substr(1);
    const std::string_view value = take_value(rest);
    if (charset.empty() && equals_ignoring_case(name, "charset")) charset = value;
  }
  return charset;
}

}  // namespace

std::string_view name_of(MediaType type) { return kDescriptions[static_cast<size_t>(type)].name; }

MediaGroup group_of(MediaType type) { return kDescriptions[static_cast<size_t>(type)].group; }

std::string_view to_string(MediaGroup group) {
  constexpr std::array<std::string_view, 15> kNames = {
      "unknown", "html",        "xml",     "feed", "plain_text", "text",   "json", "document",
      "image",   "audio_video", "archive", "font", "wasm",       "binary", "other"};
  static_assert(kNames.size() == static_cast<size_t>(MediaGroup::other) + 1);
  return kNames[static_cast<size_t>(group)];
}

MediaType media_type_of(std::string_view essence) {
  if (essence.empty()) return MediaType::unknown;
  for (const Description& description : kDescriptions) {
    if (equals_ignoring_case(essence, description.name)) return description.type;
  }
  for (const Synonym& synonym : kSynonyms) {
    if (equals_ignoring_case(essence, synonym.essence)) return synonym.type;
  }
  if (ends_ignoring_case(essence, "+xml")) return MediaType::xml;
  if (ends_ignoring_case(essence, "+json")) return MediaType::json;
  for (const Synonym& family : kFamilies) {
    if (starts_ignoring_case(essence, family.essence)) return family.type;
  }
  return MediaType::other;
}

ContentType parse_content_type(std::string_view value) {
  ContentType last;
  std::string_view rest = value;
  while (!rest.empty()) {
    rest = trim_left(rest);
    const size_t type = count_token(rest);
    const bool slash = type > 0 && type < rest.size() && rest[type] == '/';
    const size_t subtype = slash ? count_token(rest.substr(type + 1)) : 0;
    const std::string_view essence = rest.substr(0, type + 1 + subtype);
    const std::string_view behind = rest.substr(std::min(essence.size(), rest.size()));
    // "text/html/x" and "text/ht@ml" name nothing; a parameter may follow with or without ';'.
    const bool usable = subtype > 0 && (behind.empty() || behind.front() == ';' ||
                                        behind.front() == ',' || is_http_space(behind.front()));
    if (usable) rest = behind;
    const std::string_view charset = take_charset(rest);
    if (!rest.empty()) rest.remove_prefix(1);  // the comma
    if (!usable) {
      // "charset=utf-8" alone still says something.
      if (last.charset.empty()) last.charset = charset;
      continue;
    }
    // A repeated type without a charset keeps the one before (Fetch, "extract a MIME type").
    const bool same = equals_ignoring_case(last.essence, essence) || last.essence.empty();
    last = {.essence = essence, .charset = charset.empty() && same ? last.charset : charset};
  }
  return last;
}

}  // namespace sluice::warc

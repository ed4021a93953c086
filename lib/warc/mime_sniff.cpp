#include "warc/mime_sniff.h"

#include <algorithm>
#include <array>

#include "warc/http_text.h"
#include "warc/mime_bytes.h"
#include "warc/mime_signatures.h"

namespace sluice::warc {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";

std::string_view skip_whitespace(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_whitespace);
  return text.substr(static_cast<size_t>(end - text.begin()));
}

bool begins_utf16(std::string_view header) {
  return header.starts_with("\xfe\xff") || header.starts_with("\xff\xfe");
}

// Section 7.1, first table: case does not count, and a tag-terminating byte must follow.
constexpr std::string_view kHtmlBeginnings[] = {
    "<!DOCTYPE HTML", "<HTML", "<HEAD",  "<SCRIPT", "<IFRAME", "<H1",   "<DIV", "<FONT",
    "<TABLE",         "<A",    "<STYLE", "<TITLE",  "<B",      "<BODY", "<BR",  "<P",
    "<!--",
};

bool begins_html(std::string_view text) {
  return std::any_of(
      std::begin(kHtmlBeginnings), std::end(kHtmlBeginnings), [&](std::string_view beginning) {
        return text.size() > beginning.size() && is_tag_terminating(text[beginning.size()]) &&
               starts_ignoring_case(text, beginning);
      });
}

// Section 7.1, "rules for identifying an unknown MIME type".
MediaType identify_unknown(std::string_view header, bool scriptable) {
  if (scriptable) {
    const std::string_view text = skip_whitespace(header);
    if (begins_html(text)) return MediaType::html;
    if (text.starts_with("<?xml")) return MediaType::xml;
    if (header.starts_with("%PDF-")) return MediaType::pdf;
  }
  if (header.starts_with("%!PS-Adobe-")) return MediaType::postscript;
  // The table's marks ask for two bytes more, and one after UTF-8's.
  if (begins_utf16(header) && header.size() >= 4) return MediaType::plain_text;
  if (header.starts_with(kUtf8Mark) && header.size() >= 4) return MediaType::plain_text;
  for (const auto matched :
       {match_image(header), match_audio_video(header), match_archive(header)}) {
    if (matched != MediaType::unknown) return matched;
  }
  return has_binary_data(header) ? MediaType::binary : MediaType::plain_text;
}

// Section 7.2, "rules for distinguishing if a resource is text or binary".
MediaType text_or_binary(std::string_view header) {
  if (begins_utf16(header) || header.starts_with(kUtf8Mark)) return MediaType::plain_text;
  return has_binary_data(header) ? MediaType::binary : MediaType::plain_text;
}

// Section 5.1: what old Apache servers put on files of any kind; letter by letter.
bool is_apache_default(std::string_view content_type) {
  return content_type == "text/plain" || content_type == "text/plain; charset=ISO-8859-1" ||
         content_type == "text/plain; charset=iso-8859-1" ||
         content_type == "text/plain; charset=UTF-8";
}

bool is_xml_type(std::string_view essence, MediaType type) {
  return type == MediaType::xml || type == MediaType::xhtml || type == MediaType::rss ||
         type == MediaType::atom || type == MediaType::svg ||
         (essence.size() > 4 && equals_ignoring_case(essence.substr(essence.size() - 4), "+xml"));
}

// Section 7, the MIME type sniffing algorithm.
MediaType compute(std::string_view content_type, std::string_view essence, MediaType declared,
                  std::string_view header, bool no_sniff) {
  if (declared == MediaType::html || is_xml_type(essence, declared)) return declared;
  if (declared == MediaType::unknown) return identify_unknown(header, !no_sniff);
  if (no_sniff) return declared;
  if (is_apache_default(content_type)) return text_or_binary(header);
  MediaType matched = MediaType::unknown;
  if (group_of(declared) == MediaGroup::image) matched = match_image(header);
  if (group_of(declared) == MediaGroup::audio_video) matched = match_audio_video(header);
  return matched == MediaType::unknown ? declared : matched;
}

// Takes declarations, comments and white space off the beginning of XML.
std::string_view skip_prolog(std::string_view text) {
  for (;;) {
    text = skip_whitespace(text);
    std::string_view end;
    if (text.starts_with("<?")) {
      end = "?>";
    } else if (text.starts_with("<!--")) {
      end = "-->";
    } else if (text.starts_with("<!")) {
      end = ">";
    } else {
      return text;
    }
    const size_t at = text.find(end, 2);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + end.size());
  }
}

bool has_root(std::string_view text, std::string_view name) {
  if (!text.starts_with('<') || !starts_ignoring_case(text.substr(1), name)) return false;
  const std::string_view behind = text.substr(1 + name.size());
  return behind.empty() || is_whitespace(behind.front()) || behind.front() == '>' ||
         behind.front() == '/';
}

// What XML is about, by its root element; `fallback` where that does not say.
MediaType by_root(std::string_view text, MediaType fallback) {
  const std::string_view root = skip_prolog(text);
  if (has_root(root, "rss")) return MediaType::rss;
  if (has_root(root, "rdf:RDF") && text.find("://purl.org/rss/1.0/") != std::string_view::npos) {
    return MediaType::rss;
  }
  if (has_root(root, "feed")) return MediaType::atom;
  if (has_root(root, "svg")) return MediaType::svg;
  if (has_root(root, "html")) {
    return text.starts_with("<?xml") ? MediaType::xhtml : MediaType::html;
  }
  if (fallback != MediaType::xml && begins_html(root)) return MediaType::html;
  // A prolog that goes on behind the sniffed bytes may name what it introduces.
  if (fallback == MediaType::xml && root.empty() &&
      text.find("<!DOCTYPE html") != std::string_view::npos) {
    return MediaType::xhtml;
  }
  return fallback;
}

bool begins_json(std::string_view text) {
  if (text.empty() || (text.front() != '{' && text.front() != '[')) return false;
  const std::string_view inner = skip_whitespace(text.substr(1));
  if (inner.empty()) return false;
  if (text.front() == '{') return inner.front() == '"' || inner == "}";
  return inner.front() == '{' || inner.front() == '"' || inner == "]";
}

// UTF-16 without a mark: every other byte is zero, as in markup.
bool looks_like_utf16(std::string_view header) {
  constexpr size_t kFewest = 8;
  size_t zeros[2] = {0, 0};
  for (size_t i = 0; i < header.size(); ++i) {
    if (header[i] == '\0') ++zeros[i % 2];
  }
  const size_t half = header.size() / 2;
  return header.size() >= kFewest && std::min(zeros[0], zeros[1]) == 0 &&
         std::max(zeros[0], zeros[1]) * 2 > half;
}

// Pages with a stray control character are pages; one byte in 32 is far above any of those, and far
// below the share of compressed data (one in ten).
bool reads_as_text(std::string_view header) {
  if (begins_utf16(header) || looks_like_utf16(header)) return true;
  const auto binary =
      static_cast<size_t>(std::count_if(header.begin(), header.end(), is_binary_data));
  return binary * 32 <= header.size();
}

MediaType identify_content(std::string_view header) {
  const std::string_view unmarked =
      header.starts_with(kUtf8Mark) ? header.substr(kUtf8Mark.size()) : header;
  const std::string_view text = skip_whitespace(unmarked);

  MediaType type = identify_unknown(unmarked, /*scriptable=*/true);
  if (type == MediaType::xml) return by_root(text, MediaType::xml);
  if (type == MediaType::html || type == MediaType::plain_text) {
    if (text.starts_with('<')) return by_root(text, type);
    if (type == MediaType::plain_text && begins_json(text)) return MediaType::json;
  }
  if (type != MediaType::binary) return type;
  if (header.starts_with("Rar!\x1a\7\1\0"sv)) return MediaType::rar;
  if (header.starts_with("\0asm"sv)) return MediaType::wasm;
  const MediaType font = match_font(header);
  return font == MediaType::unknown ? type : font;
}

// The characters of UTF-16 that are ASCII; others become letters of nothing. Of each pair of bytes
// it takes the one that is not zero.
std::string_view narrow(std::string_view header, std::array<char, kSniffedBytes / 2>& room) {
  const size_t count = header.size() / 2;
  for (size_t i = 0; i < count; ++i) {
    const char first = header[2 * i];
    const char second = header[2 * i + 1];
    room[i] = first == '\0' ? second : second == '\0' ? first : '\x80';
  }
  return {room.data(), count};
}

bool is_foreign(const Sniffed& sniffed) {
  switch (group_of(sniffed.content)) {
    case MediaGroup::document:
    case MediaGroup::feed:
    case MediaGroup::json:
      return true;
    case MediaGroup::image:
      return sniffed.content == MediaType::svg || !sniffed.textual;  // "BMW" is no picture
    case MediaGroup::audio_video:
    case MediaGroup::archive:
    case MediaGroup::font:
    case MediaGroup::wasm:
    case MediaGroup::binary:
      return !sniffed.textual;
    default:
      return false;
  }
}

}  // namespace

MediaType sniff_content(std::string_view body) {
  const std::string_view header = body.substr(0, kSniffedBytes);
  if (header.empty()) return MediaType::unknown;
  const bool marked = begins_utf16(header);
  if (marked || looks_like_utf16(header)) {
    std::array<char, kSniffedBytes / 2> room;
    const MediaType type = identify_content(narrow(header.substr(marked ? 2 : 0), room));
    // Without a mark, only markup is proof.
    if (marked || group_of(type) == MediaGroup::html || type == MediaType::xml) return type;
  }
  return identify_content(header);
}

Sniffed sniff(std::string_view content_type, std::string_view body, bool no_sniff) {
  const std::string_view header = body.substr(0, kSniffedBytes);
  const ContentType parsed = parse_content_type(content_type);
  Sniffed sniffed;
  sniffed.declared = media_type_of(parsed.essence);
  sniffed.charset = parsed.charset;
  sniffed.content = sniff_content(header);
  sniffed.textual = reads_as_text(header);
  // The standard calls a resource without bytes text; here there is nothing to tell by.
  const bool nothing = header.empty() && sniffed.declared == MediaType::unknown;
  sniffed.computed =
      nothing ? MediaType::unknown
              : compute(trim(content_type), parsed.essence, sniffed.declared, header, no_sniff);
  return sniffed;
}

bool is_html_like(const Sniffed& sniffed) {
  const bool marked_up = group_of(sniffed.content) == MediaGroup::html;
  switch (sniffed.declared) {
    case MediaType::html:
    case MediaType::xhtml:
      return !is_foreign(sniffed);
    case MediaType::xml:
    case MediaType::unknown:
      return marked_up;
    default:
      return false;
  }
}

bool is_plain_text(const Sniffed& sniffed) {
  if (sniffed.computed != MediaType::plain_text || !sniffed.textual) return false;
  if (sniffed.declared == MediaType::unknown) {
    return sniffed.content == MediaType::plain_text || sniffed.content == MediaType::unknown;
  }
  return group_of(sniffed.content) != MediaGroup::document;
}

}  // namespace sluice::warc

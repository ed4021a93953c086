#include "warc/header.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/format.h"

namespace sluice::warc {
namespace {

using Status = HeaderParse::Status;

constexpr std::string_view kMagic = "WARC/";
// Longer lines are no ARC headers; it bounds the search for one.
constexpr size_t kLongestArcLine = size_t{64} << 10;

constexpr std::array<std::string_view, kRecordKinds> kKindNames = {
    "warcinfo", "request",    "response",     "resource", "metadata",
    "revisit",  "conversion", "continuation", "file",     "other"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
bool in_scheme(char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; }

// `lower` is in lower case, and letters and '-' only.
bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c) != lower[i]) return false;
  }
  return true;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_brackets(std::string_view uri) {
  return uri.size() >= 2 && uri.front() == '<' && uri.back() == '>' ? uri.substr(1, uri.size() - 2)
                                                                    : uri;
}

RecordKind kind_of(std::string_view type) {
  for (size_t i = 0; i < static_cast<size_t>(RecordKind::other); ++i) {
    if (equals_ignoring_case(type, kKindNames[i])) return static_cast<RecordKind>(i);
  }
  return RecordKind::other;
}

constexpr size_t kNoEnd = std::string_view::npos;
constexpr size_t kNextRecord = kNoEnd - 1;

// Calls use(name, value) for each field of the header lines in `bytes`, and returns where the empty
// line that ends them ends, or kNoEnd, or kNextRecord if another header begins before.
template <class Use>
size_t for_each_field(std::string_view bytes, Use&& use) {
  const char* const end = bytes.data() + bytes.size();
  const char* line = bytes.data();
  const char* name = nullptr;  // of the field whose lines are being read
  const char* name_end = nullptr;
  const char* value = nullptr;
  const auto finish = [&](const char* value_end) {
    if (name == nullptr) return;
    use(std::string_view(name, static_cast<size_t>(name_end - name)),
        std::string_view(value, static_cast<size_t>(value_end - value)));
    name = nullptr;
  };
  while (line != end) {
    const auto left = static_cast<size_t>(end - line);
    const auto* const newline = static_cast<const char*>(std::memchr(line, '\n', left));
    if (newline == nullptr) break;
    if (*line == 'W' && std::string_view(line, left).starts_with(kMagic)) return kNextRecord;
    const bool empty = newline == line || (newline == line + 1 && *line == '\r');
    if (empty || (*line != ' ' && *line != '\t')) {
      finish(line);
      if (empty) return static_cast<size_t>(newline + 1 - bytes.data());
      const auto* const colon =
          static_cast<const char*>(std::memchr(line, ':', static_cast<size_t>(newline - line)));
      if (colon != nullptr) {
        name = line;
        name_end = colon;
        while (name_end != name && is_space(name_end[-1])) --name_end;
        value = colon + 1;
      }
    }
    line = newline + 1;
  }
  finish(line);
  return kNoEnd;
}

// Size of the line "WARC/1.0"; 0 if it is none, npos if it is not there whole.
size_t version_line(std::string_view bytes, std::string_view& version) {
  if (!bytes.starts_with(kMagic.substr(0, bytes.size()))) return 0;
  size_t at = std::min(kMagic.size(), bytes.size());
  while (at < bytes.size() && (is_digit(bytes[at]) || bytes[at] == '.')) ++at;
  if (at > kMagic.size()) version = bytes.substr(kMagic.size(), at - kMagic.size());
  const size_t version_end = at;
  while (at < bytes.size() && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r')) ++at;
  constexpr size_t kLongestLine = 64;
  if (at > kLongestLine) return 0;
  if (at == bytes.size()) return std::string_view::npos;
  return bytes[at] == '\n' && version_end > kMagic.size() ? at + 1 : 0;
}

void set_field(RecordHeader& header, std::string_view name, std::string_view raw) {
  // Few names have the same length, so nearly always one comparison decides.
  const auto is = [&](std::string_view lower) { return equals_ignoring_case(name, lower); };
  const auto set = [&](std::string_view& field) {
    if (field.data() == nullptr) field = trimmed(raw);
  };
  switch (name.size()) {
    case 9:
      if (is("warc-type")) return set(header.type);
      if (is("warc-date")) return set(header.date);
      return;
    case 12:
      if (is("content-type")) return set(header.content_type);
      return;
    case 13:
      if (is("warc-filename")) return set(header.filename);
      return;
    case 14:
      if (is("warc-record-id")) return set(header.record_id);
      if (is("warc-truncated")) return set(header.truncated);
      return;
    case 15:
      if (is("warc-target-uri")) return set(header.target_uri);
      if (is("warc-ip-address")) return set(header.ip_address);
      return;
    case 16:
      if (is("warc-warcinfo-id")) return set(header.warcinfo_id);
      return;
    case 19:
      if (is("warc-payload-digest")) return set(header.payload_digest);
      return;
    case 28:
      if (is("warc-identified-payload-type")) return set(header.payload_type);
      return;
    default:
      return;
  }
}

// Takes the first Content-Length there is.
struct LengthField {
  bool seen = false;
  std::optional<uint64_t> value{};

  void offer(std::string_view name, std::string_view raw) {
    if (seen || name.size() != 14 || (name.front() | 0x20) != 'c' ||
        !equals_ignoring_case(name, "content-length")) {
      return;
    }
    seen = true;
    value = parse_u64(trimmed(raw));
  }
};

Status status_of(size_t fields_end, size_t bytes) {
  if (fields_end == kNextRecord) return Status::bad;
  if (fields_end != kNoEnd) return Status::complete;
  return bytes < kLongestHeader ? Status::incomplete : Status::bad;
}

}  // namespace

std::string_view to_string(RecordKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

HeaderParse parse_warc_header(std::string_view bytes) {
  bytes = bytes.substr(0, kLongestHeader);
  HeaderParse parse;
  RecordHeader& header = parse.header;
  const size_t fields = version_line(bytes, header.version);
  if (fields == 0) return parse;
  if (fields == std::string_view::npos) {
    parse.status = Status::incomplete;
    return parse;
  }
  LengthField length;
  const size_t end =
      for_each_field(bytes.substr(fields), [&](std::string_view name, std::string_view value) {
        length.offer(name, value);
        set_field(header, name, value);
      });
  parse.status = status_of(end, bytes.size());
  if (parse.status != Status::complete) return parse;
  parse.size = fields + end;
  header.length = length.value;
  header.kind = kind_of(header.type);
  header.target_uri = without_brackets(header.target_uri);
  return parse;
}

HeaderScan scan_warc_header(std::string_view bytes) {
  bytes = bytes.substr(0, kLongestHeader);
  std::string_view version;
  const size_t fields = version_line(bytes, version);
  if (fields == 0) return {};
  if (fields == std::string_view::npos) return {.status = Status::incomplete};
  LengthField length;
  const size_t end = for_each_field(
      bytes.substr(fields),
      [&](std::string_view name, std::string_view value) { length.offer(name, value); });
  return {.status = status_of(end, bytes.size()), .size = fields + end, .length = length.value};
}

HeaderParse parse_arc_header(std::string_view bytes) {
  HeaderParse parse;
  bytes = bytes.substr(0, kLongestArcLine);
  const size_t newline = bytes.find('\n');
  if (newline == std::string_view::npos) {
    parse.status = bytes.size() < kLongestArcLine ? Status::incomplete : Status::bad;
    return parse;
  }
  std::string_view line = trimmed(bytes.substr(0, newline));
  const auto pop_word = [&line] {
    const size_t space = line.find_last_of(" \t");
    const std::string_view word = space == std::string_view::npos ? line : line.substr(space + 1);
    line = trimmed(line.substr(0, space == std::string_view::npos ? 0 : space));
    return word;
  };
  RecordHeader& header = parse.header;
  const std::string_view length = pop_word();
  // The content type, which may hold spaces, is what stands between the length and a date.
  const std::string_view before_length = line;
  constexpr size_t kShortestDate = 12;
  constexpr int kMostTypeWords = 4;
  for (int words = 0; words <= kMostTypeWords && !line.empty(); ++words) {
    const std::string_view word = pop_word();
    if (word.size() < kShortestDate || !std::all_of(word.begin(), word.end(), is_digit)) continue;
    header.date = word;
    break;
  }
  if (header.date.empty()) return parse;
  header.content_type =
      trimmed(before_length.substr(static_cast<size_t>(header.date.end() - before_length.begin())));
  header.ip_address = pop_word();
  header.target_uri = line;
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return parse;
  if (!std::all_of(line.begin(), line.begin() + static_cast<ptrdiff_t>(colon), in_scheme)) {
    return parse;
  }
  header.arc = true;
  header.version = "1";
  const bool version_block = line.starts_with("filedesc:");
  const bool http = line.starts_with("http:") || line.starts_with("https:");
  header.kind = version_block ? RecordKind::warcinfo
                : http        ? RecordKind::response
                              : RecordKind::resource;
  header.length = parse_u64(length);
  parse.status = Status::complete;
  parse.size = newline + 1;
  return parse;
}

WarcinfoFields parse_warcinfo(std::string_view block) {
  WarcinfoFields fields;
  const auto take = [&](std::string_view name, std::string_view value) {
    if (equals_ignoring_case(name, "ispartof")) fields.is_part_of = trimmed(value);
    if (equals_ignoring_case(name, "software")) fields.software = trimmed(value);
  };
  // The last line may lack the line end that for_each_field() waits for.
  const size_t lines = block.rfind('\n') + 1;
  for_each_field(block.substr(0, lines), take);
  const std::string_view rest = block.substr(lines);
  if (const size_t colon = rest.find(':'); colon != std::string_view::npos) {
    take(trimmed(rest.substr(0, colon)), rest.substr(colon + 1));
  }
  return fields;
}

std::string_view bare_id(std::string_view record_id) {
  if (record_id.starts_with('<') && record_id.ends_with('>')) {
    record_id = record_id.substr(1, record_id.size() - 2);
  }
  constexpr std::string_view kPrefix = "urn:uuid:";
  if (record_id.starts_with(kPrefix)) record_id.remove_prefix(kPrefix.size());
  return record_id;
}

}  // namespace sluice::warc

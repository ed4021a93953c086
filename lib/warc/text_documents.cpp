#include "warc/text_documents.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "document/json_writer.h"
#include "unicode/utf8.h"
#include "warc/http_text.h"

namespace sluice::warc {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// windows-1252 from 0x80 to 0x9F (Encoding Standard, index windows-1252); elsewhere it is
// ISO-8859-1.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

void append(std::string& text, char32_t code_point) {
  std::array<char, 4> bytes;
  text.append(bytes.data(), encode_utf8(code_point, bytes.data()));
}

// "Get an encoding" of the Encoding Standard (4.2), for the two encodings that are known here.
std::string normal_label(std::string_view label) {
  std::string text;
  for (const char c : trim(label)) text.push_back(to_lower(c));
  return text;
}

bool is_one_of(std::string_view label, std::span<const std::string_view> labels) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

bool is_utf8_label(std::string_view label) {
  static constexpr std::string_view kLabels[] = {"",
                                                 "utf-8",
                                                 "utf8",
                                                 "unicode-1-1-utf-8",
                                                 "unicode11utf8",
                                                 "unicode20utf8",
                                                 "x-unicode20utf8"};
  return is_one_of(label, kLabels);
}

bool is_latin_label(std::string_view label) {
  static constexpr std::string_view kLabels[] = {
      "windows-1252", "iso-8859-1", "us-ascii",       "latin1", "ascii",          "cp1252",
      "x-cp1252",     "iso8859-1",  "ansi_x3.4-1968", "cp819",  "csisolatin1",    "ibm819",
      "iso-ir-100",   "iso88591",   "iso_8859-1",     "l1",     "iso_8859-1:1987"};
  return is_one_of(label, kLabels);
}

void decode_latin(std::string_view bytes, std::string& text) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append(text, byte >= 0x80 && byte < 0xA0 ? char32_t{kWindows1252[byte - 0x80]} : byte);
  }
}

// Size of what one U+FFFD stands for at the beginning of `bytes`, where no well-formed sequence
// begins: the longest beginning of one, or one byte (Encoding Standard, UTF-8 decoder; Unicode,
// "maximal subpart").
size_t maximal_subpart(std::string_view bytes) {
  const auto byte = [&bytes](size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const unsigned char lead = byte(0);
  const size_t length = lead >= 0xF0 && lead <= 0xF4   ? 4
                        : lead >= 0xE0 && lead <= 0xEF ? 3
                        : lead >= 0xC2 && lead <= 0xDF ? 2
                                                       : 1;
  // The second byte may not make it overlong, a surrogate, or above U+10FFFF.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (length == 1 || bytes.size() < 2 || byte(1) < low || byte(1) > high) return 1;
  size_t size = 2;
  while (size < length && size < bytes.size() && (byte(size) & 0xC0) == 0x80) ++size;
  return size;
}

uint64_t replace_invalid(std::string_view bytes, std::string& text) {
  uint64_t replaced = 0;
  while (!bytes.empty()) {
    const size_t valid = find_invalid_utf8(bytes);
    text.append(bytes.substr(0, valid));
    bytes.remove_prefix(valid);
    if (bytes.empty()) break;
    append(text, kReplacement);
    ++replaced;
    bytes.remove_prefix(maximal_subpart(bytes));
  }
  return replaced;
}

// Why a candidate gives no document; no reason: it does.
struct Refusal {
  std::string_view reason{};
  std::string detail{};
};

Refusal refuse(const Payload& payload) {
  if (payload.status != 0 && (payload.status < 200 || payload.status > 299)) {
    return {.reason = "http_status", .detail = std::to_string(payload.status)};
  }
  for (const BodyNote note :
       {BodyNote::undecodable, BodyNote::unknown_coding, BodyNote::too_many_codings}) {
    if (payload.body_notes.has(note)) {
      return {.reason = "undecodable_body", .detail = std::string(to_string(note))};
    }
  }
  if (!is_plain_text(payload.sniffed)) {
    return {.reason = "media_type", .detail = std::string(name_of(payload.type))};
  }
  return {};
}

std::string id_of(const Record& record, const std::string& file) {
  if (!record.header.arc && !record.header.record_id.empty()) {
    return std::string(record.header.record_id);
  }
  return (record.header.arc ? "arc:" : "warc:") + file + ":" + std::to_string(record.place.offset) +
         (record.place.plain_offset == 0 ? "" : "+" + std::to_string(record.place.plain_offset));
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

// Headers are opaque bytes; documents are UTF-8.
std::string as_utf8(std::string_view value) {
  std::string text;
  replace_invalid(value, text);
  return text;
}

}  // namespace

std::string_view dump_of_name(std::string_view path) {
  constexpr std::string_view kPrefix = "CC-MAIN-";
  for (size_t at = path.find(kPrefix); at != std::string_view::npos;
       at = path.find(kPrefix, at + 1)) {
    const std::string_view rest = path.substr(at + kPrefix.size());
    const auto digits = [&rest](size_t from, size_t count) {
      for (size_t i = from; i < from + count; ++i) {
        if (i >= rest.size() || !is_digit(rest[i])) return false;
      }
      return true;
    };
    // Year and week; file names hold a time stamp of 14 digits in the same place.
    const bool is_week =
        digits(0, 4) && rest.size() > 4 && rest[4] == '-' && digits(5, 2) && !digits(5, 3);
    if (is_week) return path.substr(at, kPrefix.size() + 7);
  }
  return {};
}

DecodedText decode_text(std::string_view bytes, std::string_view charset, std::string& scratch) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  const bool marked = bytes.starts_with(kMark);
  if (marked) bytes.remove_prefix(kMark.size());
  if (is_valid_utf8(bytes)) return {.known = true, .text = bytes, .replaced = 0};
  const std::string label = marked ? std::string() : normal_label(charset);  // the mark wins
  scratch.clear();
  if (is_utf8_label(label)) {
    const uint64_t replaced = replace_invalid(bytes, scratch);
    return {.known = true, .text = scratch, .replaced = replaced};
  }
  if (!is_latin_label(label)) return {.known = false, .text = {}, .replaced = 0};
  decode_latin(bytes, scratch);
  return {.known = true, .text = scratch, .replaced = 0};
}

TextDocuments::TextDocuments(Options options) : options_(std::move(options)) {
  for (const std::string& input : options_.inputs) {
    const size_t slash = input.rfind('/');
    sources_.push_back({.base = slash == std::string::npos ? input : input.substr(slash + 1),
                        .dump = std::string(dump_of_name(input))});
  }
}

void TextDocuments::add(const Record& record, pipeline::Batch& batch) const {
  thread_local PayloadReader reader;
  thread_local std::string scratch;
  if (!record.loss.empty()) return;  // counted as a bad record
  batch.count("records", to_string(record.header.kind));
  if (!has_payload(record.header.kind)) return;

  const Payload payload = reader.read(record);
  batch.count("media_types", name_of(payload.type));
  payload.http_notes.for_each([&](HttpNote note) { batch.count("http", to_string(note)); });
  payload.body_notes.for_each([&](BodyNote note) { batch.count("bodies", to_string(note)); });

  const Source& source = sources_[record.input];
  const std::string id = as_utf8(id_of(record, source.base));
  stats::Ledger& ledger = batch.ledgers.front();
  const std::string dump = source.dump.empty() ? as_utf8(record.crawl) : source.dump;
  const stats::Groups groups{.language = {}, .source = {}, .dump = dump};
  const stats::Measure before{.id = id, .bytes = payload.bytes.size(), .tokens = 0};
  if (options_.counter != nullptr) {
    ledger.tokens.counted_by(options_.counter->name());
  } else {
    ledger.tokens.not_counted();
  }
  ledger.see(before, groups);

  Refusal refusal = refuse(payload);
  DecodedText decoded;
  if (refusal.reason.empty()) {
    decoded = decode_text(payload.bytes, payload.sniffed.charset, scratch);
    if (!decoded.known) {
      refusal = {.reason = "charset", .detail = as_utf8(payload.sniffed.charset)};
    } else if (is_blank(decoded.text)) {
      refusal = {.reason = "empty", .detail = {}};
    }
  }
  if (!refusal.reason.empty()) {
    ledger.reject(refusal.reason, before);
    if (options_.rejects) {
      emit(record, {.id = id, .text = {}, .dump = dump, .tokens = 0}, refusal.reason,
           refusal.detail, batch);
    }
    return;
  }
  if (decoded.replaced > 0) batch.count("texts", "with_invalid_bytes");
  const uint64_t tokens =
      options_.counter != nullptr ? options_.counter->count(decoded.text) : uint64_t{0};
  ledger.keep(before, {.id = id, .bytes = decoded.text.size(), .tokens = tokens}, groups);
  emit(record, {.id = id, .text = decoded.text, .dump = dump, .tokens = tokens}, {}, {}, batch);
}

// With a reason: to the rejects, without text, since a payload need not be any.
void TextDocuments::emit(const Record& record, const Parts& parts, std::string_view reason,
                         std::string_view detail, pipeline::Batch& batch) const {
  const size_t at = batch.scratch.size();
  JsonWriter json(batch.scratch);
  json.begin_object();
  json.key("id").string(parts.id);
  json.key("text").string(parts.text);
  json.key("metadata").begin_object();
  if (!parts.dump.empty()) json.key("dump").string(parts.dump);
  if (!record.header.target_uri.empty()) json.key("url").string(as_utf8(record.header.target_uri));
  if (!record.header.date.empty()) json.key("date").string(as_utf8(record.header.date));
  json.key("file_path").string(as_utf8(options_.inputs[record.input]));
  json.key("warc_offset").number(record.place.offset);
  if (reason.empty() && options_.counter != nullptr) {
    json.key("token_count").number(parts.tokens);
    json.key("tokenizer").string(options_.counter->name());
  }
  if (!reason.empty()) {
    json.key("reject").begin_object();
    json.key("tool").string(options_.tool);
    json.key("reason").string(reason);
    if (!detail.empty()) json.key("detail").string(detail);
    json.end_object();
  }
  json.end_object().end_object();
  batch.scratch.push_back('\n');
  batch.emit_scratch(reason.empty() ? pipeline::kFirstRoute : pipeline::kRejects, at);
}

}  // namespace sluice::warc

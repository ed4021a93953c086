#include "metadata.h"

#include <algorithm>
#include <array>

#include "base/buffer.h"
#include "unicode/utf8.h"

namespace sluice::extract_tool {
namespace {

struct Signal {
  std::string_view name;
  uint32_t bit;
};
// What is said of the use of a page, as documents name it.
constexpr std::array<Signal, 6> kSignals = {{{"noai", extract::kNoAi},
                                             {"noimageai", extract::kNoImageAi},
                                             {"noindex", extract::kNoIndex},
                                             {"noarchive", extract::kNoArchive},
                                             {"nosnippet", extract::kNoSnippet},
                                             {"tdm-reservation", extract::kTdmReserved}}};

uint32_t header_signals(const warc::Payload& payload) {
  uint32_t signals = 0;
  payload.fields.for_each("x-robots-tag", [&](std::string_view value) {
    signals |= extract::robots_directives(value);
  });
  if (payload.fields.find("tdm-reservation").value_or("") == "1") signals |= extract::kTdmReserved;
  return signals;
}

// What of the body is not in the document; empty: nothing that could be told.
std::string_view loss_of_body(const warc::NoteSet<warc::BodyNote>& notes) {
  if (notes.has(warc::BodyNote::too_large)) return "too_large";
  if (notes.has(warc::BodyNote::damaged)) return "damaged";
  return notes.has(warc::BodyNote::truncated) ? "body" : "";
}

}  // namespace

std::string as_utf8(std::string_view bytes) {
  Buffer text;
  append_as_utf8(bytes, text);
  return std::string(text.view());
}

void append_id(const warc::Record& record, std::string_view path, Buffer& out) {
  const warc::RecordHeader& header = record.header;
  if (header.kind == warc::RecordKind::file) {
    append_as_utf8(path, out);
    return;
  }
  if (!header.arc && !header.record_id.empty()) {
    append_as_utf8(header.record_id, out);
    return;
  }
  out.append(header.arc ? "arc:" : "warc:");
  append_as_utf8(path.substr(path.rfind('/') + 1), out);
  out.push_back(':');
  append_json_number(out, record.place.offset);
  if (record.place.plain_offset == 0) return;
  out.push_back('+');
  append_json_number(out, record.place.plain_offset);
}

void write_member(JsonWriter& json, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  if (is_valid_utf8(value)) {
    json.key(key).string(value);
    return;
  }
  thread_local Buffer text;
  text.clear();
  append_as_utf8(value, text);
  json.key(key).string(text.view());
}

void write_place(JsonWriter& json, const warc::Record& record, std::string_view dump,
                 std::string_view file_path) {
  write_member(json, "dump", dump);
  write_member(json, "url", record.header.target_uri);
  write_member(json, "date", record.header.date);
  write_member(json, "file_path", file_path);
  if (record.header.kind != warc::RecordKind::file) {
    json.key("warc_offset").number(record.place.offset);
  }
}

void write_capture(JsonWriter& json, const warc::Record& record, const warc::Payload& payload) {
  if (payload.status != 0) json.key("http_status").number(payload.status);
  write_member(json, "last_modified", payload.fields.find("last-modified").value_or(""));
  const std::string_view of_archive = record.header.truncated;
  write_member(json, "truncated",
               of_archive.empty() ? loss_of_body(payload.body_notes) : of_archive);
  write_member(json, "payload_digest", record.header.payload_digest);
}

void write_charset(JsonWriter& json, const html::Decoded& decoded) {
  if (decoded.known() && decoded.encoding != html::Encoding::utf_8) {
    json.key("charset").string(name_of(decoded.encoding));
    json.key("charset_source").string(to_string(decoded.found));
  }
  if (decoded.replaced > 0) json.key("invalid_bytes").number(decoded.replaced);
}

void write_statements(JsonWriter& json, const extract::Metadata& said) {
  write_member(json, "title", said.title);
  write_member(json, "html_language", said.language);
  write_member(json, "canonical_url", said.canonical);
  write_member(json, "date_published", said.published);
  write_member(json, "license", said.licence);
}

void write_opt_out(JsonWriter& json, const warc::Payload& payload, const extract::Metadata* said) {
  const uint32_t signals = header_signals(payload) | (said != nullptr ? said->opt_out : 0);
  const auto is_set = [signals](const Signal& signal) { return (signals & signal.bit) != 0; };
  if (std::any_of(kSignals.begin(), kSignals.end(), is_set)) {
    json.key("opt_out").begin_array();
    for (const Signal& signal : kSignals) {
      if (is_set(signal)) json.string(signal.name);
    }
    json.end_array();
  }
  const std::string_view of_page = said != nullptr ? said->tdm_policy : std::string_view{};
  write_member(json, "tdm_policy",
               of_page.empty() ? payload.fields.find("tdm-policy").value_or("") : of_page);
}

}  // namespace sluice::extract_tool

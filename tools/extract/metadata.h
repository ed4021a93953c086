// What is known of a document beside its text, as members of its `metadata` (docs/formats.md).
#pragma once

#include <string>
#include <string_view>

#include "base/buffer.h"
#include "document/json_writer.h"
#include "extract/metadata.h"
#include "html/charset.h"
#include "warc/payload.h"
#include "warc/record.h"

namespace sluice::extract_tool {

// With what is no UTF-8 replaced.
std::string as_utf8(std::string_view bytes);

// Appends the id as UTF-8: of a file its path, of a record what the archive calls it, or else its
// place in the file ("arc:FILE:OFFSET"). `path`: the input's.
void append_id(const warc::Record& record, std::string_view path, Buffer& out);

// Headers and addresses are opaque bytes, documents are UTF-8: writes a member with what is none
// replaced, unless the value is empty.
void write_member(JsonWriter& json, std::string_view key, std::string_view value);

// Of the archive: dump, url, date, file_path, warc_offset.
void write_place(JsonWriter& json, const warc::Record& record, std::string_view dump,
                 std::string_view file_path);

// Of the crawl: http_status, last_modified, truncated (the archive's reason, else "body", "damaged"
// or "too_large" for a body that was not decoded whole), payload_digest.
void write_capture(JsonWriter& json, const warc::Record& record, const warc::Payload& payload);

// Of the bytes, if they were not UTF-8: charset, charset_source; if any were invalid,
// invalid_bytes.
void write_charset(JsonWriter& json, const html::Decoded& decoded);

// What the page says of itself: title, html_language, canonical_url, date_published, license.
void write_statements(JsonWriter& json, const extract::Metadata& said);

// What its owner asks for: opt_out, a list, and tdm_policy. `said`: of an HTML page, else null.
void write_opt_out(JsonWriter& json, const warc::Payload& payload, const extract::Metadata* said);

}  // namespace sluice::extract_tool

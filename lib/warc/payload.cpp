#include "warc/payload.h"

namespace sluice::warc {

bool has_payload(RecordKind kind) {
  return kind == RecordKind::response || kind == RecordKind::resource ||
         kind == RecordKind::conversion || kind == RecordKind::file;
}

Payload PayloadReader::read(const Record& record) {
  if (!has_payload(record.header.kind)) return {};
  if (record.header.kind == RecordKind::response) return read_response(record);
  Payload payload;
  payload.bytes = record.block;
  // A file of its own is read as a page for its name or beginning; its bytes may still say
  // otherwise.
  const bool is_file = record.header.kind == RecordKind::file;
  payload.sniffed = sniff(is_file ? "text/html" : record.header.content_type, record.block);
  payload.type = is_html_like(payload.sniffed) ? MediaType::html : payload.sniffed.computed;
  return payload;
}

Payload PayloadReader::read_response(const Record& record) {
  Payload payload;
  const HttpMessage message = parse_http(record.block);
  const DecodedBody body = decoder_.decode(message);
  payload.status = message.status;
  payload.bytes = body.bytes;
  payload.fields = message.fields;
  payload.http_notes = message.notes;
  payload.body_notes = body.notes;
  // An ARC record without HTTP headers still has the type of its own line.
  const bool has_http = message.kind == HttpMessage::Kind::response;
  const std::string_view declared = has_http ? message.fields.find("content-type").value_or("")
                                    : record.header.arc ? record.header.content_type
                                                        : std::string_view{};
  payload.sniffed = sniff(declared, body.bytes);
  payload.type = is_html_like(payload.sniffed) ? MediaType::html : payload.sniffed.computed;
  return payload;
}

}  // namespace sluice::warc

// What a record carries: a response's body without codings, the block of a resource, conversion or
// file.
//
//   PayloadReader reader;                               // one per thread, reused
//   const Payload payload = reader.read(record);
//   if (payload.status == 200 && is_plain_text(payload.sniffed)) use(payload.bytes);
//
// Nothing fails: the notes say what was unusual, and bytes are kept where they could not be
// decoded.
#pragma once

#include <cstdint>
#include <string_view>

#include "warc/http_body.h"
#include "warc/mime_sniff.h"
#include "warc/record.h"

namespace sluice::warc {

// Records of these kinds carry what may become a document: responses, resources, conversions,
// files.
bool has_payload(RecordKind kind);

struct Payload {
  int status = 0;            // of an HTTP response; 0: none
  std::string_view bytes{};  // valid until the next read() and as long as the record
  Sniffed sniffed{};
  MediaType type = MediaType::unknown;  // what to treat it as: html if it is HTML, else as computed
  HttpFields fields{};                  // of an HTTP response
  NoteSet<HttpNote> http_notes{};
  NoteSet<BodyNote> body_notes{};
};

class PayloadReader {
 public:
  PayloadReader() = default;
  explicit PayloadReader(const BodyDecoder::Options& options) : decoder_(options) {}

  // Empty for records without a payload.
  Payload read(const Record& record);

 private:
  Payload read_response(const Record& record);

  BodyDecoder decoder_;
};

}  // namespace sluice::warc

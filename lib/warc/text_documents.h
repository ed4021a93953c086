// Documents of what is text already: the conversion records of WET files, and text/plain payloads.
//
//   const TextDocuments documents({.inputs = names, .tool = "sluice-extract"});
//   CrawlFeed feed(inputs, options, [&](const Record& record, pipeline::Batch& batch) {
//     documents.add(record, batch);
//   });
//
// Every record is counted by kind, every payload by media type. Responses, resources and
// conversions are the ledger's candidates, their size that of the decoded payload; those that give
// no document are rejected as
//
//   http_status       the response's status is not 2xx
//   undecodable_body  its body is in a coding that could not be undone
//   media_type        it is no plain text (the detail says what)
//   charset           its text is in an encoding that is not known here
//   empty             there is no text but white space
//
// Payloads are bytes and have no tokens: those of `in` and of rejects are 0, all that documents
// have stands under `changed`.
//
// Text is UTF-8 if it is valid as such, begins with UTF-8's byte order mark, or if nothing else is
// declared; each maximal subpart of an invalid sequence becomes U+FFFD, as the Encoding Standard
// wants it, and such texts are counted. So it wants ISO-8859-1 to be windows-1252, too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/batch.h"
#include "pipeline/token_counter.h"
#include "warc/payload.h"

namespace sluice::warc {

class TextDocuments {
 public:
  struct Options {
    std::vector<std::string> inputs;  // names by Record::input
    std::string tool;                 // for metadata.reject
    bool rejects = false;  // write rejected candidates (without text) to the rejects channel
    // Counts the tokens of each document, and stores them in it; nullptr: they are not known.
    const pipeline::TokenCounter* counter = nullptr;
  };

  explicit TextDocuments(Options options);

  // Counts the record, and emits the document that it gives. Thread-safe.
  void add(const Record& record, pipeline::Batch& batch) const;

 private:
  struct Source {
    std::string base;  // the input's name without folders
    std::string dump;  // "CC-MAIN-2025-05", if the name tells
  };

  struct Parts {
    std::string_view id;
    std::string_view text;
    std::string_view dump;
    uint64_t tokens = 0;
  };
  void emit(const Record& record, const Parts& parts, std::string_view reason,
            std::string_view detail, pipeline::Batch& batch) const;

  Options options_;
  std::vector<Source> sources_;
};

// The crawl that a file belongs to, by its path: the first "CC-MAIN-YYYY-WW" in it, as in
// crawl-data/CC-MAIN-2025-05/…; empty if there is none. A file's own name,
// CC-MAIN-20250117060010-…, holds times only.
std::string_view dump_of_name(std::string_view path);

// `bytes` as UTF-8 text, for a charset label as declared ("" if none); `scratch` holds the text
// where bytes had to be changed. Nothing for an encoding that is not known here.
struct DecodedText {
  bool known = true;
  std::string_view text{};
  uint64_t replaced = 0;  // invalid sequences that became U+FFFD
};
DecodedText decode_text(std::string_view bytes, std::string_view charset, std::string& scratch);

}  // namespace sluice::warc

// Documents of records: the main content of HTML pages, and what is text already (text/plain
// payloads, the conversions of WET files).
//
//   const Documents documents({.inputs = names, .tool = "sluice-extract", …});
//   CrawlFeed feed(inputs, options, [&](const Record& record, pipeline::Batch& batch) {
//     documents.add(record, batch);
//   });
//
// Every record is counted by kind, every payload by media type. Responses, resources, conversions
// and pages in files of their own are the ledger's candidates, their size that of the decoded
// payload; those that give no document are rejected under the first of these reasons that holds:
//
//   blocked_url       the address is on a block list
//   http_status       the response's status is not 2xx
//   duplicate_url     the address was seen before (Record::marked)
//   undecodable_body  its body is in a coding that could not be undone
//   media_type        it is neither HTML nor plain text (the detail says what it is)
//   charset           its text is in an encoding that is refused (html/charset.h)
//   no_main_content   the page shows text, but none of it was chosen
//   empty             there is no text but white space
//   too_short         the text is shorter than asked for (the detail says how long it is)
//
// Payloads are bytes and have no tokens: those of `in` and of rejects are 0, all that documents
// have stands under `changed`.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/pool.h"
#include "extract/extractor.h"
#include "pipeline/batch.h"
#include "pipeline/token_counter.h"
#include "url_rules.h"
#include "warc/record.h"

namespace sluice::extract_tool {

class Documents {
 public:
  struct Options {
    std::vector<std::string> inputs;  // names by Record::input
    std::string tool;                 // for metadata.reject
    std::string version;
    bool rejects = false;       // write rejected candidates to the rejects channel …
    bool rejects_html = false;  // … with their text or HTML, as far as it was decoded
    uint64_t min_text_bytes = 0;
    const UrlRules* urls = nullptr;  // none: every address is wanted
    extract::Extractor::Options extractor{};
    // Counts the tokens of each document, and stores them in it; nullptr: they are not known.
    const pipeline::TokenCounter* counter = nullptr;
  };

  explicit Documents(Options options);
  ~Documents();

  // Counts the record, and emits the document that it gives. Thread-safe.
  void add(const warc::Record& record, pipeline::Batch& batch) const;

 private:
  struct Scratch;
  struct Candidate;
  struct Refusal;

  void judge(Candidate& candidate, pipeline::Batch& batch) const;
  Refusal refuse_unread(const Candidate& candidate) const;
  Refusal read(Candidate& candidate, pipeline::Batch& batch) const;
  void emit(const Candidate& candidate, uint64_t tokens, const Refusal& refusal,
            pipeline::Batch& batch) const;

  Options options_;
  std::string extractor_name_;
  extract::Extractor extractor_;
  std::vector<std::string> dumps_;  // "CC-MAIN-2025-05", if the input's name tells
  mutable Pool<Scratch> scratch_;
};

// The crawl that a file belongs to, by its path: the first "CC-MAIN-YYYY-WW" in it, as in
// crawl-data/CC-MAIN-2025-05/…; empty if there is none. A file's own name,
// CC-MAIN-20250117060010-…, holds times only.
std::string_view dump_of_name(std::string_view path);

}  // namespace sluice::extract_tool

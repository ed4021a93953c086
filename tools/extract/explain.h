// sluice-extract --explain: one page of the inputs, and why each of its blocks was kept or dropped.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "cli/document_options.h"
#include "extract/extractor.h"
#include "options.h"
#include "pipeline/batch.h"
#include "warc/record.h"

namespace sluice::extract_tool {

// Finds the page and explains it.
class Explainer {
 public:
  struct Options {
    std::string id;                   // of the record, with or without <urn:uuid:>; or a path
    std::vector<std::string> inputs;  // names by Record::input
    bool page = false;                // give the HTML page on the route behind the first, too
    extract::Extractor::Options extractor{};
  };

  explicit Explainer(Options options);

  // Whether this is the record: the first with the id. To be called in the order of the inputs.
  bool is_wanted(const warc::Record& record);
  // Thread-safe. Throws CheckError for a record that holds no HTML.
  void explain(const warc::Record& record, pipeline::Batch& batch) const;

  bool found() const { return found_; }

 private:
  Options options_;
  extract::Extractor extractor_;
  std::atomic<bool> found_ = false;
};

// Reads the inputs up to the page; text to standard output, and with -o a page to look at. Throws
// ConfigError for outputs that cannot be; CheckError if no record or page has the id.
void explain_one(cli::Tool& tool, cli::IoOptions& io, const ExtractOptions& options);

}  // namespace sluice::extract_tool

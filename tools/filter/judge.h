// Where the filter meets documents: judges them, writes what is found, counts for the stats file.
//
//   Judge judge(filter, {.annotate = true}, fields);
//   run.add_details = [&](const pipeline::Job&, stats::Details::Object& details) {
//     judge.add_details(details);
//   };
//   documents.run(run, fields, {{.name = "filter", .judge = [&](Document& document) {
//                                  return judge(document); }}});
//
// A Judge may be called by many threads at once; it keeps scratch space and counts for each.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "base/pool.h"
#include "document/document.h"
#include "language_names.h"
#include "pipeline/verdict.h"
#include "quality/filter.h"
#include "quality/filter_tally.h"

namespace sluice::filter_tool {

// "gopher_quality/gopher_short_doc: word_count 12 is below 50": one rule's finding, for people.
std::string sentence_of(const quality::RuleInfo& rule, const quality::Finding& finding);

// What a document says that rules may ask for.
class FactFields {
 public:
  struct Options {
    std::string language_field = "metadata.language";
    std::string url_field = "metadata.url";
  };
  // Throws ConfigError.
  FactFields(const Options& options, Fields& fields);

  // The language as it is spelled. Views of the document.
  quality::Facts of(const Document& document) const;

 private:
  FieldId language_;
  FieldId score_;
  FieldId url_;
};

class Judge {
 public:
  struct Options {
    bool annotate = false;     // metadata.quality tells all values; nothing is dropped
    bool apply_edits = true;   // the text is written as edits leave it
    bool all_reasons = false;  // the detail tells every rule that drops, not only the first
    FactFields::Options facts = {};
  };

  // `filter` must outlive it.
  Judge(const quality::Filter& filter, const Options& options, Fields& fields);

  pipeline::Verdict operator()(Document& document);

  // Of the documents since the last call, when nobody judges.
  void add_details(stats::Details::Object& details);

 private:
  // Of one thread.
  struct Worker {
    explicit Worker(const quality::Filter& filter);
    quality::Filter::Scratch scratch;
    quality::Judgement judgement;
    std::vector<quality::Place> places;
    LanguageNames names;
    Buffer json;
    quality::FilterTally tally;
    std::vector<uint64_t> own;        // documents whose language a profile names, by profile
    std::vector<uint64_t> fall_back;  // … and those judged by its fall-back
    uint64_t no_language = 0;         // documents that do not state one
  };

  pipeline::Verdict judge(Document& document, Worker& worker) const;
  void count(std::string_view language, uint64_t bytes, Worker& worker) const;
  void annotate(Document& document, Worker& worker) const;
  void write_places(Document& document, Worker& worker) const;
  std::string detail_of(const quality::Judgement& judgement) const;

  const quality::Filter& filter_;
  Options options_;
  FactFields facts_;
  FieldId quality_;
  FieldId pii_;
  std::vector<std::string> reasons_;  // by rule
  Pool<Worker> workers_;
};

}  // namespace sluice::filter_tool

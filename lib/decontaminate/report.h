// What a corpus had of each evaluation set, as a report that adds up over shards.
//
//   ReportTally tally(index, scanner);                    // one a thread
//   tally.add(document, findings); …                      // contaminated ones
//   Report report = make_report(index, scanner); tally.write(report); …
//   report += read_report(json, "shard-7.json");          // whatever the order, the same bytes
//   out.write(report_json(report));
//
// A report holds counts for each split of each set, the items that are in some document, those that
// no run could find, and of the kWorst most similar items the texts side by side: of each item its
// most similar document.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decontaminate/index.h"
#include "decontaminate/scanner.h"

namespace sluice::decontaminate {

inline constexpr std::string_view kReportSchema = "sluice.contamination/1";
inline constexpr size_t kWorst = 20;
inline constexpr size_t kMostExcerpt = 4000;  // bytes of a text that is shown

// An item in a document.
struct WorstCase {
  uint32_t score = 0;  // of kFullScore
  uint32_t words = 0;  // of the longest run that is the same
  std::string set;
  std::string split;
  std::string item;
  std::string document;  // its id
  Span span;             // bytes of its text
  std::string text;      // what stands there
  std::string item_text;

  // The worst comes first.
  friend bool operator<(const WorstCase& one, const WorstCase& other);
};

// At most kWorst, of different items.
class WorstCases {
 public:
  // Whether add() would keep a case of this score, with so many words the same.
  bool wants(uint32_t score, uint32_t words) const;
  void add(WorstCase found);
  const std::set<WorstCase>& all() const { return all_; }

 private:
  std::set<WorstCase> all_;
};

struct ItemCount {
  uint64_t documents = 0;
  uint32_t score = 0;  // the highest
};

// A split of a set.
struct SplitReport {
  uint64_t items = 0;
  std::set<std::string> undetectable = {};             // ids
  std::map<std::string, ItemCount> contaminated = {};  // by id
  uint64_t documents = 0;                              // that have any of its items
  uint64_t tokens_removed = 0;                         // from these
};

struct Report {
  std::string index;        // fingerprint
  std::string frequencies;  // what the weights come from; "uniform" without a file
  std::string policy;       // and its numbers
  std::string action;
  uint64_t documents = 0;
  uint64_t tokens = 0;
  uint64_t contaminated_documents = 0;
  uint64_t tokens_removed = 0;
  std::map<std::pair<std::string, std::string>, SplitReport> splits;  // by set and split
  WorstCases worst;

  // Throws ConfigError if they are of different sets, policies or actions.
  Report& operator+=(const Report& other);
};

// With all items, and nothing found yet.
Report make_report(const EvaluationIndex& index, const Scanner& scanner);

// A document that was scanned.
struct ScannedDocument {
  std::string_view id;
  std::string_view text;        // as it was scanned
  uint64_t tokens = 0;          // 0 where nobody counted
  uint64_t tokens_removed = 0;  // of them
};

class ReportTally {
 public:
  // `index` must outlive it.
  explicit ReportTally(const EvaluationIndex& index);

  void add(const ScannedDocument& document, std::span<const Finding> findings);
  // Adds to a report of the same index.
  void write(Report& report) const;

  uint64_t contaminated_documents() const { return contaminated_documents_; }

 private:
  struct Row {
    uint64_t documents = 0;
    uint64_t tokens_removed = 0;
    uint64_t last = 0;  // the document that was counted last, from 1
  };

  const EvaluationIndex& index_;
  std::vector<uint32_t> row_of_;                            // by item
  std::vector<std::pair<std::string, std::string>> names_;  // of rows
  std::vector<Row> rows_;
  std::map<uint32_t, ItemCount> items_;
  uint64_t documents_ = 0;
  uint64_t tokens_ = 0;
  uint64_t contaminated_documents_ = 0;
  uint64_t tokens_removed_ = 0;
  WorstCases worst_;
};

// As JSON (docs/formats.md), and back. Throws ConfigError that names the file.
std::string report_json(const Report& report);
Report read_report(std::string_view json, const std::string& file);

}  // namespace sluice::decontaminate

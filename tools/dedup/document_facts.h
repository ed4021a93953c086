// What deduplication reads of a document beside its text: by what it is decided which copy is kept,
// and with which documents it may meet.
//
//   DocumentFactsOptions& options = tool.add<DocumentFactsOptions>();     // --priority-field, …
//   Fields fields = documents.fields();
//   const DocumentFacts facts(options, fields);
//   facts.survivor(document); facts.group(document); facts.id(document);
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/tool.h"
#include "dedup/documents.h"
#include "document/document.h"

namespace sluice::dedup_tool {

struct DocumentFactsOptions {
  // `first`: --keep takes "first", too, for commands that can decide in one pass.
  explicit DocumentFactsOptions(cli::Tool& tool, bool first = false);
  // Throws ConfigError where two options want to decide the same.
  void check() const;
  // One setting a line, for digests.
  std::string description() const;

  std::string priority_field;
  std::string quality_field;
  std::string keep = "longest";
  std::string date_field = "metadata.date";
  std::string group_by;
};

class DocumentFacts {
 public:
  // Declares the fields.
  DocumentFacts(const DocumentFactsOptions& options, Fields& fields);

  dedup::Survivor survivor(const Document& document) const;
  // 0 where there is no --group-by, or the document's field is not there or empty.
  uint64_t group(const Document& document) const;
  // As JSON spells it; of one that is longer than kMostIdBytes its hash instead, as a string.
  std::string_view id(const Document& document, std::string& room) const {
    return stored_id(document.field(id_).raw, room);
  }
  static std::string_view stored_id(std::string_view id, std::string& room);

  // Throws CheckError if there were documents, and none of them had what an option names: a path
  // that is misspelled would decide nothing, or put all into one group.
  void require_seen() const;

  static constexpr size_t kMostIdBytes = 1024;

 private:
  uint64_t date(const Document& document) const;

  FieldId id_;
  std::optional<FieldId> priority_;
  std::optional<FieldId> quality_;
  std::optional<FieldId> date_;
  std::optional<FieldId> group_;
  bool oldest_ = false;
  DocumentFactsOptions options_;

  struct Seen {
    std::atomic<bool> document = false;
    std::atomic<bool> priority = false;
    std::atomic<bool> quality = false;
    std::atomic<bool> date = false;
    std::atomic<bool> group = false;
  };
  mutable Seen seen_;
};

}  // namespace sluice::dedup_tool

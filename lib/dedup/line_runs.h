// Which line of a shard is which document: documents are numbered in their order, lines by their
// places, blank and bad ones included, so that a later pass that knows a document's line knows its
// number too.
//
//   LineRuns runs;
//   runs.add(0); runs.add(1); runs.add(3);   // the lines of documents 0, 1 and 2; 2 is bad
//   runs.document(3);                        // 2
//
// Memory: 16 bytes a stretch of lines that are all documents; a clean shard is one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

namespace sluice::dedup {

struct LineRun {
  uint64_t line = 0;      // the first of the stretch …
  uint64_t document = 0;  // … and its document
  friend bool operator==(const LineRun&, const LineRun&) = default;
};

class LineRuns {
 public:
  LineRuns() = default;
  // As runs() and documents() gave them. Nothing if such runs cannot be.
  static std::optional<LineRuns> of(std::span<const LineRun> runs, uint64_t documents) {
    LineRuns made;
    made.runs_.assign(runs.begin(), runs.end());
    made.documents_ = documents;
    for (size_t at = 0; at < runs.size(); ++at) {
      const LineRun before = at == 0 ? LineRun{} : runs[at - 1];
      const bool follows =
          at == 0 ? runs[at].document == 0
                  : runs[at].document > before.document && runs[at].line > before.line &&
                        runs[at].line - before.line > runs[at].document - before.document;
      if (!follows || runs[at].document >= documents) return std::nullopt;
    }
    if (runs.empty() != (documents == 0)) return std::nullopt;
    return made;
  }

  // The line of the next document; lines ascend.
  void add(uint64_t line) {
    if (runs_.empty() || line != runs_.back().line + (documents_ - runs_.back().document)) {
      runs_.push_back({.line = line, .document = documents_});
    }
    ++documents_;
  }

  // Nothing if the line is no document.
  std::optional<uint64_t> document(uint64_t line) const {
    const auto after =
        std::upper_bound(runs_.begin(), runs_.end(), line,
                         [](uint64_t one, const LineRun& run) { return one < run.line; });
    if (after == runs_.begin()) return std::nullopt;
    const LineRun& run = *std::prev(after);
    const uint64_t end = after == runs_.end() ? documents_ : after->document;
    const uint64_t found = run.document + (line - run.line);
    return found < end ? std::optional(found) : std::nullopt;
  }
  // The line behind the last document.
  uint64_t next_line() const {
    return runs_.empty() ? 0 : runs_.back().line + (documents_ - runs_.back().document);
  }

  std::span<const LineRun> runs() const { return runs_; }
  uint64_t documents() const { return documents_; }

 private:
  std::vector<LineRun> runs_;
  uint64_t documents_ = 0;
};

}  // namespace sluice::dedup

// JSON Lines through stages: the feed of every tool that takes documents and gives documents.
//
//   DocumentFeed feed(inputs, fields, stages, options);  // then drive() (drive.h)
//
// Each well-formed document is counted in, judged by the stages in turn, and counted out or
// rejected, in the ledger of each stage; what is kept is emitted on its route, edited where a stage
// edited it, else byte for byte, or as a rendering makes it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "io/chunk.h"
#include "io/lines.h"
#include "pipeline/feed_of_lines.h"
#include "pipeline/ordered_judge.h"
#include "pipeline/rendering.h"
#include "pipeline/token_counter.h"
#include "pipeline/verdict.h"

namespace sluice::pipeline {

// One step that judges documents and may change them. Called by many threads at once.
struct Stage {
  std::string name;
  std::function<Verdict(Document&)> judge;
  // Its documents are counted in under the groups that it gives them (stats/groups.h), not under
  // those that they came with.
  bool regroups = false;
};

// Looks at a line that is a document before it is counted: may change it, or say why it is a bad
// record after all (the reason lives for ever). Called by many threads at once.
using Admission = std::function<std::optional<BadRecord>(Document&)>;

// What the pipeline itself reads of a document, beside id and text.
struct CommonFields {
  explicit CommonFields(Fields& fields);
  FieldId token_count;  // metadata.token_count
  FieldId tokenizer;    // metadata.tokenizer
  FieldId language;     // metadata.language
  FieldId source;       // source
  FieldId dump;         // metadata.dump
  FieldId reject;       // metadata.reject

  // What the ledger tells apart. Views of the document.
  stats::Groups groups(const Document& document) const;
};

// What a document says of its tokens, for stages that count by themselves: nothing where it is no
// number, or beyond 2^40, which no document has and which would let sums overflow.
std::optional<uint64_t> stored_tokens(const Document& document, FieldId token_count);

class DocumentFeed : public FeedOfLines {
 public:
  struct Options {
    uint64_t max_document_bytes = uint64_t{128} << 20;
    uint64_t limit_bytes = UINT64_MAX;  // only lines that begin before this byte of all inputs
    io::ChunkReader::Options chunks;
    TokenPolicy tokens;
    std::string tool;           // for metadata.reject
    bool rejects = false;       // somebody wants the rejected documents
    bool errors = false;        // … the raw bad records
    bool number_lines = false;  // Document::line_number(), from 0 over all inputs
    bool one_by_one = false;    // emit each document by itself (rolling outputs)
    Admission admit = nullptr;
    std::shared_ptr<Rendering> rendering = nullptr;  // of what is kept; none: as lines
    std::shared_ptr<OrderedJudge> ordered_judge = nullptr;
  };

  // `fields` and `stages` must outlive the feed.
  DocumentFeed(std::vector<io::Input> inputs, const Fields& fields, const CommonFields& common,
               const std::vector<Stage>& stages, const Options& options);
  ~DocumentFeed() override;

  std::unique_ptr<Load> make_load() const override;
  bool read(Load& load) override;
  void join(Load& load) override;
  void process(Load& load, Batch& batch) const override;
  void compose(Batch& batch) override;
  bool finish(Batch& batch) override;

 private:
  struct DocumentLoad;
  // What a document says of its tokens.
  struct StoredCount {
    uint64_t tokens = 0;
    std::string_view tokenizer;
  };

  void limit(const io::Chunk& chunk, io::LineBatch& lines);
  void follow_lost_line(const io::LineBatch& lines);
  void number(DocumentLoad& load);
  void process_line(DocumentLoad& load, Batch& batch, std::string_view line, bool terminated,
                    uint64_t offset) const;
  void process_document(DocumentLoad& load, Batch& batch, bool terminated) const;
  void emit_lost(const LineLoad& load, Batch& batch) const;
  void emit_raw(Batch& batch, std::string_view bytes, bool add_line_end) const;
  // What is written of a document, which may be in the batch's scratch buffer.
  static Emission kept_line(Batch& batch, const Document& document, uint32_t channel,
                            bool terminated);
  void emit_reject(DocumentReader& reader, Document& document, Batch& batch,
                   const Verdict& verdict) const;
  void defer(Batch& batch, const Document& document, Deferred::Item item) const;
  void decide_deferred(Batch& batch);
  uint64_t tokens_of(Document& document, stats::Ledger& ledger, bool stale) const;  // may store it
  std::optional<StoredCount> stored_count(const Document& document, bool stale) const;
  stats::Measure measure(Document& document, stats::Ledger& ledger, bool stale) const;
  stats::Groups groups_of(const Document& document) const { return common_.groups(document); }

  const Fields& fields_;
  CommonFields common_;
  const std::vector<Stage>& stages_;
  Options options_;
  uint64_t lines_ = 0;  // joined so far, where they are numbered
  // For the limit, which counts the plain bytes of all inputs, whatever became of them.
  uint64_t joined_bytes_ = 0;                // joined so far
  uint64_t input_begin_ = 0;                 // where the input began
  std::optional<uint64_t> lost_line_begin_;  // of a line that was given up and has not ended
  std::atomic<bool> at_limit_ = false;       // nothing behind is wanted
  // Of documents that the ordered judge rejects and somebody wants: made for the first of them.
  std::unique_ptr<DocumentReader> reject_reader_;
  Document rejected_;
};

}  // namespace sluice::pipeline

// WARC, WET and ARC files through the pipeline: the feed of every tool that reads crawl files.
//
//   CrawlFeed feed(inputs, {}, [&](const Record& record, pipeline::Batch& batch) {
//     if (!record.loss.empty()) return;                     // not whole: counted as a bad record
//     count(record.header.kind, batch);
//     if (record.header.kind != RecordKind::conversion) return;
//     const size_t at = batch.scratch.size();               // make a document, or a line of --list
//     write_document(record, batch.scratch);
//     batch.emit_scratch(pipeline::kFirstRoute, at);
//   });
//   pipeline::drive(crew, feed, channels, log, progress, options);
//
// Inputs may be plain, gzip (a member a record, or any other cut) or zstd (likewise, with or
// without a dictionary in front), found by content; files, standard input or commands. Of one
// .warc.gz all threads decompress: read() cuts blocks, expand() decodes their members, join()
// checks and cuts records in order, process() calls the function, for many batches at once.
//
// The function is called for every record of every kind, in the order of the input within a batch,
// and batches are written in the order of the input. Records and losses are the same whatever
// threads and block size. A record that is not whole comes with its `loss`, so that it can be
// listed; it, and every other stretch that was lost, is counted by the feed. The names of losses
// are in splitter.h and unpacker.h; one that a truncated input caused is marked so, and stops the
// run unless that is allowed. A record that the function itself finds bad it reports by
// batch.bad(); it counts once. Batch::lines counts records, so that messages tell a record's number
// within the input.
//
// Memory: a batch in flight holds the stored bytes of a block, what was decoded of it (48 MiB at
// most, 1 to 8 MB as a rule), and one record that spans blocks; one over 16 MiB travels alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "io/source.h"
#include "pipeline/batch.h"
#include "pipeline/feed.h"
#include "warc/block_reader.h"
#include "warc/record.h"
#include "warc/unpacker.h"

namespace sluice::warc {

class CrawlFeed : public pipeline::Feed {
 public:
  // Called for every whole record, in the order of the inputs and by one thread at a time, before
  // any thread is given the record to use: for what depends on the records before. What it returns
  // is Record::marked. It holds all threads up, and so should look at the header alone.
  using Mark = std::function<bool(const Record&)>;

  struct Options {
    uint64_t max_record_bytes = uint64_t{128} << 20;  // larger blocks are `document_too_large`
    BlockReader::Options blocks{};
    bool errors = false;  // emit the raw bytes of what was lost on pipeline::kErrors
    Mark mark{};
  };
  // Called by many threads at once.
  using Use = std::function<void(const Record&, pipeline::Batch&)>;

  CrawlFeed(std::vector<io::Input> inputs, const Options& options, Use use);
  // Reads from other sources than open_source()'s (tests, memory).
  CrawlFeed(std::vector<io::Input> inputs, const Options& options, Use use,
            BlockReader::OpenSource open);
  ~CrawlFeed() override;

  std::unique_ptr<pipeline::Load> make_load() const override;
  bool read(pipeline::Load& load) override;
  void expand(pipeline::Load& load) const override;
  void join(pipeline::Load& load) override;
  void process(pipeline::Load& load, pipeline::Batch& batch) const override;
  void recycle(pipeline::Load& load) const override;
  bool wants_alone() const override { return wants_alone_; }
  uint64_t bytes_read() const override { return reader_.bytes_read(); }
  std::optional<uint64_t> bytes_total() const override { return reader_.bytes_total(); }

  // Bytes decoded or searched serially, in join(): a measure of time, for tests.
  uint64_t serial_work() const { return unpacker_.work(); }

 private:
  struct CrawlLoad;
  class BlockPool;

  void note_crawls(CrawlLoad& load);
  void mark_records(CrawlLoad& load) const;
  void process_record(const Item& item, size_t input, std::string_view crawl,
                      pipeline::Batch& batch) const;

  Options options_;
  Use use_;
  BlockReader reader_;
  Unpacker unpacker_;
  std::shared_ptr<BlockPool> pool_;
  size_t crawl_input_ = 0;                    // the input that crawl_ is about
  std::shared_ptr<const std::string> crawl_;  // what its last warcinfo record says; null: nothing
  std::atomic<size_t> unjoined_ = 0;          // blocks that were read and not yet joined
  std::atomic<bool> has_more_ = false;        // the unpacker holds records that wait for a batch
  std::atomic<bool> wants_alone_ = false;
};

}  // namespace sluice::warc

// Where a run's records come from, and what is done with each: the part of the pipeline that
// differs between JSON Lines (document_feed.h) and crawl files.
//
// The pipeline calls read(), join() and compose() from one thread at a time and in order, expand()
// and process() from any thread, for many loads at once. A load is what one batch carries through
// the steps up to process(); it is made once and recycled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "pipeline/batch.h"

namespace sluice::pipeline {

class Load {
 public:
  virtual ~Load() = default;
};

class Feed {
 public:
  virtual ~Feed() = default;

  virtual std::unique_ptr<Load> make_load() const = 0;

  // Fetches the next chunk; false at the end of the last input.
  virtual bool read(Load& load) = 0;
  virtual void expand(Load& load) const = 0;
  virtual void join(Load& load) = 0;
  // Hands every record of the load to the stages and fills the batch.
  virtual void process(Load& load, Batch& batch) const = 0;
  // Adds to the batch what depends on all batches before it. While one batch is composed, later
  // ones may be processed.
  virtual void compose(Batch& /*batch*/) {}
  // After the last batch was composed: fills a batch with what stands at the end of outputs. Called
  // again, with an empty batch, until it returns false.
  virtual bool finish(Batch& /*batch*/) { return false; }
  // The batch has been written: give back what is unusually large.
  virtual void recycle(Load& load) const = 0;

  // A record so large is being put together that it should travel alone, for memory's sake. May be
  // called while join() runs on another thread.
  virtual bool wants_alone() const = 0;

  // Stored bytes read, and in all where that is known.
  virtual uint64_t bytes_read() const = 0;
  virtual std::optional<uint64_t> bytes_total() const = 0;
};

}  // namespace sluice::pipeline

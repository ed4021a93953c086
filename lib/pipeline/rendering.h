// What kept documents become, where they are not to be written as the JSON Lines that they came as:
// token ids, plain text, lines of another make.
//
//   class Ids : public Rendering {
//     void render(Document& document, uint32_t channel, Batch& batch) const override {
//       const size_t at = batch.scratch.size();
//       append_ids(document.text(), batch.scratch);
//       batch.emit_scratch(channel, at);
//     }
//   };
//   run.make_rendering = [](const Job&) { return std::make_shared<Ids>(); };
//
// What does not depend on other documents is done in render(), by all threads. What does (offsets
// in the output, rows of a fixed length, an index) is done in compose(), which sees the batches one
// by one and in order, and so gives the same bytes for any number of threads; a batch carries from
// the one to the other in `Batch::rendered`. What is known only at the end is emitted by finish().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "document/document.h"
#include "pipeline/batch.h"

namespace sluice::pipeline {

struct Job;

class Rendering {
 public:
  virtual ~Rendering() = default;

  // Emits what stands for the document, on `channel` (its route) or others. What is edited here is
  // not measured any more. Called by many threads at once.
  virtual void render(Document& document, uint32_t channel, Batch& batch) const = 0;

  // Asked before a line is read, where lines are numbered (RunOptions::number_lines): one that is
  // not wanted is passed over, and neither judged nor counted. Called by many threads at once.
  virtual bool wants_line(uint64_t /*number*/) const { return true; }

  // As of Feed (feed.h).
  virtual void compose(Batch& /*batch*/) {}
  virtual bool finish(Batch& /*batch*/) { return false; }
};

// Called once a job.
using RenderingMaker = std::function<std::shared_ptr<Rendering>(const Job&)>;

}  // namespace sluice::pipeline

// Judging that depends on the documents before: what the stages kept is judged once more, one
// document after the other, in the order of the input.
//
//   class FirstOfEach : public OrderedJudge {
//     void note(const Document& document, Buffer& note) const override { note.append(…hash…); }
//     Verdict decide(std::string_view note) override { return seen_.insert(note) ? … : …; }
//   };
//   run.ordered_judge = std::make_shared<FirstOfEach>();
//
// What can be done for a document by itself is done in note(), by all threads; decide() is the
// serial part of the run and should cost as little as a look-up. Both see the documents of all jobs
// of a run. The last stage's ledger counts what is decided. A run has either an ordered judge or a
// rendering.
#pragma once

#include <string_view>

#include "base/buffer.h"
#include "document/document.h"
#include "pipeline/verdict.h"
#include "stats/tally.h"

namespace sluice::pipeline {

class OrderedJudge {
 public:
  virtual ~OrderedJudge() = default;

  // Appends what decide() needs to know of the document. Called by many threads at once.
  virtual void note(const Document& document, Buffer& note) const = 0;

  // One call at a time, in order of the input. `document`: as the stages left it. The route of a
  // kept one is that which the last stage gave.
  virtual Verdict decide(std::string_view note, const stats::Measure& document) = 0;
};

}  // namespace sluice::pipeline

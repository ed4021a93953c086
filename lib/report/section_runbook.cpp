#include "report/quantities.h"
#include "report/sections.h"
#include "sizing/reliability.h"

namespace sluice::report {

using sizing::Label;
using sizing::quantity;

Section runbook_section(const Basis& basis) {
  Section section("runbook", "When the loss spikes");
  section.say(
      "Cheapest first (our list). 1: did the run restart? Compare step, random state, place "
      "in the data and learning rate with the logs. 2: gradient norm and update ratios by "
      "layer, 200 steps before; learning rate, warm-up, clipping. 3: decode the batches of "
      "the spike: repetition, one bad shard, garbage of the tokenizer. 4: numerics: the "
      "largest attention logit, logsumexp, overflow, a missing copy in 32 bits. 5: "
      "hardware: one rank's gradients differ; rerun the step on other nodes. 6: Adam's "
      "beta2 and epsilon. 7: replay the batches from an earlier checkpoint: no spike means "
      "that state and batch made it together.");
  section.say(
      "3 by: sluice-report locate tokens/manifest.json --step N --batch-tokens B, which "
      "takes for granted that shards are read in order, unshuffled.");
  const double batch = basis.plan->at("run.global_batch_tokens");
  if (basis.cost && basis.tokens) {
    const double steps = basis.tokens->value / batch;
    const double seconds = basis.cost->gpu_seconds / (steps * basis.cluster->gpus);
    section.fact("step_seconds", quantity("F3", "time of a step", seconds, "s", Label::grounded)
                                     .from("steps", steps, "")
                                     .from("GPUs", basis.cluster->gpus, ""));
    constexpr double kSteps = 100;
    section.fact("rewind",
                 quantity("F22", "GPU hours lost by going back 100 steps",
                          sizing::rewind_gpu_seconds(kSteps, seconds, basis.cluster->gpus) / 3600,
                          "h", Label::grounded)
                     .from("steps", kSteps, "")
                     .from("step time", seconds, "s"));
  }
  constexpr double kFewest = 200;
  constexpr double kMost = 500;
  section.fact(
      "skipped",
      quantity("F22", "tokens of 200 to 500 batches skipped",
               sizing::skipped_tokens(kFewest, batch), "tokens", Label::grounded)
          .from("batch", batch, "tokens")
          .within(sizing::skipped_tokens(kFewest, batch), sizing::skipped_tokens(kMost, batch)));
  section.say(
      "PaLM went back about 100 steps and skipped 200 to 500 batches, some 20 times; the "
      "same batches elsewhere did not spike.");
  return section;
}

}  // namespace sluice::report

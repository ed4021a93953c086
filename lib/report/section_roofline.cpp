#include "report/sections.h"
#include "sizing/roofline.h"

namespace sluice::report {

using sizing::Label;
using sizing::quantity;

Section roofline_section(const Basis& basis) {
  Section section("roofline", "Roofline and attention");
  if (basis.hardware) {
    const double peak = basis.hardware->bf16_peak;
    const double bandwidth = basis.hardware->bandwidth;
    section.fact("ridge", quantity("F15", "FLOP a byte from which arithmetic is the limit",
                                   sizing::ridge(peak, bandwidth), "", Label::grounded)
                              .from("peak", peak, "FLOP/s")
                              .from("bandwidth", bandwidth, "B/s"));
  } else {
    section.say("The ridge wants hw.");
  }
  if (!basis.shape) {
    section.say("Bytes of attention want a model's shape.");
    return section;
  }
  const double sequence = basis.plan->at("run.seq_len");
  const double batch = basis.plan->at("run.micro_batch");
  const auto heads = static_cast<double>(basis.shape->heads);
  const auto width = static_cast<double>(basis.shape->width);
  section.fact("scores",
               quantity("F15", "score matrix of a layer, had it to be written",
                        sizing::score_matrix_bytes(batch, heads, sequence, 2), "B", Label::grounded)
                   .from("heads", heads, "")
                   .from("T", sequence, "tokens"));
  section.fact("residual",
               quantity("F15", "residual stream beside it",
                        sizing::residual_bytes(batch, sequence, width, 2), "B", Label::grounded)
                   .from("d", width, "")
                   .from("T", sequence, "tokens"));
  section.say("FlashAttention saves the bytes, not the FLOPs.");
  return section;
}

}  // namespace sluice::report

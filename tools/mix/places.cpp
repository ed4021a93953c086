#include "places.h"

#include "base/error.h"

namespace sluice::mix_tool {

Places::Places(const Mix& mix, const mix::Layout& layout, const MixFields& fields)
    : mix_(mix), layout_(layout), fields_(fields) {
  for (const mix::SourcePlan& source : mix.plan.sources) {
    seeds_.push_back(mix::source_seed(mix.plan.seed, source.name));
  }
}

Standing Places::of(const Document& document) const {
  Standing standing{.source = fields_.source(document),
                    .input = fields_.input(document),
                    .counted = fields_.counted(document)};
  // A source of which nothing is taken holds nothing out.
  standing.held_out = layout_.sources[standing.source].quota.tokens > 0 &&
                      mix::is_validation(standing.counted.id, mix_.plan.validation);
  if (standing.held_out && layout_.validation_files == 0) {
    throw CheckError(mix_.inputs[standing.input].name +
                     ": was changed after its documents were counted; begin the mix again");
  }
  return standing;
}

bool Places::takes(const Standing& standing) const {
  bool taken = false;
  for_each(standing, [&](const mix::LineHead&) { taken = true; });
  return taken;
}

}  // namespace sluice::mix_tool

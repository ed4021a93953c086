#include "extract/extractor.h"

#include <algorithm>

#include "extract/candidates.h"
#include "extract/choice.h"
#include "extract/cohesion.h"

namespace sluice::extract {
namespace {

Aim aim_of(Profile profile) {
  switch (profile) {
    case Profile::precision:
      return kPreciseAim;
    case Profile::balanced:
      return kBalancedAim;
    case Profile::recall:
      return kCompleteAim;
  }
  return kBalancedAim;
}

void to_probabilities(const std::vector<int32_t>& scores, std::vector<uint32_t>& likely) {
  likely.resize(scores.size());
  std::transform(scores.begin(), scores.end(), likely.begin(), probability);
}

}  // namespace

void Extractor::judge(const html::Tree& tree, Scratch& scratch) const {
  PageFeatures& features = scratch.features;
  features.measure(tree, scratch.blocks, kModel.lexicon);
  kModel.first.score(features.matrix(), scratch.scores);
  to_probabilities(scratch.scores, scratch.first);
  features.average(scratch.blocks, scratch.page);
  for (size_t kind = 0; kind < kPageKinds; ++kind) {
    kModel.kinds[kind].score(scratch.page, scratch.scores);
    scratch.kinds[kind] = probability(scratch.scores[0]);
  }
  features.add_kinds(scratch.kinds);
  features.add_context(tree, scratch.blocks, scratch.first);
  kModel.second.score(features.matrix(), scratch.scores);
  to_probabilities(scratch.scores, scratch.likely);
}

void Extractor::extract(const html::Tree& tree, std::string_view stated, Scratch& scratch,
                        Result& result) const {
  result.text.clear();
  result.expected = 0;
  result.threshold = 0;
  segment(tree, scratch.blocks);
  scratch.first.clear();
  scratch.likely.clear();
  scratch.kinds = {};
  const std::vector<Block>& blocks = scratch.blocks.all;
  keep_visible(scratch.blocks, scratch.keep);
  result.visible_bytes = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (scratch.keep[i] != 0) result.visible_bytes += blocks[i].bytes;
  }
  if (options_.mode != Mode::all && !blocks.empty() && blocks.size() <= kMostJudged) {
    judge(tree, scratch);
    const Choice choice =
        decide(scratch.blocks, scratch.likely, aim_of(options_.profile), scratch.keep);
    result.expected = choice.expected;
    result.threshold = choice.threshold;
    if (options_.mode == Mode::together) {
      add_candidates(tree, scratch.blocks, scratch.features, scratch.keep);
    }
    if (options_.comments != Comments::automatic) settle_comments(tree, scratch);
  }
  result.kept_bytes = 0;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (scratch.keep[i] != 0) result.kept_bytes += blocks[i].bytes;
  }
  render(tree, scratch.blocks, scratch.keep, options_.format, result.text, options_.render);
  constexpr size_t kNearlyNone = 250;
  result.stated = options_.mode != Mode::all && result.text.size() < kNearlyNone &&
                  stated.size() > 2 * result.text.size();
  if (result.stated) result.text = stated;
}

// Kept or dropped whatever the scorer says: it has learned that comments under an article are not
// wanted, and gives them next to nothing. The links to reply and to share are none.
void Extractor::settle_comments(const html::Tree& tree, Scratch& scratch) const {
  mark_comments(tree, scratch.blocks, scratch.comments);
  for (size_t i = 0; i < scratch.keep.size(); ++i) {
    if (scratch.comments[i] == 0) continue;
    if (options_.comments == Comments::drop) {
      scratch.keep[i] = 0;
    } else if (is_plain(scratch.blocks.all[i]) && !is_mostly_links(scratch.blocks.all[i])) {
      scratch.keep[i] = 1;
    }
  }
}

}  // namespace sluice::extract

#include "extract/extractor.h"

namespace sluice::extract {

void Extractor::extract(const html::Tree& tree, Scratch& scratch, Result& result) const {
  result.text.clear();
  segment(tree, scratch.blocks);
  keep_visible(scratch.blocks, scratch.keep);
  render(tree, scratch.blocks, scratch.keep, options_.format, result.text, options_.render);
  result.visible_bytes = result.text.size();
  result.kept_bytes = result.text.size();
}

}  // namespace sluice::extract

#include "extract/explanation.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "extract/characters.h"
#include "extract/lexicon.h"
#include "extract/model.h"

namespace sluice::extract {
namespace {

using html::AttributeName;
using html::NodeId;
using html::Tag;

// The leaf that a row reaches, with `value` in the place of the feature's own.
size_t leaf_of(std::span<const Split> splits, const FeatureMatrix& matrix, size_t row,
               uint16_t feature, int16_t value) {
  size_t leaf = 0;
  for (size_t level = 0; level < splits.size(); ++level) {
    const Split& split = splits[level];
    const int16_t asked = split.feature == feature ? value : matrix.column(split.feature)[row];
    if (asked > split.threshold) leaf |= size_t{1} << level;
  }
  return leaf;
}

// Of one tree, in 1 / kLogit.
int64_t effect_of(std::span<const Split> splits, const int16_t* leaves, const FeatureMatrix& matrix,
                  size_t row, uint16_t feature) {
  const int16_t own = matrix.column(feature)[row];
  const int16_t reached = leaves[leaf_of(splits, matrix, row, feature, own)];
  // A value of each stretch: the lowest of all, and one above each threshold.
  std::vector<int16_t> values = {std::numeric_limits<int16_t>::min()};
  for (const Split& split : splits) {
    if (split.feature != feature || split.threshold == std::numeric_limits<int16_t>::max())
      continue;
    values.push_back(static_cast<int16_t>(split.threshold + 1));
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const auto own_stretch = std::prev(std::upper_bound(values.begin(), values.end(), own));
  int64_t others = 0;
  for (auto value = values.begin(); value != values.end(); ++value) {
    if (value != own_stretch) others += leaves[leaf_of(splits, matrix, row, feature, *value)];
  }
  const auto count = static_cast<int64_t>(values.size()) - 1;
  return count == 0 ? 0 : reached - others / count;
}

// "div.content", "div#main", "p": an element as a selector has it, its classes two at most.
std::string name_of_element(const html::Tree& tree, NodeId id) {
  constexpr size_t kClasses = 2;
  std::string name(tree.text(id));
  const auto add = [&name](char mark, std::string_view value) {
    constexpr size_t kLongest = 40;
    name += mark;
    name += value.substr(0, kLongest);
  };
  const html::Attribute* own_id = tree.attribute(id, AttributeName::id);
  if (own_id != nullptr && !own_id->value().empty()) add('#', own_id->value());
  const html::Attribute* classes = tree.attribute(id, AttributeName::class_);
  if (classes == nullptr) return name;
  constexpr std::string_view kSpace = " \t\r\n\f";
  std::string_view rest = classes->value();
  for (size_t i = 0; i < kClasses; ++i) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kSpace), rest.size()));
    const std::string_view one = rest.substr(0, rest.find_first_of(kSpace));
    if (one.empty()) break;
    add('.', one);
    rest.remove_prefix(one.size());
  }
  return name;
}

std::string path_of(const html::Tree& tree, NodeId element) {
  std::vector<NodeId> up;
  for (NodeId id = element; id != tree.root(); id = tree[id].parent) up.push_back(id);
  std::string path;
  for (size_t i = up.size(); i-- > 0;) {
    path += name_of_element(tree, up[i]);
    if (i > 0) path += '>';
  }
  return path;
}

// Roughly as it is read: white space runs are one space but where lines count, and what shows
// nothing is left out. What the output rules make of it is render()'s affair.
std::string text_of(const html::Tree& tree, const Blocks& blocks, const Block& block) {
  std::string text;
  const auto part = [&text](char mark) {
    if (!text.empty() && text.back() != ' ' && text.back() != '\n') text += mark;
  };
  for (uint32_t p = block.pieces_begin; p < block.pieces_end; ++p) {
    const Piece& piece = blocks.pieces[p];
    if (piece.kind != PieceKind::text) {
      part(piece.kind == PieceKind::line_break ? '\n' : ' ');
      continue;
    }
    const bool lines = (piece.style & (kPre | kPreLine)) != 0;
    const std::string_view whole = tree.text(piece.node);
    for (size_t at = 0; at < whole.size();) {
      const Character next = next_character(whole, at);
      if (next.kind == CharacterKind::shown || next.kind == CharacterKind::joiner) {
        text += whole.substr(at, next.size);
      } else if (next.kind != CharacterKind::removed) {
        if (lines) {
          text += next.kind == CharacterKind::line_end ? '\n' : ' ';
        } else {
          part(' ');
        }
      }
      at += next.size;
    }
  }
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

std::vector<Reason> reasons_of(const FeatureMatrix& matrix, size_t row) {
  const std::vector<int64_t> all = effects(kModel.second, matrix, row);
  std::vector<Reason> reasons;
  for (size_t feature = 0; feature < all.size(); ++feature) {
    if (all[feature] == 0) continue;
    reasons.push_back({static_cast<Feature>(feature), matrix.column(feature)[row], all[feature]});
  }
  std::stable_sort(reasons.begin(), reasons.end(), [](const Reason& one, const Reason& other) {
    return std::abs(one.effect) > std::abs(other.effect);
  });
  reasons.resize(std::min(reasons.size(), Explanation::kReasons));
  return reasons;
}

}  // namespace

std::vector<int64_t> effects(const Forest& forest, const FeatureMatrix& matrix, size_t row) {
  std::vector<int64_t> sums(matrix.features());
  if (forest.splits.empty()) return sums;
  for (size_t tree = 0; tree < forest.trees(); ++tree) {
    const std::span<const Split> splits = forest.splits.subspan(tree * forest.depth, forest.depth);
    const int16_t* leaves = forest.leaves.data() + (tree << forest.depth);
    for (size_t level = 0; level < splits.size(); ++level) {
      const uint16_t feature = splits[level].feature;
      const auto is_same = [feature](const Split& split) { return split.feature == feature; };
      const auto before = splits.subspan(0, level);
      if (std::any_of(before.begin(), before.end(), is_same)) continue;
      sums[feature] += effect_of(splits, leaves, matrix, row, feature);
    }
  }
  return sums;
}

Explanation explain(const html::Tree& tree, const Extractor::Scratch& scratch,
                    const Extractor::Result& result) {
  Explanation explanation{.kinds = scratch.kinds,
                          .expected = result.expected,
                          .threshold = result.threshold,
                          .kept_bytes = result.kept_bytes,
                          .visible_bytes = result.visible_bytes,
                          .stated = result.stated};
  // Of a page that is not judged (mode all, too many blocks) there are no scores.
  const bool is_judged = scratch.likely.size() == scratch.blocks.all.size();
  for (size_t i = 0; i < scratch.blocks.all.size(); ++i) {
    const Block& block = scratch.blocks.all[i];
    explanation.blocks.push_back(
        {.kept = scratch.keep[i] != 0,
         .first = is_judged ? scratch.first[i] : 0,
         .likely = is_judged ? scratch.likely[i] : 0,
         .reasons = is_judged ? reasons_of(scratch.features.matrix(), i) : std::vector<Reason>{},
         .path = path_of(tree, block.element),
         .text = text_of(tree, scratch.blocks, block),
         .heading = block.heading});
  }
  return explanation;
}

}  // namespace sluice::extract

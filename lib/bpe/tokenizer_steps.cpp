#include "bpe/tokenizer_steps.h"

#include <algorithm>
#include <string_view>

#include "base/error.h"

namespace sluice::bpe {
namespace {

[[noreturn]] void refuse(const Step& step, const std::string& what) {
  throw ConfigError(step.path + ": " + what);
}

// The first of the steps that is of no known type is to blame, else their order.
[[noreturn]] void refuse(std::span<const Step> steps, std::string_view kind,
                         std::initializer_list<std::string_view> known) {
  for (const Step& step : steps) {
    if (std::ranges::find(known, step.type) == known.end()) {
      refuse(step, std::string(kind) + " " + step.type + " is not supported");
    }
  }
  std::string types;
  for (const Step& step : steps) types += (types.empty() ? "" : ", ") + step.type;
  refuse(steps.front(),
         std::string(kind) + "s " + types + " are not supported with these settings");
}

bool replaces(const Step& step, std::string_view from, std::string_view to) {
  return step.type == "Replace" && !step.is_regex && step.pattern == from && step.content == to;
}

// Splits that keep every match as a piece. Where the patterns match all of any text, as each
// supported one does when it stands alone, "remove what is no match" says the same.
bool isolates_matches(const Step& step, bool alone) {
  if (step.behavior == "Isolated") return !step.invert;
  return alone && step.behavior == "Removed" && step.invert;
}

PreTokenization byte_level_of(std::span<const Step> steps) {
  const Step& last = steps.back();
  if (last.add_prefix_space) refuse(last, "add_prefix_space is not supported");
  const std::span<const Step> splits = steps.first(steps.size() - 1);
  for (const Step& step : splits) {
    if (step.type != "Split") refuse(step, "pre-tokenizer " + step.type + " is not supported");
    if (!step.is_regex) refuse(step, "splits at a string are not supported");
    if (!isolates_matches(step, splits.size() == 1)) {
      refuse(step, "behavior " + step.behavior + (step.invert ? " with invert" : "") +
                       " is not supported");
    }
  }
  PreTokenization result{.byte_level = true};
  if (last.use_regex) {
    if (!splits.empty()) refuse(last, "use_regex behind other splits is not supported");
    result.pre_tokenizer = PreTokenizer::gpt2;
    return result;
  }
  if (splits.empty()) return result;
  std::vector<std::string_view> patterns;
  for (const Step& step : splits) patterns.push_back(step.pattern);
  const std::optional<PreTokenizer> known = recognise(patterns);
  if (!known) {
    std::string all;
    for (const std::string_view pattern : patterns) {
      all.append(all.empty() ? "" : " then ").append(pattern);
    }
    refuse(splits.front(), "unknown split pattern " + all);
  }
  result.pre_tokenizer = *known;
  return result;
}

}  // namespace

Normalizer normalizer_of(std::span<const Step> steps) {
  if (steps.empty()) return Normalizer::none;
  const bool replaced = replaces(steps.back(), " ", kMetaspace);
  if (steps.size() == 1 && steps[0].type == "NFC") return Normalizer::nfc;
  if (steps.size() == 1 && replaced) return Normalizer::metaspace;
  if (steps.size() == 2 && replaced && steps[0].type == "Prepend" &&
      steps[0].prepend == kMetaspace) {
    return Normalizer::prefix_metaspace;
  }
  refuse(steps, "normalizer", {"NFC", "Prepend", "Replace"});
}

PreTokenization pre_tokenization_of(std::span<const Step> steps) {
  if (steps.empty()) return {};
  if (steps.back().type == "ByteLevel") return byte_level_of(steps);
  if (steps.size() > 1) {
    refuse(steps, "pre-tokenizer", {"Split", "ByteLevel", "Metaspace"});
  }
  const Step& step = steps[0];
  if (step.type == "Split") {
    // As Gemma has it, behind the normaliser that left no space to split at.
    if (!step.is_regex && step.pattern == " " && step.behavior == "MergedWithPrevious" &&
        !step.invert) {
      return {};
    }
    refuse(step, "a split without ByteLevel behind it is not supported");
  }
  if (step.type != "Metaspace") refuse(step, "pre-tokenizer " + step.type + " is not supported");
  if (step.replacement != kMetaspace) {
    refuse(step, "replacement '" + step.replacement + "' is not supported, only U+2581");
  }
  if (step.prepend_scheme != "never") {
    refuse(step, "prepend_scheme " + step.prepend_scheme + " is not supported, only never");
  }
  return {.before_each_metaspace = step.split, .replaces_spaces = true};
}

void check_decoder(std::span<const Step> steps, bool byte_level, Normalizer normalizer) {
  if (steps.empty()) return;
  if (byte_level) {
    if (steps.size() == 1 && steps[0].type == "ByteLevel") return;
    refuse(steps, "decoder", {"ByteLevel"});
  }
  const auto is = [&](size_t i, std::string_view type) {
    return i < steps.size() && steps[i].type == type;
  };
  const bool prefix = normalizer == Normalizer::prefix_metaspace;
  const bool strips =
      is(3, "Strip") && steps[3].content == " " && steps[3].start == 1 && steps[3].stop == 0;
  if (replaces(steps[0], kMetaspace, " ") && is(1, "ByteFallback") && is(2, "Fuse") &&
      steps.size() == (prefix ? 4u : 3u) && strips == prefix) {
    return;
  }
  refuse(steps, "decoder", {"Replace", "ByteFallback", "Fuse", "Strip"});
}

PreTokenizer metaspace_pieces(std::span<const std::string_view> made) {
  const auto holds_inner = [](std::string_view token) {
    while (token.starts_with(kMetaspace)) token.remove_prefix(kMetaspace.size());
    return token.find(kMetaspace) != std::string_view::npos;
  };
  return std::ranges::any_of(made, holds_inner) ? PreTokenizer::bytes : PreTokenizer::metaspace;
}

}  // namespace sluice::bpe

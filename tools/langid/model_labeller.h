// Labels texts by a fastText model.
//
//   const auto labeller = open_model("lid.176.ftz", {.und_below = 0.2}, tool);
//
// Labels lose their `__label__`. Where all of a model's labels are lid.176's, they are read as
// that: "als" is Alemannic then. Other labels are languages if their name is known in any naming
// system, and else names alone. A text is one line to fastText: line ends in it count as spaces.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/tool.h"
#include "labeller.h"

namespace sluice::langid_tool {

struct ModelOptions {
  // Nothing: as the model spells them, which stays where a label means languages that have
  // different names there.
  std::optional<langid::LabelSystem> names;
  double und_below = 0;  // a best score under it is "und"
  size_t candidates = 1;
  uint64_t text_bytes = 0;  // how much of a text is looked at, from its beginning; 0: all
};

// Maps the file; its content becomes a part of the tool's configuration. Throws ConfigError.
std::unique_ptr<Labeller> open_model(const std::string& path, const ModelOptions& options,
                                     cli::Tool& tool);

}  // namespace sluice::langid_tool

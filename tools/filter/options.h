// The options of sluice-filter beside those of every tool.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/tool.h"

namespace sluice::filter_tool {

struct FilterOptions {
  explicit FilterOptions(cli::Tool& tool);

  // Throws ConfigError for options that do not go together, and cli::Done for those that only
  // print.
  void check(const cli::Tool& tool) const;

  std::vector<std::string> profiles;
  bool list_profiles = false;
  bool list_signals = false;
  std::string show_profile;
  bool expand = false;
  std::string words;
  std::string sentences;
  std::string language_field = "metadata.language";
  std::string url_field = "metadata.url";

  std::vector<std::string> url_blocklists;
  std::vector<std::string> banned_words;
  std::vector<std::string> soft_words;
  std::vector<std::string> banned_substrings;
  std::vector<std::string> bad_words;
  std::string classifier;
  std::string label;
  double min_probability = 0;
  double pareto = 0;
  uint64_t seed = 0;
  std::string pii = "off";

  bool annotate = false;
  bool apply_edits = false;
  bool first_reason = false;
  bool all_reasons = false;
  std::string explain;  // an id; empty: documents are judged
};

}  // namespace sluice::filter_tool

// The options of sluice-langid beside those of every tool.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/tool.h"
#include "labeller.h"
#include "policy.h"

namespace sluice::langid_tool {

struct LangidOptions {
  explicit LangidOptions(cli::Tool& tool);

  // Throws ConfigError for options that do not go together.
  void check(const cli::Tool& tool) const;
  // Opens the model and makes it part of the configuration's digest; to be called before the run's
  // options are made. Throws ConfigError.
  std::unique_ptr<Labeller> labeller(cli::Tool& tool) const;
  Policy::Options policy() const;

  std::string model;
  std::string labels;
  uint64_t text_bytes = 0;
  std::string prior = "web";
  std::vector<std::string> prior_weights;
  std::string hint_field;
  double und_below = 0;
  uint64_t top_k = 0;

  std::vector<std::string> keep;
  std::vector<std::string> drop;
  double min_score = 0;

  std::string route;
  std::vector<std::string> route_languages;

  bool evaluate = false;
  std::vector<std::string> only;
  std::vector<std::string> bytes;
  std::string mix;

 private:
  void refuse(const cli::Tool& tool, const std::vector<std::string>& options,
              const std::string& why) const;
  langid::Identifier::Options identifier(const cli::Tool& tool) const;
};

}  // namespace sluice::langid_tool

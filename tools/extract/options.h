// The options of sluice-extract beside those of every tool.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/tool.h"
#include "extract/extractor.h"
#include "url_rules.h"

namespace sluice::extract_tool {

struct ExtractOptions {
  explicit ExtractOptions(cli::Tool& tool);

  extract::Extractor::Options extractor() const;
  // Reads the block lists and makes their contents part of the configuration's digest; to be called
  // before the run's options are made. Throws ConfigError.
  std::unique_ptr<UrlRules> url_rules(cli::Tool& tool) const;

  std::string mode = "main";
  std::string profile = "balanced";
  std::string comments = "auto";
  std::string format = "text";
  uint64_t min_text_bytes = 0;
  std::vector<std::string> url_blocklists;
  bool url_dedup = false;
  bool rejects_html = false;
  bool list = false;
  std::string explain;  // an id; empty: documents are made
};

}  // namespace sluice::extract_tool

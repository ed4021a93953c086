// Profiles as --profile names them, and those that other options amount to.
//
//   RuleFiles files(tool);                         // must outlive the filter
//   const quality::Filter filter(open_profiles(options, files));
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml_records.h"
#include "cli/tool.h"
#include "io/mapped_file.h"
#include "options.h"
#include "quality/profile.h"

namespace sluice::filter_tool {

// The files that rules name: lists, models. Each is opened once, and none may be replaced by an
// output.
class RuleFiles {
 public:
  explicit RuleFiles(cli::Tool& tool) : tool_(tool) {}

  // The content, decompressed; large plain files are mapped, not read. As long as this lives.
  // Throws ConfigError.
  std::string_view content(const std::string& path);

 private:
  struct File {
    std::unique_ptr<io::MappedFile> mapped;
    std::string read;

    std::string_view content() const { return mapped ? mapped->bytes() : std::string_view(read); }
  };

  cli::Tool& tool_;
  std::map<std::string, File> files_;
};

// In order: rules on addresses, the profiles, bad words, the classifier, PII. Throws ConfigError
// where one cannot be read and where none is given.
std::vector<quality::Profile> open_profiles(const FilterOptions& options, RuleFiles& files);

// A built-in profile or a rule file, with what it uses in its place (quality/expansion.h) and the
// files that it names by absolute paths. Throws ConfigError, also for FineWeb-2's configurations,
// whose thresholds are no rule file's.
std::vector<Record> expanded_profile(const std::string& name, RuleFiles& files);

}  // namespace sluice::filter_tool

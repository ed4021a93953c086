// Evaluation sets as options name them: --set, --format, --field, --template, or --index.
//
//   SetOptions sets(tool, SetOptions::Takes::index);
//   const decontaminate::EvaluationIndex index = sets.open();     // digested and protected
#pragma once

#include <string>
#include <vector>

#include "cli/tool.h"
#include "decontaminate/evaluation_set.h"
#include "decontaminate/frequencies.h"
#include "decontaminate/index.h"
#include "decontaminate/template.h"

namespace sluice::decontaminate_tool {

class SetOptions {
 public:
  enum class Takes { sets, index };  // sets alone, or an index file, too

  SetOptions(cli::Tool& tool, Takes takes);

  // Reads the sets, or maps the index. Their content becomes part of the tool's digest, and no
  // output may replace their files. Throws ConfigError, IoError.
  decontaminate::EvaluationIndex open();

 private:
  // A file of a set.
  struct File {
    std::string path;
    std::string set;  // as the user calls it; may be empty
    bool in_folder = false;
  };

  std::vector<File> files() const;
  void add_files(const std::string& path, const std::string& set, std::vector<File>& files) const;
  std::vector<decontaminate::Item> read(const File& file) const;
  std::vector<decontaminate::Item> items();

  cli::Tool& tool_;
  bool takes_index_;
  std::vector<std::string> sets_;
  std::string format_;
  std::string field_;
  std::string template_;
  std::string index_;
  std::vector<decontaminate::Template> templates_;
};

// Document frequencies in use: what is told of them is "uniform" without a file.
struct Weights {
  std::vector<uint8_t> values;
  std::string source;
};
Weights open_weights(cli::Tool& tool, const decontaminate::EvaluationIndex& index,
                     const std::string& path);

}  // namespace sluice::decontaminate_tool

// A plan of a training run: what the user gave of it, by file and by flags, and what stands for the
// rest.
//
//   Plan plan;
//   plan.read(bytes, "plan.toml");                    // [cluster] gpus = 64 …
//   plan.set("cluster.gpus", 64, "--gpus");           // flags come after, and win
//   plan.at("cluster.mfu");                           // 0.4, the default
//   plan.find("run.tokens");                          // nothing: it has none
//
// Settings are numbers by name, "table.key"; settings() lists them with units, defaults and bounds,
// and docs/sluice-report.md for people. Numbers out of bounds and unknown keys are ConfigErrors
// that name file, line, key and what would be right. No file is opened here: hf_config and stats
// are paths that the tool reads.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml_records.h"
#include "sizing/model_shape.h"

namespace sluice::report {

struct Setting {
  std::string_view name;  // "cluster.gpus"
  std::string_view unit;  // as in quantities
  std::optional<double> standard;
  double least = 0;
  double most = 0;
  bool whole = false;
  std::string_view why;  // the default, or what it stands for without one
};
std::span<const Setting> settings();

// A setting that is a word among several.
struct Choice {
  std::string_view name;                  // "run.recompute"
  std::vector<std::string_view> choices;  // the default first
};
std::span<const Choice> choices();

// An input that is known as a range; its likely value is the setting.
struct UncertainSetting {
  std::string name;  // of the setting
  double low = 0;
  double high = 0;
};

struct VocabularyCandidate {
  uint64_t size = 0;
  double bytes_per_token = 0;
};

// What was measured or given, and by whom.
struct Assumption {
  std::string name;
  std::string value;
  std::string unit;
  std::string origin;  // "plan.toml:3", "--gpus", "(default)"
  std::string why;
};

class Plan {
 public:
  // Adds the file's settings to those that are there, and replaces them.
  void read(std::string_view toml, const std::string& path);
  // Throws ConfigError, opening with `origin`, if the value is out of bounds.
  void set(std::string_view name, double value, const std::string& origin);
  void choose(std::string_view name, std::string_view value, const std::string& origin);
  void set_shape(const sizing::ModelShape& shape, const std::string& origin);

  // What is given, or the default. Throws std::out_of_range if there is no such setting: names are
  // the program's.
  std::optional<double> find(std::string_view name) const;
  double at(std::string_view name) const;  // of a setting with a default, or given
  bool given(std::string_view name) const;
  std::string_view choice(std::string_view name) const;

  const std::string& hardware() const { return hardware_; }         // id; empty: none given
  const std::string& serving_hardware() const { return serving_; }  // … as hardware()
  void set_hardware(const std::string& id, const std::string& origin);
  const std::string& hf_config() const { return hf_config_; }
  // Stats files and folders, as named in the file.
  const std::vector<std::string>& stats() const { return stats_; }
  const std::optional<sizing::ModelShape>& shape() const { return shape_; }
  const std::vector<VocabularyCandidate>& vocabularies() const { return vocabularies_; }
  const std::vector<UncertainSetting>& ranges() const { return ranges_; }

  // Nothing was given.
  bool empty() const;
  // All that was given and every default that there is, in the order of settings().
  std::vector<Assumption> assumptions() const;

 private:
  struct Given {
    double value = 0;
    std::string origin;
  };
  struct Chosen {
    std::string value;
    std::string origin;
  };
  void take_settings(Record& record);
  void take_model(Record& record);
  void take_vocabularies(Record& record);
  void take_ranges(Record& record);

  std::map<std::string, Given, std::less<>> values_;
  std::map<std::string, Chosen, std::less<>> chosen_;
  std::string hardware_;
  std::string hardware_origin_;
  std::string serving_;
  std::string hf_config_;
  std::vector<std::string> stats_;
  std::optional<sizing::ModelShape> shape_;
  std::string shape_origin_;
  std::vector<VocabularyCandidate> vocabularies_;
  std::vector<UncertainSetting> ranges_;
};

}  // namespace sluice::report

// Reads a profile's records: what read_profile() does behind TOML, and read_fineweb2() behind YAML.
//
//   Uses uses;                                       // one for a file and all that it uses
//   ProfileReader reader("mine.toml", loading, uses);
//   const Profile profile = reader.read(read_records(toml, "mine.toml"));
//
// `path` stands in messages, and files that rules name are relative to it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml_records.h"
#include "quality/profile.h"

namespace sluice::quality {

// What the readers of a file and of all that it uses have in common. Profiles that use one another
// are told from those that use many by bounds.
struct Uses {
  static constexpr uint32_t kDeepest = 16;
  static constexpr uint32_t kMost = 1000;  // in all

  uint32_t depth = 0;
  uint32_t count = 0;
  std::map<std::string, std::string, std::less<>> digests = {};  // of lists and models, by path
};

// What a step's `use` names: a built-in profile, or a file beside the one that the step is of.
struct UsedFile {
  std::string path;
  std::string_view toml;
};
// Throws ConfigError of the step.
UsedFile used_file(const Record& step, const std::string& use, const Loading& loading);
// A path that stands in a rule file, relative to where that file's own path is.
std::string path_beside(const std::string& rule_file, const std::string& path);

// A record and what languages have in its place.
struct LocalRecord {
  Record record;
  std::map<std::string, Record, std::less<>> by_language;

  bool differs_in(std::string_view language) const;
  Record in(std::string_view language) const;
  // The threshold alone, if a language that differs has nothing else of its own.
  std::optional<Record> threshold_in(std::string_view language) const;
};

class ProfileReader {
 public:
  ProfileReader(std::string path, const Loading& loading, Uses& uses);

  // Throws ConfigError with file and line.
  Profile read(std::vector<Record> records);

 private:
  struct StepSource;

  void read_head(Record& head);
  StepSource read_step(Record record);
  // Empty if it can be none.
  std::string language_called(const std::string& name) const;
  std::vector<LocalRecord> localise(std::vector<Record> records) const;
  Profile read_used(Record& record, const std::string& use);
  void append_steps(const StepSource& source, std::string_view language, Steps& steps) const;
  std::shared_ptr<const Step> make_step(const StepSource& source, std::string_view language) const;
  std::shared_ptr<const Step> make_rules(const StepSource& source, std::string_view language) const;
  std::string_view file(const std::string& path) const;
  // The same, of a list or a model, whose content is told to the digest.
  std::string_view list_or_model(const std::string& path, uint64_t whole);
  std::string text_of(const Record& record) const;
  std::string text_of(const Record::Value& value) const;

  std::string path_;
  Loading loading_;
  Uses& uses_;
  Setting setting_;
  Profile profile_;
  std::map<std::string, std::string, std::less<>> contents_;  // of named files: what is in them
};

}  // namespace sluice::quality

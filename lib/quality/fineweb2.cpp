#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "quality/by_language.h"
#include "quality/profile_reader.h"

namespace sluice::quality {
namespace {

// A threshold of a file, and the rule of profiles/fineweb2.toml that it is for.
struct ThresholdKey {
  std::string_view key;
  std::string_view reason;
  std::string_view comparison;
  bool zero_is_off = false;  // datatrove asks "if threshold and …"
};
constexpr ThresholdKey kThresholds[] = {
    {"dup_line_frac", "dup_line_frac", "drop_above", true},
    {"language_score", "language_score", "drop_below"},
    {"line_punct_thr", "line_punct_ratio", "drop_below"},
    {"max_avg_word_length", "gopher_above_avg_threshold", "drop_above", true},
    {"max_non_alpha_words_ratio", "gopher_below_alpha_threshold", "drop_below", true},
    {"min_avg_word_length", "gopher_below_avg_threshold", "drop_below", true},
    {"new_line_ratio", "list_ratio", "drop_above"},
};
struct NgramKey {
  std::string_view key;
  std::string_view before;  // of the rule's name, with n between
  std::string_view behind;
  uint64_t shortest;
  uint64_t longest;
};
constexpr NgramKey kNgrams[] = {{"top_n_grams", "top_", "_gram", 2, 4},
                                {"dup_n_grams", "duplicated_", "_n_grams", 5, 10}};
constexpr std::string_view kStopWords = "stopwords";
constexpr const char* kStopWordRule = "gopher_enough_stop_words";

// What a file says in place of the pattern's keys, by rule.
using Overrides = std::map<std::string, Record, std::less<>>;

class Configuration {
 public:
  Configuration(const std::string& path, std::string_view yaml) : path_(path) { read(yaml); }

  Overrides take() { return std::move(overrides_); }

 private:
  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& what) const {
    throw ConfigError(path_ + ":" + std::to_string(mark.line + 1) + ": " + what);
  }

  void read(std::string_view yaml);
  void read_key(const std::string& key, const YAML::Node& value);
  void read_ngrams(const NgramKey& ngrams, const YAML::Node& list);
  void read_stop_words(const YAML::Node& list);
  void only_measure(const std::string& key, const YAML::Node& where);
  double number(const std::string& key, const YAML::Node& node) const;

  // Puts a field of a rule.
  void put(const std::string& reason, const YAML::Node& where, std::string_view key,
           Record::Value value) {
    const auto line = static_cast<uint32_t>(where.Mark().line + 1);
    Record& record = overrides_.try_emplace(reason, path_, reason, line).first->second;
    record.add({.key = std::string(key), .value = std::move(value), .line = line});
  }

  std::string path_;
  Overrides overrides_;
};

double Configuration::number(const std::string& key, const YAML::Node& node) const {
  double value = 0;
  if (!node.IsScalar() || !YAML::convert<double>::decode(node, value) || !std::isfinite(value)) {
    fail(node.Mark(), "'" + key + "' must be a number");
  }
  return value;
}

void Configuration::read_ngrams(const NgramKey& ngrams, const YAML::Node& list) {
  const std::string key(ngrams.key);
  if (!list.IsSequence()) fail(list.Mark(), "'" + key + "' must list pairs of n and a threshold");
  std::set<uint64_t> seen;
  for (const YAML::Node& pair : list) {
    if (!pair.IsSequence() || pair.size() != 2) {
      fail(pair.Mark(), "'" + key + "' must list pairs of n and a threshold");
    }
    const double n = number(key, pair[0]);
    if (!(n >= static_cast<double>(ngrams.shortest) && n <= static_cast<double>(ngrams.longest)) ||
        n != std::floor(n) || !seen.insert(static_cast<uint64_t>(n)).second) {
      fail(pair.Mark(), "'" + key + "' must be of n from " + std::to_string(ngrams.shortest) +
                            " to " + std::to_string(ngrams.longest) + ", each once");
    }
    const std::string reason = std::string(ngrams.before) +
                               std::to_string(static_cast<uint64_t>(n)) +
                               std::string(ngrams.behind);
    put(reason, pair, "drop_above", number(key, pair[1]));
  }
  // What is not listed is not asked.
  for (uint64_t n = ngrams.shortest; n <= ngrams.longest; ++n) {
    if (seen.contains(n)) continue;
    put(std::string(ngrams.before) + std::to_string(n) + std::string(ngrams.behind), list, "drop",
        false);
  }
}

void Configuration::read_stop_words(const YAML::Node& list) {
  if (!list.IsSequence() || list.size() == 0) {
    fail(list.Mark(), "'stopwords' must list words, one at least");
  }
  std::vector<std::string> words;
  for (const YAML::Node& word : list) {
    if (!word.IsScalar() || word.Scalar().empty()) {
      fail(word.Mark(), "'stopwords' must list words");
    }
    words.push_back(word.Scalar());
  }
  put(kStopWordRule, list, "of", std::move(words));
}

void Configuration::only_measure(const std::string& key, const YAML::Node& where) {
  if (key == kStopWords) return put(kStopWordRule, where, "drop", false);
  for (const NgramKey& ngrams : kNgrams) {
    if (key == ngrams.key) return read_ngrams(ngrams, YAML::Node(YAML::NodeType::Sequence));
  }
  const auto found = std::ranges::find(kThresholds, key, &ThresholdKey::key);
  put(std::string(found->reason), where, "drop", false);
}

void Configuration::read_key(const std::string& key, const YAML::Node& value) {
  if (value.IsNull()) return only_measure(key, value);
  if (key == kStopWords) return read_stop_words(value);
  for (const NgramKey& ngrams : kNgrams) {
    if (key == ngrams.key) return read_ngrams(ngrams, value);
  }
  const auto found = std::ranges::find(kThresholds, key, &ThresholdKey::key);
  const double threshold = number(key, value);
  if (found->zero_is_off && threshold == 0) {
    put(std::string(found->reason), value, "drop", false);
  } else {
    put(std::string(found->reason), value, found->comparison, threshold);
  }
}

void Configuration::read(std::string_view yaml) {
  std::vector<std::string_view> known{kStopWords};
  for (const ThresholdKey& each : kThresholds) known.push_back(each.key);
  for (const NgramKey& each : kNgrams) known.push_back(each.key);
  YAML::Node root;
  try {
    root = YAML::Load(std::string(yaml));
  } catch (const YAML::DeepRecursion& error) {  // whose own message is "bad file"
    fail(error.mark, "nests too deeply");
  } catch (const YAML::Exception& error) {
    fail(error.mark, error.msg);
  }
  if (!root.IsMap()) fail(YAML::Mark::null_mark(), "is no table of keys and values");
  std::set<std::string> seen;
  for (const auto& entry : root) {
    const YAML::Node& key = entry.first;
    const std::string name = key.IsScalar() ? key.Scalar() : "";
    if (std::ranges::find(known, name) == known.end()) {
      fail(key.Mark(), "unknown key '" + name + "'" + did_you_mean(name, known));
    }
    if (!seen.insert(name).second) fail(key.Mark(), "'" + name + "' is there twice");
    read_key(name, entry.second);
  }
  for (const std::string_view key : known) {
    if (seen.contains(std::string(key))) continue;
    if (key != kStopWords) {
      throw ConfigError(path_ + ": '" + std::string(key) +
                        "' is missing (null: the rule only measures)");
    }
    only_measure(std::string(key), root);
  }
  put("no_configuration", root, "drop", false);
}

// "configs/deu_Latn.yml" is "deu_Latn".
std::string stem_of(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);
  return std::string(path.substr(0, path.rfind('.')));
}

std::string code_of(std::string_view name, const Loading& loading) {
  const std::string code = loading.canonical ? loading.canonical(name) : std::string(name);
  return code.empty() ? std::string(name) : code;
}

// Languages by their names without a script ("sr" of "sr-Cyrl", "aai" of "aai_Latn"), where there
// is no file of that very name.
std::map<std::string, std::vector<std::string>, std::less<>> scripts_of(
    const std::map<std::string, Overrides>& languages) {
  std::map<std::string, std::vector<std::string>, std::less<>> scripts;
  for (const auto& [code, overrides] : languages) {
    const std::string name = code.substr(0, code.find_first_of("-_"));
    if (!languages.contains(name)) scripts[name].push_back(code);
  }
  return scripts;
}

// A rule of the pattern with what each language has in its place.
Record with_languages(Record rule, const std::map<std::string, Overrides>& languages,
                      const std::string& fallback) {
  std::string reason;
  rule.text("reason", reason);
  if (!fallback.empty()) {
    LocalRecord local{.record = rule, .by_language = {}};
    const Overrides& own = languages.at(fallback);
    if (const auto found = own.find(reason); found != own.end()) {
      local.by_language.emplace(fallback, found->second);
    }
    rule = local.in(fallback);
  }
  Record tables(rule.path(), "language", rule.line());
  for (const auto& [language, overrides] : languages) {
    const auto own = overrides.find(reason);
    if (own == overrides.end()) continue;
    tables.add(
        {.key = language, .value = Record::Table{{own->second}}, .line = own->second.line()});
  }
  if (!tables.fields().empty()) {
    rule.add({.key = "language", .value = Record::Table{{tables}}, .line = rule.line()});
  }
  return rule;
}

}  // namespace

Profile read_fineweb2(std::span<const std::pair<std::string, std::string_view>> files,
                      const Loading& loading, std::string_view fallback) {
  std::map<std::string, Overrides> languages;
  std::map<std::string, std::string> paths;
  for (const auto& [path, yaml] : files) {
    const std::string code = code_of(stem_of(path), loading);
    if (!is_language_code(code)) throw ConfigError(path + ": is not named by a language's code");
    const auto [earlier, is_new] = paths.emplace(code, path);
    if (!is_new) {
      throw ConfigError(path + ": is of language '" + code + "', as " + earlier->second + " is");
    }
    languages.emplace(code, Configuration(path, yaml).take());
  }
  if (languages.empty()) throw ConfigError("fineweb2: no configuration (*.yml) is there");
  std::string code;
  if (!fallback.empty()) {
    code = code_of(fallback, loading);
    if (!languages.contains(code)) {
      throw ConfigError("fineweb2: no configuration of language '" + std::string(fallback) +
                        "', which others shall have");
    }
  }

  const std::string path = "built-in profile fineweb2";
  std::vector<Record> records = read_records(builtin_profile_file("fineweb2"), path);
  for (Record& step : records) {
    std::vector<Record> rules;
    if (!step.records("rule", rules)) continue;
    for (Record& rule : rules) rule = with_languages(std::move(rule), languages, code);
    step.remove("rule");
    step.add({.key = "rule", .value = std::move(rules), .line = step.line()});
  }
  Loading as_keyed = loading;
  as_keyed.canonical = {};  // languages are by their codes already
  Uses uses;
  Profile profile = ProfileReader(path, as_keyed, uses).read(std::move(records));
  profile.by_script = scripts_of(languages);
  return profile;
}

}  // namespace sluice::quality

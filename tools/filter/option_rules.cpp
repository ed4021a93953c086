#include "option_rules.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "base/toml_records.h"
#include "cli/block_lists.h"
#include "cli/tool.h"
#include "language_names.h"

namespace sluice::filter_tool {
namespace {

using Names = std::vector<std::string>;

constexpr std::string_view kPath = "options";  // in messages about these rules

std::string list_of(const Names& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + toml_string(name);
  return "[" + list + "]";
}

std::string profile_called(std::string_view name) {
  return "[profile]\nname = " + toml_string(name) + "\n";
}

// The option stands in a comment, where read_rules() finds it.
constexpr std::string_view kOfOption = "\n# --";

std::string rule_of(std::string_view option, std::string_view step, std::string_view reason,
                    std::string_view signal, const std::string& keys) {
  return std::string(kOfOption) + std::string(option) + "\n[[step]]\nname = " + toml_string(step) +
         "\n\n[[step.rule]]\nreason = " + toml_string(reason) +
         "\nsignal = " + toml_string(signal) + "\n" + keys;
}

std::string lists_rule(std::string_view option, std::string_view reason, std::string_view signal,
                       const Names& files, int least) {
  if (files.empty()) return "";
  return rule_of(option, reason, reason, signal,
                 "lists = " + list_of(files) + "\ndrop_at_least = " + std::to_string(least) + "\n");
}

// Written without spaces between words, so that a bad word may stand within others.
bool has_boundaries(const std::string& language) {
  for (const std::string_view without : {"ja", "th", "zh", "km", "lo", "my"}) {
    if (language == without || language.starts_with(std::string(without) + "-")) return false;
  }
  return true;
}

std::string bad_words_rule(const Names& options) {
  if (options.empty()) return "";
  std::map<std::string, Names> files;  // by language; "": all others
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    const std::string name = option.substr(0, equals == std::string::npos ? 0 : equals);
    const std::string language = known_language(name);
    if (equals == std::string::npos) {
      files[""].push_back(option);
    } else if (language.empty()) {
      throw ConfigError("--bad-words: there is no language '" + name + "' (LANG=FILE, or FILE)");
    } else if (equals + 1 == option.size()) {
      throw ConfigError("--bad-words: " + option + " names no file");
    } else {
      files[language].push_back(option.substr(equals + 1));
    }
  }
  // Of other languages than those that have lists there is no value.
  const Names fall_back = files[""];
  files.erase("");
  std::string keys = "lists = " + list_of(fall_back) + "\ndrop_at_least = 1\n";
  for (auto& [language, own] : files) {
    own.insert(own.end(), fall_back.begin(), fall_back.end());
    keys += "[step.rule.language." + toml_string(language) + "]\nlists = " + list_of(own) +
            "\nboundaries = " + (has_boundaries(language) ? "true" : "false") + "\n";
  }
  return rule_of("bad-words", "bad_words", "bad_words", "bad_words", keys);
}

std::string classifier_rule(const FilterOptions& options) {
  if (options.classifier.empty()) return "";
  std::string keys = "model = " + toml_string(options.classifier) +
                     "\nlabel = " + toml_string(options.label) + "\n";
  if (options.pareto > 0) {
    keys += "alpha = " + shortest_double(options.pareto) + "\ndrop_at_most = 1\n";
    return rule_of("classifier", "classifier", "classifier", "fasttext_pareto", keys);
  }
  if (options.min_probability > 0) {
    keys += "drop_below = " + shortest_double(options.min_probability) + "\n";
  }
  return rule_of("classifier", "classifier", "classifier", "fasttext", keys);
}

std::string pii_step(const FilterOptions& options) {
  if (options.pii == "off") return "";
  return "\n[[step]]\nname = \"pii\"\nedit = \"pii\"\nmode = " + toml_string(options.pii) + "\n";
}

// "options:7: [rule]: empty.txt: …" is "--bad-words: empty.txt: …".
std::string told_of_option(std::string_view what, std::string_view rules) {
  const std::string opening = std::string(kPath) + ":";
  if (!what.starts_with(opening)) return std::string(what);
  const std::string_view number =
      what.substr(opening.size(), what.find(':', opening.size()) - opening.size());
  size_t at = 0;  // of the line
  for (uint64_t line = parse_u64(number).value_or(1); line > 1; --line)
    at = rules.find('\n', at) + 1;
  const size_t comment = rules.rfind(kOfOption, at);
  const size_t name = what.find("]: ");
  if (comment == std::string_view::npos || name == std::string_view::npos) return std::string(what);
  const size_t option = comment + kOfOption.size() - 2;
  return std::string(rules.substr(option, rules.find('\n', option) - option)) +
         std::string(what.substr(name + 1));
}

}  // namespace

std::string rules_before(const FilterOptions& options) {
  Names blocked;
  for (const std::string& path : options.url_blocklists) {
    const Names files =
        cli::configured_by("--url-blocklist", [&] { return cli::list_files(path); });
    blocked.insert(blocked.end(), files.begin(), files.end());
  }
  const std::string rules =
      lists_rule("url-blocklist", "blocked_url", "url_blocked", blocked, 1) +
      lists_rule("banned-words", "banned_url_word", "url_words", options.banned_words, 1) +
      lists_rule("soft-words", "soft_url_words", "url_words", options.soft_words, 2) +
      lists_rule("banned-substrings", "banned_url_substring", "url_substrings",
                 options.banned_substrings, 1);
  return rules.empty() ? "" : profile_called("url") + rules;
}

std::string rules_after(const FilterOptions& options) {
  const std::string rules =
      bad_words_rule(options.bad_words) + classifier_rule(options) + pii_step(options);
  return rules.empty() ? "" : profile_called("options") + rules;
}

quality::Profile read_rules(const std::string& rules, const quality::Loading& loading) {
  try {
    return quality::read_profile(rules, std::string(kPath), loading);
  } catch (const ConfigError& error) {
    throw ConfigError(told_of_option(error.what(), rules));
  }
}

}  // namespace sluice::filter_tool

#include "fitted.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/format.h"
#include "langid/languages.h"
#include "language_names.h"
#include "quality/by_language.h"

namespace sluice::filter_tool {
namespace {

using quality::Comparison;
using quality::FitMethod;
using quality::RuleRecord;
using quality::RuleTally;
using quality::Scale;
using quality::ValueHistogram;

std::string_view reason_of(std::string_view key) { return key.substr(key.rfind('/') + 1); }

bool needs_reference(FitMethod method) {
  return method == FitMethod::quantile || method == FitMethod::mean_deviation;
}

// Where the method is not chosen: language scores as FineWeb-2 has it; tails for its two rules on
// lines, whose values are 0 in most documents of many languages, so that distances from a mean say
// little; else distances from the mean.
FitMethod own_method(const RuleRecord& rule) {
  if (rule.signal == "language_score") return FitMethod::median_deviation;
  const std::string_view reason = reason_of(rule.key);
  if (reason == "line_punct_ratio" || reason == "list_ratio") return FitMethod::tail;
  return FitMethod::mean_deviation;
}

Scale scale_of(const RuleRecord& rule) {
  return rule.languages.empty() ? Scale::fraction : rule.languages.begin()->second.values.scale();
}

double rounded(double value, Scale scale) {
  const double steps = scale == Scale::fraction ? 1000 : scale == Scale::length ? 10 : 1;
  return std::round(value * steps) / steps;
}

// What a method carries over: the values of the reference, and the threshold there.
struct Reference {
  const RuleTally* tally = nullptr;
  double threshold = 0;
};

Reference reference_of(const RuleRecord& rule, const std::string& language) {
  Reference reference;
  reference.threshold = parse_double(rule.threshold).value_or(0);
  const auto found = rule.languages.find(language);
  if (found == rule.languages.end() || found->second.values.count() == 0) return reference;
  reference.tally = &found->second;
  if (reference.tally->comparison != Comparison::none) {
    reference.threshold = reference.tally->threshold;
  }
  return reference;
}

std::string fineweb2_name(const std::string& language) {
  const auto known = langid::find_language(language);
  return known ? std::string(name_in(langid::LabelSystem::fineweb2, *known)) : language;
}

// FineWeb-2's keys, in their order there, and the reasons of the rules that they are thresholds of.
struct Key {
  std::string_view name;
  std::vector<std::string_view> reasons;
  bool by_n = false;                        // a list of [n, threshold]
  double (*whole)(double value) = nullptr;  // how it is rounded to a whole number
};

const std::vector<Key>& keys() {
  static const std::vector<Key> all = {
      {.name = "dup_line_frac", .reasons = {"dup_line_frac"}},
      {.name = "dup_n_grams",
       .reasons = {"duplicated_5_n_grams", "duplicated_6_n_grams", "duplicated_7_n_grams",
                   "duplicated_8_n_grams", "duplicated_9_n_grams", "duplicated_10_n_grams"},
       .by_n = true},
      {.name = "language_score", .reasons = {"language_score"}},
      {.name = "line_punct_thr", .reasons = {"line_punct_ratio"}},
      {.name = "max_avg_word_length",
       .reasons = {"gopher_above_avg_threshold"},
       .whole = std::ceil},
      {.name = "max_non_alpha_words_ratio", .reasons = {"gopher_below_alpha_threshold"}},
      {.name = "min_avg_word_length",
       .reasons = {"gopher_below_avg_threshold"},
       .whole = std::floor},
      {.name = "new_line_ratio", .reasons = {"list_ratio"}},
      {.name = "stopwords", .reasons = {}},
      {.name = "top_n_grams", .reasons = {"top_2_gram", "top_3_gram", "top_4_gram"}, .by_n = true},
  };
  return all;
}

const FittedRule* rule_called(const Fitted& fitted, std::string_view reason) {
  const auto found = std::ranges::find_if(
      fitted.rules, [&](const FittedRule& rule) { return reason_of(rule.key) == reason; });
  return found == fitted.rules.end() ? nullptr : &*found;
}

// The number in "duplicated_5_n_grams".
std::string n_of(std::string_view reason) {
  const size_t begin = reason.find_first_of("0123456789");
  return std::string(reason.substr(begin, reason.find('_', begin) - begin));
}

// What stands behind the key of a configuration; comments say why there is nothing.
std::string entry_of(const Key& key, const Fitted& fitted, const std::string& language) {
  std::string list;
  std::string why;
  for (const std::string_view reason : key.reasons) {
    const FittedRule* rule = rule_called(fitted, reason);
    if (rule == nullptr || !rule->thresholds.contains(language)) continue;
    const FittedRule::Threshold& threshold = rule->thresholds.at(language);
    const std::string n = key.by_n ? n_of(reason) + ": " : "";
    if (!threshold.why_not.empty()) {
      why += (why.empty() ? "  # " : "; ") + n + threshold.why_not;
    } else if (key.by_n) {
      list += "- - " + n_of(reason) + "\n  - " + shortest_double(threshold.value) + "\n";
    } else {
      list = ' ' +
             shortest_double(key.whole != nullptr ? key.whole(threshold.value) : threshold.value);
    }
  }
  if (list.empty() && why.empty()) why = "  # no rule fills it";
  if (list.empty()) return std::string(key.name) + ": null" + why + '\n';
  if (key.by_n) return std::string(key.name) + ':' + why + '\n' + list;
  return std::string(key.name) + ':' + list + '\n';
}

// Why a threshold tells no documents of a language apart; empty: it does.
std::string objection(const ValueHistogram& values, std::optional<double> threshold,
                      const std::string& reference) {
  if (values.count() == 0) return "no document has a value";
  if (!values.varies()) return "all values are alike";
  if (!threshold) return "all values of " + reference + " are alike";
  if (*threshold > 0) return "";
  return "it would be 0; " + fixed(100 * values.share_dropped(Comparison::at_most, 0), 1) +
         " % of the values are";
}

bool is_threshold(const Record::Field& field) { return field.key.starts_with("drop"); }

// What a rule has of its own for a language, or for all scripts of it.
Record own_keys(const Record& languages, std::string_view language) {
  std::map<std::string, const Record*, std::less<>> tables;
  for (const Record::Field& field : languages.fields()) {
    if (const auto* table = std::get_if<Record::Table>(&field.value)) {
      tables.emplace(canonical_language(field.key), &table->record.front());
    }
  }
  const auto found = quality::find_by_language(tables, language);
  Record own(languages.path(), std::string(language), languages.line());
  if (found == tables.end()) return own;
  for (const Record::Field& field : found->second->fields()) {
    if (!is_threshold(field)) own.add(field);
  }
  return own;
}

void put_thresholds_of(const FittedRule& fitted, Record& rule) {
  Record before(rule.path(), "language", rule.line());
  rule.table("language", before);
  Record languages(rule.path(), "language", rule.line());
  for (const Record::Field& field : before.fields()) {
    if (!fitted.thresholds.contains(canonical_language(field.key))) languages.add(field);
  }
  for (const auto& [language, threshold] : fitted.thresholds) {
    Record own = own_keys(before, language);
    const std::string documents = count_of(threshold.documents, "document");
    if (threshold.why_not.empty()) {
      own.add({.key = std::string(words_for(fitted.comparison).key),
               .value = threshold.value,
               .comment = std::string(name_of(fitted.method)) + ": " +
                          fixed(100 * threshold.dropped, 1) + " % of " + documents});
    } else {
      own.add({.key = "drop",
               .value = false,
               .comment = "no threshold of " + documents + ": " + threshold.why_not});
    }
    languages.add({.key = language, .value = Record::Table{{std::move(own)}}, .line = UINT32_MAX});
  }
  rule.remove("language");
  rule.add({.key = "language", .value = Record::Table{{std::move(languages)}}});
}

}  // namespace

Fitted fit_all(const std::vector<RuleRecord>& rules, const FitOptions& options) {
  Fitted fitted;
  std::set<std::string> small;
  std::set<std::string> no_codes;
  for (const RuleRecord& rule : rules) {
    const Scale scale = scale_of(rule);
    if (rule.comparison == Comparison::none || rule.signal.empty()) continue;
    if (scale == Scale::count && !options.counts) continue;
    const Reference reference = reference_of(rule, options.reference);
    FittedRule result = {.key = rule.key, .signal = rule.signal, .comparison = rule.comparison};
    result.method = options.method.value_or(own_method(rule));
    if (needs_reference(result.method) && reference.tally == nullptr) {
      if (options.method) {
        throw CheckError("--method " + std::string(name_of(result.method)) +
                         " carries thresholds over from --reference '" + options.reference +
                         "', of which there are no documents");
      }
      result.method = FitMethod::tail;
      fitted.reference_is_missing = true;
    }
    const quality::Fit fit = {
        .method = result.method,
        .comparison = rule.comparison,
        .tail = options.tail,
        .reference = reference.tally != nullptr ? &reference.tally->values : nullptr,
        .reference_threshold = reference.threshold};
    for (const auto& [language, tally] : rule.languages) {
      if (language.empty()) continue;
      if (!options.languages.empty() &&
          std::ranges::find(options.languages, language) == options.languages.end()) {
        continue;
      }
      if (tally.documents < options.min_documents) {
        small.insert(language);
        continue;
      }
      if (!quality::is_language_code(language)) {
        no_codes.insert(language);
        continue;
      }
      std::optional<double> threshold = fit.threshold(tally.values);
      if (threshold) threshold = rounded(*threshold, scale);
      const double value = threshold.value_or(0);
      result.thresholds[language] = {
          .value = value,
          .documents = tally.documents,
          .dropped = tally.values.share_dropped(rule.comparison, value),
          .why_not = objection(tally.values, threshold, options.reference)};
    }
    if (!result.thresholds.empty()) fitted.rules.push_back(std::move(result));
  }
  fitted.too_small.assign(small.begin(), small.end());
  fitted.no_codes.assign(no_codes.begin(), no_codes.end());
  return fitted;
}

std::vector<std::string> without_threshold(const Fitted& fitted) {
  std::vector<std::string> names;
  for (const FittedRule& rule : fitted.rules) {
    std::string languages;
    for (const auto& [language, threshold] : rule.thresholds) {
      if (threshold.why_not.empty()) continue;
      languages += (languages.empty() ? "" : ", ") + language;
    }
    if (!languages.empty()) {
      names.push_back(std::string(reason_of(rule.key)) + " (" + languages + ")");
    }
  }
  return names;
}

std::vector<std::string> put_thresholds(const Fitted& fitted, const std::string& name,
                                        std::vector<Record>& profile) {
  std::map<std::string, const FittedRule*> waiting;
  for (const FittedRule& rule : fitted.rules) waiting.emplace(rule.key, &rule);
  for (Record& step : profile) {
    std::vector<Record> rules;
    std::string step_name;
    step.text("name", step_name);
    if (!step.records("rule", rules)) continue;
    for (Record& rule : rules) {
      std::string reason;
      rule.text("reason", reason);
      const auto found = waiting.find(name + '/' + step_name + '/' + reason);
      if (found == waiting.end()) continue;
      put_thresholds_of(*found->second, rule);
      waiting.erase(found);
    }
    step.remove("rule");
    step.add({.key = "rule", .value = std::move(rules), .line = UINT32_MAX});
  }
  std::vector<std::string> left_out;
  for (const auto& [key, rule] : waiting) left_out.push_back(key);
  return left_out;
}

std::string stop_words_in(std::string_view configuration) {
  constexpr std::string_view kKey = "stopwords:";
  std::string entry;
  for (size_t begin = 0; begin < configuration.size();) {
    const size_t end = std::min(configuration.find('\n', begin), configuration.size() - 1) + 1;
    const std::string_view line = configuration.substr(begin, end - begin);
    begin = end;
    const bool goes_on = !entry.empty() && (line.front() == '-' || line.front() == ' ');
    if (!entry.empty() && !goes_on) break;
    if (goes_on || line.starts_with(kKey)) entry += line;
  }
  if (!entry.empty() && entry.back() != '\n') entry += '\n';
  return entry;
}

std::vector<std::pair<std::string, std::string>> configurations(const Fitted& fitted,
                                                                const StopWords& stop_words) {
  std::map<std::string, std::string> languages;  // by FineWeb-2's name
  for (const FittedRule& rule : fitted.rules) {
    for (const auto& [language, unused] : rule.thresholds) {
      languages[fineweb2_name(language)] = language;
    }
  }
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [name, language] : languages) {
    std::string text;
    for (const Key& key : keys()) {
      std::string entry = key.reasons.empty() ? stop_words(name) : entry_of(key, fitted, language);
      if (entry.empty()) entry = std::string(key.name) + ": null\n";
      text += entry;
    }
    files.emplace_back(name + ".yml", std::move(text));
  }
  return files;
}

std::vector<std::string> missing_keys(const Fitted& fitted) {
  std::vector<std::string> missing;
  for (const Key& key : keys()) {
    const bool fills = std::ranges::all_of(key.reasons, [&](std::string_view reason) {
      return rule_called(fitted, reason) != nullptr;
    });
    if (!fills) missing.emplace_back(key.name);
  }
  return missing;
}

}  // namespace sluice::filter_tool

#include "stats_input.h"

#include <algorithm>
#include <string_view>

#include "base/error.h"
#include "base/format.h"
#include "base/suggest.h"
#include "io/chunk.h"
#include "io/inputs.h"
#include "stats/stats_file.h"

namespace sluice::filter_tool {
namespace {

// "gopher_short_doc", "gopher_quality/gopher_short_doc", or the whole key.
bool is_called(const std::string& key, const std::string& name) {
  return key == name || key.ends_with("/" + name);
}

}  // namespace

StatsInput::StatsInput(cli::Tool& tool) {
  tool.arguments("STATS", paths_,
                 "stats files of sluice-filter; directories stand for their files");
  tool.text("--inputs", list_, "LIST", "file with one stats file a line");
  tool.texts("--rule", rules_, "RULE",
             "only these: reason, step/reason or profile/step/reason (repeatable)");
}

std::vector<io::Input> StatsInput::files() const {
  if (paths_.empty() && list_.empty()) throw ConfigError("no stats file is named");
  return io::expand_inputs({.paths = paths_, .list = list_, .fetch = {}});
}

bool StatsInput::is_wanted(const quality::RuleRecord& rule) const {
  return rules_.empty() || std::ranges::any_of(rules_, [&](const std::string& name) {
           return is_called(rule.key, name);
         });
}

std::vector<quality::RuleRecord> StatsInput::rules(const std::vector<io::Input>& files) const {
  stats::Sum sum;
  for (const io::Input& file : files) {
    stats::Stats one = stats::from_json(io::read_whole(file), file.name);
    if (one.tool != "sluice-filter") {
      throw ConfigError(file.name + ": is of " + one.tool + ", not of sluice-filter");
    }
    sum.add(std::move(one));
  }
  const stats::Stats total = sum.take();
  std::vector<quality::RuleRecord> records;
  try {
    records = quality::read_rules(total.details);
  } catch (const ConfigError& error) {
    throw ConfigError(total.file + ": " + error.what());
  }
  for (const std::string& name : rules_) {
    const auto called = [&](const auto& record) { return is_called(record.key, name); };
    if (std::ranges::any_of(records, called)) continue;
    std::vector<std::string_view> names;
    for (const auto& record : records) {
      names.push_back(std::string_view(record.key).substr(record.key.rfind('/') + 1));
    }
    throw ConfigError("--rule: there is no rule '" + name + "'" + did_you_mean(name, names));
  }
  std::erase_if(records, [&](const auto& record) { return !is_wanted(record); });
  return records;
}

std::string first_ten(const std::vector<std::string>& names) {
  constexpr size_t kMost = 10;
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kMost); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMost) text += ", …";
  return text;
}

void require_languages(const std::vector<quality::RuleRecord>& rules) {
  const bool all_tell = std::ranges::none_of(
      rules, [](const quality::RuleRecord& rule) { return rule.all_languages.has_value(); });
  if (all_tell) return;
  throw CheckError("these stats files do not tell languages apart: in a run there were more than " +
                   with_thousands(uint64_t{quality::FilterTally::kMaxLanguages}) +
                   ", which are counted together");
}

}  // namespace sluice::filter_tool

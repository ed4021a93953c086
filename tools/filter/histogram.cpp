// sluice-filter histogram: charts of what rules found, with the threshold of today.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "chart/chart.h"
#include "cli/collisions.h"
#include "cli/messages.h"
#include "cli/shards.h"
#include "commands.h"
#include "io/output.h"
#include "language_names.h"
#include "quality/by_language.h"
#include "rule_chart.h"
#include "stats_input.h"

namespace sluice::filter_tool {
namespace {

struct HistogramOptions {
  explicit HistogramOptions(cli::Tool& tool) {
    tool.texts("--language", languages, "CODE",
               "of this language's documents; 'all' once more for each (repeatable; without: one "
               "chart over all languages)");
    tool.text("-o,--output", output, "FILE.svg|DIR/",
              "SVG instead of text: a chart, or a folder with one for each");
    tool.number("--width", width, "COLUMNS", "of text (80)");
  }

  std::vector<std::string> languages;
  std::string output = "-";
  uint64_t width = 80;
};

struct Named {
  std::string name;  // of a file
  std::string language;
  chart::Histogram chart;
};

std::vector<Named> charts_of(const std::vector<quality::RuleRecord>& rules,
                             const HistogramOptions& options, size_t bars) {
  const bool each = std::ranges::count(options.languages, "all") > 0;
  if (!options.languages.empty()) require_languages(rules);
  std::set<std::string> wanted;
  for (const std::string& code : options.languages) wanted.insert(canonical_language(code));
  std::vector<Named> charts;
  const auto add = [&](const quality::RuleRecord& rule, const std::string& language,
                       const quality::RuleTally& tally) {
    if (tally.values.count() == 0) return;
    std::string name = rule.key + (language.empty() ? "" : "-" + language);
    std::ranges::replace(name, '/', '-');
    charts.push_back({name + ".svg", language, rule_chart(rule, language, tally, bars)});
  };
  for (const quality::RuleRecord& rule : rules) {
    if (options.languages.empty()) {
      add(rule, "", overall(rule));
      continue;
    }
    for (const auto& [language, tally] : rule.languages) {
      if (each || wanted.contains(language)) add(rule, language, tally);
    }
  }
  if (charts.empty()) throw CheckError("no document has a value that these charts would show");
  return charts;
}

// Takes out those of languages whose names, which are what documents say, cannot be part of a
// file's.
void leave_out_odd_names(std::vector<Named>& charts, cli::Tool& tool) {
  std::vector<std::string> odd;
  std::erase_if(charts, [&](const Named& one) {
    const bool is_odd = !one.language.empty() && !quality::is_language_code(one.language);
    if (is_odd) odd.push_back(one.language);
    return is_odd;
  });
  std::ranges::sort(odd);
  odd.erase(std::unique(odd.begin(), odd.end()), odd.end());
  if (odd.empty()) return;
  tool.messages().say(count_of(uint64_t{odd.size()}, "language") +
                      " left out, whose names are no codes: " + first_ten(odd));
}

void write_charts(std::vector<Named> charts, const HistogramOptions& options,
                  const std::vector<io::Input>& inputs, cli::Tool& tool) {
  const bool folder = cli::names_directory(options.output);
  if (folder) leave_out_odd_names(charts, tool);
  if (!folder && charts.size() > 1) {
    throw ConfigError(
        "-o " + options.output + ": there are " + with_thousands(uint64_t{charts.size()}) +
        " charts; choose one by --rule and --language, or name a folder (" + options.output + "/)");
  }
  std::vector<cli::NamedOutput> files;
  for (const Named& one : charts) {
    files.push_back(
        {folder ? cli::in_directory(options.output, one.name) : options.output, "the chart"});
  }
  cli::refuse_collisions(inputs, files);
  io::OutputSet outputs;
  for (size_t i = 0; i < charts.size(); ++i) {
    outputs.open(files[i].path).write(chart::svg(charts[i].chart));
  }
  outputs.publish();
}

}  // namespace

int histogram(int argc, char** argv) {
  return cli::run("sluice-filter histogram", argc, argv, [](cli::Tool& tool) {
    tool.describe("Draw the values that rules found in documents, with today's thresholds.",
                  {"sluice-filter histogram filter.json --rule gopher_short_doc",
                   "sluice-filter histogram stats/ --language de --language fr -o charts/"});
    StatsInput input(tool);
    HistogramOptions options(tool);
    return tool.on_run([&] {
      constexpr uint64_t kLeastWidth = 40;
      constexpr uint64_t kMostWidth = 1000;
      if (options.width < kLeastWidth || options.width > kMostWidth) {
        throw ConfigError("--width: must be between 40 and 1000");
      }
      const std::vector<io::Input> files = input.files();
      const auto rules = input.rules(files);
      if (tool.given("--output")) {
        write_charts(charts_of(rules, options, kBarsOfPictures), options, files, tool);
        return;
      }
      std::string text;
      for (const Named& one : charts_of(rules, options, kBarsOfText)) {
        text += (text.empty() ? "" : "\n") +
                chart::text(one.chart, {.width = static_cast<int>(options.width)});
      }
      cli::print(text);
    });
  });
}

}  // namespace sluice::filter_tool

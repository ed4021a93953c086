// sluice-filter fit: thresholds by language, from what rules found in documents.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "cli/collisions.h"
#include "cli/shards.h"
#include "commands.h"
#include "fitted.h"
#include "io/chunk.h"
#include "io/output.h"
#include "language_names.h"
#include "profiles.h"
#include "quality/profile.h"
#include "stats_input.h"

namespace sluice::filter_tool {
namespace {

using quality::FitMethod;

constexpr const char* kFitted = "-fitted";  // behind the name of the profile

struct Options {
  explicit Options(cli::Tool& tool) {
    std::vector<std::string> methods = {"auto"};
    for (const FitMethod one : {FitMethod::quantile, FitMethod::mean_deviation, FitMethod::tail,
                                FitMethod::median_deviation}) {
      methods.emplace_back(name_of(one));
    }
    tool.one_of("--method", method, methods, "how thresholds are found (auto: by rule)");
    tool.text("--reference", reference, "CODE",
              "the language whose thresholds are carried over to others (en)");
    tool.number("--tail", tail, "SHARE", "of the documents that a tail is (0.1)");
    tool.texts("--language", languages, "CODE", "only this language (repeatable)");
    tool.number("--min-documents", min_documents, "N", "leave out languages with fewer (1000)");
    tool.text("--stop-words", stop_words, "DIR",
              "FineWeb-2's configurations, whose stop words are taken over");
    tool.text("--profile", profile, "NAME|FILE",
              "what the stats are of, to be written with these thresholds (the built-in one of its "
              "name)");
    tool.text("-o,--output", output, "FILE.toml|DIR/",
              "the profile as a rule file, or FineWeb-2's configurations in a folder");
  }

  FitOptions fit() const {
    FitOptions options;
    options.method = quality::fit_method_called(method);
    options.reference = canonical_language(reference);
    options.tail = tail;
    options.min_documents = min_documents;
    for (const std::string& code : languages) {
      options.languages.push_back(canonical_language(code));
    }
    return options;
  }

  std::string method = "auto";
  std::string reference = "en";
  double tail = 0.1;
  std::vector<std::string> languages;
  uint64_t min_documents = 1000;
  std::string stop_words;
  std::string profile;
  std::string output = "-";
};

// What a user would otherwise find missing.
void tell(cli::Tool& tool, const Fitted& fitted, const Options& options) {
  if (fitted.reference_is_missing) {
    tool.messages().say("there are no documents of --reference '" + options.reference +
                        "'; tails are taken where its thresholds would be carried over");
  }
  if (!fitted.too_small.empty()) {
    tool.messages().say(count_of(uint64_t{fitted.too_small.size()}, "language") +
                        " left out, under --min-documents: " + first_ten(fitted.too_small));
  }
  if (!fitted.no_codes.empty()) {
    tool.messages().say(count_of(uint64_t{fitted.no_codes.size()}, "language") +
                        " left out, whose names are no codes: " + first_ten(fitted.no_codes));
  }
  const std::vector<std::string> without = without_threshold(fitted);
  if (!without.empty()) {
    tool.messages().say("no threshold would tell documents apart, so that these only measure: " +
                        first_ten(without));
  }
}

std::vector<std::pair<std::string, std::string>> files_of(const Fitted& fitted,
                                                          const Options& options, cli::Tool& tool) {
  std::vector<std::string> without;
  const auto stop_words = [&](const std::string& name) -> std::string {
    std::string entry;
    if (!options.stop_words.empty()) {
      try {
        const std::string path = cli::in_directory(options.stop_words, name + ".yml");
        entry = stop_words_in(io::read_whole({.name = path, .command = {}}));
      } catch (const IoError&) {
        entry.clear();  // a language that has none there
      }
    }
    if (entry.empty()) without.push_back(name);
    return entry;
  };
  auto files = configurations(fitted, stop_words);
  const std::vector<std::string> missing = missing_keys(fitted);
  if (!missing.empty()) {
    tool.messages().say("no rule of these files fills " + first_ten(missing));
  }
  if (!without.empty()) {
    tool.messages().say("without stop words, which --stop-words DIR would take over: " +
                        first_ten(without));
  }
  return files;
}

// The profile that rules are of: as named, or the built-in one whose name their keys begin with.
std::string profile_of(const std::vector<quality::RuleRecord>& rules, const Options& options) {
  if (!options.profile.empty()) return options.profile;
  std::set<std::string> found;
  for (const quality::RuleRecord& rule : rules) {
    for (const std::string& name : quality::builtin_profiles()) {
      if (rule.key.starts_with(name + "/")) found.insert(name);
    }
  }
  if (found.size() == 1) return *found.begin();
  const std::vector<std::string> names(found.begin(), found.end());
  throw ConfigError("--profile: which profile are these stats of, whose thresholds shall be new? " +
                    (names.empty() ? "It is no built-in one" : "There are " + first_ten(names)));
}

std::string rule_file(const Fitted& fitted, const Options& options, const FitOptions& fit,
                      const std::vector<quality::RuleRecord>& rules, cli::Tool& tool) {
  const std::string file = profile_of(rules, options);
  RuleFiles files(tool);
  std::vector<Record> profile =
      cli::configured_by("--profile", [&] { return expanded_profile(file, files); });
  Record& head = profile.front();
  std::string name;
  head.text("name", name);
  const std::vector<std::string> left_out = put_thresholds(fitted, name, profile);
  if (left_out.size() == fitted.rules.size()) {
    throw ConfigError("--profile: '" + name + "' has no rule of these stats, as " +
                      left_out.front());
  }
  if (!left_out.empty()) {
    tool.messages().say("left out, for they are no rules of '" + name +
                        "': " + first_ten(left_out));
  }
  head.remove("name");
  head.add({.key = "name", .value = name + (name.ends_with(kFitted) ? "" : kFitted)});
  return "# " + toml_string(name) + " with thresholds that sluice-filter fit found; those of " +
         toml_string(fit.reference) + " were carried over.\n" + toml_of(profile, {"step"});
}

void write_fitted(const Fitted& fitted, const Options& options, const FitOptions& fit,
                  const std::vector<quality::RuleRecord>& rules,
                  const std::vector<io::Input>& inputs, cli::Tool& tool) {
  std::vector<std::pair<std::string, std::string>> files;
  if (cli::names_directory(options.output)) {
    if (!options.profile.empty()) {
      throw ConfigError(
          "--profile: is of rule files; FineWeb-2's configurations have rules of "
          "their own");
    }
    files = files_of(fitted, options, tool);
    for (auto& [name, content] : files) name = cli::in_directory(options.output, name);
  } else {
    if (!options.stop_words.empty()) {
      throw ConfigError("--stop-words: is of FineWeb-2's configurations; name a folder, -o DIR/");
    }
    files.emplace_back(options.output, rule_file(fitted, options, fit, rules, tool));
  }
  std::vector<cli::NamedOutput> named;
  for (const auto& [path, content] : files) named.push_back({path, "thresholds"});
  std::vector<io::Input> read = inputs;
  for (const std::string& path : tool.read_files()) read.push_back({.name = path, .command = {}});
  cli::refuse_collisions(read, named);
  io::OutputSet outputs;
  for (const auto& [path, content] : files) outputs.open(path).write(content);
  outputs.publish();
}

}  // namespace

int fit(int argc, char** argv) {
  return cli::run("sluice-filter fit", argc, argv, [](cli::Tool& tool) {
    tool.describe("Choose thresholds by language from what rules found in documents.",
                  {"sluice-filter fit filter.json --reference en -o fitted.toml",
                   "sluice-filter fit stats/ --method tail --stop-words fineweb-2/configs -o "
                   "configs/"});
    StatsInput input(tool);
    Options options(tool);
    return tool.on_run([&] {
      if (!(options.tail > 0 && options.tail < 1)) {
        throw ConfigError("--tail: must be between 0 and 1");
      }
      FitOptions fit = options.fit();
      fit.counts = input.names_rules();
      const std::vector<io::Input> files = input.files();
      const std::vector<quality::RuleRecord> rules = input.rules(files);
      require_languages(rules);
      const Fitted fitted = fit_all(rules, fit);
      tell(tool, fitted, options);
      if (fitted.rules.empty()) {
        throw CheckError("no language has documents enough to fit a threshold to");
      }
      write_fitted(fitted, options, fit, rules, files, tool);
    });
  });
}

}  // namespace sluice::filter_tool

#include "evaluate.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "base/pool.h"
#include "cli/collisions.h"
#include "cli/shards.h"
#include "evaluation_report.h"
#include "io/chunk.h"
#include "io/output.h"
#include "pipeline/line_feed.h"

namespace sluice::langid_tool {
namespace {

using langid::EvaluationTally;
using langid::LanguageMix;

// What one thread counts: a tally for each length.
struct Tallies {
  explicit Tallies(const Labeller& labeller, size_t lengths)
      : by_length(lengths, EvaluationTally(labeller.classes())) {}
  Labelling found;
  std::vector<EvaluationTally> by_length;
};

void refuse_labels() {
  throw CheckError("there are more than " + with_thousands(uint64_t{EvaluationTally::kMostLabels}) +
                   " labels; are these rows of label, tab, text?");
}

std::optional<BadRecord> add_row(const Labeller& labeller, const std::vector<uint64_t>& lengths,
                                 std::string_view row, Tallies& tallies) {
  const size_t tab = row.find('\t');
  if (tab == std::string_view::npos || tab == 0) {
    return BadRecord{.reason = "missing_label", .offset = 0, .detail = "a row is label, tab, text"};
  }
  Labelling& found = tallies.found;
  for (size_t i = 0; i < lengths.size(); ++i) {
    labeller.label(beginning(row.substr(tab + 1), lengths[i]), std::nullopt, found);
    const Scored& best = found.candidates.front();
    if (!tallies.by_length[i].add(
            row.substr(0, tab), {.label = found.label, .best = best.label, .score = best.score})) {
      refuse_labels();
    }
  }
  return std::nullopt;
}

// Whole texts first.
std::vector<uint64_t> lengths_of(const std::vector<std::string>& lists) {
  std::vector<uint64_t> lengths = {kWholeText};
  for (const std::string& item : items_of(lists)) {
    const auto bytes = parse_bytes(item);
    if (!bytes || *bytes == 0) {
      throw ConfigError("--bytes: '" + item + "' is no number of bytes, 1 or more");
    }
    if (std::ranges::find(lengths, *bytes) == lengths.end()) lengths.push_back(*bytes);
  }
  return lengths;
}

// Lines of language, tab, share: shares of 1, or counts of anything. What shares leave of 1 is for
// all other languages.
LanguageMix read_mix(const std::string& path, cli::Tool& tool) {
  tool.reads(path);
  const std::string text = io::read_whole({.name = path});
  LanguageMix mix;
  std::set<std::string> named;
  double sum = 0;
  size_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    const std::string where = path + ":" + std::to_string(number) + ": ";
    const size_t tab = std::min(line.find('\t'), line.size());
    const auto share = parse_double(line.substr(std::min(tab + 1, line.size())));
    if (!share || !(*share > 0)) {
      throw ConfigError(where + "is not language, tab, share above 0");
    }
    if (!named.insert(std::string(line.substr(0, tab))).second) {
      throw ConfigError(where + "'" + std::string(line.substr(0, tab)) + "' is there twice");
    }
    mix.parts.push_back({.languages = cli::configured_by(
                             where.substr(0, where.size() - 2),
                             [&] { return known_languages(std::string(line.substr(0, tab))); }),
                         .share = *share});
    sum += *share;
  }
  if (mix.parts.empty()) throw ConfigError(path + ": holds no language");
  mix.rest = std::max(0.0, 1 - sum);
  return mix;
}

std::optional<std::vector<langid::LanguageId>> only_these(const std::vector<std::string>& lists) {
  std::vector<langid::LanguageId> all;
  for (const std::string& code : items_of(lists)) {
    const auto languages = cli::configured_by("--only", [&] { return known_languages(code); });
    all.insert(all.end(), languages.begin(), languages.end());
  }
  return all.empty() ? std::nullopt : std::optional(all);
}

std::unique_ptr<Tallies> count_rows(const pipeline::RunOptions& run, const Labeller& labeller,
                                    const std::vector<uint64_t>& lengths) {
  const auto make = [&] { return std::make_unique<Tallies>(labeller, lengths.size()); };
  Pool<Tallies> pool(make);
  const auto use = [&](std::string_view row) {
    return pool.with([&](Tallies& tallies) { return add_row(labeller, lengths, row, tallies); });
  };
  pipeline::run(run, {"evaluate"}, [&](const pipeline::Job& job) {
    return std::make_unique<pipeline::LineFeed>(
        job.inputs,
        pipeline::LineFeed::Options{.max_line_bytes = run.max_document_bytes, .chunks = run.chunks},
        use);
  });
  auto all = make();
  for (const auto& one : pool.take_all()) {
    for (size_t i = 0; i < lengths.size(); ++i) {
      if (!all->by_length[i].merge(one->by_length[i])) refuse_labels();
    }
  }
  return all;
}

}  // namespace

void evaluate_rows(cli::Tool& tool, cli::DocumentOptions& documents, const LangidOptions& options,
                   const Labeller& labeller) {
  tool.refuse_chain();
  const std::vector<uint64_t> lengths = lengths_of(options.bytes);
  std::optional<LanguageMix> mix;
  if (!options.mix.empty()) {
    mix = cli::configured_by("--mix", [&] { return read_mix(options.mix, tool); });
  }
  const langid::EvaluationOptions asked = {.only = only_these(options.only),
                                           .mix = mix ? &*mix : &langid::crawl_mix()};
  pipeline::RunOptions run = documents.run_options();
  if (run.jobs.size() != 1 || cli::names_directory(documents.output())) {
    throw ConfigError("--evaluate prints one table; -o takes a file for all of it");
  }
  cli::refuse_collisions(run.jobs, "", documents.read_files());
  pipeline::Job& job = run.jobs.front();
  const std::string path = tool.given("--output") ? job.routes.front() : "";
  if (path.ends_with(".gz") || path.ends_with(".zst")) {
    throw ConfigError("--evaluate writes plain JSON, not " + path);
  }
  io::OutputSet outputs;
  io::OutputFile* const output = path.empty() ? nullptr : &outputs.open(path);
  job.routes = {""};

  const auto tallies = count_rows(run, labeller, lengths);
  std::vector<EvaluationAt> evaluations;
  for (size_t i = 0; i < lengths.size(); ++i) {
    evaluations.push_back({lengths[i], langid::evaluate(tallies->by_length[i], asked)});
  }
  if (output != nullptr) {
    output->write(evaluations_as_json(evaluations));
    outputs.publish();
  }
  if (path != "-") cli::print(evaluations_as_table(evaluations, documents.verbose()));
}

}  // namespace sluice::langid_tool

// sluice-bpe compare: vocabularies, and all sizes of one, on the same text.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "bpe/training_record.h"
#include "commands.h"
#include "compare_measure.h"
#include "io/chunk.h"
#include "io/interrupt.h"
#include "io/output.h"
#include "unicode/utf8.h"

namespace sluice::bpe_tool {
namespace {

struct CompareOptions {
  explicit CompareOptions(cli::Tool& tool) {
    using Matters = cli::Tool::Matters;
    tool.section("Inputs and outputs");
    tool.text("-o,--output", output, "FILE", "where the table goes (standard output)",
              Matters::run);
    tool.text("--json", json, "FILE", "the same and more as JSON", Matters::run);
    tool.text("--chart", chart, "FILE", "bytes a token by size as SVG", Matters::run);
    tool.text("--candidates", candidates, "FILE", "[vocab] of a plan for sluice-report, as TOML",
              Matters::run);
    tool.section("Vocabularies");
    tool.texts("--tokenizer", tokenizers, "NAME|FILE",
               std::string(cli::kTokenizerHelp) + " (repeatable; sluice-64k)");
    tool.texts("--curve", curves, "NAME|FILE",
               "also at all its smaller sizes, in one pass (repeatable)");
    tool.texts("--size", sizes, "N", "a size of the curves to list (repeatable; powers of two)");
    tool.text("--reference", reference, "NAME|FILE", "the one that NSL is relative to (the first)");
    tool.texts("--parallel", parallel, "LANG=FILE",
               "text of the same content in several languages, en among them (repeatable)");
    tool.texts("--record", records, "FILE",
               "of train --record: warns where this measures on what was trained on (repeatable)",
               Matters::run);
    tool.number("--under-trained", under_trained, "N",
                "an entry used less often is under-trained (100)");
    tool.section("Model");
    tool.number("--d-model", model.width, "D", "width of a model: shows what each size costs");
    tool.number("--layers", model.layers, "L", "its layers");
    tool.flag("--tied", model.tied, "its unembedding is its embedding");
    tool.section("Options");
  }

  std::string output = "-";
  std::string json;
  std::string chart;
  std::string candidates;
  std::vector<std::string> tokenizers;
  std::vector<std::string> curves;
  std::vector<std::string> sizes;
  std::string reference;
  std::vector<std::string> parallel;
  std::vector<std::string> records;
  uint64_t under_trained = 100;
  OpenModel model;
};

// Returns its place among the candidates.
size_t add_candidate(cli::Tool& tool, const std::string& option, const std::string& spec,
                     bool curve, std::vector<Candidate>& candidates) {
  return cli::configured_by(option, [&]() -> size_t {
    if (const std::string file = cli::vocabulary_file(spec); !file.empty()) tool.reads(file);
    auto tokenizer = std::make_unique<cli::Tokenizer>(cli::open_vocabulary(spec));
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i].tokenizer->label() != tokenizer->label()) continue;
      candidates[i].curve |= curve;
      return i;
    }
    if (curve && !bpe::is_canonical(tokenizer->vocabulary())) {
      throw ConfigError(spec +
                        ": its merges are not canonical, so that its sizes cannot be counted in "
                        "one pass");
    }
    candidates.push_back({std::move(tokenizer), curve});
    return candidates.size() - 1;
  });
}

std::vector<Candidate> open_all(const CompareOptions& options, cli::Tool& tool, size_t& reference) {
  std::vector<Candidate> candidates;
  for (const std::string& spec : options.tokenizers) {
    add_candidate(tool, "--tokenizer", spec, false, candidates);
  }
  for (const std::string& spec : options.curves) {
    add_candidate(tool, "--curve", spec, true, candidates);
  }
  if (!options.reference.empty()) {
    reference = add_candidate(tool, "--reference", options.reference, false, candidates);
  }
  if (candidates.empty()) {
    add_candidate(tool, "--tokenizer", std::string(cli::kDefaultTokenizer), true, candidates);
  }
  return candidates;
}

// The texts of --parallel by language.
std::map<std::string, std::string> read_parallel(const CompareOptions& options, cli::Tool& tool) {
  std::map<std::string, std::string> texts;
  for (const std::string& pair : options.parallel) {
    cli::configured_by("--parallel", [&] {
      const size_t equals = pair.find('=');
      if (equals == std::string::npos || equals == 0) {
        throw ConfigError("'" + pair + "' is not LANG=FILE, as de=news.de.txt");
      }
      const std::string file = pair.substr(equals + 1);
      tool.reads(file);
      const std::string text = io::read_whole({.name = file, .command = {}});
      if (!is_valid_utf8(text)) throw ConfigError(file + ": its text is no UTF-8");
      if (text.empty()) throw ConfigError(file + ": there is no text in it");
      texts[pair.substr(0, equals)] += text;
    });
  }
  if (!texts.empty() && !texts.contains("en")) {
    throw ConfigError("--parallel: premiums are relative to English: en=FILE is missing");
  }
  return texts;
}

// A record that tells of none of the vocabularies would leave a warning out.
std::vector<bpe::TrainingRecord> read_records(const CompareOptions& options,
                                              const std::vector<Candidate>& candidates,
                                              cli::Tool& tool) {
  std::vector<bpe::TrainingRecord> records;
  for (const std::string& file : options.records) {
    records.push_back(cli::configured_by("--record", [&] {
      tool.reads(file);
      auto record = bpe::read_training_record(io::read_whole({.name = file, .command = {}}));
      for (const Candidate& one : candidates) {
        if (one.tokenizer->vocabulary().digest() == record.vocabulary) return record;
      }
      throw ConfigError(file + " is of none of the vocabularies compared here, as they were " +
                        "trained (a converted one is another)");
    }));
  }
  return records;
}

// A vocabulary looks better than it is on text that it was trained on.
void warn_of_overlap(const std::vector<Candidate>& candidates,
                     const std::vector<bpe::TrainingRecord>& records, const IdSketch& ids,
                     cli::Tool& tool) {
  for (const bpe::TrainingRecord& record : records) {
    for (const Candidate& one : candidates) {
      if (one.tokenizer->vocabulary().digest() != record.vocabulary) continue;
      const double share = ids.share_in(record.ids).value_or(0);
      if (share == 0) continue;
      tool.messages().say("warning: " + one.tokenizer->label() + " was trained on about " +
                          fixed(100 * share, 1) +
                          " % of these documents, and looks better than it is; hold some out "
                          "(--held-out, here and in train)");
    }
  }
}

std::vector<uint64_t> parse_sizes(const std::vector<std::string>& texts) {
  std::vector<uint64_t> sizes;
  for (const std::string& text : texts) {
    const auto size = parse_u64(text);
    if (!size) throw ConfigError("--size: '" + text + "' is not a whole number");
    sizes.push_back(*size);
  }
  return sizes;
}

std::optional<OpenModel> checked_model(const CompareOptions& options, const cli::Tool& tool) {
  const OpenModel& model = options.model;
  const bool width = tool.given("--d-model");
  if (width != tool.given("--layers")) {
    throw ConfigError(
        "--d-model and --layers are given together: what a size costs depends on both");
  }
  if (!width && model.tied)
    throw ConfigError("--tied: of a model that --d-model and --layers tell");
  if (!width) return std::nullopt;
  constexpr double kMost = 1e6;
  if (!(model.width >= 1 && model.width <= kMost && model.layers >= 1 && model.layers <= kMost)) {
    throw ConfigError("--d-model, --layers: 1 to 1,000,000");
  }
  return model;
}

}  // namespace

int compare(int argc, char** argv) {
  return cli::run("sluice-bpe compare", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Compare vocabularies, and all sizes of one, on the same text.",
        {"sluice-bpe compare --curve mine.json --tokenizer cl100k_base.tiktoken --held-out 0.01 "
         "corpus/",
         "sluice-bpe compare --text --curve o200k_base.tiktoken --d-model 4096 --layers 32 "
         "--candidates vocab.toml --chart sizes.svg books.txt"});
    auto& corpus = tool.add<Corpus>();
    auto& options = tool.add<CompareOptions>();

    return tool.on_run([&] {
      ResultOptions asked;
      asked.under_trained = options.under_trained;
      asked.sizes = parse_sizes(options.sizes);
      asked.model = checked_model(options, tool);
      asked.parallel = read_parallel(options, tool);
      asked.held_out = corpus.held_out();
      if (corpus.is_text() && !options.records.empty()) {
        throw ConfigError("--record tells of documents by their ids; text has none");
      }
      const std::vector<Candidate> candidates = open_all(options, tool, asked.reference);
      if (!asked.sizes.empty() && std::none_of(candidates.begin(), candidates.end(),
                                               [](const auto& one) { return one.curve; })) {
        throw ConfigError("--size: of which vocabulary? --curve names it");
      }
      const std::vector<bpe::TrainingRecord> records = read_records(options, candidates, tool);
      io::interrupt::check();  // reading large vocabularies takes seconds
      const pipeline::RunOptions run = corpus.run_options();
      corpus.refuse_collisions({{options.output, "--output"},
                                {options.json, "--json"},
                                {options.chart, "--chart"},
                                {options.candidates, "--candidates"}});
      io::OutputSet outputs;
      const auto open = [&](const std::string& path) {
        return path.empty() ? nullptr : &outputs.open(path);
      };
      io::OutputFile* table = open(options.output);
      io::OutputFile* json = open(options.json);
      io::OutputFile* chart = open(options.chart);
      io::OutputFile* toml = open(options.candidates);

      const auto measured = measure(corpus, run, candidates);
      warn_of_overlap(candidates, records, measured->ids(), tool);
      const Results results =
          results_of(candidates, *measured, asked,
                     [&](const std::string& line) { tool.messages().say(line); });
      table->write(as_table(results));
      if (json != nullptr) json->write(as_json(results));
      if (chart != nullptr) chart->write(chart::svg(as_chart(results)));
      if (toml != nullptr) toml->write(as_candidates(results));
      io::interrupt::check();
      outputs.publish();
    });
  });
}

}  // namespace sluice::bpe_tool

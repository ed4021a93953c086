// sluice-bpe compare: vocabularies, and all sizes of one, on the same text.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "base/pool.h"
#include "bpe/comparison.h"
#include "bpe/metrics.h"
#include "bpe/training_record.h"
#include "bpe/usage.h"
#include "bpe/word_counts.h"
#include "cli/tokenizer.h"
#include "commands.h"
#include "compare_results.h"
#include "corpus.h"
#include "io/chunk.h"
#include "io/output.h"
#include "unicode/normalize.h"
#include "unicode/words.h"

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

struct Candidate {
  std::unique_ptr<cli::Tokenizer> tokenizer;
  bool curve = false;
};

void add_candidate(cli::Tool& tool, const std::string& option, const std::string& spec, bool curve,
                   std::vector<Candidate>& candidates) {
  cli::configured_by(option, [&] {
    if (const std::string file = cli::vocabulary_file(spec); !file.empty()) tool.reads(file);
    auto tokenizer = std::make_unique<cli::Tokenizer>(cli::open_vocabulary(spec));
    for (Candidate& one : candidates) {
      if (one.tokenizer->label() != tokenizer->label()) continue;
      one.curve |= curve;
      return 0;
    }
    if (curve && !bpe::is_canonical(tokenizer->vocabulary())) {
      throw ConfigError(spec +
                        ": its merges are not canonical, so that its sizes cannot be counted in "
                        "one pass");
    }
    candidates.push_back({std::move(tokenizer), curve});
    return 0;
  });
}

std::vector<Candidate> open_all(const CompareOptions& options, cli::Tool& tool) {
  std::vector<Candidate> candidates;
  for (const std::string& spec : options.tokenizers) {
    add_candidate(tool, "--tokenizer", spec, false, candidates);
  }
  for (const std::string& spec : options.curves) {
    add_candidate(tool, "--curve", spec, true, candidates);
  }
  if (!options.reference.empty()) {
    add_candidate(tool, "--reference", options.reference, false, candidates);
  }
  if (candidates.empty()) {
    add_candidate(tool, "--tokenizer", std::string(cli::kDefaultTokenizer), true, candidates);
  }
  return candidates;
}

// What one thread counts: tokens by every vocabulary, and the words of those with a curve.
struct Measured {
  explicit Measured(const std::vector<Candidate>& all) : comparison(encoders(all)) {
    for (const Candidate& one : all) {
      const bpe::Vocabulary& vocabulary = one.tokenizer->vocabulary();
      if (one.curve) words.emplace_back(std::in_place, splitter_of(vocabulary));
      if (!one.curve) words.emplace_back();
    }
  }

  static std::vector<const bpe::Encoder*> encoders(const std::vector<Candidate>& all) {
    std::vector<const bpe::Encoder*> encoders;
    for (const Candidate& one : all) encoders.push_back(&one.tokenizer->encoder());
    return encoders;
  }
  static bpe::Splitter::Options splitter_of(const bpe::Vocabulary& vocabulary) {
    return {.pre_tokenizer = vocabulary.pre_tokenizer, .unicode = vocabulary.unicode};
  }

  void add(const Corpus::Piece& piece, const std::vector<Candidate>& all) {
    if (!piece.id.empty()) ids.add(piece.id);
    comparison.add({.text = piece.text,
                    .language = piece.language,
                    .source = piece.source,
                    .words = count_words(piece.text),
                    .documents = piece.documents});
    for (size_t i = 0; i < all.size(); ++i) {
      if (!words[i]) continue;
      const bool nfc = all[i].tokenizer->vocabulary().normalizer == bpe::Normalizer::nfc;
      words[i]->add(nfc ? nfc_view(piece.text, normalised) : piece.text);
    }
  }

  void merge(const Measured& other) {
    comparison.merge(other.comparison);
    ids.merge(other.ids);
    for (size_t i = 0; i < words.size(); ++i) {
      if (words[i]) words[i]->merge(*other.words[i]);
    }
  }

  bpe::Comparison comparison;
  IdSketch ids;
  std::vector<std::optional<bpe::WordCounts>> words;  // by vocabulary, where it has a curve
  std::string normalised;
};

std::unique_ptr<Measured> measure(Corpus& corpus, const pipeline::RunOptions& run,
                                  const std::vector<Candidate>& all) {
  Pool<Measured> pool([&] { return std::make_unique<Measured>(all); });
  // A place where every vocabulary may be cut.
  pipeline::TextCut cut;
  cut.place = [&](std::string_view text, size_t at) {
    for (size_t place = at;; at = place) {
      for (const Candidate& one : all) {
        place = one.tokenizer->encoder().safe_cut(text, place);
      }
      if (place == at || place == 0) return place;
    }
  };
  for (const Candidate& one : all) {
    cut.context = std::max(cut.context, one.tokenizer->encoder().cut_context());
  }
  corpus.read(run, Corpus::Part::held_out, cut, [&](const Corpus::Piece& piece) {
    pool.with([&](Measured& measured) { measured.add(piece, all); });
  });
  std::vector<std::unique_ptr<Measured>> parts = pool.take_all();
  if (parts.empty()) throw CheckError("there is no text to compare on");
  for (size_t i = 1; i < parts.size(); ++i) parts[0]->merge(*std::exchange(parts[i], nullptr));
  return std::move(parts[0]);
}

// Tokens by language of the files of --parallel, for one vocabulary.
std::map<std::string, uint64_t> parallel_tokens(const CompareOptions& options,
                                                const bpe::Encoder& encoder) {
  std::map<std::string, uint64_t> tokens;
  bpe::Encoder::Scratch scratch(encoder);
  for (const std::string& pair : options.parallel) {
    const size_t equals = pair.find('=');
    const std::string text = io::read_whole({.name = pair.substr(equals + 1), .command = {}});
    tokens[pair.substr(0, equals)] += encoder.count(text, scratch);
  }
  return tokens;
}

void check_parallel(const std::vector<std::string>& pairs) {
  bool english = pairs.empty();
  for (const std::string& pair : pairs) {
    const size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw ConfigError("--parallel: '" + pair + "' is not LANG=FILE, as de=news.de.txt");
    }
    english |= pair.starts_with("en=");
  }
  if (!english)
    throw ConfigError("--parallel: premiums are relative to English: en=FILE is missing");
}

std::vector<uint64_t> listed_sizes(const CompareOptions& options, const std::string& name,
                                   const bpe::SizeCurve& curve, cli::Tool& tool) {
  std::vector<uint64_t> sizes;
  for (const std::string& text : options.sizes) {
    const uint64_t size = *parse_u64(text);
    if (size >= curve.smallest && size <= curve.largest()) {
      sizes.push_back(size);
    } else {
      tool.messages().say(name + " has no size " + text + ": it has " +
                          with_thousands(curve.smallest) + " to " +
                          with_thousands(curve.largest()) + " entries");
    }
  }
  if (!options.sizes.empty()) return sizes;
  uint64_t size = 4096;
  while (size < curve.smallest) size *= 2;
  for (; size < curve.largest(); size *= 2) sizes.push_back(size);
  sizes.push_back(curve.largest());
  return sizes;
}

ComparedVocabulary compared(const CompareOptions& options, const Candidate& candidate,
                            const Measured& measured, size_t index) {
  const bpe::Vocabulary& vocabulary = candidate.tokenizer->vocabulary();
  const auto uses = measured.comparison.uses(index);
  const bpe::Usage usage = bpe::usage_of(vocabulary, uses, options.under_trained);
  ComparedVocabulary result;
  result.name = vocabulary.name;
  result.label = candidate.tokenizer->label();
  result.size = vocabulary.size();
  result.tokens = measured.comparison.total().tokens[index];
  result.renyi_efficiency = bpe::renyi_efficiency(uses, vocabulary.size());
  result.unused = usage.unused.size();
  result.under_trained = usage.under_trained.size();
  if (!options.parallel.empty()) {
    const auto tokens = parallel_tokens(options, candidate.tokenizer->encoder());
    for (const auto& [language, count] : tokens) {
      result.premiums[language] = bpe::premium(count, tokens.at("en"));
    }
  }
  if (candidate.curve) result.curve = bpe::size_curve(vocabulary, *measured.words[index]);
  return result;
}

Results results_of(const CompareOptions& options, const std::vector<Candidate>& candidates,
                   const Measured& measured, double held_out, cli::Tool& tool) {
  Results results;
  results.total = measured.comparison.total();
  results.by_language = measured.comparison.by_language();
  results.by_source = measured.comparison.by_source();
  results.held_out = held_out;
  results.under_trained_below = options.under_trained;
  if (options.model.width > 0) results.model = options.model;
  for (size_t i = 0; i < candidates.size(); ++i) {
    ComparedVocabulary one = compared(options, candidates[i], measured, i);
    if (one.curve) {
      for (const uint64_t size : listed_sizes(options, one.name, *one.curve, tool)) {
        results.sizes.push_back({.name = one.name,
                                 .label = one.label,
                                 .size = size,
                                 .tokens = one.curve->tokens_at(size)});
      }
    }
    results.vocabularies.push_back(std::move(one));
  }
  if (!options.reference.empty()) {
    const std::string label = cli::open_vocabulary(options.reference).label();
    while (results.vocabularies[results.reference].label != label) ++results.reference;
  }
  return results;
}

std::vector<bpe::TrainingRecord> read_records(const CompareOptions& options, cli::Tool& tool) {
  std::vector<bpe::TrainingRecord> records;
  for (const std::string& file : options.records) {
    records.push_back(cli::configured_by("--record", [&] {
      tool.reads(file);
      return bpe::read_training_record(io::read_whole({.name = file, .command = {}}));
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

void check(const CompareOptions& options) {
  check_parallel(options.parallel);
  for (const std::string& size : options.sizes) {
    if (!parse_u64(size)) throw ConfigError("--size: '" + size + "' is not a whole number");
  }
  if ((options.model.width > 0) != (options.model.layers > 0)) {
    throw ConfigError(
        "--d-model and --layers are given together: what a size costs depends on both");
  }
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
      check(options);
      const std::vector<Candidate> candidates = open_all(options, tool);
      const std::vector<bpe::TrainingRecord> records = read_records(options, tool);
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
      warn_of_overlap(candidates, records, measured->ids, tool);
      const Results results = results_of(options, candidates, *measured, corpus.held_out(), tool);
      table->write(as_table(results));
      if (json != nullptr) json->write(as_json(results));
      if (chart != nullptr) chart->write(chart::svg(as_chart(results)));
      if (toml != nullptr) toml->write(as_candidates(results));
      outputs.publish();
    });
  });
}

}  // namespace sluice::bpe_tool

// sluice-bpe train: a byte-pair vocabulary from documents or text.
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "base/pool.h"
#include "base/suggest.h"
#include "bpe/trainer.h"
#include "bpe/training_record.h"
#include "bpe/word_counts.h"
#include "cli/tokenizer.h"
#include "commands.h"
#include "corpus.h"
#include "io/interrupt.h"
#include "stats/stats_file.h"
#include "vocabulary_output.h"

namespace sluice::bpe_tool {
namespace {

struct TrainOptions {
  explicit TrainOptions(cli::Tool& tool) {
    tool.section("Inputs and outputs");
    tool.text("-o,--output", output, "FILE",
              "where the vocabulary goes: " + std::string(VocabularyOutput::kHelp),
              cli::Tool::Matters::run);
    tool.text("--stats", stats, "FILE", "counts of what was read, as JSON",
              cli::Tool::Matters::run);
    tool.text("--record", record, "FILE",
              "a record of the documents trained on, by which compare --record tells what overlaps",
              cli::Tool::Matters::run);
    tool.section("Training");
    tool.number("--vocab-size", trainer.vocab_size, "N",
                "entries, bytes and special tokens included (65536)");
    tool.number("--min-frequency", trainer.min_frequency, "N",
                "do not merge pairs that occur less often (2)");
    tool.text("--pre-tokenizer", pre_tokenizer, "NAME",
              "where merges stop: gpt2, cl100k (default), o200k, qwen2, deepseek_v3, whitespace, "
              "bytes");
    tool.texts("--special", trainer.special, "TEXT",
               "a special token, as <|endoftext|> (repeatable)");
    tool.one_of("--alphabet", alphabet, {"all", "seen"},
                "bytes that get tokens: all 256 (default), or those that occur, as Hugging Face");
    tool.section("Options");
  }

  bpe::Splitter::Options splitter() const {
    const auto kind = bpe::parse_pre_tokenizer(pre_tokenizer);
    if (kind == bpe::PreTokenizer::metaspace) {
      throw ConfigError("--pre-tokenizer: metaspace is SentencePiece's; train with whitespace");
    }
    if (!kind) {
      throw ConfigError("--pre-tokenizer: '" + pre_tokenizer + "' is none to train with" +
                        did_you_mean(pre_tokenizer, bpe::pre_tokenizer_names()));
    }
    return {.pre_tokenizer = *kind};
  }

  bpe::TrainerOptions for_training() const {
    if (trainer.min_frequency == 0) throw ConfigError("--min-frequency: must be 1 or more");
    bpe::TrainerOptions options = trainer;
    options.all_bytes = alphabet == "all";
    return options;
  }

  std::string output = "-";
  std::string stats;
  std::string record;
  bpe::TrainerOptions trainer;
  std::string pre_tokenizer = "cl100k";
  std::string alphabet = "all";
};

// What was read. Each thread counts by itself, and counts add up in any order.
struct Counted {
  explicit Counted(const bpe::Splitter::Options& options) : words(options) {}
  bpe::WordCounts words;
  IdSketch ids;
};

std::unique_ptr<Counted> count_words(Corpus& corpus, const pipeline::RunOptions& run,
                                     const bpe::Splitter::Options& options, stats::Stats& stats) {
  const bpe::Splitter splitter(options);
  Pool<Counted> pool([&] { return std::make_unique<Counted>(options); });
  const pipeline::TextCut cut{
      [&](std::string_view text, size_t at) { return splitter.safe_cut(text, at); },
      bpe::Splitter::kCutContext};
  stats = corpus
              .read(run, Corpus::Part::all_but_held_out, cut,
                    [&](const Corpus::Piece& piece) {
                      pool.with([&](Counted& counted) {
                        counted.words.add(piece.text);
                        if (!piece.id.empty()) counted.ids.add(piece.id);
                      });
                    })
              .total;
  std::vector<std::unique_ptr<Counted>> parts = pool.take_all();
  for (size_t i = 1; i < parts.size(); ++i) {
    parts[0]->words.merge(parts[i]->words);
    parts[0]->ids.merge(parts[i]->ids);
    parts[i].reset();  // its memory goes before the next one is added
  }
  if (parts.empty() || parts[0]->words.total() == 0) {
    throw CheckError("there is no text to train on");
  }
  return std::move(parts[0]);
}

stats::Details number(uint64_t value) { return {static_cast<int64_t>(value)}; }

void add_training(const bpe::WordCounts& words, const bpe::Trained& trained, stats::Stats& stats) {
  stats::Details::Object training;
  training["text_bytes"] = number(words.bytes());
  training["words"] = number(words.total());
  training["distinct_words"] = number(words.distinct());
  training["merges"] = number(trained.merge_counts.size());
  training["vocabulary"] = {trained.vocabulary.label()};
  std::get<stats::Details::Object>(stats.details.value)["training"] = {std::move(training)};
}

}  // namespace

int train(int argc, char** argv) {
  return cli::run("sluice-bpe train", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Train a byte-pair vocabulary on documents or text.",
        {"sluice-bpe train --vocab-size 65536 --special '<|endoftext|>' corpus/ -o tokenizer.json",
         "sluice-bpe train --text --pre-tokenizer gpt2 --limit-bytes 10G books.txt -o gpt/"});
    auto& corpus = tool.add<Corpus>();
    auto& options = tool.add<TrainOptions>();

    return tool.on_run([&] {
      const bpe::Splitter::Options splitter = options.splitter();
      bpe::TrainerOptions trainer = options.for_training();
      VocabularyOutput vocabulary(options.output);
      const std::string left_out = vocabulary.check(splitter.pre_tokenizer, trainer.special.size());
      if (!left_out.empty()) tool.messages().say(left_out);
      const pipeline::RunOptions run = corpus.run_options();
      if (!options.record.empty() && corpus.is_text()) {
        throw ConfigError("--record tells of documents by their ids; text has none");
      }
      std::vector<cli::NamedOutput> named{{options.record, "--record"}, {options.stats, "--stats"}};
      for (const std::string& file : vocabulary.files()) named.push_back({file, "--output"});
      corpus.refuse_collisions(named);
      io::OutputSet outputs;
      vocabulary.open(outputs);
      io::OutputFile* record = options.record.empty() ? nullptr : &outputs.open(options.record);
      io::OutputFile* stats_file = options.stats.empty() ? nullptr : &outputs.open(options.stats);

      stats::Stats stats;
      const auto counted = count_words(corpus, run, splitter, stats);
      trainer.progress = [&](uint64_t tokens) {
        io::interrupt::check();
        if (run.show_progress) {
          run.show_progress("training: " + with_thousands(tokens) + " of " +
                            with_thousands(trainer.vocab_size) + " tokens");
        }
      };
      bpe::Trained trained = bpe::train(counted->words, trainer);
      if (trained.vocabulary.size() < trainer.vocab_size) {
        tool.messages().say("no pair occurs " + with_thousands(trainer.min_frequency) +
                            " times any more: the vocabulary has " +
                            with_thousands(trained.vocabulary.size()) + " entries");
      }
      trained.vocabulary.name = cli::vocabulary_name(vocabulary.files().front());
      vocabulary.write(trained.vocabulary);
      if (record != nullptr) {
        record->write(bpe::write_training_record({.vocabulary = trained.vocabulary.digest(),
                                                  .documents = stats.ledger.out.documents,
                                                  .ids = counted->ids}));
      }
      add_training(counted->words, trained, stats);
      if (stats_file != nullptr) stats_file->write(stats::to_json(stats));
      outputs.publish();
      if (corpus.verbose()) tool.messages().block(stats::summary(stats));
    });
  });
}

}  // namespace sluice::bpe_tool

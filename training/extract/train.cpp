// Trains the scorer of sluice-extract, and says how good it is by cross-validation over domains.
//
//   train_extract PAGES.warc.zst TRUTH.jsonl.zst                         cross-validates
//   train_extract PAGES.warc.zst TRUTH.jsonl.zst --model model_data.cpp  writes the model as source
//   train_extract PAGES.warc.zst TRUTH.jsonl.zst --predictions cv.jsonl --pages pages.tsv
//                                    cross-validates, and keeps texts and a line a page
//   … --without lexicon | kinds | context                                   ablations
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/error.h"
#include "document/json_writer.h"
#include "extract/choice.h"
#include "extract/cohesion.h"
#include "extract/forest.h"
#include "extract/render.h"
#include "training/extract/corpus.h"
#include "training/extract/labels.h"
#include "training/extract/learner.h"
#include "training/extract/model_source.h"

namespace {

using namespace sluice;
using namespace sluice::training;

struct Figures {
  double f = 0;
  double pages = 0;
};

std::vector<uint8_t> keep_above(const std::vector<uint32_t>& likely, uint32_t threshold) {
  std::vector<uint8_t> keep;
  for (const uint32_t p : likely) keep.push_back(p >= threshold ? 1 : 0);
  return keep;
}

double score(const Page& page, const std::vector<uint8_t>& keep) {
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < keep.size(); ++i) {
    if (keep[i] != 0) kept.insert(kept.end(), page.words[i].begin(), page.words[i].end());
  }
  return f_measure(std::move(kept), page.truth);
}

void report(const char* what, const std::map<std::string, Figures>& figures) {
  std::printf("%-24s", what);
  for (const auto& [type, of_type] : figures) {
    std::printf(" %s %.4f", type.c_str(), of_type.f / of_type.pages);
  }
  std::printf("\n");
  std::fflush(stdout);
}

void count(std::map<std::string, Figures>& figures, const Page& page, double f) {
  for (const std::string& key : {std::string("all"), page.type}) {
    figures[key].f += f;
    figures[key].pages += 1;
  }
}

// A line a page: what is possible, and what was reached.
void write_page(std::FILE* file, const Page& page, uint32_t expected, double f) {
  std::vector<uint32_t> words;
  std::vector<uint8_t> best;
  for (size_t i = 0; i < page.words.size(); ++i) {
    words.insert(words.end(), page.words[i].begin(), page.words[i].end());
    best.push_back(page.shares[i] >= 0.5F ? 1 : 0);
  }
  const auto all = static_cast<double>(words.size());
  const auto truth = static_cast<double>(page.truth.size());
  const double common = f_measure(std::move(words), page.truth) * (all + truth) / 2;
  std::fprintf(file, "%s\t%s\t%s\t%.0f\t%.0f\t%.4f\t%.4f\t%.4f\t%.4f\n", page.id.c_str(),
               page.domain.c_str(), page.type.c_str(), all, truth, truth == 0 ? 1 : common / truth,
               score(page, best), expected / double{extract::kCertain}, f);
}

void write_prediction(std::FILE* file, const Page& page, const std::vector<uint8_t>& keep) {
  std::string text;
  extract::render(*page.tree, page.blocks, keep, extract::Format::text, text);
  Buffer out;
  JsonWriter json(out);
  json.begin_object();
  json.key("id").string(page.id);
  json.key("text").string(text);
  json.end_object();
  const std::string_view line = out.view();
  std::fwrite(line.data(), 1, line.size(), file);
  std::fputc('\n', file);
}

// Cross-validates over the folds of domains.
void validate(const std::vector<Page>& pages, const LearningOptions& options,
              std::FILE* predictions, std::FILE* table) {
  std::map<std::string, Figures> figures;
  std::map<std::string, Figures> alone;  // by choose() only
  for (size_t fold = 0; fold < kFolds; ++fold) {
    const auto is_other = [fold](const Page& page) { return page.fold != fold; };
    const Learned learned = learn(pages, is_other, options);
    for (const Page& page : pages) {
      if (is_other(page)) continue;
      const std::vector<uint32_t> likely = judge(learned, page);
      std::vector<uint8_t> keep;
      const extract::Choice choice =
          extract::decide(page.blocks, likely, extract::kBalancedAim, keep);
      const double f = score(page, keep);
      count(alone, page, score(page, keep_above(likely, choice.threshold)));
      count(figures, page, f);
      if (predictions != nullptr) write_prediction(predictions, page, keep);
      if (table != nullptr) write_page(table, page, choice.expected, f);
    }
    report(("blocks alone, fold " + std::to_string(fold)).c_str(), alone);
    report(("cross-validated, fold " + std::to_string(fold)).c_str(), figures);
  }
}

// What can be had: by keeping everything, and by the blocks that are content for the most part.
void report_bounds(const std::vector<Page>& pages) {
  std::map<std::string, Figures> everything;
  std::map<std::string, Figures> labels;
  for (const Page& page : pages) {
    count(everything, page, score(page, std::vector<uint8_t>(page.blocks.all.size(), 1)));
    std::vector<uint8_t> keep;
    for (const float share : page.shares) keep.push_back(share >= 0.5F ? 1 : 0);
    count(labels, page, score(page, keep));
  }
  report("everything", everything);
  report("labels", labels);
}

// A file to write to; null for an empty name.
class File {
 public:
  explicit File(const std::string& path) : path_(path) {
    if (path.empty()) return;
    file_ = std::fopen(path.c_str(), "w");
    if (file_ == nullptr) throw IoError(path, "cannot write");
  }
  ~File() {
    if (file_ != nullptr) std::fclose(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::FILE* get() const { return file_; }
  // Throws IoError if not all of it arrived.
  void finish() {
    if (file_ == nullptr) return;
    const bool failed = std::ferror(file_) != 0;
    const bool ended = std::fclose(std::exchange(file_, nullptr)) == 0;
    if (failed || !ended) throw IoError(path_, "cannot write");
  }

 private:
  std::string path_;
  std::FILE* file_ = nullptr;
};

struct Arguments {
  std::string pages{};
  std::string truth{};
  std::string model;
  std::string predictions;
  std::string table;
  LearningOptions learning;
};

Arguments read_arguments(int argc, char** argv) {
  constexpr const char* kUsage =
      "usage: train_extract PAGES.warc TRUTH.jsonl [--model FILE] [--predictions FILE] "
      "[--pages FILE] [--without lexicon|kinds|context]";
  if (argc < 3 || argc % 2 == 0) throw ConfigError(kUsage);
  Arguments arguments;
  arguments.pages = argv[1];
  arguments.truth = argv[2];
  for (int i = 3; i < argc; i += 2) {
    const std::string name = argv[i];
    const std::string value = argv[i + 1];
    LearningOptions& learning = arguments.learning;
    if (name == "--model") {
      arguments.model = value;
    } else if (name == "--predictions") {
      arguments.predictions = value;
    } else if (name == "--pages") {
      arguments.table = value;
    } else if (name == "--without" && value == "lexicon") {
      learning.lexicon = false;
    } else if (name == "--without" && value == "kinds") {
      learning.use_kinds = false;
    } else if (name == "--without" && value == "context") {
      learning.context = false;
    } else {
      throw ConfigError(kUsage);
    }
  }
  // The extractor runs whole models only.
  const LearningOptions& learning = arguments.learning;
  if (!arguments.model.empty() && !(learning.lexicon && learning.use_kinds && learning.context)) {
    throw ConfigError("--without is for figures, not for a --model");
  }
  return arguments;
}

int run(int argc, char** argv) {
  const Arguments arguments = read_arguments(argc, argv);
  const std::vector<Page> pages = read_pages(arguments.pages, arguments.truth);
  std::printf("%zu pages\n", pages.size());
  report_bounds(pages);
  if (arguments.model.empty()) {
    File predictions(arguments.predictions);
    File table(arguments.table);
    validate(pages, arguments.learning, predictions.get(), table.get());
    predictions.finish();
    table.finish();
    return 0;
  }
  const Learned learned = learn(
      pages, [](const Page&) { return true; }, arguments.learning);
  File model(arguments.model);
  const std::string source = model_source(learned);
  std::fwrite(source.data(), 1, source.size(), model.get());
  model.finish();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Error& error) {
    std::fprintf(stderr, "train_extract: %s\n", error.what());
    return 2;
  }
}

// Trains the scorer of sluice-extract, and says how good it is by cross-validation over domains.
//
//   train-extract PAGES.warc.zst TRUTH.jsonl.zst                         figures only
//   train-extract PAGES.warc.zst TRUTH.jsonl.zst --model model_data.cpp  the model as source
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "document/json_writer.h"
#include "extract/choice.h"
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
  double precision = 0;
  double recall = 0;
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

}  // namespace

int main(int argc, char** argv) {
  const auto option = [&](const std::string& name, const char* otherwise) {
    for (int i = 3; i + 1 < argc; ++i) {
      if (argv[i] == name) return std::string(argv[i + 1]);
    }
    return std::string(otherwise);
  };
  const std::vector<Page> pages = read_pages(argv[1], argv[2]);
  size_t blocks = 0;
  std::map<std::string, Figures> all_kept;
  std::map<std::string, Figures> oracle;
  for (const Page& page : pages) {
    blocks += page.blocks.all.size();
    count(all_kept, page, score(page, std::vector<uint8_t>(page.blocks.all.size(), 1)));
    std::vector<uint8_t> keep;
    for (const float share : page.shares) keep.push_back(share >= 0.5F ? 1 : 0);
    count(oracle, page, score(page, keep));
  }
  std::printf("%zu pages, %zu blocks\n", pages.size(), blocks);
  report("everything", all_kept);
  report("labels", oracle);

  LearningOptions options;
  options.first.trees = static_cast<size_t>(std::atoi(option("--trees", "200").c_str()));
  options.second.trees = static_cast<size_t>(std::atoi(option("--trees2", "150").c_str()));
  options.first.depth = options.second.depth =
      static_cast<uint32_t>(std::atoi(option("--depth", "6").c_str()));
  options.first.learning_rate = options.second.learning_rate =
      std::atof(option("--rate", "0.08").c_str());
  options.first.l2 = options.second.l2 = std::atof(option("--l2", "5").c_str());
  options.first.row_share = options.second.row_share = std::atof(option("--rows", "0.5").c_str());
  options.context = option("--context", "1") == "1";
  options.lexicon = option("--lexicon", "1") == "1";
  options.use_kinds = option("--kinds", "1") == "1";
  options.kinds.trees = static_cast<size_t>(std::atoi(option("--kind-trees", "60").c_str()));
  const auto last = static_cast<size_t>(std::atoi(option("--folds", "5").c_str()));

  const std::string predictions = option("--predictions", "");
  std::FILE* file = predictions.empty() ? nullptr : std::fopen(predictions.c_str(), "w");
  std::map<std::string, Figures> half;
  std::map<std::string, Figures> chosen;
  const std::string each = option("--pages", "");
  std::FILE* table = each.empty() ? nullptr : std::fopen(each.c_str(), "w");
  for (size_t fold = 0; fold < last; ++fold) {
    const Learned learned = learn(
        pages, [&](const Page& page) { return page.fold != fold; }, options);
    for (const Page& page : pages) {
      if (page.fold != fold) continue;
      const std::vector<uint32_t> likely = judge(learned, page);
      count(half, page, score(page, keep_above(likely, extract::kCertain / 2)));
      const extract::Choice choice = extract::choose(page.blocks, likely, extract::kBalancedAim);
      const std::vector<uint8_t> keep = keep_above(likely, choice.threshold);
      count(chosen, page, score(page, keep));
      if (file != nullptr) write_prediction(file, page, keep);
      if (table != nullptr) write_page(table, page, choice.expected, score(page, keep));
    }
    report("threshold 1/2", half);
    report("expected F", chosen);
  }
  if (file != nullptr) std::fclose(file);
  if (table != nullptr) std::fclose(table);
  const std::string model = option("--model", "");
  if (!model.empty()) {
    const Learned learned = learn(
        pages, [](const Page&) { return true; }, options);
    std::FILE* source = std::fopen(model.c_str(), "w");
    const std::string text = model_source(learned);
    std::fwrite(text.data(), 1, text.size(), source);
    std::fclose(source);
  }
  return 0;
}

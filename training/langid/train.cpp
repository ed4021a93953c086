// Trains the model of sluice-langid.
//
//   train_langid TEXT.tsv --held-out SOURCE… --model langid.model
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "training/langid/calibration.h"
#include "training/langid/corpus.h"
#include "training/langid/learner.h"
#include "training/langid/model_bytes.h"

int main(int argc, char** argv) {
  using namespace sluice::training;
  std::string text, model;
  CorpusOptions reading;
  LearningOptions learning;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--held-out" && i + 1 < argc) {
      reading.held_out.insert(argv[++i]);
    } else if (argument == "--model" && i + 1 < argc) {
      model = argv[++i];
    } else if (argument == "--examples" && i + 1 < argc) {
      learning.examples = std::strtoull(argv[++i], nullptr, 10);
    } else if (argument == "--resolver-examples" && i + 1 < argc) {
      learning.resolver_examples = std::strtoull(argv[++i], nullptr, 10);
    } else if (argument == "--row-bits" && i + 1 < argc) {
      learning.examples_as.row_bits = static_cast<uint32_t>(std::strtoul(argv[++i], nullptr, 10));
    } else if (text.empty()) {
      text = argument;
    }
  }
  const Corpus corpus = read_corpus(text, reading);
  std::fprintf(stderr, "%zu labels, %zu letters\n", corpus.labels.size(), corpus.letters.size());
  for (const std::string& code : corpus.unknown) {
    std::fprintf(stderr, "left out: %s is no language's name\n", code.c_str());
  }
  const Learned learned = learn(corpus, learning);
  constexpr size_t kTextsALabel = 200;
  const auto texts = sample_held_out(corpus, kTextsALabel, learning.examples_as.seed);
  const Calibration calibration =
      texts.empty() ? uncalibrated() : calibrate(corpus, learned, texts);
  for (const double sharpness : calibration.sharpness) std::fprintf(stderr, "%.2f ", sharpness);
  for (const auto& point : calibration.curve) {
    std::fprintf(stderr, "%.3f:%.3f ", point.share, point.right);
  }
  const std::string bytes = model_bytes(corpus, learned, calibration);
  std::ofstream(model, std::ios::binary) << bytes;
  return 0;
}

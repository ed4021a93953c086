// Trains the model of sluice-langid.
//
//   train_langid TEXT.tsv --held-out SOURCE… --model langid.model
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include "training/langid/calibration.h"
#include "training/langid/corpus.h"
#include "training/langid/learner.h"
#include "training/langid/model_bytes.h"

namespace {

using namespace sluice::training;

struct Arguments {
  std::string text;
  std::string model;
  CorpusOptions reading;
  LearningOptions learning;
};

uint64_t number_of(const std::string& name, const char* value) {
  char* end = nullptr;
  const uint64_t number = std::strtoull(value, &end, 10);
  if (end == value || *end != '\0' || number == 0) {
    throw std::runtime_error(name + ": a number above 0, not '" + value + "'");
  }
  return number;
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (!name.starts_with("--")) {
      if (!arguments.text.empty()) throw std::runtime_error("one text only: " + name);
      arguments.text = name;
      continue;
    }
    if (++i == argc) throw std::runtime_error(name + ": what?");
    if (name == "--held-out") {
      arguments.reading.held_out.insert(argv[i]);
    } else if (name == "--model") {
      arguments.model = argv[i];
    } else if (name == "--examples") {
      arguments.learning.examples = number_of(name, argv[i]);
    } else if (name == "--resolver-examples") {
      arguments.learning.resolver_examples = number_of(name, argv[i]);
    } else {
      throw std::runtime_error("no such option: " + name);
    }
  }
  if (arguments.text.empty() || arguments.model.empty()) {
    throw std::runtime_error("usage: train_langid TEXT.tsv --model FILE [--held-out SOURCE]…");
  }
  return arguments;
}

void train(const Arguments& arguments) {
  const Corpus corpus = read_corpus(arguments.text, arguments.reading);
  std::fprintf(stderr, "%zu labels, %zu letters\n", corpus.labels.size(), corpus.letters.size());
  for (const std::string& code : corpus.unknown) {
    std::fprintf(stderr, "left out: %s is no language's name\n", code.c_str());
  }
  const Learned learned = learn(corpus, arguments.learning);
  constexpr size_t kTextsALabel = 200;
  const auto texts = sample_held_out(corpus, kTextsALabel, arguments.learning.examples_as.seed);
  if (texts.empty()) std::fprintf(stderr, "nothing was held out: scores are not calibrated\n");
  const Calibration calibration =
      texts.empty() ? uncalibrated() : calibrate(corpus, learned, texts);
  std::ofstream file(arguments.model, std::ios::binary);
  file << model_bytes(corpus, learned, calibration);
  file.close();
  if (!file) throw std::runtime_error("cannot write " + arguments.model);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    train(parse(argc, argv));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "train_langid: %s\n", error.what());
    return 1;
  }
  return 0;
}

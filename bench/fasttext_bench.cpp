// Prediction with a fastText model beside fastText's own library, in bytes of text a second.
//
// The model is the file that SLUICE_BENCH_MODEL names (lid.176.ftz of scripts/install-test-models),
// the texts are the lines of the file that SLUICE_BENCH_TEXTS names, else generated. Both predict
// the best label of each line.
//
//   SLUICE_BENCH_MODEL=build/models/lid.176.ftz build/release/bin/bench_fasttext

#include <benchmark/benchmark.h>
#include <fasttext/fasttext.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fasttext/model.h"
#include "io/mapped_file.h"

namespace {

using namespace sluice::fasttext;

std::string model_path() {
  const char* const path = std::getenv("SLUICE_BENCH_MODEL");
  if (path == nullptr) throw std::runtime_error("SLUICE_BENCH_MODEL names no model");
  return path;
}

std::string made_line(std::mt19937_64& random) {
  // Words are taken from 2^14, the first ones most often, in an alphabet a line.
  const uint64_t alphabet = random() % 4;
  std::string line;
  for (uint64_t words = 5 + random() % 30; words > 0; --words) {
    std::mt19937_64 letters(random() % (1 + random() % (1 << 14)));
    for (uint64_t left = 2 + letters() % 9; left > 0; --left) {
      if (alphabet == 3) {  // Cyrillic
        line += '\xD0';
        line += static_cast<char>(0xB0 + letters() % 16);
      } else {
        line += static_cast<char>('a' + letters() % 26);
      }
    }
    line += ' ';
  }
  return line;
}

const std::vector<std::string>& lines() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> read;
    if (const char* path = std::getenv("SLUICE_BENCH_TEXTS")) {
      std::ifstream file(path);
      for (std::string line; std::getline(file, line);) read.push_back(line);
    }
    std::mt19937_64 random(1);
    if (!read.empty()) return read;
    while (read.size() < 20'000) read.push_back(made_line(random));
    return read;
  }();
  return all;
}

void count_lines(benchmark::State& state) {
  int64_t bytes = 0;
  for (const std::string& line : lines()) bytes += static_cast<int64_t>(line.size());
  state.SetBytesProcessed(state.iterations() * bytes);
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(lines().size()));
}

void BM_FastTextLibrary(benchmark::State& state) {
  ::fasttext::FastText library;
  library.loadModel(model_path());
  std::string all;
  for (const std::string& line : lines()) all += line + '\n';
  for (auto _ : state) {
    std::istringstream in(all);
    std::vector<std::pair<::fasttext::real, std::string>> found;
    while (library.predictLine(in, found, 1, 0)) benchmark::DoNotOptimize(found.data());
  }
  count_lines(state);
}
BENCHMARK(BM_FastTextLibrary)->Unit(benchmark::kMillisecond);

void BM_Predict(benchmark::State& state) {
  const sluice::io::MappedFile file(model_path());
  const Model model(file.bytes(), model_path());
  Scratch scratch(model);
  for (auto _ : state) {
    for (const std::string& line : lines()) {
      benchmark::DoNotOptimize(model.predict(line, 1, 0, scratch).data());
    }
  }
  count_lines(state);
}
BENCHMARK(BM_Predict)->Unit(benchmark::kMillisecond);

void BM_Load(benchmark::State& state) {
  for (auto _ : state) {
    const sluice::io::MappedFile file(model_path());
    const Model model(file.bytes(), model_path());
    benchmark::DoNotOptimize(model.labels());
  }
}
BENCHMARK(BM_Load)->Unit(benchmark::kMillisecond);

}  // namespace

// A text taken apart: words, lines, n-grams, and all of Gopher's repetition values, in bytes of text
// a second; beside it the same values by sets and maps of strings, as one would write them first.
//
//   SLUICE_DATA=… bench_quality --benchmark_filter=uax29
//
// Documents are the real ones of SLUICE_DATA where it is set, else the project's own.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "quality/analysis.h"
#include "quality/characters.h"
#include "quality/datatrove_reference.h"

namespace sluice::quality {
namespace {

const std::vector<Reference>& documents() {
  static const std::vector<Reference> all = [] {
    const char* const data = std::getenv("SLUICE_DATA");
    return read_references(data == nullptr
                               ? std::string(SLUICE_SOURCE_DIR "/testdata/quality/datatrove.jsonl")
                               : std::string(data) + "/quality/reference-decisions.jsonl.zst");
  }();
  return all;
}

using Work = std::function<uint64_t(Analysis&, const WordDefinition&)>;

void run(benchmark::State& state, const std::string& words, const Work& work) {
  const WordDefinition definition = WordDefinition::parse(words);
  Analysis analysis;
  size_t bytes = 0;
  for (auto _ : state) {
    for (const Reference& document : documents()) {
      analysis.begin(document.text, {});
      benchmark::DoNotOptimize(work(analysis, definition));
      bytes += document.text.size();
    }
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}

uint64_t words(Analysis& analysis, const WordDefinition& definition) {
  return analysis.words(definition).size();
}

uint64_t top_ngrams(Analysis& analysis, const WordDefinition& definition) {
  uint64_t sum = 0;
  for (uint32_t n = 2; n <= 4; ++n) sum += analysis.repetition(definition).top(n).count;
  return sum;
}

uint64_t duplicate_ngrams(Analysis& analysis, const WordDefinition& definition) {
  uint64_t sum = 0;
  for (uint32_t n = 5; n <= 10; ++n) {
    sum += analysis.repetition(definition).duplicate_characters(n);
  }
  return sum;
}

uint64_t copied_lines(Analysis& analysis, const WordDefinition&) {
  return analysis.duplicates(LineSplit::paragraphs, false).extra +
         analysis.duplicates(LineSplit::newline_runs, false).extra + analysis.code_points();
}

uint64_t repetition(Analysis& analysis, const WordDefinition& definition) {
  return copied_lines(analysis, definition) + top_ngrams(analysis, definition) +
         duplicate_ngrams(analysis, definition);
}

uint64_t characters(Analysis& analysis, const WordDefinition&) {
  return analysis.characters().letters;
}

uint64_t naive_copies(Analysis& analysis, LineSplit split) {
  std::unordered_set<std::string> met;
  uint64_t copies = 0;
  for (const Line& line : analysis.lines(split)) {
    copies += met.emplace(line.of(analysis.text())).second ? 0 : line.length;
  }
  return copies;
}

uint64_t naive_repetition(Analysis& analysis, const WordDefinition& definition) {
  const std::string_view text = analysis.text();
  const std::span<const Word> all = analysis.words(definition);
  const auto ngram = [&](size_t i, size_t n, std::string_view separator) {
    std::string joined(all[i].of(text));
    for (size_t k = i + 1; k < i + n; ++k) joined.append(separator).append(all[k].of(text));
    return joined;
  };
  uint64_t sum = naive_copies(analysis, LineSplit::paragraphs) +
                 naive_copies(analysis, LineSplit::newline_runs) + count_code_points(text);
  for (size_t n = 2; n <= 4; ++n) {
    std::unordered_map<std::string, uint64_t> counts;
    uint64_t most = 0;
    for (size_t i = 0; i + n <= all.size(); ++i) most = std::max(most, ++counts[ngram(i, n, " ")]);
    sum += most;
  }
  for (size_t n = 5; n <= 10; ++n) {
    std::unordered_set<std::string> met;
    for (size_t i = 0; i + n <= all.size();) {
      const std::string here = ngram(i, n, "");
      const bool is_new = met.insert(here).second;
      sum += is_new ? 0 : count_code_points(here);
      i += is_new ? 1 : n;
    }
  }
  return sum;
}

}  // namespace
}  // namespace sluice::quality

int main(int argc, char** argv) {
  using namespace sluice::quality;
  const std::pair<std::string, Work> works[] = {{"words", words},
                                                {"words and top n-grams", top_ngrams},
                                                {"words and duplicate n-grams", duplicate_ngrams},
                                                {"copied lines", copied_lines},
                                                {"characters", characters},
                                                {"repetition", repetition},
                                                {"repetition by strings", naive_repetition}};
  for (const std::string definition : {"whitespace", "uax29"}) {
    for (const auto& [name, work] : works) {
      benchmark::RegisterBenchmark(
          (definition + ": " + name).c_str(),
          [definition, work = work](benchmark::State& state) { run(state, definition, work); });
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

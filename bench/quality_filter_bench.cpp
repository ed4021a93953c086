// What judging documents by profiles costs, in bytes of text a second: each built-in profile, and
// parts of them. Documents are the real ones of SLUICE_DATA where it is set, else the project's own.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "quality/datatrove_reference.h"
#include "quality/filter.h"
#include "quality/phrase_scanner.h"

namespace {

using namespace sluice::quality;

const std::vector<Reference>& documents() {
  static const std::vector<Reference> all = [] {
    const char* const data = std::getenv("SLUICE_DATA");
    return read_references(data == nullptr
                               ? std::string(SLUICE_SOURCE_DIR "/testdata/quality/datatrove.jsonl")
                               : std::string(data) + "/quality/reference-decisions.jsonl.zst");
  }();
  return all;
}

void judge(benchmark::State& state, Profile profile) {
  std::vector<Profile> profiles;
  profiles.push_back(std::move(profile));
  const Filter filter(std::move(profiles));
  Filter::Scratch scratch;
  Judgement judgement;
  size_t bytes = 0;
  for (auto _ : state) {
    for (const Reference& document : documents()) {
      filter.judge(document.text, {}, scratch, judgement);
      benchmark::DoNotOptimize(judgement.first);
      bytes += document.text.size();
    }
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}

void find_phrases(benchmark::State& state) {
  PhraseScanner scanner;
  for (const std::string_view phrase :
       {"lorem ipsum", "javascript", "{", "terms of use", "privacy policy", "cookie policy",
        "uses cookies", "use of cookies", "use cookies"}) {
    scanner.add(phrase, true, 0);
  }
  scanner.prepare();
  std::string text;
  for (const Reference& document : documents()) text += document.text;
  for (auto _ : state) benchmark::DoNotOptimize(scanner.groups_in(text, 0, text.size()));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.size()));
}
BENCHMARK(find_phrases);

// Line tests alone: c4 without its rule on sentences.
void edit_lines(benchmark::State& state) {
  std::string toml(builtin_profile_file("datatrove/c4"));
  toml.erase(toml.find("[[step.rule]]"));
  judge(state, read_profile(toml, "c4 without sentences", {}));
}
BENCHMARK(edit_lines);

void edit_lines_by_marks(benchmark::State& state) {
  judge(state, builtin_profile("datatrove/c4", {.sentences = SentenceDefinition::parse("marks")}));
}
BENCHMARK(edit_lines_by_marks);

}  // namespace

int main(int argc, char** argv) {
  for (const std::string& name : builtin_profiles()) {
    if (name == "fineweb2") continue;
    benchmark::RegisterBenchmark(
        name.c_str(), [name](benchmark::State& state) { judge(state, builtin_profile(name, {})); });
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}

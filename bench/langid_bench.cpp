// Identification of languages beside CLD2, in bytes of text a second.
//
// The texts are the rows (label, tab, text) of the file that SLUICE_BENCH_ROWS names, else a
// thousand made ones of 200 bytes, 2 KB and 20 KB each. Their words are of no language, so that the
// identifier looks at 4 KB of each; rows of real text show what it does with those.
//
//   SLUICE_BENCH_ROWS=rows.tsv build/release/bin/bench_langid

// CLD2's header needs <cstdio>, and does not include it.
// clang-format off
#include <cstdio>
#include <cld2/public/compact_lang_det.h>
// clang-format on

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "langid/identifier.h"

namespace {

using namespace sluice::langid;

// Words are taken from 2^14, the first ones most often, in one of four alphabets a text.
std::string made_text(std::mt19937_64& random, int64_t bytes) {
  const uint64_t alphabet = random() % 4;
  std::string text;
  while (static_cast<int64_t>(text.size()) < bytes) {
    std::mt19937_64 letters(random() % (1 + random() % (1 << 14)));
    for (uint64_t left = 2 + letters() % 9; left > 0; --left) {
      if (alphabet == 3) {  // Cyrillic
        text += '\xD0';
        text += static_cast<char>(0xB0 + letters() % 16);
      } else {
        text += static_cast<char>('a' + letters() % 26);
      }
    }
    text += ' ';
  }
  return text;
}

const std::vector<std::string>& texts(int64_t bytes) {
  static std::vector<std::string> all;
  all.clear();
  if (const char* path = std::getenv("SLUICE_BENCH_ROWS")) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      all.push_back(line.substr(line.find('\t') + 1));
    }
    return all;
  }
  std::mt19937_64 random(1);
  while (all.size() < 1000) all.push_back(made_text(random, bytes));
  return all;
}

void count_bytes(benchmark::State& state, const std::vector<std::string>& all) {
  int64_t bytes = 0;
  for (const std::string& text : all) bytes += static_cast<int64_t>(text.size());
  state.SetBytesProcessed(state.iterations() * bytes);
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(all.size()));
}

void BM_Identifier(benchmark::State& state) {
  const Identifier identifier({});
  const auto& all = texts(state.range(0));
  Identifier::Scratch scratch;
  Identification found;
  for (auto _ : state) {
    for (const std::string& text : all) {
      identifier.identify(text, {}, scratch, found);
      benchmark::DoNotOptimize(found.score);
    }
  }
  count_bytes(state, all);
}
BENCHMARK(BM_Identifier)->Arg(200)->Arg(2'000)->Arg(20'000);

void BM_Cld2(benchmark::State& state) {
  const auto& all = texts(state.range(0));
  for (auto _ : state) {
    for (const std::string& text : all) {
      bool reliable = false;
      benchmark::DoNotOptimize(
          CLD2::DetectLanguage(text.data(), static_cast<int>(text.size()), true, &reliable));
    }
  }
  count_bytes(state, all);
}
BENCHMARK(BM_Cld2)->Arg(200)->Arg(2'000)->Arg(20'000);

}  // namespace

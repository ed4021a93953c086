// Identification of languages beside CLD2, in bytes of text a second.
//
// The texts are the rows (label, tab, text) of the file that SLUICE_BENCH_ROWS names, else sentences
// in eight languages, over and over, as documents of 200 bytes, 2 KB and 20 KB.
//
//   SLUICE_BENCH_ROWS=rows.tsv build/release/bin/bench_langid

// CLD2's header needs <cstdio>, and does not include it.
// clang-format off
#include <cstdio>
#include <cld2/public/compact_lang_det.h>
// clang-format on

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "langid/identifier.h"

namespace {

using namespace sluice::langid;

constexpr std::string_view kSentences[] = {
    "The ferry had left before we reached the quay, so we sat down on our bags and waited. ",
    "Die Fähre war schon weg, als wir am Kai ankamen, also setzten wir uns auf die Taschen. ",
    "Le bac était déjà parti quand nous sommes arrivés au quai, et nous avons attendu. ",
    "El transbordador ya había salido cuando llegamos al muelle, así que esperamos sentados. ",
    "Паром уже ушёл, когда мы добрались до причала, и мы сели на свои сумки ждать. ",
    "العبّارة كانت قد غادرت قبل أن نصل إلى الرصيف، فجلسنا على حقائبنا ننتظر. ",
    "我们赶到码头时渡船已经开走了，于是我们坐在行李上等下一班。",
    "जब हम घाट पर पहुँचे तब तक नाव जा चुकी थी, इसलिए हम अपने थैलों पर बैठ गए। ",
};

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
  for (const std::string_view sentence : kSentences) {
    std::string text;
    while (static_cast<int64_t>(text.size()) < bytes) text += sentence;
    all.push_back(text);
  }
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

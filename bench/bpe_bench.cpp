// Counting and encoding of whole texts, cold (nothing remembered) and warm.
//
//   SLUICE_TOKENIZERS=tokenizers BPE_TEXTS=english.txt:chinese.txt bench_bpe
//   … --benchmark_filter=count/cl100k/english/cold
//
// SLUICE_TOKENIZERS: see scripts/install-test-tokenizers. Without BPE_TEXTS there is nothing to
// measure.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/encoder.h"
#include "bpe/vocabulary_formats.h"

namespace sluice::bpe {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

Vocabulary read_vocabulary(const std::filesystem::path& folder, std::string_view name) {
  if (name == "cl100k" || name == "o200k") {
    return read_tiktoken(read_file(folder / (std::string(name) + "_base.tiktoken")),
                         *parse_pre_tokenizer(name));
  }
  return read_tokenizer_json(read_file(folder / (std::string(name) + ".json")));
}

// Encoders are made when the first benchmark asks for them.
const Encoder& encoder_of(const std::string& name) {
  static std::vector<std::pair<std::string, std::unique_ptr<Encoder>>> made;
  for (const auto& [known, encoder] : made) {
    if (known == name) return *encoder;
  }
  made.emplace_back(
      name, std::make_unique<Encoder>(read_vocabulary(std::getenv("SLUICE_TOKENIZERS"), name)));
  return *made.back().second;
}

struct Run {
  std::string vocabulary;
  const std::string* text;
  bool warm;
  bool ids;
};

void measure(benchmark::State& state, const Run& run) {
  const Encoder& encoder = encoder_of(run.vocabulary);
  auto scratch = std::make_unique<Encoder::Scratch>(encoder);
  std::vector<TokenId> ids;
  uint64_t tokens = run.warm ? encoder.count(*run.text, *scratch) : 0;
  for (auto _ : state) {
    if (!run.warm) {
      state.PauseTiming();
      scratch = std::make_unique<Encoder::Scratch>(encoder);
      state.ResumeTiming();
    }
    if (run.ids) {
      ids.clear();
      encoder.encode(*run.text, *scratch, ids);
      tokens = ids.size();
    } else {
      tokens = encoder.count(*run.text, *scratch);
    }
  }
  state.SetBytesProcessed(static_cast<int64_t>(run.text->size() * state.iterations()));
  state.counters["tokens"] = static_cast<double>(tokens);
}

void construct(benchmark::State& state, const std::string& name) {
  const Vocabulary vocabulary = read_vocabulary(std::getenv("SLUICE_TOKENIZERS"), name);
  for (auto _ : state) {
    const Encoder encoder(vocabulary);
    benchmark::DoNotOptimize(encoder.size());
  }
}

void register_all() {
  const char* const paths = std::getenv("BPE_TEXTS");
  if (paths == nullptr || std::getenv("SLUICE_TOKENIZERS") == nullptr) {
    std::cerr << "bench_bpe: set SLUICE_TOKENIZERS and BPE_TEXTS\n";
    return;
  }
  static std::vector<std::unique_ptr<std::string>> texts;
  for (std::string_view rest = paths; !rest.empty();) {
    const std::filesystem::path path(rest.substr(0, rest.find(':')));
    rest.remove_prefix(std::min(path.native().size() + 1, rest.size()));
    texts.push_back(std::make_unique<std::string>(read_file(path)));
    for (const char* name :
         {"cl100k", "o200k", "llama3", "qwen3", "deepseek_v3", "gemma3", "llama2"}) {
      for (const bool ids : {false, true}) {
        for (const bool warm : {false, true}) {
          const Run run{name, texts.back().get(), warm, ids};
          benchmark::RegisterBenchmark(((ids ? "encode/" : "count/") + std::string(name) + "/" +
                                        path.stem().string() + (warm ? "/warm" : "/cold"))
                                           .c_str(),
                                       [run](benchmark::State& state) { measure(state, run); })
              ->Unit(benchmark::kMillisecond);
        }
      }
    }
  }
  for (const char* name : {"cl100k", "o200k", "llama3", "gemma3"}) {
    benchmark::RegisterBenchmark((std::string("construct/") + name).c_str(),
                                 [name](benchmark::State& state) { construct(state, name); })
        ->Unit(benchmark::kMillisecond);
  }
}

// Before main(), which belongs to Google Benchmark.
[[maybe_unused]] const bool registered = (register_all(), true);

}  // namespace
}  // namespace sluice::bpe

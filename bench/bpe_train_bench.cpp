// Counting words, training a vocabulary, and the curve of its sizes.
//
//   build/release/bin/bench_bpe_train
//   SLUICE_BENCH_TEXT=corpus.txt build/release/bin/bench_bpe_train
//
// The text is that file's (UTF-8; its first 50 MB, and 160 MB for the larger training), or else
// 50 MB of made-up words, of which the i-th most frequent occurs about 1/i as often as the first,
// as words of languages do. `bytes_per_second` counts bytes of text in every case; `words_bytes` is
// the memory of the counted words.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "bpe/size_curve.h"
#include "bpe/trainer.h"
#include "bpe/word_counts.h"

namespace sluice::bpe {
namespace {

constexpr size_t kMegabyte = 1'000'000;
constexpr size_t kSmall = 50 * kMegabyte;
constexpr size_t kLarge = 160 * kMegabyte;

// Syllables of Latin, Cyrillic and Han letters, one script a word.
std::string made_up_word(std::mt19937& random) {
  const unsigned script = random() % 8;
  std::string word;
  for (size_t i = 1 + random() % 4; i > 0; --i) {
    if (script < 5) {
      word += "bcdfghklmnprstvwz"[random() % 17];
      word += "aeiou"[random() % 5];
    } else if (script < 7) {
      word += '\xD0';
      word += static_cast<char>(0xB0 + random() % 16);
    } else {
      word += static_cast<char>(0xE4 + random() % 4);
      word += static_cast<char>(0xB8 + random() % 8);
      word += static_cast<char>(0x80 + random() % 64);
    }
  }
  return word;
}

std::string made_up_text(size_t size) {
  std::mt19937 random(1);
  std::vector<std::string> words(300'000);
  for (std::string& word : words) word = made_up_word(random);
  std::uniform_real_distribution<double> uniform;
  std::string text;
  while (text.size() < size) {
    const double rank = std::pow(static_cast<double>(words.size()), uniform(random)) - 1;
    text += words[static_cast<size_t>(rank)];
    text += random() % 12 == 0 ? (random() % 4 == 0 ? ".\n" : ", ") : " ";
  }
  return text;
}

// At most so many bytes, to the end of a line.
const std::string& text_of(size_t size) {
  static const std::string all = [] {
    const char* const path = std::getenv("SLUICE_BENCH_TEXT");
    if (path == nullptr) return made_up_text(kSmall);
    std::string text(kLarge, ' ');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(file.gcount()));
    return text;
  }();
  static std::string text;
  text = all.substr(0, all.rfind('\n', size - 1) + 1);
  return text;
}

WordCounts count(const std::string& text) {
  WordCounts words({.pre_tokenizer = PreTokenizer::cl100k});
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', std::min(at + (size_t{1} << 20), text.size() - 1)) + 1;
    words.add(std::string_view(text).substr(at, end - at));
    at = end;
  }
  return words;
}

void report(benchmark::State& state, size_t bytes, const WordCounts& words) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes));
  state.counters["distinct"] = static_cast<double>(words.distinct());
  state.counters["words_bytes"] = static_cast<double>(words.memory_bytes());
}

void CountWords(benchmark::State& state) {
  const std::string& text = text_of(kSmall);
  for (auto _ : state) benchmark::DoNotOptimize(count(text).distinct());
  report(state, text.size(), count(text));
}
BENCHMARK(CountWords)->Unit(benchmark::kMillisecond);

// Arguments: megabytes of text, entries. Counting included.
void CountAndTrain(benchmark::State& state) {
  const std::string& text = text_of(static_cast<size_t>(state.range(0)) * kMegabyte);
  const TrainerOptions options{.vocab_size = static_cast<uint64_t>(state.range(1))};
  for (auto _ : state) {
    benchmark::DoNotOptimize(train(count(text), options).merge_counts.size());
  }
  report(state, text.size(), count(text));
}
BENCHMARK(CountAndTrain)->Args({50, 32'768})->Args({160, 131'072})->Unit(benchmark::kMillisecond);

// Argument: entries of the vocabulary whose every size is asked for.
void Curve(benchmark::State& state) {
  const std::string& text = text_of(kSmall);
  const WordCounts words = count(text);
  const Vocabulary vocabulary =
      train(words, {.vocab_size = static_cast<uint64_t>(state.range(0)), .min_frequency = 1})
          .vocabulary;
  for (auto _ : state) benchmark::DoNotOptimize(size_curve(vocabulary, words).tokens.size());
  report(state, text.size(), words);
  state.counters["entries"] = static_cast<double>(vocabulary.size());
}
BENCHMARK(Curve)->Arg(32'768)->Arg(262'144)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sluice::bpe

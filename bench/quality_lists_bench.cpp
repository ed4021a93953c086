// What judging by lists costs: searches in texts and addresses, in bytes of input a second. Texts
// are made: words of four to ten letters, a full stop each ten, a line each hundred.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "quality/bad_words.h"
#include "quality/pii.h"
#include "url/url_words.h"

namespace {

using namespace sluice;

std::string made_word(std::mt19937_64& random) {
  constexpr std::string_view kLetters = "eeeeetttaaaooiinnsshhrrddlluccmmffwypvbgk";
  std::string word;
  for (uint64_t left = 4 + random() % 7; left > 0; --left) {
    word += kLetters[random() % kLetters.size()];
  }
  return word;
}

// `between`: what stands in each line, among its words.
std::string made_text(std::string_view between) {
  constexpr size_t kSize = 4 << 20;
  std::mt19937_64 random(1);
  std::string text;
  for (uint64_t words = 1; text.size() < kSize; ++words) {
    text += made_word(random);
    text += words % 10 == 0 ? ". " : " ";
    if (words % 100 == 0) text.append(between) += '\n';
  }
  return text;
}

std::string made_list(size_t words) {
  std::mt19937_64 random(2);
  std::string list;
  for (size_t i = 0; i < words; ++i) list += made_word(random) + '\n';
  return list;
}

void find_pii(benchmark::State& state, const std::string& text) {
  const quality::Pii pii({});
  std::vector<quality::Pii::Span> spans;
  for (auto _ : state) {
    pii.find(text, spans);
    benchmark::DoNotOptimize(spans.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.size()));
  state.counters["found"] = static_cast<double>(spans.size());
}
BENCHMARK_CAPTURE(find_pii, none, made_text(""));
BENCHMARK_CAPTURE(find_pii, times_and_numbers, made_text("at 12:30 for 3.14: "));
BENCHMARK_CAPTURE(find_pii, an_email_a_line, made_text("ann@mail.example"));
BENCHMARK_CAPTURE(find_pii, an_address_a_line, made_text("93.184.216.34"));

void find_bad_words(benchmark::State& state, size_t words) {
  const std::string text = made_text("");
  const quality::BadWords list(made_list(words), {});
  for (auto _ : state) benchmark::DoNotOptimize(list.find(text).count);
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.size()));
}
BENCHMARK_CAPTURE(find_bad_words, of_400, 400);
BENCHMARK_CAPTURE(find_bad_words, of_20000, 20'000);

// Addresses a second.
void find_url_words(benchmark::State& state) {
  const url::UrlWords words(made_list(200));
  const url::UrlSubstrings substrings(made_list(130));
  const std::string_view address = "https://www.some-site.example/2024/05/a-page-with-words?id=17";
  for (auto _ : state) {
    benchmark::DoNotOptimize(words.find(address).size());
    benchmark::DoNotOptimize(substrings.find(address).count);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}
BENCHMARK(find_url_words);

}  // namespace

// Sketching of documents, in bytes of text a second of CPU: the normaliser, shingles and signatures
// each alone and together, FineWeb's recipe, and a naive version of the same.
//
//   build/release/bin/bench_dedup                              generated text
//   DEDUP_TEXTS=bench20k.jsonl build/release/bin/bench_dedup   the texts of a file of documents
//
// The naive version is what one writes first: ICU's lower case and normal forms, a vector of words,
// a hash of each run of words joined anew, a loop over hash functions.

#include <benchmark/benchmark.h>
#include <simdjson.h>
#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "dedup/fineweb.h"
#include "dedup/minhash.h"
#include "dedup/shingles.h"

namespace {

using namespace sluice;
using namespace sluice::dedup;

struct Corpus {
  std::vector<std::string> texts;
  int64_t bytes = 0;

  void add(std::string text) {
    bytes += static_cast<int64_t>(text.size());
    texts.push_back(std::move(text));
  }
};

// Words of a made-up language, more or less often, with the punctuation of prose.
Corpus generated() {
  std::mt19937 random(1);
  std::vector<std::string> vocabulary;
  for (int i = 0; i < 5000; ++i) {
    std::string& word = vocabulary.emplace_back();
    for (size_t letters = 1 + random() % 10; letters > 0; --letters) {
      word += static_cast<char>('a' + random() % 26);
    }
    if (i % 40 == 0) word += "é";
  }
  Corpus corpus;
  while (corpus.bytes < (30 << 20)) {
    std::string text;
    for (size_t words = 50 + random() % 1000; words > 0; --words) {
      text += vocabulary[std::min(random() % 5000, random() % 5000)];
      text += random() % 10 == 0 ? ", " : random() % 15 == 0 ? ".\n" : " ";
    }
    corpus.add(std::move(text));
  }
  return corpus;
}

const Corpus& corpus() {
  static const Corpus texts = [] {
    const char* const path = std::getenv("DEDUP_TEXTS");
    if (path == nullptr) return generated();
    Corpus read;
    simdjson::dom::parser parser;
    for (const simdjson::dom::element document : parser.load_many(path)) {
      read.add(std::string(document["text"].get_string().value()));
    }
    return read;
  }();
  return texts;
}

void report(benchmark::State& state) {
  const auto iterations = static_cast<int64_t>(state.iterations());
  state.SetBytesProcessed(iterations * corpus().bytes);
  state.SetItemsProcessed(iterations * static_cast<int64_t>(corpus().texts.size()));
}

const TextNormalizer::Options kTruth = {.punctuation = Punctuation::keep, .marks = Marks::keep};

void normalize(benchmark::State& state, const TextNormalizer::Options& options) {
  const TextNormalizer normalizer(options);
  Buffer out;
  for (auto _ : state) {
    for (const std::string& text : corpus().texts) {
      normalizer.normalize(text, out);
      benchmark::DoNotOptimize(out.data());
    }
  }
  report(state);
}
void BM_normalize(benchmark::State& state) { normalize(state, {}); }
void BM_normalize_lower(benchmark::State& state) { normalize(state, kTruth); }
void BM_normalize_fineweb(benchmark::State& state) { normalize(state, fineweb_normalization()); }
BENCHMARK(BM_normalize)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_normalize_lower)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_normalize_fineweb)->Unit(benchmark::kMillisecond);

// A sentence of each script, again and again.
void BM_normalize_script(benchmark::State& state, std::string_view sentence) {
  std::string text;
  while (text.size() < (1 << 20)) text += sentence;
  const TextNormalizer normalizer({});
  Buffer out;
  for (auto _ : state) {
    normalizer.normalize(text, out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.size()));
}
BENCHMARK_CAPTURE(BM_normalize_script, english,
                  "All human beings are born free and equal in dignity and rights. ");
BENCHMARK_CAPTURE(BM_normalize_script, french,
                  "Tous les êtres humains naissent libres et égaux en dignité et en droits. ");
BENCHMARK_CAPTURE(BM_normalize_script, russian,
                  "Все люди рождаются свободными и равными в своём достоинстве и правах. ");
BENCHMARK_CAPTURE(BM_normalize_script, chinese, "人人生而自由,在尊严和权利上一律平等。");
BENCHMARK_CAPTURE(BM_normalize_script, korean,
                  "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. ");
BENCHMARK_CAPTURE(BM_normalize_script, hindi,
                  "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है। ");
BENCHMARK_CAPTURE(BM_normalize_script, thai, "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ");

// Of texts that are normalised already.
void BM_shingle(benchmark::State& state) {
  const Shingler shingler({});
  std::vector<Buffer> normalized(corpus().texts.size());
  for (size_t i = 0; i < normalized.size(); ++i) {
    shingler.normalizer().normalize(corpus().texts[i], normalized[i]);
  }
  std::vector<uint64_t> shingles;
  for (auto _ : state) {
    for (const Buffer& text : normalized) {
      shingler.shingle_normalized(text, shingles);
      benchmark::DoNotOptimize(shingles.data());
    }
  }
  report(state);
}
BENCHMARK(BM_shingle)->Unit(benchmark::kMillisecond);

// Of shingles that are there already; a signature, its 14 band hashes and its sketch.
void BM_sign(benchmark::State& state) {
  const Shingler shingler({});
  const Minhash minhash({});
  Shingler::Scratch scratch;
  std::vector<std::vector<uint64_t>> shingles(corpus().texts.size());
  for (size_t i = 0; i < shingles.size(); ++i) {
    shingler.shingle(corpus().texts[i], scratch, shingles[i]);
  }
  std::vector<uint32_t> signature;
  for (auto _ : state) {
    for (const std::vector<uint64_t>& document : shingles) {
      minhash.sign(document, signature);
      benchmark::DoNotOptimize(signature.data());
    }
  }
  report(state);
}
BENCHMARK(BM_sign)->Unit(benchmark::kMillisecond);

void sketch(benchmark::State& state, const Shingler::Options& options) {
  const Shingler shingler(options);
  const Minhash minhash({});
  Shingler::Scratch scratch;
  std::vector<uint64_t> shingles;
  std::vector<uint32_t> signature;
  std::vector<uint8_t> bytes;
  for (auto _ : state) {
    for (const std::string& text : corpus().texts) {
      shingler.shingle(text, scratch, shingles);
      minhash.sign(shingles, signature);
      bytes.clear();
      append_sketch(signature, bytes);
      benchmark::DoNotOptimize(bytes.data());
      if (signature.empty()) continue;
      for (uint32_t band = 0; band < minhash.options().banding.bands; ++band) {
        benchmark::DoNotOptimize(minhash.band_hash(signature, band));
      }
    }
  }
  report(state);
}
void BM_sketch(benchmark::State& state) { sketch(state, {}); }
void BM_sketch_lower(benchmark::State& state) {
  sketch(state, {.normalize = kTruth, .words = Words::whitespace});
}
BENCHMARK(BM_sketch)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_sketch_lower)->Unit(benchmark::kMillisecond);

void fineweb(benchmark::State& state, ShingleHash hash) {
  const FinewebSketcher sketcher({.hash = hash});
  FinewebSketcher::Scratch scratch;
  std::vector<uint64_t> shingles;
  std::vector<uint64_t> signature;
  for (auto _ : state) {
    for (const std::string& text : corpus().texts) {
      sketcher.shingle(text, scratch, shingles);
      sketcher.sign(shingles, signature);
      benchmark::DoNotOptimize(signature.data());
    }
  }
  report(state);
}
void BM_fineweb_sha1(benchmark::State& state) { fineweb(state, ShingleHash::sha1); }
void BM_fineweb_xxh64(benchmark::State& state) { fineweb(state, ShingleHash::xxh64); }
BENCHMARK(BM_fineweb_sha1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_fineweb_xxh64)->Unit(benchmark::kMillisecond);

// --- The naive version --------------------------------------------------------------------------

std::vector<std::string> naive_words(const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  std::string lower;
  icu::StringByteSink<std::string> sink(&lower);
  icu::CaseMap::utf8ToLower("", 0, text, sink, nullptr, status);
  const icu::UnicodeString decomposed = icu::Normalizer2::getNFDInstance(status)->normalize(
      icu::UnicodeString::fromUTF8(lower), status);
  std::vector<std::string> words;
  icu::UnicodeString word;
  const auto end_word = [&] {
    if (word.isEmpty()) return;
    words.emplace_back();
    word.toUTF8String(words.back());
    word.remove();
  };
  for (int32_t at = 0; at < decomposed.length(); at = decomposed.moveIndex32(at, 1)) {
    const UChar32 c = decomposed.char32At(at);
    const uint32_t category = U_GET_GC_MASK(c);
    if (u_isUWhiteSpace(c) || (category & (U_GC_P_MASK | U_GC_S_MASK)) != 0) {
      end_word();
    } else if ((category & U_GC_MN_MASK) == 0) {
      word.append(c);
    }
  }
  end_word();
  return words;
}

void BM_naive(benchmark::State& state) {
  std::mt19937_64 random(1);
  std::vector<uint64_t> functions(112);
  for (uint64_t& seed : functions) seed = random() | 1;
  for (auto _ : state) {
    for (const std::string& text : corpus().texts) {
      const std::vector<std::string> words = naive_words(text);
      std::vector<uint32_t> signature(functions.size(), std::numeric_limits<uint32_t>::max());
      for (size_t i = 0; i + 5 <= words.size(); ++i) {
        std::string run = words[i];
        for (size_t w = 1; w < 5; ++w) run += " " + words[i + w];
        const auto shingle = static_cast<uint32_t>(hash64(run));
        for (size_t f = 0; f < functions.size(); ++f) {
          const auto hash = static_cast<uint32_t>((shingle * functions[f]) >> 32);
          signature[f] = std::min(signature[f], hash);
        }
      }
      benchmark::DoNotOptimize(signature.data());
    }
  }
  report(state);
}
BENCHMARK(BM_naive)->Unit(benchmark::kMillisecond);

}  // namespace

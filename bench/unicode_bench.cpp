// Normal form C, word segments and sentences beside ICU's, on text of ten languages: bytes a second.
//
//   bench_unicode --benchmark_filter='hindi'
//
// ICU is given UTF-8, and UTF-16 that was made beforehand (its own form, so that its figure is
// without the conversion that a caller would pay); bytes are those of the UTF-8 in all of them.
#include <benchmark/benchmark.h>
#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "unicode/normalize.h"
#include "unicode/segments.h"
#include "unicode/words.h"

namespace sluice {
namespace {

struct Sample {
  std::string_view name;
  std::string_view text;
};
constexpr Sample kSamples[] = {
    {"english", "The crawl was read in shards, and each page was kept once. "},
    {"french", "L’été dernier, où les élèves étaient à Besançon, la forêt brûlait déjà. "},
    {"russian", "Страницы были прочитаны по частям, и каждая из них сохранена один раз. "},
    {"greek", "Οι σελίδες διαβάστηκαν τμηματικά και καθεμία κρατήθηκε μόνο μία φορά. "},
    {"hindi", "पृष्ठों को भागों में पढ़ा गया और हर एक को केवल एक बार रखा गया। "},
    {"bengali", "পাতাগুলি ভাগে ভাগে পড়া হয়েছিল এবং প্রতিটি একবারই রাখা হয়েছিল। "},
    {"arabic", "قُرئت الصفحات على أجزاء، وحُفظت كل صفحة منها مرة واحدة فقط. هل بقي شيء؟ "},
    {"thai", "หน้าเว็บถูกอ่านเป็นส่วน ๆ และเก็บแต่ละหน้าไว้เพียงครั้งเดียว "},
    {"chinese", "网页按分片读取，每一页只保留一次。抓取的数据随后经过清洗和去重。"},
    {"japanese",
     "ページは分割して読み込まれ、それぞれ一度だけ保存されました。データは整理されます。"},
};

std::string megabyte(std::string_view sample) {
  std::string text;
  while (text.size() < 1'000'000) text += sample;
  std::string normal;
  to_nfc(text, normal);
  return normal;
}

std::string decomposed(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
  std::string out;
  nfd->normalize(icu::UnicodeString::fromUTF8({text.data(), static_cast<int32_t>(text.size())}),
                 status)
      .toUTF8String(out);
  return out;
}

void run(std::string name, std::string text,
         const std::function<void(benchmark::State&, const std::string&)>& work) {
  benchmark::RegisterBenchmark(
      name.c_str(), [text = std::move(text), work](benchmark::State& state) {
        work(state, text);
        state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * text.size()));
      });
}

void check_ours(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(is_nfc(text));
}

void check_icu_utf8(benchmark::State& state, const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  const icu::StringPiece bytes(text.data(), static_cast<int32_t>(text.size()));
  for (auto _ : state) benchmark::DoNotOptimize(nfc->isNormalizedUTF8(bytes, status));
}

void check_icu_utf16(benchmark::State& state, const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  const icu::UnicodeString units =
      icu::UnicodeString::fromUTF8({text.data(), static_cast<int32_t>(text.size())});
  for (auto _ : state) benchmark::DoNotOptimize(nfc->isNormalized(units, status));
}

void compose_ours(benchmark::State& state, const std::string& text) {
  std::string out;
  for (auto _ : state) {
    out.clear();
    to_nfc(text, out);
    benchmark::DoNotOptimize(out.data());
  }
}

void compose_icu(benchmark::State& state, const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  std::string out;
  for (auto _ : state) {
    out.clear();
    icu::StringByteSink<std::string> sink(&out);
    nfc->normalizeUTF8(0, {text.data(), static_cast<int32_t>(text.size())}, sink, nullptr, status);
    benchmark::DoNotOptimize(out.data());
  }
}

void count(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(count_words(text));
}

void split_ours(benchmark::State& state, const std::string& text) {
  Segmenter segmenter;
  std::vector<Segment> segments;
  for (auto _ : state) {
    segmenter.split(text, segments);
    benchmark::DoNotOptimize(segments.data());
  }
}

void sentences_ours(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(Segmenter::count_sentences(text));
}

// Breaks of a text that is in UTF-16 already.
void breaks_icu(benchmark::State& state, const std::string& text, icu::BreakIterator* breaks) {
  const icu::UnicodeString units =
      icu::UnicodeString::fromUTF8({text.data(), static_cast<int32_t>(text.size())});
  for (auto _ : state) {
    breaks->setText(units);
    int32_t segments = 0;
    while (breaks->next() != icu::BreakIterator::DONE) {
      segments += breaks->getRuleStatus() >= UBRK_WORD_NUMBER ? 1 : 0;
    }
    benchmark::DoNotOptimize(segments);
  }
}

void split_icu(benchmark::State& state, const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> breaks(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  breaks_icu(state, text, breaks.get());
}

void sentences_icu(benchmark::State& state, const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> breaks(
      icu::BreakIterator::createSentenceInstance(icu::Locale::getRoot(), status));
  breaks_icu(state, text, breaks.get());
}

const bool kRegistered = [] {
  for (const auto& [sample_name, sample] : kSamples) {
    const std::string name(sample_name);
    const std::string text = megabyte(sample);
    run("check/ours/" + name, text, check_ours);
    run("check/icu_utf8/" + name, text, check_icu_utf8);
    run("check/icu_utf16/" + name, text, check_icu_utf16);
    run("compose/ours/" + name, decomposed(text), compose_ours);
    run("compose/icu_utf8/" + name, decomposed(text), compose_icu);
    run("words/" + name, text, count);
    run("segments/ours/" + name, text, split_ours);
    run("segments/icu_utf16/" + name, text, split_icu);
    run("sentences/ours/" + name, text, sentences_ours);
    run("sentences/icu_utf16/" + name, text, sentences_icu);
  }
  return true;
}();

}  // namespace
}  // namespace sluice

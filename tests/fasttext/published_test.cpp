// fastText's published language identifier, lid.176.ftz, beside fastText's library on real texts.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fasttext/support.h"
#include "io/chunk.h"
#include "io/mapped_file.h"
#include "sanitized.h"

namespace sluice::fasttext {
namespace {

using namespace test;

#define REQUIRE_MODELS()                                                           \
  if (!models_folder()) {                                                          \
    GTEST_SKIP() << "SLUICE_MODELS names no folder (scripts/install-test-models)"; \
  }                                                                                \
  static_assert(true)

class Published {
 public:
  Published()
      : file_(*models_folder() + "/lid.176.ftz"),
        model_(file_.bytes(), "lid.176.ftz"),
        oracle_(file_.bytes()),
        scratch_(model_) {}

  void add(std::string_view text, size_t k = 1) {
    comparison_.add(model_, oracle_, text, k, scratch_);
  }
  std::string best(std::string_view text) {
    return std::string(without_prefix(model_.label(model_.predict(text, 1, 0, scratch_)[0].label)));
  }
  const Comparison& comparison() const { return comparison_; }

 private:
  io::MappedFile file_;
  Model model_;
  Oracle oracle_;
  Scratch scratch_;
  Comparison comparison_;
};

// The first lines of a file of the development data, without the language that they begin with.
std::vector<std::string> texts_of(const std::string& name, size_t most) {
  std::vector<std::string> texts;
  const std::string path = std::string(std::getenv("SLUICE_DATA")) + "/langid/" + name;
  io::ChunkReader reader({{.name = path}}, {});
  std::string rest;
  for (io::Chunk chunk; texts.size() < most && reader.next(chunk);) {
    io::ChunkReader::expand(chunk);
    rest += chunk.bytes.view();
    size_t at = 0;
    for (size_t end; (end = rest.find('\n', at)) != std::string::npos; at = end + 1) {
      const size_t tab = rest.find('\t', at) + 1;
      if (texts.size() < most) texts.push_back(rest.substr(tab, end - tab));
    }
    rest.erase(0, at);
  }
  return texts;
}

TEST(PublishedModel, KnowsLanguages) {
  REQUIRE_MODELS();
  Published published;
  EXPECT_EQ(published.best("Wie geht es dir heute? Mir geht es gut."), "de");
  EXPECT_EQ(published.best("The quick brown fox jumps over the lazy dog."), "en");
  EXPECT_EQ(published.best("Сегодня хорошая погода, пойдём гулять."), "ru");
  EXPECT_EQ(published.best("今日はとても良い天気ですね。"), "ja");
}

TEST(PublishedModel, PredictsWhatFastTextDoesOnOddTexts) {
  REQUIRE_MODELS();
  Published published;
  for (const std::string& text : odd_texts(6, rounds_of(2000))) {
    published.add(text);
    published.add(text, 5);
  }
  EXPECT_TRUE(agrees(published.comparison()));
}

TEST(PublishedModel, PredictsWhatFastTextDoesOnRealTexts) {
  REQUIRE_MODELS();
  if (std::getenv("SLUICE_DATA") == nullptr) {
    GTEST_SKIP() << "SLUICE_DATA names no folder of development data";
  }
  Published published;
  for (const auto& [name, most] : {std::pair("train.tsv.zst", rounds_of(120'000)),
                                   std::pair("udhr_paragraphs.tsv.zst", rounds_of(30'000)),
                                   std::pair("udhr_docs.tsv.zst", rounds_of(600))}) {
    for (const std::string& text : texts_of(name, most)) published.add(text);
  }
  EXPECT_GE(published.comparison().texts, rounds_of(150'000));
  EXPECT_TRUE(agrees(published.comparison()));
  RecordProperty("largest_difference", std::to_string(published.comparison().largest_difference));
}

}  // namespace
}  // namespace sluice::fasttext

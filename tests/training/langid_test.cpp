// The trainer of the language identifier, on a corpus of a few lines.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "langid/identifier.h"
#include "langid/model.h"
#include "training/langid/calibration.h"
#include "training/langid/confusable.h"
#include "training/langid/corpus.h"
#include "training/langid/learner.h"
#include "training/langid/model_bytes.h"
#include "training/langid/priors.h"

namespace sluice::training {
namespace {

const char* const kRows =
    "book\tcs\tKdyž přišel domů, bylo už pozdě a všichni spali.\n"
    "book\tcs\tNikdo nevěděl, kde se vzal ten starý klobouk na stole.\n"
    "paper\tcs\tVčera odpoledne pršelo a řeka stoupla o půl metru.\n"
    "book\tsk\tKeď prišiel domov, bolo už neskoro a všetci spali.\n"
    "book\tsk\tNikto nevedel, odkiaľ sa vzal ten starý klobúk na stole.\n"
    "paper\tsk\tVčera popoludní pršalo a rieka stúpla o pol metra.\n"
    "book\tfi\tKun hän tuli kotiin, oli jo myöhä ja kaikki nukkuivat.\n"
    "book\tfi\tKukaan ei tiennyt, mistä se vanha hattu pöydälle oli tullut.\n"
    "paper\tfi\tEilen iltapäivällä satoi, ja joki nousi puoli metriä.\n"
    "code\tzxx\tif (x > 0) { y[i] = f(x); } else { return 0; } // a b\n"
    "book\tel\tΌταν γύρισε στο σπίτι, ήταν ήδη αργά και όλοι κοιμόντουσαν.\n"
    "kept\tcs\tTahle věta zůstala stranou.\n";

class CorpusFile {
 public:
  explicit CorpusFile(const std::string& rows)
      : path_(testing::TempDir() + "langid-corpus-" + std::to_string(getpid()) + ".tsv") {
    std::ofstream(path_) << rows;
  }
  ~CorpusFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Corpus corpus_of(const std::string& rows) {
  return read_corpus(CorpusFile(rows).path(), {.held_out = {"kept"}, .least_letters = 20});
}

LearningOptions few() {
  return {.examples = 6'000,
          .resolver_examples = 3'000,
          .examples_as = {.row_bits = 12, .least_letters = 5, .most_letters = 60}};
}

std::string code_of(const langid::Model& model, std::string_view text) {
  const langid::Identifier identifier({.min_score = 0}, model);
  langid::Identifier::Scratch scratch;
  langid::Identification found;
  identifier.identify(text, {}, scratch, found);
  return std::string(langid::languages()[found.language].code);
}

TEST(LangidTraining, KeepsHeldOutSourcesApart) {
  const Corpus corpus = corpus_of(kRows);
  ASSERT_EQ(corpus.held_out.size(), 1u);
  EXPECT_EQ(corpus.held_out.front().code, "cs");
  for (const TrainingLabel& label : corpus.labels) {
    for (const TrainingSource& source : label.sources) EXPECT_NE(source.name, "kept");
  }
}

TEST(LangidTraining, LeavesOutLabelsThatNobodyKnows) {
  const Corpus corpus = corpus_of(std::string(kRows) + "book\tno-such-language\ttext\n");
  EXPECT_EQ(corpus.unknown, std::set<std::string>{"no-such-language"});
}

TEST(LangidTraining, RefusesRowsThatAreNone) {
  EXPECT_THROW(corpus_of("book\tcs\n"), std::runtime_error);
  EXPECT_THROW(read_corpus("/nowhere/text.tsv", {}), std::runtime_error);
}

TEST(LangidTraining, LearnsWhatTheIdentifierReads) {
  const Corpus corpus = corpus_of(kRows);
  const Learned learned = learn(corpus, few());
  ASSERT_EQ(learned.resolvers.size(), 1u);  // of Czech and Slovak; Finnish has no neighbour here
  const std::string bytes = model_bytes(corpus, learned, uncalibrated());
  const langid::Model model(bytes);
  EXPECT_EQ(code_of(model, "Nikdo nevěděl, kde byl včera odpoledne."), "cs");
  EXPECT_EQ(code_of(model, "Nikto nevedel, kde bol včera popoludní."), "sk");
  EXPECT_EQ(code_of(model, "Kukaan ei tiennyt, missä hän oli eilen."), "fi");
  EXPECT_EQ(code_of(model, "ήταν αργά"), "el");
}

TEST(LangidTraining, GivesTheSameBytesTwice) {
  const Corpus corpus = corpus_of(kRows);
  const std::string one = model_bytes(corpus, learn(corpus, few()), uncalibrated());
  const std::string other = model_bytes(corpus, learn(corpus, few()), uncalibrated());
  EXPECT_EQ(one, other);
}

TEST(LangidTraining, CalibratesMonotonously) {
  const Corpus corpus = corpus_of(kRows);
  std::vector<KnownText> texts;
  for (const char* text : {"bylo už pozdě", "bolo neskoro", "oli jo myöhä", "stole", "domov"}) {
    for (int i = 0; i < 40; ++i) texts.push_back({i % 4 == 0 ? "sk" : "cs", text});
  }
  const Calibration calibration = calibrate(corpus, learn(corpus, few()), texts);
  double before = 0;
  for (const auto& point : calibration.curve) {
    EXPECT_GE(point.right, before);
    EXPECT_LE(point.right, 1);
    before = point.right;
  }
}

TEST(LangidTraining, ConfusableGroupsAreAsAResolverWantsThem) {
  std::set<std::string_view> all;
  for (const auto& group : confusable_groups()) {
    EXPECT_GE(group.size(), 2u);
    EXPECT_LE(group.size(), langid::Model::Resolver::kMostLabels);
    std::set<std::string_view> scripts;
    for (const std::string_view code : group) {
      EXPECT_TRUE(all.insert(code).second) << code;
      const auto language = langid::find_language(code);
      ASSERT_TRUE(language) << code;
      scripts.insert(counted_script(langid::languages()[*language].script));
    }
    EXPECT_EQ(scripts.size(), 1u);
  }
}

TEST(LangidTraining, PriorsAreOfLanguagesAsTheyAreCalled) {
  std::set<std::string_view> all;
  for (const std::string_view code : languages_with_priors()) {
    EXPECT_TRUE(all.insert(code).second) << code;
    const auto language = langid::find_language(code);
    ASSERT_TRUE(language) << code;
    EXPECT_EQ(langid::languages()[*language].code, code);
    EXPECT_LE(prior_of(code), 0);
  }
}

}  // namespace
}  // namespace sluice::training

// Files that are no supervised model, or not a whole one: what is said of them.

#include "fasttext/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "base/error.h"
#include "fasttext/support.h"
#include "sanitized.h"

namespace sluice::fasttext {
namespace {

using namespace test;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string complaint_of(std::string_view bytes) {
  try {
    read_model_file(bytes, "lid.bin");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

std::string with(std::string bytes, size_t at, int32_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
  return bytes;
}

const std::string& dense() {
  static const std::string model = trained({.word_ngrams = 2, .bucket = 300});
  return model;
}

const std::string& quantised() {
  static const std::string model =
      trained({.dim = 5, .bucket = 300, .epoch = 1}, {.norms = true, .cutoff = 300});
  return model;
}

TEST(ModelFile, SaysWhatOtherFilesAre) {
  EXPECT_EQ(complaint_of(""), "lid.bin: at byte 0: the file is empty, not a fastText model");
  EXPECT_THAT(complaint_of("\x1F\x8B\x08..."),
              AllOf(StartsWith("lid.bin: at byte 0"), HasSubstr("gunzip")));
  EXPECT_THAT(complaint_of("\x28\xB5\x2F\xFD..."), HasSubstr("unzstd"));
  EXPECT_THAT(complaint_of("PK\x03\x04..."), HasSubstr("unzip"));
  EXPECT_THAT(complaint_of("2000000 300\nthe 0.1 0.2"), HasSubstr("not a fastText model"));
  EXPECT_THAT(complaint_of("\xBA"), HasSubstr("not a fastText model"));
}

TEST(ModelFile, RefusesModelsWithoutLabels) {
  EXPECT_THAT(complaint_of(with(dense(), kModelOption, 1)),
              AllOf(HasSubstr("at byte 36"), HasSubstr("cbow"), HasSubstr("supervised")));
  EXPECT_THAT(complaint_of(with(dense(), kModelOption, 2)), HasSubstr("skipgram"));
}

TEST(ModelFile, RefusesVersionsThatAreNotKnown) {
  for (const int32_t version : {-1, 0, 10, 13}) {
    EXPECT_THAT(complaint_of(with(dense(), 4, version)),
                AllOf(HasSubstr("at byte 4"), HasSubstr("only 11 and 12")));
  }
}

TEST(ModelFile, RefusesWhatGoesOnBehindTheModel) {
  EXPECT_THAT(complaint_of(dense() + "x"),
              HasSubstr("the model ends here, but the file goes on for 1 bytes"));
  EXPECT_THAT(complaint_of(quantised() + quantised()), HasSubstr("two files in one"));
}

TEST(ModelFile, RefusesPrunedModelsWithDenseRows) {
  std::string bytes = quantised();
  const ModelFile file = read_model_file(bytes, "model");
  const char* const pairs_end = file.prune_pairs.data() + file.prune_pairs.size();
  bytes[static_cast<size_t>(pairs_end - bytes.data())] = 0;
  EXPECT_THAT(complaint_of(bytes), HasSubstr("not quantised"));
}

TEST(ModelFile, RefusesPairsThatLeadToNoRow) {
  std::string bytes = quantised();
  const auto pairs =
      static_cast<size_t>(read_model_file(bytes, "model").prune_pairs.data() - bytes.data());
  for (const int32_t row : {-1, 300, std::numeric_limits<int32_t>::max()}) {
    EXPECT_THAT(complaint_of(with(bytes, pairs + 4, row)), HasSubstr("leads to row"));
  }
}

// Each place where a download may break off.
TEST(ModelFile, RefusesEveryTruncation) {
  for (const std::string* model : {&dense(), &quantised()}) {
    const size_t step = kSanitized ? 17 : 1;
    for (size_t size = 0; size < model->size(); size += size < 200 ? 1 : step) {
      // A copy of its own, so that the sanitizers see what is read behind its end.
      const std::string begin = model->substr(0, size);
      ASSERT_THAT(complaint_of(begin), StartsWith("lid.bin: at byte "));
    }
  }
}

// A size that the file does not have never makes memory grow.
TEST(ModelFile, RefusesSizesBeyondTheFile) {
  for (size_t at = kEntryCounts; at < kEntryCounts + 12; at += 4) {
    for (const int32_t size : {-1, std::numeric_limits<int32_t>::max()}) {
      ASSERT_THAT(complaint_of(with(dense(), at, size)), StartsWith("lid.bin: at byte "));
    }
  }
  const std::string bytes = quantised();
  const ModelFile file = read_model_file(bytes, "model");
  const char* const pairs_end = file.prune_pairs.data() + file.prune_pairs.size();
  // Behind the flags: rows, columns, codes.
  const auto sizes = static_cast<size_t>(pairs_end - bytes.data()) + 2;
  for (const size_t at : {sizes, sizes + 4, sizes + 8, sizes + 12, sizes + 16}) {
    for (const int32_t size : {-1, 0x7FFFFFFF, 1 << 30}) {
      ASSERT_THAT(complaint_of(with(bytes, at, size)), StartsWith("lid.bin: at byte "));
    }
  }
}

// Whatever is accepted can be predicted with.
TEST(ModelFile, DamageIsRefusedOrHarmless) {
  std::mt19937_64 random(1);
  size_t accepted = 0;
  for (uint64_t round = 0; round < rounds_of(4000); ++round) {
    std::string bytes = round % 2 == 0 ? dense() : quantised();
    for (uint64_t left = 1 + random() % 3; left > 0; --left) {
      // Mostly where the sizes are.
      const size_t end = random() % 2 == 0 ? bytes.size() : std::min<size_t>(bytes.size(), 400);
      bytes[random() % end] = static_cast<char>(random());
    }
    try {
      const Model model(bytes, "model", {.most_copied_bytes = random() % 2 << 20});
      Scratch scratch(model);
      for (const char* text : {"", "a text of words", "\xD0\xB0\xD0\xB1 \xFF"}) {
        for (const auto& [label, score] : model.predict(text, 1 + round % 3, 0, scratch)) {
          ASSERT_LT(label, model.labels());
        }
      }
      ++accepted;
    } catch (const ConfigError&) {
    }
  }
  EXPECT_GT(accepted, 0u);
}

}  // namespace
}  // namespace sluice::fasttext

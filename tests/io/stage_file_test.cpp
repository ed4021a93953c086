#include "io/stage_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "base/error.h"
#include "io/outputs.h"

namespace sluice::io {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string stage_bytes() {
  test::MemoryOutput out;
  StageWriter writer(out, StageKind::pairs, "3f9a");
  writer.add({.type = SectionType::sketches, .id = 7}, "second, first part");
  writer.add({.type = SectionType::band_records, .id = 3}, "first");
  writer.add({.type = SectionType::sketches, .id = 7}, "second, last part");
  writer.add({.type = SectionType::sketches, .id = 9}, "");
  writer.finish({1, 2, 3});
  return out.bytes();
}

// Reads all that there is.
void read_all(const std::string& bytes) {
  const StageFile file(bytes, "x.pairs");
  file.require(StageKind::pairs, "3f9a");
  for (const SectionType type : {SectionType::band_records, SectionType::sketches}) {
    for (const StageSection& section : file.sections(type)) file.read(section);
  }
}

template <class Exception>
std::string failure_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(StageFile, HasWhatWasWritten) {
  const std::string bytes = stage_bytes();
  const StageFile file(bytes, "x.pairs");
  EXPECT_EQ(file.kind(), StageKind::pairs);
  EXPECT_EQ(file.digest(), "3f9a");
  EXPECT_EQ(file.values()[2], 3);
  ASSERT_EQ(file.sections(SectionType::sketches, 7).size(), 2);
  EXPECT_EQ(file.read(file.sections(SectionType::sketches, 7)[0]), "second, first part");
  EXPECT_EQ(file.read(file.sections(SectionType::sketches, 7)[1]), "second, last part");
  EXPECT_EQ(file.sections(SectionType::sketches).size(), 2);
  EXPECT_EQ(file.read(file.sections(SectionType::band_records)[0]), "first");
  EXPECT_TRUE(file.sections(SectionType::sketches, 9).empty());
}

TEST(StageFile, IsRefusedWhereverItIsCut) {
  const std::string whole = stage_bytes();
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_ANY_THROW(read_all(whole.substr(0, size))) << size;
  }
  EXPECT_ANY_THROW(read_all(whole + "x"));
  EXPECT_NO_THROW(read_all(whole));
}

TEST(StageFile, IsRefusedWhicheverBitIsWrong) {
  const std::string whole = stage_bytes();
  for (size_t at = 0; at < whole.size(); ++at) {
    for (const int bit : {1, 0x80}) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ bit);
      EXPECT_ANY_THROW(read_all(bytes)) << at;
    }
  }
}

TEST(StageFile, SaysWhatIsWrongWithIt) {
  const std::string whole = stage_bytes();
  const auto io_failure = [](const std::string& bytes) {
    return failure_of<IoError>([&] { read_all(bytes); });
  };
  const auto config_failure = [](const std::string& bytes) {
    return failure_of<ConfigError>([&] { read_all(bytes); });
  };
  EXPECT_THAT(io_failure(whole.substr(0, 100)),
              AllOf(HasSubstr("x.pairs"), HasSubstr("cut short")));
  EXPECT_THAT(io_failure(whole.substr(0, whole.size() - 1)),
              AllOf(HasSubstr("cut short"), HasSubstr(std::to_string(whole.size()))));
  EXPECT_THAT(io_failure(std::string(300, '\0')), HasSubstr("was not finished"));
  EXPECT_THAT(config_failure("{\"id\":\"a document\"}"), HasSubstr("is no stage file"));
  std::string damaged = whole;
  ++damaged[kStageHeadBytes + 3];
  EXPECT_THAT(io_failure(damaged),
              AllOf(HasSubstr("section 'sketches' 7 (18 bytes)"), HasSubstr("byte 200")));
  std::string newer = whole;
  newer[8] = 9;
  EXPECT_THAT(config_failure(newer), AllOf(HasSubstr("version 9"), HasSubstr("reads version 1")));
}

TEST(StageFile, OfAnotherKindOrConfigurationIsRefused) {
  const std::string bytes = stage_bytes();
  const StageFile file(bytes, "x.pairs");
  EXPECT_THAT(failure_of<ConfigError>([&] { file.require(StageKind::sketch); }),
              AllOf(HasSubstr("'pairs'"), HasSubstr("'sketch'")));
  EXPECT_THAT(failure_of<ConfigError>([&] { file.require(StageKind::pairs, "77"); }),
              AllOf(HasSubstr("3f9a"), HasSubstr("77"), HasSubstr("same options")));
}

}  // namespace
}  // namespace sluice::io

#include "bpe/training_record.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace sluice::bpe {
namespace {

using testing::HasSubstr;

TEST(TrainingRecord, ComesBackAsItWasWritten) {
  TrainingRecord record{.vocabulary = "c0ffee", .documents = 3, .ids = {}};
  for (const char* id : {"a", "b", "c"}) record.ids.add(id);
  const TrainingRecord again = read_training_record(write_training_record(record));
  EXPECT_EQ(again.vocabulary, "c0ffee");
  EXPECT_EQ(again.documents, 3u);
  EXPECT_EQ(again.ids.hashes(), record.ids.hashes());
}

TEST(TrainingRecord, WhatIsNoneIsRefusedByWhatIsWrong) {
  const auto refusal = [](std::string_view json) -> std::string {
    try {
      read_training_record(json);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_THAT(refusal(""), HasSubstr("no JSON"));
  EXPECT_THAT(refusal("[]"), HasSubstr("schema"));
  EXPECT_THAT(refusal(R"({"schema":"sluice.stats/1"})"), HasSubstr("schema"));
  const std::string head = R"({"schema":"sluice.training/1","vocabulary":"v","documents":1,"ids":)";
  EXPECT_THAT(refusal(head + R"(["1"]})"), HasSubstr("ids[0]"));
  EXPECT_THAT(refusal(head + R"(["0000000000000002","0000000000000001"]})"), HasSubstr("order"));
  EXPECT_EQ(refusal(head + R"(["0000000000000001"]})"), "none");
}

}  // namespace
}  // namespace sluice::bpe

#include "decontaminate/template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "decontaminate/evaluation_set.h"

namespace sluice::decontaminate {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const SetSource kSource{.file = "x.jsonl", .set = "x", .split = "test", .part = "", .within = ""};

Item read_one(const std::string& name, const std::string& record) {
  const auto items = read_items(record, kSource, find_template(builtin_templates(), name));
  return items.size() == 1 ? items.front() : Item{};
}

std::string parts(const Item& item) {
  return item.part(Role::question) + "|" + item.part(Role::answer) + "|" + item.part(Role::passage);
}

TEST(Templates, ReadThePublishedShapes) {
  EXPECT_EQ(parts(read_one("gsm8k", R"({"question":"q","answer":"a"})")), "q|a|");
  EXPECT_EQ(parts(read_one("humaneval",
                           R"({"task_id":"HumanEval/0","prompt":"p","canonical_solution":"s"})")),
            "p|s|");
  EXPECT_EQ(parts(read_one("mmlu", R"({"question":"q","choices":["w","x","y","z"],"answer":2})")),
            "q|y|");
  EXPECT_EQ(parts(read_one("mmlu", R"({"question":"q","choices":["w","x"],"answer":"B"})")),
            "q|x|");
  EXPECT_EQ(parts(read_one("mmlu", R"({"question":"q","answer":"y","is_correct":true})")), "q|y|");
  EXPECT_EQ(parts(read_one("arc", R"({"id":"i","question":"q","choices":{"text":["w","x"],)"
                                  R"("label":["1","2"]},"answerKey":"2"})")),
            "q|x|");
  EXPECT_EQ(parts(read_one("arc", R"({"id":"i","question":{"stem":"q","choices":[{"text":"w",)"
                                  R"("label":"A"},{"text":"x","label":"B"}]},"answerKey":"B"})")),
            "q|x|");
  EXPECT_EQ(parts(read_one("hellaswag", R"({"ind":4,"ctx":"c","endings":["w","x"],"label":"1"})")),
            "c|x|");
  EXPECT_EQ(parts(read_one("truthfulqa", R"({"question":"q","best_answer":"a"})")), "q|a|");
  EXPECT_EQ(parts(read_one("truthfulqa", R"({"question":"q","mc1_targets":{"choices":["w","x"],)"
                                         R"("labels":[0,1]}})")),
            "q|x|");
  EXPECT_EQ(parts(read_one("winogrande",
                           R"({"sentence":"s _","option1":"w","option2":"x","answer":"2"})")),
            "s _|x|");
  EXPECT_EQ(parts(read_one("boolq", R"({"question":"q","passage":"p","answer":true})")), "q|yes|p");
  EXPECT_EQ(parts(read_one(
                "c-eval",
                R"({"id":1,"question":"问","A":"甲","B":"乙","C":"丙","D":"丁","answer":"C"})")),
            "问|丙|");
  EXPECT_EQ(parts(read_one("cmmlu", R"({"Question":"问","A":"甲","B":"乙","C":"丙","D":"丁",)"
                                    R"("Answer":"D"})")),
            "问|丁|");
}

TEST(Templates, TakeIdsAndSplitsFromRecords) {
  const Item arc = read_one("arc", R"({"id":"Mercury_7","question":"q","choices":{"text":["w"],)"
                                   R"("label":["A"]},"answerKey":"A"})");
  EXPECT_EQ(arc.id, "Mercury_7");
  EXPECT_EQ(arc.split, "test");
  const Item gsm8k = read_one("gsm8k", R"({"question":"q","answer":"a","split":"train"})");
  EXPECT_EQ(gsm8k.split, "train");
  EXPECT_EQ(gsm8k.id, "1");
}

TEST(Templates, RowsOfWrongAnswersAreNoItems) {
  const auto& mmlu = find_template(builtin_templates(), "mmlu");
  const auto items = read_items(R"({"question":"q","answer":"w","is_correct":false})"
                                "\n"
                                R"({"question":"q","answer":"x","is_correct":true})",
                                kSource, mmlu);
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items.front().part(Role::answer), "x");
}

TEST(Templates, AnswersThatAreKeptBackAreNone) {
  EXPECT_EQ(parts(read_one("hellaswag", R"({"ctx":"c","endings":["w","x"],"label":""})")), "c||");
}

TEST(Templates, PassagesAreTakenOutOfQuestionsThatAnnounceThem) {
  const Item item = read_one(
      "mmlu",
      R"({"question":"This question refers to the following information.\nLong ago.\nSo it was.)"
      R"(\nWhen was it?","choices":["now","then"],"answer":1})");
  EXPECT_EQ(parts(item), "When was it?|then|\nLong ago.\nSo it was.");
}

TEST(Templates, WhatDoesNotFitIsToldWithFileAndRecord) {
  const auto& mmlu = find_template(builtin_templates(), "mmlu");
  const auto reading = [&](const std::string& bytes) {
    return [bytes, &mmlu] { read_items(bytes, kSource, mmlu); };
  };
  EXPECT_THAT(reading(R"({"frage":"q"})"),
              ThrowsMessage<ConfigError>(HasSubstr("x.jsonl: record 1: has not the fields of "
                                                   "'mmlu', such as 'question', 'choices'")));
  EXPECT_THAT(reading("\n{\"question\":"),
              ThrowsMessage<ConfigError>(HasSubstr("record 2 is no JSON")));
  EXPECT_THAT(reading(R"({"question":"q","choices":["a"],"answer":3})"),
              ThrowsMessage<ConfigError>(HasSubstr("its answer '3' is none of its 1 choice")));
  EXPECT_THAT(reading(R"({"question":{},"choices":["a"],"answer":0})"),
              ThrowsMessage<ConfigError>(HasSubstr("'question' is no text")));
  EXPECT_THAT(reading(R"([1])"), ThrowsMessage<ConfigError>(HasSubstr("record 1 is no object")));
  EXPECT_THAT([] { find_template(builtin_templates(), "mlmu"); },
              ThrowsMessage<ConfigError>(HasSubstr("did you mean 'mmlu'")));
}

TEST(Templates, OwnOnesSayWhatIsWrong) {
  const auto reading = [](const std::string& toml) {
    return [toml] { read_templates(toml, "t.toml"); };
  };
  EXPECT_THAT(reading("[mine]\n"), ThrowsMessage<ConfigError>(HasSubstr("has no [[mine.shape]]")));
  EXPECT_THAT(reading("[mine]\n[[mine.shape]]\nanswer = \"a\"\n"),
              ThrowsMessage<ConfigError>(HasSubstr("names no field for the question")));
  EXPECT_THAT(reading("[mine]\n[[mine.shape]]\nquestion = \"q\"\nlabels = \"l\"\n"),
              ThrowsMessage<ConfigError>(HasSubstr("there are none")));
  EXPECT_THAT(reading("[mine]\n[[mine.shape]]\nquestion = \"q\"\nanswr = \"l\"\n"),
              ThrowsMessage<ConfigError>(HasSubstr("t.toml:4: [shape]: unknown key 'answr'")));
  EXPECT_THAT(reading("[mine]\n[[mine.shape]]\nquestion = \"q\"\nchoices = \"c\"\n"),
              ThrowsMessage<ConfigError>(HasSubstr("which choice is the answer")));
}

TEST(Templates, FieldsAreGivenInOrderOrByRole) {
  const Template ordered = template_of_fields("stem,key,text");
  EXPECT_EQ(ordered.shapes[0].question, std::vector<std::string>{"stem"});
  EXPECT_EQ(ordered.shapes[0].passage, std::vector<std::string>{"text"});
  const Template named = template_of_fields("answer=a.b,question=q,question=more");
  EXPECT_EQ(named.shapes[0].answer, std::vector<std::string>{"a.b"});
  EXPECT_EQ(named.shapes[0].question, (std::vector<std::string>{"q", "more"}));
  EXPECT_THROW(template_of_fields("a,b,c,d"), ConfigError);
  EXPECT_THROW(template_of_fields("frage=q"), ConfigError);
  EXPECT_THROW(template_of_fields("answer=q"), ConfigError);
  EXPECT_THROW(template_of_fields("q,,p"), ConfigError);
}

TEST(EvaluationSets, AreNamedAfterTheirFiles) {
  const auto named = [](const std::string& path) {
    const SetSource source = name_set(path);
    return source.set + "|" + source.split + "|" + source.part;
  };
  EXPECT_EQ(named("evals/gsm8k/test.jsonl"), "gsm8k|test|");
  EXPECT_EQ(named("mmlu_test-3.jsonl.gz"), "mmlu|test|3");
  EXPECT_EQ(named("HumanEval.jsonl.gz"), "humaneval||");
  EXPECT_EQ(named("arc/validation-00000-of-00001.jsonl"), "arc|validation|00000-of-00001");
  EXPECT_EQ(named("c-eval_val.jsonl"), "c-eval|val|");
  EXPECT_EQ(named("test.jsonl"), "test|test|");
  EXPECT_EQ(named("part-7.jsonl"), "part-7||7");
}

TEST(EvaluationSets, RecordsAreLinesOrOneArray) {
  const Template fields = template_of_fields("q");
  EXPECT_TRUE(looks_like_json(" \n[{"));
  EXPECT_FALSE(looks_like_json("question,answer\n"));
  EXPECT_EQ(read_items("[{\"q\":\"a\"},\n {\"q\":\"b\"}]", kSource, fields).size(), 2u);
  const auto lines = read_items("{\"q\":\"a\"}\r\n\n{\"q\":\"b\"}", kSource, fields);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1].id, "3");
}

// C-Eval has a file for each subject, and ids begin anew in each.
TEST(EvaluationSets, IdsBeginWithTheFileWhereFilesAreOneSet) {
  SetSource law = name_set("ceval/law_val.jsonl");
  law.within = law.set;
  const Template fields = template_of_fields("q");
  EXPECT_EQ(read_items(R"({"q":"a"})", law, fields)[0].id, "law:1");
  EXPECT_EQ(read_paragraphs("a", law)[0].id, "law:1");
  const auto& c_eval = find_template(builtin_templates(), "c-eval");
  const auto items = read_items(
      R"({"id":7,"question":"q","A":"1","B":"2","C":"3","D":"4","answer":"A"})", law, c_eval);
  EXPECT_EQ(items[0].id, "law:7");
}

TEST(EvaluationSets, ParagraphsOfPlainTextAreItems) {
  const auto items = read_paragraphs("One\nstill one.\n\n \nTwo.\n", kSource);
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].part(Role::question), "One\nstill one.");
  EXPECT_EQ(items[1].id, "2");
  EXPECT_THROW(read_paragraphs("caf\xE9", kSource), ConfigError);
}

}  // namespace
}  // namespace sluice::decontaminate

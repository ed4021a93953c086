#include "pipeline/ordered_judge.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <stdexcept>
#include <string>

#include "document/document.h"
#include "pipeline/rendering.h"
#include "pipeline/run.h"
#include "pipeline/support.h"

namespace sluice::pipeline {
namespace {

using testing::HasSubstr;

// Keeps the first document of each text.
class FirstOfEach : public OrderedJudge {
 public:
  void note(const Document& document, Buffer& note) const override { note.append(document.text()); }
  Verdict decide(std::string_view note, const stats::Measure& /*document*/) override {
    if (seen_.insert(std::string(note)).second) return Verdict::keep();
    return Verdict::reject("copy", "of " + std::string(note));
  }

 private:
  std::set<std::string> seen_;
};

class OrderedJudgeTest : public test::InFolder {
 protected:
  RunOptions options(const std::string& input) const {
    RunOptions options;
    options.identity = {.tool = "sluice-test", .version = "1", .config_digest = "c0ffee"};
    Job job;
    job.name = "test";
    job.inputs = {{.name = input, .command = {}}};
    job.routes = {path("out.jsonl")};
    job.rejects = path("rejects.jsonl");
    options.jobs = {job};
    options.max_errors = MaxErrors::parse("100%");
    options.ordered_judge = std::make_shared<FirstOfEach>();
    return options;
  }

  // The run's outputs and ledger, with these threads and batches.
  struct Outcome {
    std::string out, rejects;
    stats::Ledger ledger;
    friend bool operator==(const Outcome&, const Outcome&) = default;
  };
  Outcome run(RunOptions options, size_t threads, size_t chunk_bytes) const {
    options.threads = threads;
    options.chunks.chunk_bytes = chunk_bytes;
    Fields fields;
    const auto keep = [](Document&) { return Verdict::keep(); };
    const RunResult result = pipeline::run(options, fields, {{"keep", keep}});
    return {content("out.jsonl"), content("rejects.jsonl"), result.total.ledger};
  }
};

std::string line(int id, const std::string& text) {
  return R"({"id":"\u0041)" + std::to_string(id) + R"(","text":")" + text +
         R"(","metadata":{"dump":"d","token_count":3,"tokenizer":"t@1"}})" + "\n";
}

TEST_F(OrderedJudgeTest, DecidesInTheOrderOfTheInputWhateverTheThreads) {
  std::string lines;
  std::mt19937_64 random(1);
  for (int i = 0; i < 3'000; ++i) lines += line(i, "text " + std::to_string(random() % 800));
  lines += "not a document\n";
  lines += R"({"id":"last","text":"no line end"})";
  const std::string input = file("in.jsonl", lines);
  const Outcome one = run(options(input), 1, 1 << 20);
  EXPECT_EQ(one.ledger.in.documents, 3'001u);
  EXPECT_EQ(one.ledger.rejects.at("copy").documents,
            3'001u - static_cast<uint64_t>(std::count(one.out.begin(), one.out.end(), '\n')));
  for (const size_t chunk_bytes : {100, 5'000}) {
    EXPECT_EQ(run(options(input), 2, chunk_bytes), one) << chunk_bytes;
  }
}

TEST_F(OrderedJudgeTest, RejectsAreTheInputsLinesWithTheReason) {
  const std::string input =
      file("in.jsonl", line(1, "a") + line(2, "b") + line(3, "a") + line(4, "a"));
  RunOptions one = options(input);
  // A stage that changes what it keeps: rejects are as they came.
  const auto change = [](Document& document) {
    document.set_text(std::string(document.text()) + "!");
    return Verdict::keep();
  };
  Fields fields;
  const RunResult result = pipeline::run(one, fields, {{"change", change}});
  const std::string out = content("out.jsonl");
  EXPECT_THAT(out, HasSubstr(R"("text":"a!")"));
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 2);
  const std::string rejects = content("rejects.jsonl");
  EXPECT_THAT(rejects, HasSubstr(R"({"id":"\u00413","text":"a")"));
  EXPECT_THAT(rejects,
              HasSubstr(R"("reject":{"tool":"sluice-test","reason":"copy","detail":"of a!"})"));
  EXPECT_EQ(result.total.ledger.out.bytes, 4u);
  EXPECT_EQ(result.total.ledger.rejects.at("copy").bytes, 2u);
}

TEST_F(OrderedJudgeTest, DoesNotGoWithARendering) {
  RunOptions one = options(file("in.jsonl", line(1, "a")));
  one.make_rendering = [](const Job&) { return nullptr; };
  EXPECT_THROW(run(one, 1, 1 << 20), std::invalid_argument);
}

}  // namespace
}  // namespace sluice::pipeline

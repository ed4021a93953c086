#include "cli/document_options.h"

#include <gmock/gmock.h>

#include <optional>

#include "base/error.h"
#include "cli/shards.h"
#include "cli/support.h"

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;
using pipeline::Job;
using test::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;

class DocumentOptionsTest : public test::InFolder {
 protected:
  Outcome call(const std::vector<std::string>& words,
               const std::function<void(Tool&, DocumentOptions&)>& body) {
    return test::outcome_of(words, [&](int argc, char** argv) {
      Tool tool("sluice-test", argc, argv);
      auto& documents = tool.add<DocumentOptions>();
      return tool.on_run([&] { body(tool, documents); });
    });
  }

  // The jobs that these words amount to.
  std::vector<Job> jobs(const std::vector<std::string>& words) {
    std::vector<Job> jobs;
    const Outcome outcome =
        call(words, [&](Tool&, DocumentOptions& documents) { jobs = documents.jobs(); });
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return jobs;
  }

  // What a run with these words says on standard error; its exit code.
  Outcome refusal(const std::vector<std::string>& words) {
    return call(words, [](Tool&, DocumentOptions& documents) { documents.run_options(); });
  }

  // Runs and keeps everything.
  Outcome run(const std::vector<std::string>& words,
              const std::function<void(pipeline::RunOptions&)>& change = {}) {
    return call(words, [&](Tool&, DocumentOptions& documents) {
      Fields fields = documents.fields();
      pipeline::RunOptions options = documents.run_options();
      if (change) change(options);
      documents.run(options, fields,
                    {{"keep", [](Document&) { return pipeline::Verdict::keep(); }}});
    });
  }
};

std::vector<std::string> names(const std::vector<io::Input>& inputs) {
  std::vector<std::string> all;
  for (const io::Input& input : inputs) all.push_back(input.name);
  return all;
}

TEST_F(DocumentOptionsTest, SeveralInputsAndOneFileAreOneJob) {
  const std::string a = file("a.jsonl", "");
  const std::string b = file("b.jsonl", "");
  const auto all = jobs({a, b, "-o", path("o.zst"), "--rejects", path("r"), "--errors", path("e"),
                         "--stats", path("s")});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_THAT(names(all[0].inputs), ElementsAre(a, b));
  EXPECT_THAT(all[0].routes, ElementsAre(path("o.zst")));
  EXPECT_EQ(all[0].rejects, path("r"));
  EXPECT_EQ(all[0].errors, path("e"));
  EXPECT_EQ(all[0].stats, path("s"));
}

TEST_F(DocumentOptionsTest, NothingNamedIsStandardInputToStandardOutput) {
  const auto all = jobs({});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_THAT(names(all[0].inputs), ElementsAre("-"));
  EXPECT_THAT(all[0].routes, ElementsAre("-"));
  EXPECT_EQ(all[0].stats, "");
}

TEST_F(DocumentOptionsTest, ADirectoryTakesAFileForEachInput) {
  file("in/b.jsonl.gz", "");
  file("in/a.json", "");
  file("in/.hidden", "");
  const auto all = jobs({path("in"), "-o", path("out/"), "--extension", "jsonl.zst", "--rejects",
                         path("rejects/"), "--stats", path("stats/")});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_THAT(names(all[0].inputs), ElementsAre(path("in/a.json")));
  EXPECT_THAT(all[0].routes, ElementsAre(path("out/a.jsonl.zst")));
  EXPECT_EQ(all[0].rejects, path("rejects/a.jsonl.zst"));
  EXPECT_EQ(all[0].errors, "");
  EXPECT_EQ(all[0].stats, path("stats/a.jsonl.zst.stats.json"));
  EXPECT_THAT(all[1].routes, ElementsAre(path("out/b.jsonl.zst")));
}

TEST_F(DocumentOptionsTest, AnExistingDirectoryNeedsNoSlash) {
  fs::create_directory(path("out"));
  const auto all = jobs({file("a.jsonl", ""), "-o", path("out")});
  EXPECT_THAT(all.at(0).routes, ElementsAre(path("out/a.jsonl")));
}

TEST_F(DocumentOptionsTest, OutputsThatCollideAreRefused) {
  const std::string a = file("x/a.jsonl", "");
  const std::string b = file("y/a.jsonl", "");
  fs::create_symlink(path("x"), path("link"));
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {a, b, "-o", path("out/")},                    // the same base name
           {a, "-o", a},                                  // over its input
           {a, b, "-o", b},                               //
           {a, "-o", path("x/../x/./a.jsonl")},           // otherwise spelled
           {a, "-o", path("link/a.jsonl")},               // through a link
           {a, "-o", path("x/")},                         // each over itself
           {a, "-o", path("o"), "--rejects", path("o")},  //
           {a, "-o", path("o"), "--stats", path("./o")},  //
           {a, "-o", "-", "--rejects", "-"},              //
           {a, "-o", path("o"), "--errors", a}}) {        //
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 2) << testing::PrintToString(words);
    EXPECT_THAT(outcome.err, HasSubstr("would be written twice or over an input"));
  }
  EXPECT_EQ(run({a, "-o", "/dev/null", "--rejects", "/dev/null"}).code, 0);
}

// A tool may turn the one output into several after the jobs were made.
TEST_F(DocumentOptionsTest, OutputsThatAToolAddsAreComparedToo) {
  const std::string document = "{\"id\":1,\"text\":\"\"}\n";
  const std::string in = file("part-00000.jsonl", document);
  const Outcome routes = run({in, "-o", path("part-{}.jsonl")}, [&](pipeline::RunOptions& options) {
    options.jobs[0].routes = {path("part-00000.jsonl"), path("part-00001.jsonl")};
  });
  EXPECT_EQ(routes.code, 2) << routes.err;
  const Outcome rolling =
      run({in, "-o", path("part-{}.jsonl")},
          [&](pipeline::RunOptions& options) { options.jobs[0].shard_bytes = 10; });
  EXPECT_EQ(rolling.code, 2) << rolling.err;
  EXPECT_EQ(content("part-00000.jsonl"), document);
  EXPECT_EQ(run({in, "-o", path("p-{}.jsonl")},
                [&](pipeline::RunOptions& options) { options.jobs[0].shard_bytes = 10; })
                .code,
            0);
}

TEST_F(DocumentOptionsTest, TheMergedStatsFileIsNoShardsOutput) {
  const std::string in = file("in/a.jsonl", "{\"id\":1,\"text\":\"\"}\n");
  EXPECT_EQ(run({in, "-o", path("out/"), "--stats", path("out/a.jsonl")}).code, 2);
  EXPECT_EQ(run({in, "-o", path("out/"), "--stats", in}).code, 2);
  EXPECT_EQ(run({in, "-o", path("out/"), "--stats", path("out/stats.json")}).code, 0);
}

TEST_F(DocumentOptionsTest, FilesAndDirectoriesMustGoTogether) {
  const std::string a = file("a.jsonl", "");
  EXPECT_THAT(refusal({a, "-o", path("out/"), "--rejects", path("r.jsonl")}).err,
              HasSubstr("with -o DIR/ this takes a directory too"));
  EXPECT_THAT(refusal({a, "-o", path("o.jsonl"), "--stats", path("stats/")}).err,
              HasSubstr("is a directory, but -o"));
  EXPECT_EQ(refusal({a, "-o", path("out/"), "--stats", path("all.json")}).code, 0);
}

TEST_F(DocumentOptionsTest, MissingInputsAreFoundBeforeAnythingRuns) {
  const Outcome outcome = refusal({file("a.jsonl", ""), path("none.jsonl")});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("none.jsonl"));
}

// An unset variable in a script: -o "$OUT".
TEST_F(DocumentOptionsTest, EmptyNamesAreRefused) {
  const std::string a = file("a.jsonl", "");
  for (const char* option : {"--output", "--rejects", "--errors", "--stats", "--inputs"}) {
    const Outcome outcome = refusal({a, option, ""});
    EXPECT_EQ(outcome.code, 2) << option;
    EXPECT_THAT(outcome.err, HasSubstr(option)) << option;
  }
}

TEST_F(DocumentOptionsTest, NumbersOutOfRangeAreRefused) {
  const std::string a = file("a.jsonl", "");
  for (const std::vector<std::string>& option :
       std::vector<std::vector<std::string>>{{"--compression-level", "4294967299"},  // not 3
                                             {"--threads", "4294967297"},
                                             {"--threads", "100000"},
                                             {"--fetch-retries", "4294967296"},
                                             {"--batch-bytes", "0"},
                                             {"--max-errors", "many"}}) {
    const Outcome outcome = refusal({a, option[0], option[1]});
    EXPECT_EQ(outcome.code, 2) << option[0] << " " << option[1];
    EXPECT_THAT(outcome.err, HasSubstr(option[0]));
  }
}

TEST_F(DocumentOptionsTest, ResumeNeedsStatsThatTellOfEachJob) {
  const std::string a = file("a.jsonl", "");
  EXPECT_EQ(refusal({a, "--resume"}).code, 2);
  EXPECT_EQ(refusal({a, "-o", path("out/"), "--resume", "--stats", path("all.json")}).code, 2);
  EXPECT_EQ(refusal({a, "-o", path("out/"), "--resume", "--stats", path("stats/")}).code, 0);
  EXPECT_EQ(refusal({a, "-o", path("o"), "--resume", "--stats", path("s.json")}).code, 0);
}

TEST_F(DocumentOptionsTest, OptionsReachTheRun) {
  std::optional<pipeline::RunOptions> options;
  call({file("a.jsonl", ""), "-j", "3", "--max-errors", "7", "--max-document-bytes", "1k",
        "--batch-bytes", "2k", "--allow-truncated", "--tokenizer", "none", "--compression-level",
        "9", "--fetch-retries", "1", "-q"},
       [&](Tool&, DocumentOptions& documents) { options = documents.run_options(); });
  ASSERT_TRUE(options);
  EXPECT_EQ(options->threads, 3u);
  EXPECT_EQ(options->max_errors.count, 7u);
  EXPECT_EQ(options->max_document_bytes, 1000u);
  EXPECT_EQ(options->chunks.chunk_bytes, 2000u);
  EXPECT_EQ(options->chunks.command.retries, 1u);
  EXPECT_TRUE(options->allow_truncated);
  EXPECT_FALSE(options->tokens.stored);
  EXPECT_EQ(options->channels.compression_level, 9);
  EXPECT_EQ(options->identity.tool, "sluice-test");
  EXPECT_FALSE(options->show_progress);
}

TEST_F(DocumentOptionsTest, TheConfigDigestHoldsWhatDecidesTheResult) {
  const std::string a = file("a.jsonl", "");
  const auto digest = [&](std::vector<std::string> words) {
    words.push_back("--print-plan");
    const std::string plan = run(words).out;
    return plan.substr(0, plan.find_first_of(" \n"));
  };
  const std::string plain = digest({});
  EXPECT_EQ(plain.size(), 64u);
  EXPECT_EQ(digest({a, "-o", path("o"), "-j", "2", "--batch-bytes", "1", "--progress", "never",
                    "--stats", path("s"), "--resume", "--compression-level", "9", "-q"}),
            plain);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--text-key", "content"},
                                             {"--id-key", "url"},
                                             {"--tokenizer", "none"},
                                             {"--max-document-bytes", "1M"},
                                             {"--allow-truncated"}}) {
    EXPECT_NE(digest(words), plain) << words[0];
  }
}

// A chain asks for it to find outputs that would overwrite each other.
// What has not counted yet counts by the embedded vocabulary, unless told otherwise.
TEST_F(DocumentOptionsTest, TokensAreCountedAndStored) {
  file("in.jsonl", "{\"id\":1,\"text\":\"the water\"}\n");
  ASSERT_EQ(run({path("in.jsonl"), "-o", path("out.jsonl"), "--stats", path("s.json")}).code, 0);
  EXPECT_THAT(content("out.jsonl"), HasSubstr(R"("token_count":2,"tokenizer":"sluice-64k@)"));
  const auto stats = stats::from_json(content("s.json"), "s.json");
  EXPECT_EQ(stats.ledger.out.tokens, 2u);
  EXPECT_EQ(stats.tokenizer->vocab_size, 65'536u);
  EXPECT_THAT(refusal({"--tokenizer", "words"}).err,
              HasSubstr("--tokenizer: there is no tokenizer"));
  EXPECT_THAT(refusal({"--tokenizer", ""}).err, HasSubstr("the name is empty"));
}

TEST_F(DocumentOptionsTest, ThePlanNamesEveryOutputAndNothingIsRun) {
  const std::string a = file("a.jsonl", R"({"id":1,"text":"t"})");
  const std::string plan = run({a, "-o", path("o.jsonl"), "--rejects", path("r.jsonl"), "--errors",
                                path("e.txt"), "--stats", path("s.json"), "--print-plan"})
                               .out;
  EXPECT_EQ(plan.substr(plan.find(' '), plan.find('\n') - plan.find(' ')), " inputs");
  EXPECT_EQ(plan.substr(plan.find('\n')), "\n" + path("o.jsonl") + "\n" + path("r.jsonl") + "\n" +
                                              path("e.txt") + "\n" + path("s.json") + "\n");
  EXPECT_FALSE(std::filesystem::exists(path("o.jsonl")));
}

TEST_F(DocumentOptionsTest, AShardedRunWritesOneStatsFileOrOneEach) {
  file("in/a.jsonl", "{\"id\":1,\"text\":\"\"}\n");
  file("in/b.jsonl", "{\"id\":2,\"text\":\"\"}\n");
  const std::vector<std::string> words = {path("in"), "--tokenizer", "stored",
                                          "-o",       path("out/"),  "--stats"};
  auto merged = words;
  merged.push_back(path("all.json"));
  ASSERT_EQ(run(merged).code, 0);
  const auto stats = stats::from_json(content("all.json"), "all.json");
  EXPECT_EQ(stats.ledger.in.documents, 2u);
  auto each = words;
  each.insert(each.end(), {path("stats/"), "--resume"});
  ASSERT_EQ(run(each).code, 0);
  EXPECT_EQ(stats::from_json(content("stats/a.jsonl.stats.json"), "a").ledger.in.documents, 1u);
  EXPECT_EQ(content("out/b.jsonl"), content("in/b.jsonl"));
  const Outcome again = run(each);
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.err, "sluice-test: 2 shards skipped, done before (--resume)\n");
}

TEST(ShardName, IsTheInputsBaseNameWithAnotherExtension) {
  const auto name = [](const std::string& input, const std::string& extension) {
    return shard_name({.name = input, .command = {}}, extension);
  };
  EXPECT_EQ(name("a/part-7.jsonl.gz", ""), "part-7.jsonl.gz");
  EXPECT_EQ(name("a/part-7.jsonl.gz", "jsonl.zst"), "part-7.jsonl.zst");
  EXPECT_EQ(name("a/part-7.jsonl.gz", ".jsonl.zst"), "part-7.jsonl.zst");
  EXPECT_EQ(name("c4.v1.json", "jsonl"), "c4.v1.jsonl");
  EXPECT_EQ(name("x.ndjson.zst", "jsonl"), "x.jsonl");
  EXPECT_EQ(name("data", "jsonl"), "data.jsonl");
  EXPECT_EQ(name("-", ""), "stdin.jsonl");
  EXPECT_EQ(name("-", "jsonl.gz"), "stdin.jsonl.gz");
}

}  // namespace
}  // namespace sluice::cli

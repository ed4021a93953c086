#include "pipeline/run.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "io/interrupt.h"
#include "io/support.h"
#include "pipeline/support.h"
#include "sanitized.h"

namespace sluice::pipeline {
namespace {

using stats::Stats;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Verdict keep_all(Document&) { return Verdict::keep(); }

class RunTest : public test::InFolder {
 protected:
  ~RunTest() override { io::interrupt::reset(); }

  // A job that reads these files and writes out.jsonl, rejects.jsonl, errors.jsonl, stats.json.
  RunOptions options(const std::vector<std::string>& inputs) const {
    RunOptions options;
    options.identity = {.tool = "sluice-test", .version = "1", .config_digest = "c0ffee"};
    Job job;
    job.name = "test";
    for (const std::string& input : inputs) job.inputs.push_back({.name = input, .command = {}});
    job.routes = {path("out.jsonl")};
    job.rejects = path("rejects.jsonl");
    job.errors = path("errors.jsonl");
    job.stats = path("stats.json");
    options.jobs = {job};
    options.threads = 2;
    options.max_errors = MaxErrors::parse("100%");
    options.command = {"sluice-test"};
    return options;
  }

  static RunResult run(const RunOptions& options, const std::vector<Stage>& stages,
                       Fields* fields = nullptr) {
    Fields own;
    return pipeline::run(options, fields != nullptr ? *fields : own, stages);
  }

  Stats stats_file() const { return stats::from_json(content("stats.json"), "stats.json"); }
};

TEST_F(RunTest, PassesDocumentsThroughByteForByte) {
  const std::string lines =
      "{\"id\":\"a\",  \"text\":\"x\\u0041\", \"n\":1e400}\n"
      "{\"text\":\"y\",\"id\":7}\r\n"
      "{\"id\":\"c\",\"text\":\"\"}\n";
  const RunResult result = run(options({file("in.jsonl", lines)}), {{"keep", keep_all}});
  EXPECT_EQ(content("out.jsonl"), lines);
  EXPECT_EQ(content("rejects.jsonl"), "");
  EXPECT_EQ(content("errors.jsonl"), "");
  EXPECT_EQ(result.jobs_done, 1u);
  EXPECT_EQ(result.total.ledger.out.documents, 3u);
  EXPECT_EQ(result.total.ledger.out.bytes, 3u);
}

// So that a tool of several passes tells what all of them took, and its shards add up to that.
TEST_F(RunTest, TheFirstJobTellsWhatEarlierPassesTook) {
  RunOptions two = options({file("in.jsonl", "{\"id\":1,\"text\":\"x\"}\n")});
  two.jobs.push_back(two.jobs.front());
  two.jobs.back().routes = {path("second.jsonl")};
  two.jobs.back().stats = path("second.json");
  two.meter.emplace();
  constexpr double kBefore = 0.2;  // seconds, more than a job of one line takes
  std::this_thread::sleep_for(std::chrono::duration<double>(kBefore));
  run(two, {{"keep", keep_all}});
  const double second = stats::from_json(content("second.json"), "second.json").run.wall_s;
  EXPECT_GE(stats_file().run.wall_s, kBefore + second);
  two.meter.emplace();
  stats::Run now;
  two.meter->read(now);
  EXPECT_LT(now.wall_s, kBefore);
}

// Of a tool that says what group a document is of, what came in is told by what it said.
TEST_F(RunTest, AStageThatRegroupsCountsDocumentsInUnderTheGroupsItGives) {
  RunOptions one =
      options({file("in.jsonl",
                    "{\"id\":\"a\",\"text\":\"x\"}\n"
                    "{\"id\":\"b\",\"text\":\"y\",\"metadata\":{\"language\":\"q\"}}\n")});
  Fields fields;
  const FieldId language = fields.add("metadata.language");
  const auto judge = [&](Document& document) {
    document.set(language, document.text() == "x" ? "de" : "en");
    return document.text() == "x" ? Verdict::keep() : Verdict::reject("language");
  };
  const RunResult result =
      run(one, {{.name = "langid", .judge = judge, .regroups = true}}, &fields);
  const auto& groups = result.total.ledger.groups[0].tallies();
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups.at("de").in.documents, 1u);
  EXPECT_EQ(groups.at("de").out.documents, 1u);
  EXPECT_EQ(groups.at("en").in.documents, 1u);
  EXPECT_EQ(groups.at("en").out.documents, 0u);
}

TEST_F(RunTest, RoutesOnDemandLeaveNoFileOfAnEarlierRun) {
  RunOptions one = options({file("in.jsonl", "{\"id\":\"a\",\"text\":\"x\"}\n")});
  one.jobs[0].routes = {path("de.jsonl"), path("en.jsonl")};
  one.jobs[0].routes_on_demand = true;
  const auto route_to = [](uint32_t route) {
    return [route](Document&) { return Verdict::keep_on(route); };
  };
  run(one, {{"route", route_to(1)}});
  EXPECT_FALSE(exists("de.jsonl"));
  EXPECT_TRUE(exists("en.jsonl"));
  EXPECT_THROW(run(one, {{"route", route_to(0)}}), CheckError);
  EXPECT_FALSE(exists("de.jsonl"));
  one.resume = true;
  EXPECT_EQ(run(one, {{"route", route_to(0)}}).jobs_skipped, 1u);
  // The same stats file, but the outputs lie elsewhere.
  one.jobs[0].routes = {path("q/de.jsonl"), path("q/en.jsonl")};
  EXPECT_EQ(run(one, {{"route", route_to(0)}}).jobs_done, 1u);
  EXPECT_TRUE(exists("q/de.jsonl"));
}

TEST_F(RunTest, RoutesOutOfUseAreLookedAtBeforeAnythingIsRead) {
  RunOptions one = options({path("missing.jsonl")});
  one.jobs[0].routes = {path("de.jsonl"), path("en.jsonl")};
  one.jobs[0].routes_on_demand = true;
  one.jobs[0].routes_in_use = 1;
  file("de.jsonl", "{}\n");
  EXPECT_THROW(run(one, {{"keep", keep_all}}), IoError);
  file("en.jsonl", "{}\n");
  EXPECT_THROW(run(one, {{"keep", keep_all}}), ConfigError);
}

TEST_F(RunTest, WhatIsNotAdmittedIsABadRecordAndWhatIsMayBeChanged) {
  RunOptions one = options({file("in.jsonl",
                                 "{\"id\":\"a\",\"text\":\"x\"}\n"
                                 "{\"id\":\"b\",\"text\":\"\"}\n")});
  one.admit = [](Document& document) -> std::optional<BadRecord> {
    if (document.text().empty()) return BadRecord{.reason = "no_words", .offset = 0, .detail = ""};
    document.set_text("longer");
    return std::nullopt;
  };
  const RunResult result = run(one, {{"keep", keep_all}});
  EXPECT_EQ(content("out.jsonl"), "{\"id\":\"a\",\"text\":\"longer\"}\n");
  EXPECT_EQ(content("errors.jsonl"), "{\"id\":\"b\",\"text\":\"\"}\n");
  EXPECT_EQ(result.total.bad_records.at("no_words"), 1u);
  EXPECT_EQ(result.total.ledger.in.documents, 1u);
  EXPECT_EQ(result.total.ledger.in.bytes, 6u);
  EXPECT_EQ(result.total.ledger.changed_bytes, 0);
}

TEST_F(RunTest, AMissingFinalLineEndIsAdded) {
  const std::string first = file("a.jsonl", R"({"id":"a","text":"x"})");
  const std::string second = file("b.jsonl", "{\"id\":\"b\",\"text\":\"y\"}\r");
  run(options({first, second}), {{"keep", keep_all}});
  EXPECT_EQ(content("out.jsonl"),
            "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"b\",\"text\":\"y\"}\r\n");
}

// Between two renames the run may be killed: a stats file that is there tells of what is there.
TEST_F(RunTest, AnEarlierStatsFileIsGoneBeforeTheFirstOutputIsReplaced) {
  const RunOptions some = options({file("in.jsonl", "{\"id\":1,\"text\":\"x\"}\n")});
  run(some, {{"keep", keep_all}});
  ASSERT_TRUE(exists("stats.json"));
  const auto spoil = [&](Document&) {  // out.jsonl cannot be renamed, rejects.jsonl before it can
    for (const std::string& name : names()) {
      if (name.starts_with(".out.jsonl.")) std::filesystem::remove(path(name));
    }
    return Verdict::reject("spoilt");
  };
  EXPECT_THROW(run(some, {{"spoil", spoil}}), IoError);
  EXPECT_NE(content("rejects.jsonl"), "");
  EXPECT_FALSE(exists("stats.json"));
}

// … but one of a run that publishes nothing stays.
TEST_F(RunTest, AnEarlierStatsFileStaysIfNothingIsPublished) {
  const RunOptions some = options({file("in.jsonl", "{\"id\":1,\"text\":\"x\"}\n")});
  run(some, {{"keep", keep_all}});
  const std::string before = stored("stats.json");
  const auto fail = [](Document&) -> Verdict { throw CheckError("no"); };
  EXPECT_THROW(run(some, {{"fail", fail}}), CheckError);
  EXPECT_EQ(stored("stats.json"), before);
}

TEST_F(RunTest, BlankLinesAreNoRecords) {
  const RunResult result = run(
      options({file("in.jsonl", "\n \t\r\n{\"id\":1,\"text\":\"\"}\n\n  ")}), {{"keep", keep_all}});
  EXPECT_EQ(result.total.ledger.in.documents, 1u);
  EXPECT_TRUE(result.total.bad_records.empty());
  EXPECT_EQ(
      std::get<int64_t>(
          std::get<stats::Details::Object>(result.total.details.value).at("blank_lines").value),
      4);
  EXPECT_EQ(content("out.jsonl"), "{\"id\":1,\"text\":\"\"}\n");
}

TEST_F(RunTest, EachStageKeepsALedgerAndTheyAddUpInSeries) {
  std::string lines;
  for (int i = 0; i < 100; ++i) {
    lines += "{\"id\":" + std::to_string(i) + ",\"text\":\"0123456789\"}\n";
  }
  const auto number = [](const Document& document) {
    return std::stoi(std::string(document.id()));
  };
  const std::vector<Stage> stages = {
      {"halve",
       [&](Document& document) {
         return number(document) % 2 == 0 ? Verdict::keep() : Verdict::reject("odd", "why");
       }},
      {"shorten",
       [](Document& document) {
         document.set_text("01234");
         return Verdict::keep();
       }},
      {"tens", [&](Document& document) {
         return number(document) % 10 == 0 ? Verdict::keep() : Verdict::reject("not_ten");
       }}};
  const stats::Ledger ledger = run(options({file("in.jsonl", lines)}), stages).total.ledger;
  EXPECT_EQ(ledger.in.documents, 100u);
  EXPECT_EQ(ledger.in.bytes, 1000u);
  EXPECT_EQ(ledger.out.documents, 10u);
  EXPECT_EQ(ledger.out.bytes, 50u);
  EXPECT_EQ(ledger.rejects.at("odd").documents, 50u);
  EXPECT_EQ(ledger.rejects.at("odd").bytes, 500u);
  EXPECT_EQ(ledger.rejects.at("not_ten").documents, 40u);
  EXPECT_EQ(ledger.rejects.at("not_ten").bytes, 200u);  // at the size in which the stage met them
  EXPECT_EQ(ledger.changed_bytes, -250);
  const Stats stats = stats_file();
  EXPECT_EQ(stats.ledger.out, ledger.out);
  const std::string text = content("stats.json");
  EXPECT_THAT(text, HasSubstr("\"halve\""));
  EXPECT_THAT(text, HasSubstr("\"tens\""));
}

// As they came: what a stage made of them before is not kept.
TEST_F(RunTest, RejectsAreWrittenWholeWithTheReason) {
  RunOptions some = options({file("in.jsonl",
                                  "{\"id\":\"a\",\"text\":\"x\",\"metadata\":{\"k\":1}}\r\n"
                                  "{\"id\":\"b\",\"text\":\"y\"}")});
  run(some, {{"none", [](Document& document) {
                document.set_text("edited");
                return document.id() == "a" ? Verdict::reject("r", "d \"q\"")
                                            : Verdict::reject("s");
              }}});
  EXPECT_EQ(content("out.jsonl"), "");
  EXPECT_EQ(content("rejects.jsonl"),
            "{\"id\":\"a\",\"text\":\"x\",\"metadata\":{\"k\":1,\"reject\":{\"tool\":\"sluice-"
            "test\","
            "\"reason\":\"r\",\"detail\":\"d \\\"q\\\"\"}}}\r\n"
            "{\"id\":\"b\",\"text\":\"y\",\"metadata\":{\"reject\":{\"tool\":\"sluice-test\","
            "\"reason\":\"s\"}}}\n");
}

TEST_F(RunTest, BadRecordsAreCopiedRawAndCounted) {
  const std::string lines =
      "{\"id\":\"a\",\"text\":\"x\"}\nbroken\r\n{\"id\":\"b\"}\n{\"id\":1,\"text\":\"\xff\"}\nend";
  std::vector<std::string> said;
  RunOptions some = options({file("in.jsonl", lines)});
  some.say = [&](const std::string& line) { said.push_back(line); };
  const Stats stats = run(some, {{"keep", keep_all}}).total;
  EXPECT_EQ(content("errors.jsonl"),
            "broken\r\n{\"id\":\"b\"}\n{\"id\":1,\"text\":\"\xff\"}\nend\n");
  EXPECT_EQ(stats.bad_records.at("bad_json"), 2u);
  EXPECT_EQ(stats.bad_records.at("missing_text"), 1u);
  EXPECT_EQ(stats.bad_records.at("invalid_utf8"), 1u);
  EXPECT_EQ(stats.ledger.in.documents, 1u);
  ASSERT_EQ(said.size(), 4u);
  EXPECT_THAT(said[0], HasSubstr("in.jsonl: record 2 at byte 22: bad_json"));
  EXPECT_THAT(said[2], HasSubstr("record 4 at byte 57: invalid_utf8"));
}

TEST_F(RunTest, TooManyBadRecordsPublishNothing) {
  RunOptions some = options({file("in.jsonl", "{\"id\":1,\"text\":\"\"}\nx\ny\n")});
  some.max_errors = MaxErrors::parse("1");
  EXPECT_THROW(run(some, {{"keep", keep_all}}), CheckError);
  EXPECT_THAT(names(), ElementsAre("in.jsonl"));
}

TEST_F(RunTest, RoutesTakeTheirDocuments) {
  std::string lines;
  for (int i = 0; i < 30; ++i) lines += "{\"id\":" + std::to_string(i) + ",\"text\":\"\"}\n";
  RunOptions some = options({file("in.jsonl", lines)});
  some.jobs[0].routes = {path("r0.jsonl"), path("r1.jsonl.gz"), "", path("r3.jsonl.zst")};
  some.chunks.chunk_bytes = 50;
  run(some, {{"route", [](Document& document) {
                return Verdict::keep_on(std::stoul(std::string(document.id())) % 4);
              }}});
  const std::vector<std::string> names = {"r0.jsonl", "r1.jsonl.gz", "", "r3.jsonl.zst"};
  for (size_t route : {0, 1, 3}) {
    std::string expected;
    for (size_t i = route; i < 30; i += 4) {
      expected += "{\"id\":" + std::to_string(i) + ",\"text\":\"\"}\n";
    }
    EXPECT_EQ(content(names[route]), expected);
  }
}

// A tool's fault must not become a write to somewhere.
TEST_F(RunTest, ARouteThatIsNoneAndNoStageAreRefused) {
  const RunOptions some = options({file("in.jsonl", "{\"id\":1,\"text\":\"\"}\n")});
  EXPECT_THROW(run(some, {{"route", [](Document&) { return Verdict::keep_on(1); }}}),
               std::out_of_range);
  EXPECT_THROW(run(some, {}), std::invalid_argument);
  EXPECT_THAT(names(), ElementsAre("in.jsonl"));
}

TEST_F(RunTest, LinesOverTheLimitAreStreamedPastAndCopiedWhole) {
  const std::string large = "{\"id\":\"big\",\"text\":\"" + std::string(5000, 'x') + "\"}";
  const std::string small = "{\"id\":\"a\",\"text\":\"x\"}\n";
  for (const size_t chunk_bytes : {1, 7, 100, 100'000}) {
    for (const std::string& end : std::vector<std::string>{"", "\n", "\r\n", "\n" + small}) {
      RunOptions some = options({file("in.jsonl", small + large + end)});
      some.max_document_bytes = 200;
      some.chunks.chunk_bytes = chunk_bytes;
      const Stats stats = run(some, {{"keep", keep_all}}).total;
      EXPECT_EQ(stats.bad_records.at("document_too_large"), 1u);
      EXPECT_EQ(content("errors.jsonl"), large + (end == "\r\n" ? "\r\n" : "\n")) << chunk_bytes;
      EXPECT_EQ(content("out.jsonl"), end.ends_with("}\n") ? small + small : small);
    }
  }
}

// Token counts (DESIGN, section 2).

std::string counted(const std::string& id, const std::string& text, int count,
                    const std::string& tokenizer) {
  return "{\"id\":\"" + id + "\",\"text\":\"" + text +
         "\",\"metadata\":{\"token_count\":" + std::to_string(count) + ",\"tokenizer\":\"" +
         tokenizer + "\"}}\n";
}

Verdict cut_text(Document& document) {
  if (document.id() == "cut") document.set_text("one two");
  return Verdict::keep();
}

TEST_F(RunTest, CountsAreStoredWhereTheyAreMissingOrOfAnotherTokenizer) {
  const test::WordCounter counter;
  RunOptions some = options(
      {file("in.jsonl", "{\"id\":\"a\",\"text\":\"x y z\"}\n" + counted("b", "x y", 9, "other@2") +
                            counted("c", "x y", 5, "words@1"))});
  some.tokens.counter = &counter;
  const Stats stats = run(some, {{"keep", keep_all}}).total;
  // What the same tokenizer stored is believed.
  EXPECT_EQ(content("out.jsonl"),
            "{\"id\":\"a\",\"text\":\"x y z\",\"metadata\":{\"token_count\":3,"
            "\"tokenizer\":\"words@1\"}}\n" +
                counted("b", "x y", 2, "words@1") + counted("c", "x y", 5, "words@1"));
  EXPECT_EQ(stats.ledger.in.tokens, 10u);
  EXPECT_EQ(stats.ledger.out.tokens, 10u);
  EXPECT_EQ(stats.ledger.tokens.name(), "words@1");
  ASSERT_TRUE(stats.tokenizer);
  EXPECT_EQ(stats.tokenizer->vocab_size, 1000u);
}

// A tool that makes the tokens has the true number at hand.
TEST_F(RunTest, StoredCountsNeedNotBeBelieved) {
  const test::WordCounter counter;
  RunOptions some = options({file("in.jsonl", counted("c", "x y", 5, "words@1"))});
  some.tokens.counter = &counter;
  some.tokens.believe = false;
  run(some, {{"keep", keep_all}});
  EXPECT_EQ(content("out.jsonl"), counted("c", "x y", 2, "words@1"));
  EXPECT_EQ(stats_file().ledger.in.tokens, 2u);
}

TEST_F(RunTest, CountsAreMadeAnewExactlyWhenAStageChangesTheText) {
  // Counts how often it counts.
  class Counter : public test::WordCounter {
   public:
    uint64_t count(std::string_view text) const override {
      ++calls;
      return WordCounter::count(text);
    }
    mutable std::atomic<int> calls = 0;
  };
  const Counter counter;
  RunOptions some = options({file("in.jsonl", counted("cut", "a b c d", 4, "words@1") +
                                                  counted("left", "a b c", 3, "words@1"))});
  some.tokens.counter = &counter;
  const Stats stats = run(some, {{"first", keep_all}, {"cut", cut_text}, {"last", keep_all}}).total;
  EXPECT_EQ(counter.calls, 1);
  EXPECT_EQ(content("out.jsonl"),
            counted("cut", "one two", 2, "words@1") + counted("left", "a b c", 3, "words@1"));
  EXPECT_EQ(stats.ledger.in.tokens, 7u);
  EXPECT_EQ(stats.ledger.out.tokens, 5u);
  EXPECT_EQ(stats.ledger.changed_tokens, -2);
}

TEST_F(RunTest, StoredCountsAddUpWithoutACounter) {
  const Stats stats =
      run(options({file("in.jsonl", counted("a", "x", 4, "t@1") + counted("b", "y", 5, "t@1"))}),
          {{"keep", keep_all}})
          .total;
  EXPECT_EQ(stats.ledger.in.tokens, 9u);
  EXPECT_EQ(stats.ledger.tokens.name(), "t@1");
  ASSERT_TRUE(stats_file().counted_by());
  EXPECT_EQ(stats_file().counted_by()->label(), "t@1");
}

TEST_F(RunTest, MixedMissingOrImpossibleCountsMakeTokensNull) {
  const std::string good = counted("a", "x", 4, "t@1");
  for (const std::string& other :
       {counted("b", "y", 5, "t@2"), std::string("{\"id\":\"b\",\"text\":\"y\"}\n"),
        counted("b", "y", -1, "t@1"),
        std::string("{\"id\":\"b\",\"text\":\"y\",\"metadata\":{\"token_count\":"
                    "18446744073709551615,\"tokenizer\":\"t@1\"}}\n"),
        std::string("{\"id\":\"b\",\"text\":\"y\",\"metadata\":{\"token_count\":3}}\n")}) {
    const Stats stats = run(options({file("in.jsonl", good + other)}), {{"keep", keep_all}}).total;
    EXPECT_FALSE(stats.ledger.tokens.valid()) << other;
    EXPECT_FALSE(stats_file().counted_by()) << other;
    EXPECT_EQ(content("out.jsonl"), good + other);
  }
}

// A count that no longer holds would be added up by every later tool.
TEST_F(RunTest, AStaleCountIsRemovedWhereNobodyCounts) {
  const std::string left = counted("left", "a b c", 3, "words@1");
  for (const bool stored : {true, false}) {
    RunOptions some = options({file("in.jsonl", counted("cut", "a b", 2, "words@1") + left)});
    some.tokens.stored = stored;
    const Stats stats = run(some, {{"cut", cut_text}, {"last", keep_all}}).total;
    EXPECT_EQ(content("out.jsonl"),
              "{\"id\":\"cut\",\"text\":\"one two\",\"metadata\":{}}\n" + left)
        << "--tokenizer " << (stored ? "stored" : "none");
    EXPECT_FALSE(stats.ledger.tokens.valid());
  }
}

// Fields within each other make the document settle its edits into buffers that it recycles, so
// what was a view of the line before a stage is none any more behind it.
TEST_F(RunTest, TheLedgerHoldsIdsThatStagesMovedAbout) {
  std::string lines;
  for (int i = 0; i < 50; ++i) {
    lines += "{\"text\":\"\",\"metadata\":{\"a\":{\"b\":1}},\"id\":\"a rather long id, number " +
             std::to_string(i) + "\"}\n";
  }
  Fields fields;
  const FieldId outer = fields.add("metadata.a");
  const FieldId inner = fields.add("metadata.a.b");
  const auto stir = [&](Document& document) {
    for (int i = 0; i < 5; ++i) {
      document.set(inner, std::string(static_cast<size_t>(100 * i), 'x'));
      document.remove(outer);
      document.set(inner, uint64_t{1});
    }
    return Verdict::keep();
  };
  const auto stir_and_halve = [&](Document& document) {
    stir(document);
    return document.id().ends_with('1') ? Verdict::reject("one") : Verdict::keep();
  };
  const stats::Ledger ledger =
      run(options({file("in.jsonl", lines)}),
          {{"first", stir}, {"second", stir}, {"third", stir_and_halve}}, &fields)
          .total.ledger;
  EXPECT_EQ(ledger.out.documents, 45u);
  EXPECT_EQ(ledger.rejects.at("one").documents, 5u);
}

// Same bytes out (DESIGN, section 4).

// Stages that look at everything a stage may do.
std::vector<Stage> busy_stages(FieldId note) {
  return {{"note",
           [note](Document& document) {
             if (document.text_bytes() % 3 == 0) document.set(note, document.text_bytes());
             if (document.text_bytes() % 7 == 1) return Verdict::reject("one", "of seven");
             return Verdict::keep();
           }},
          {"cut", [](Document& document) {
             if (document.text_bytes() % 5 == 0) {
               document.set_text(std::string(document.text()) + " and more");
             }
             if (document.text_bytes() % 11 == 0) return Verdict::reject("eleven");
             return Verdict::keep_on(document.text_bytes() % 2);
           }}};
}

TEST_F(RunTest, BytesOutDoNotDependOnThreadsOrBatches) {
  const test::WordCounter counter;
  constexpr size_t kLines = kSanitized ? 60 : 250;
  for (uint64_t seed = 0; seed < (kSanitized ? 2 : 4); ++seed) {
    std::mt19937_64 random(seed);
    const std::string plain = test::random_lines(kLines, seed % 2 == 0 ? 10 : 0, random);
    const std::string gzip = io::test::compressed(
        io::Compression::gzip, test::random_lines(kLines, 15, random), 1000 + random() % 10'000);
    const std::string zstd = io::test::compressed(
        io::Compression::zstd, test::random_lines(kLines, 0, random), 1000 + random() % 10'000);
    RunOptions some = options({file("a.jsonl", plain), file("b.jsonl.gz", gzip),
                               file("c.jsonl.zst", zstd), file("d.jsonl", "")});
    some.jobs[0].routes = {path("even.jsonl.zst"), path("odd.jsonl")};
    some.tokens.counter = seed % 3 == 0 ? &counter : nullptr;
    some.max_document_bytes = seed % 2 == 0 ? 3000 : 1 << 20;
    some.channels.block_bytes = 5000;
    std::vector<std::string> first;
    Stats first_stats;
    for (const auto& [threads, chunk] : std::vector<std::pair<size_t, size_t>>{
             {1, 1 << 20}, {1, 1}, {2, 10}, {3, 333}, {8, 1}, {8, 4096}, {5, 1 << 20}}) {
      some.threads = threads;
      some.chunks.chunk_bytes = chunk;
      Fields fields;
      const FieldId note = fields.add("metadata.note");
      Stats stats = run(some, busy_stages(note), &fields).total;
      stats.run = {};
      std::vector<std::string> now;
      for (const char* name : {"even.jsonl.zst", "odd.jsonl", "rejects.jsonl", "errors.jsonl"}) {
        now.push_back(stored(name));
      }
      now.push_back(stats::to_json(stats));
      if (first.empty()) first = now;
      for (size_t i = 0; i < now.size(); ++i) {
        ASSERT_EQ(now[i], first[i]) << "seed " << seed << ", " << threads << " threads, batches of "
                                    << chunk << ", output " << i;
      }
    }
    EXPECT_GT(first[0].size(), 100u);
    EXPECT_GT(first[2].size(), 100u);
  }
}

TEST_F(RunTest, JoiningShardsEqualsRunningTheJoinedInput) {
  std::mt19937_64 random(7);
  std::vector<std::string> shards;
  for (int i = 0; i < 4; ++i) {
    std::string lines = test::random_lines(100, 12, random);
    if (!lines.ends_with('\n')) lines += '\n';
    shards.push_back(lines);
  }
  std::string all;
  std::vector<std::string> paths;
  std::string out;
  std::string rejects;
  std::string errors;
  for (size_t i = 0; i < shards.size(); ++i) {
    all += shards[i];
    Fields fields;
    const FieldId note = fields.add("metadata.note");
    RunOptions one = options({file("shard", shards[i])});
    one.jobs[0].routes.push_back("");
    run(one, busy_stages(note), &fields);
    out += content("out.jsonl");
    rejects += content("rejects.jsonl");
    errors += content("errors.jsonl");
  }
  Fields fields;
  const FieldId note = fields.add("metadata.note");
  RunOptions whole = options({file("whole", all)});
  whole.jobs[0].routes.push_back("");
  run(whole, busy_stages(note), &fields);
  EXPECT_EQ(content("out.jsonl"), out);
  EXPECT_EQ(content("rejects.jsonl"), rejects);
  EXPECT_EQ(content("errors.jsonl"), errors);
}

// A document over 16 MiB is carried through alone; its neighbours and the order stay what they are.
TEST_F(RunTest, HugeDocumentsTravelAlone) {
  const auto huge = [](char id, size_t size) {
    return std::string("{\"id\":\"") + id + "\",\"text\":\"" + std::string(size, id) + "\"}\n";
  };
  constexpr size_t kMiB = size_t{1} << 20;
  std::string lines;
  for (int i = 0; i < 500; ++i) lines += counted("a", "river mill", 2, "words@1");
  const std::string in = lines + huge('a', 17 * kMiB) + huge('b', 20 * kMiB) + lines +
                         huge('c', 19 * kMiB) + lines + huge('d', 16 * kMiB);
  std::atomic<int> at_work = 0;
  std::atomic<bool> had_company = false;
  RunOptions some = options({file("in.jsonl", in)});
  for (const size_t threads : {1, 4}) {
    some.threads = threads;
    some.chunks.chunk_bytes = kMiB / 4;
    run(some, {{"look", [&](Document& document) {
                  const int others = at_work++;
                  if (document.text_bytes() > 16 * kMiB && others > 0) had_company = true;
                  if (document.text_bytes() > 16 * kMiB) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(20));
                    if (at_work > 1) had_company = true;
                  }
                  --at_work;
                  return Verdict::keep();
                }}});
    EXPECT_TRUE(content("out.jsonl") == in);  // too long to be shown
    EXPECT_FALSE(had_company);
  }
}

// What goes wrong publishes nothing.

TEST_F(RunTest, AnExceptionOfAStagePublishesNothing) {
  std::mt19937_64 random(1);
  const std::string in = file("in.jsonl", test::random_lines(500, 0, random));
  for (const size_t threads : {1, 4}) {
    RunOptions some = options({in});
    some.threads = threads;
    some.chunks.chunk_bytes = 100;
    std::atomic<int> seen = 0;
    const auto fail = [&](Document&) -> Verdict {
      if (++seen == 200) throw IoError("model", "is gone");
      return Verdict::keep();
    };
    EXPECT_THROW(run(some, {{"fail", fail}}), IoError);
    EXPECT_THAT(names(), ElementsAre("in.jsonl"));
  }
}

TEST_F(RunTest, ASignalStopsTheRunAndPublishesNothing) {
  std::mt19937_64 random(1);
  const std::string in = file("in.jsonl", test::random_lines(2000, 0, random));
  for (const size_t threads : {1, 4}) {
    RunOptions some = options({in});
    some.threads = threads;
    some.chunks.chunk_bytes = 100;
    std::atomic<int> seen = 0;
    const auto raise = [&](Document&) {
      if (++seen == 100) io::interrupt::raise(SIGINT);
      return Verdict::keep();
    };
    try {
      run(some, {{"raise", raise}});
      ADD_FAILURE() << "was not interrupted";
    } catch (const Interrupted& error) {
      EXPECT_EQ(static_cast<int>(error.code()), 128 + SIGINT);
    }
    EXPECT_LT(seen, 1900);
    EXPECT_THAT(names(), ElementsAre("in.jsonl"));
    io::interrupt::reset();
  }
}

TEST_F(RunTest, EarlierOutputsStayWhereALaterRunFails) {
  const std::string in = file("in.jsonl", "{\"id\":1,\"text\":\"\"}\n");
  run(options({in}), {{"keep", keep_all}});
  const std::string before = content("out.jsonl");
  EXPECT_THROW(run(options({file("bad.jsonl", "x\n")}), {{"keep", keep_all}}), CheckError);
  EXPECT_EQ(content("out.jsonl"), before);
}

// A pending file that vanishes makes its rename fail: what comes after it must not appear.
TEST_F(RunTest, PublishesRejectsErrorsRoutesStatsInThisOrder) {
  const std::string in = file("in.jsonl", "{\"id\":1,\"text\":\"\"}\n");
  const std::vector<std::string> order = {"rejects.jsonl", "errors.jsonl", "out.jsonl",
                                          "second.jsonl", "stats.json"};
  for (size_t lost = 0; lost < order.size(); ++lost) {
    for (const std::string& name : order) std::filesystem::remove(path(name));
    RunOptions some = options({in});
    some.jobs[0].routes.push_back(path("second.jsonl"));
    const auto sabotage = [&](Document&) {
      for (const std::string& name : names()) {
        if (name.starts_with("." + order[lost])) std::filesystem::remove(path(name));
      }
      return Verdict::keep();
    };
    EXPECT_THROW(run(some, {{"sabotage", sabotage}}), IoError) << order[lost];
    for (size_t i = 0; i < order.size(); ++i) {
      EXPECT_EQ(exists(order[i]), i < lost) << order[i] << " without " << order[lost];
    }
  }
}

TEST_F(RunTest, ATruncatedInputIsRefusedUnlessAllowed) {
  std::mt19937_64 random(3);
  const std::string lines = test::random_lines(400, 0, random);
  for (const io::Compression compression : {io::Compression::gzip, io::Compression::zstd}) {
    const std::string whole = io::test::compressed(compression, lines, 20'000);
    RunOptions some = options({file("in", whole.substr(0, whole.size() - 100))});
    try {
      run(some, {{"keep", keep_all}});
      ADD_FAILURE() << "was taken";
    } catch (const IoError& error) {
      EXPECT_EQ(error.code(), ExitCode::io);
      EXPECT_THAT(error.what(), HasSubstr("--allow-truncated"));
    }
    EXPECT_THAT(names(), ElementsAre("in"));
    some.allow_truncated = true;
    const Stats stats = run(some, {{"keep", keep_all}}).total;
    EXPECT_EQ(stats.bad_records.at("truncated_input"), 1u);
    EXPECT_GT(stats.ledger.out.documents, 0u);
    std::filesystem::remove_all(path(""));
    std::filesystem::create_directory(path(""));
  }
}

// Which of two faults stops a run must not depend on whether they fall into one batch.
TEST_F(RunTest, BadRecordsBeforeATruncationAreJudgedBeforeIt) {
  const std::string whole =
      io::test::compressed(io::Compression::gzip, "{\"id\":1,\"text\":\"\"}\nbad\nbad\n", 1000);
  for (const size_t chunk_bytes : {1, 1 << 20}) {
    RunOptions some = options({file("in.gz", whole.substr(0, whole.size() - 4))});
    some.chunks.chunk_bytes = chunk_bytes;
    some.max_errors = MaxErrors::parse("1");
    EXPECT_THROW(run(some, {{"keep", keep_all}}), CheckError) << chunk_bytes;
    some.max_errors = MaxErrors::parse("2");
    EXPECT_THROW(run(some, {{"keep", keep_all}}), IoError) << chunk_bytes;
  }
}

TEST_F(RunTest, DamagedMembersAreBadRecordsAndTheRestIsRead) {
  const std::string line = "{\"id\":1,\"text\":\"river mill weir\"}\n";
  const std::string good = io::test::compressed(io::Compression::zstd, line, 1000);
  std::string damaged = good;
  damaged[damaged.size() - 1] = static_cast<char>(damaged.back() ^ 1);  // its checksum
  RunOptions some = options({file("in.zst", good + damaged + good)});
  const Stats stats = run(some, {{"keep", keep_all}}).total;
  EXPECT_EQ(stats.bad_records.at("damaged_stream"), 1u);
  EXPECT_EQ(content("out.jsonl"), line + line);
}

TEST_F(RunTest, TheStatsFileHoldsWhatWasDone) {
  const std::string in =
      file("in.jsonl", "{\"id\":1,\"text\":\"ab\"}\nbad\n{\"id\":2,\"text\":\"c\"}\n");
  RunOptions some = options({in});
  some.jobs[0].rejects.clear();
  some.jobs[0].errors.clear();
  run(some, {{"first", [](Document& document) {
                return document.id() == "1" ? Verdict::keep() : Verdict::reject("second");
              }}});
  const Stats stats = stats_file();
  EXPECT_EQ(stats.tool, "sluice-test");
  EXPECT_EQ(stats.version, "1");
  EXPECT_EQ(stats.config_digest, "c0ffee");
  EXPECT_EQ(stats.ledger.in.documents, 2u);
  EXPECT_EQ(stats.ledger.in.bytes, 3u);
  EXPECT_EQ(stats.ledger.out.documents, 1u);
  EXPECT_EQ(stats.ledger.rejects.at("second").documents, 1u);
  EXPECT_EQ(stats.bad_records.at("bad_json"), 1u);
  EXPECT_THAT(stats.run.command, ElementsAre("sluice-test"));
  ASSERT_EQ(stats.run.inputs.size(), 1u);
  EXPECT_EQ(stats.run.inputs[0].path, in);
  EXPECT_EQ(stats.run.inputs[0].bytes, std::filesystem::file_size(in));
  ASSERT_EQ(stats.run.outputs.size(), 1u);
  EXPECT_EQ(stats.run.outputs[0].path, path("out.jsonl"));
  EXPECT_EQ(stats.run.outputs[0].bytes, content("out.jsonl").size());
}

// Each job's stats file tells of its own documents; the pipeline's counters stay.
TEST_F(RunTest, AToolAddsWhatItCountedToEachJobsDetails) {
  const std::string line = "{\"id\":\"a\",\"text\":\"x\"}\n";
  RunOptions two = options({file("in.jsonl", line + "\n" + line)});
  two.jobs.push_back(two.jobs.front());
  two.jobs.back().inputs = {{.name = file("more.jsonl", line), .command = {}}};
  two.jobs.back().stats = path("more.json");
  std::atomic<int64_t> judged = 0;
  two.add_details = [&](const Job&, stats::Details::Object& details) {
    EXPECT_TRUE(details.contains("blank_lines"));
    details["judged"] = {judged.exchange(0)};
  };
  const RunResult result = run(two, {{"count", [&](Document&) {
                                        ++judged;
                                        return Verdict::keep();
                                      }}});
  const auto judged_in = [](const Stats& stats) {
    return std::get<stats::Details::Object>(stats.details.value).at("judged");
  };
  EXPECT_EQ(judged_in(stats_file()), (stats::Details{int64_t{2}}));
  EXPECT_EQ(judged_in(result.total), (stats::Details{int64_t{3}}));
}

TEST_F(RunTest, RollingOutputsAreTheSameWhateverTheThreads) {
  std::mt19937_64 random(5);
  const std::string in = file("in.jsonl", test::random_lines(500, 0, random));
  std::vector<std::string> first;
  for (const size_t threads : {1, 6}) {
    RunOptions some = options({in});
    some.threads = threads;
    some.chunks.chunk_bytes = threads == 1 ? 1 << 20 : 500;
    some.jobs[0].routes = {path("part-{}.jsonl")};
    some.jobs[0].shard_bytes = 10'000;
    run(some, {{"keep", keep_all}});
    std::vector<std::string> now;
    for (const stats::FileUse& output : stats_file().run.outputs) {
      if (output.path.find("part-") == std::string::npos) continue;
      now.push_back(test::stored_at(output.path));
      EXPECT_LE(now.back().size(), 60'000u);
    }
    EXPECT_GT(now.size(), 3u);
    if (first.empty()) first = now;
    EXPECT_EQ(now, first);
  }
}

// A shard of an earlier, longer run would pass for a part of this one.
TEST_F(RunTest, LeftoverShardsStopARollingRun) {
  std::mt19937_64 random(6);
  RunOptions some = options({file("in.jsonl", test::random_lines(100, 0, random))});
  some.jobs[0].routes = {path("part-{}.jsonl")};
  some.jobs[0].shard_bytes = 10'000;
  run(some, {{"keep", keep_all}});
  run(some, {{"keep", keep_all}});  // the same again overwrites all of them
  some.jobs[0].shard_bytes = 1'000'000;
  EXPECT_THROW(run(some, {{"keep", keep_all}}), CheckError);
  EXPECT_LE(content("part-00000.jsonl").size(), 60'000u);
}

TEST_F(RunTest, SeveralJobsArePublishedOneByOneAndAddedUp) {
  RunOptions some = options({});
  some.jobs.clear();
  for (int i = 0; i < 3; ++i) {
    const std::string number = std::to_string(i);
    Job job;
    job.name = number;
    job.inputs = {
        {.name = file("in" + number,
                      i == 2 ? "bad\n" : counted("a" + number, "x", 3 + i, "t@" + number)),
         .command = {}}};
    job.routes = {path("out" + number)};
    some.jobs.push_back(job);
  }
  const auto two = std::vector<Job>(some.jobs.begin(), some.jobs.begin() + 2);
  RunOptions good = some;
  good.jobs = two;
  const RunResult result = run(good, {{"keep", keep_all}});
  EXPECT_EQ(result.jobs_done, 2u);
  EXPECT_EQ(result.total.ledger.in.documents, 2u);
  EXPECT_FALSE(result.total.ledger.tokens.valid());  // two tokenizers
  for (const char* name : {"out0", "out1"}) std::filesystem::remove(path(name));
  EXPECT_THROW(run(some, {{"keep", keep_all}}), CheckError);
  EXPECT_TRUE(exists("out0") && exists("out1"));
  EXPECT_FALSE(exists("out2"));
}

}  // namespace
}  // namespace sluice::pipeline

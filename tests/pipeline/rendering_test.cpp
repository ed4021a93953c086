#include "pipeline/rendering.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "pipeline/run.h"
#include "pipeline/support.h"

namespace sluice::pipeline {
namespace {

using testing::HasSubstr;

// Writes the texts one after the other behind a header that tells their size, and on a second
// output where each of them begins.
class Offsets : public Rendering {
 public:
  static constexpr size_t kHead = 20;

  void render(Document& document, uint32_t channel, Batch& batch) const override {
    if (!batch.rendered) batch.rendered = std::make_unique<Sizes>();
    static_cast<Sizes&>(*batch.rendered).sizes.push_back(document.text().size());
    const size_t at = batch.scratch.size();
    batch.scratch.append(document.text());
    batch.emit_scratch(channel, at);
  }

  void compose(Batch& batch) override {
    if (!batch.rendered) return;
    for (const size_t size : static_cast<Sizes&>(*batch.rendered).sizes) {
      emit(kFirstRoute + 1, std::to_string(offset_) + "\n", batch);
      offset_ += size;
    }
  }

  bool finish(Batch& batch) override {
    batch.count("texts", "pieces_at_end");
    emit(kFirstRoute + 1, "end\n", batch);
    if (++finished_ < 3) return true;
    batch.overwrites.push_back({.channel = kFirstRoute, .offset = 0, .bytes = head()});
    return false;
  }

  std::string head() const {
    std::string head = std::to_string(offset_);
    return head + std::string(kHead - head.size(), '.');
  }

 private:
  struct Sizes : Rendered {
    void clear() override { sizes.clear(); }
    std::vector<size_t> sizes;
  };

  static void emit(uint32_t channel, const std::string& line, Batch& batch) {
    const size_t at = batch.scratch.size();
    batch.scratch.append(line);
    batch.emit_scratch(channel, at);
  }

  uint64_t offset_ = 0;
  int finished_ = 0;
};

// As Offsets, with room for the header in front.
class Headed : public Offsets {
 public:
  void compose(Batch& batch) override {
    if (!begun_) {
      static const std::string kRoom(kHead, '?');
      batch.emissions.insert(batch.emissions.begin(), {kFirstRoute, kRoom.data(), 0, kHead});
    }
    begun_ = true;
    Offsets::compose(batch);
  }

 private:
  bool begun_ = false;
};

class RenderingTest : public test::InFolder {
 protected:
  RunOptions options(const std::string& input) const {
    RunOptions options;
    options.identity = {.tool = "sluice-test", .version = "1", .config_digest = "c0ffee"};
    Job job;
    job.name = "test";
    job.inputs.push_back({.name = input, .command = {}});
    job.routes = {path("out"), path("offsets.gz")};
    job.rejects = path("rejects.jsonl");
    options.jobs = {job};
    options.max_errors = MaxErrors::parse("100%");
    options.make_rendering = [](const Job&) { return std::make_shared<Headed>(); };
    return options;
  }

  static RunResult run(const RunOptions& options) {
    Fields fields;
    const auto judge = [](Document& document) {
      return document.text().size() % 5 == 4 ? Verdict::reject("five") : Verdict::keep();
    };
    return pipeline::run(options, fields, {{"judge", judge}});
  }
};

TEST_F(RenderingTest, WritesWhatItMakesOfDocumentsAndOfTheirOrder) {
  const std::string input = file("in.jsonl",
                                 "{\"id\":1,\"text\":\"ab\"}\n"
                                 "{\"id\":2,\"text\":\"four\"}\n"
                                 "{\"id\":3,\"text\":\"\\u00e9\"}");
  const RunResult result = run(options(input));
  EXPECT_EQ(content("out"),
            "4..................."
            "ab"
            "é");
  EXPECT_EQ(content("offsets.gz"), "0\n2\nend\nend\nend\n");
  EXPECT_THAT(content("rejects.jsonl"), HasSubstr("\"four\""));
  EXPECT_EQ(result.total.ledger.out.documents, 2u);
  EXPECT_EQ(result.total.ledger.out.bytes, 4u);
}

TEST_F(RenderingTest, TheBytesDoNotDependOnThreadsAndBatches) {
  std::mt19937_64 random(11);
  const std::string input = file("in.jsonl", test::random_lines(3000, 40, random));
  std::vector<std::string> outputs;
  for (const auto& [threads, batch] :
       {std::pair<size_t, size_t>{1, 1 << 20}, {1, 100}, {2, 4000}, {4, 1000}}) {
    RunOptions one = options(input);
    one.threads = threads;
    one.chunks.chunk_bytes = batch;
    run(one);
    outputs.push_back(content("out") + content("offsets.gz"));
    EXPECT_EQ(outputs.back(), outputs.front());
  }
}

TEST_F(RenderingTest, AHeaderCannotBePutOverWhatIsGone) {
  RunOptions one = options(file("in.jsonl", "{\"id\":1,\"text\":\"ab\"}\n"));
  one.jobs.front().routes.front() = "/dev/null";
  try {
    run(one);
    FAIL() << "was written";
  } catch (const IoError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/dev/null"));
  }
  EXPECT_FALSE(exists("offsets.gz"));
}

}  // namespace
}  // namespace sluice::pipeline

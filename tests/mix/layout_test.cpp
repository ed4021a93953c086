#include "mix/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "complaint.h"
#include "io/outputs.h"
#include "mix/order.h"

namespace sluice::mix {
namespace {

using testing::HasSubstr;

constexpr const char* kDigest = "3f9a";
const io::SortOptions kSort{.memory = size_t{1} << 16, .folder = testing::TempDir()};

MixPlan plan_of(size_t sources) {
  MixPlan plan;
  for (size_t i = 0; i < sources; ++i) {
    SourcePlan source;
    source.name = "s" + std::to_string(i);
    plan.sources.push_back(source);
  }
  return plan;
}

// By source.
using Corpora = std::vector<std::vector<Counted>>;

Corpora random_corpora(size_t sources, uint64_t seed) {
  std::mt19937_64 random(seed);
  Corpora corpora(sources);
  for (std::vector<Counted>& corpus : corpora) {
    for (uint64_t i = random() % 500; i > 0; --i) {
      corpus.push_back({.id = random(),
                        .tokens = random() % 300,
                        .copies = static_cast<uint32_t>(random() % 3 + 1)});
    }
  }
  return corpora;
}

// The counts in so many files.
std::vector<std::string> count_files(const Corpora& corpora, size_t parts) {
  std::vector<std::string> files;
  for (size_t part = 0; part < parts; ++part) {
    io::test::MemoryOutput out;
    CountWriter writer(out, kDigest, corpora.size());
    for (uint32_t source = 0; source < corpora.size(); ++source) {
      for (size_t i = part; i < corpora[source].size(); i += parts) {
        writer.add(source, corpora[source][i]);
      }
    }
    writer.finish(1);
    files.push_back(out.bytes());
  }
  return files;
}

Layout laid_out(const MixPlan& plan, const Corpora& corpora, size_t parts = 1) {
  const std::vector<std::string> bytes = count_files(corpora, parts);
  std::vector<CountFile> files;
  for (const std::string& one : bytes) files.emplace_back(one, "x.counts", kDigest);
  return lay_out(plan, files, kSort);
}

std::string bytes_of(const Layout& layout) {
  io::test::MemoryOutput out;
  write_layout(layout, out, kDigest);
  return out.bytes();
}

TEST(Layout, NumbersAreThoseOfTheDocuments) {
  MixPlan plan = plan_of(4);
  plan.validation = 0.1;
  plan.shares = Shares::unimax;
  plan.tokens = 200'000;
  const Corpora corpora = random_corpora(4, 1);
  const Layout layout = laid_out(plan, corpora);
  uint64_t quotas = 0;
  for (uint32_t source = 0; source < 4; ++source) {
    const SourceLayout& one = layout.sources[source];
    const uint64_t seed = source_seed(plan.seed, plan.sources[source].name);
    uint64_t tokens = 0;
    uint64_t held_out = 0;
    uint64_t available = 0;
    for (const Counted& document : corpora[source]) {
      if (is_validation(document.id, plan.validation)) {
        held_out += document.tokens;
        continue;
      }
      available += document.tokens;
      one.choice.for_each_copy(seed, source, document,
                               [&](const Copy&) { tokens += document.tokens; });
    }
    EXPECT_EQ(one.tokens, tokens);
    EXPECT_EQ(one.held_out_tokens, held_out);
    EXPECT_EQ(one.amount.tokens, available);
    EXPECT_GE(tokens, one.quota.tokens);
    EXPECT_LT(tokens - one.quota.tokens, 300);  // a document
    quotas += one.quota.tokens;
  }
  EXPECT_EQ(quotas, 200'000);
}

TEST(Layout, DoesNotDependOnHowCountsAreDivided) {
  MixPlan plan = plan_of(3);
  plan.validation = 0.05;
  plan.shares = Shares::temperature;
  plan.tokens = 150'000;
  const Corpora corpora = random_corpora(3, 2);
  const std::string expected = bytes_of(laid_out(plan, corpora));
  for (const size_t parts : {2, 5, 1000}) {
    EXPECT_EQ(bytes_of(laid_out(plan, corpora, parts)), expected) << parts;
  }
}

TEST(Layout, SourcesOfWhichNothingIsAskedHoldNothingOut) {
  MixPlan plan = plan_of(2);
  plan.validation = 0.5;
  plan.sources[0].tokens = 0;
  const Corpora corpora = random_corpora(2, 3);
  const Layout layout = laid_out(plan, corpora);
  EXPECT_EQ(layout.sources[0].held_out, 0);
  EXPECT_EQ(layout.sources[0].tokens, 0);
  EXPECT_GT(layout.sources[1].held_out, 0);
  EXPECT_EQ(layout.validation_files, 1);
}

// Else sums wrap around, and quotas are of what is left.
TEST(Layout, IsRefusedWhereTokensCannotBeCounted) {
  constexpr uint64_t kTokens = (uint64_t{1} << 48) - 1;
  const std::vector<Counted> many(33, {.id = 1, .tokens = kTokens});
  const auto complaint = [](const Corpora& corpora) {
    MixPlan plan = plan_of(corpora.size());
    plan.shard_tokens = uint64_t{1} << 53;
    return complaint_of<CheckError>([&] { laid_out(plan, corpora); });
  };
  EXPECT_EQ(complaint({std::vector<Counted>(many.begin(), many.end() - 1)}), "");
  EXPECT_THAT(complaint({many}),
              HasSubstr("'s0' and those before it have over 9,007,199,254,740,992"));
  EXPECT_THAT(complaint({{many[0]}, many}), HasSubstr("'s1' and those before it"));
  const std::vector<Counted> copies(5, {.id = 1, .tokens = kTokens, .copies = 65'535});
  EXPECT_THAT(complaint({copies}), HasSubstr("over 9,007,199,254,740,992 tokens"));
}

TEST(Layout, HasAsManyFilesAsItsTokensTake) {
  MixPlan plan = plan_of(1);
  const auto files = [&](uint64_t tokens, uint64_t of_a_file) {
    plan.shard_tokens = of_a_file;
    return laid_out(plan, {{{.id = 1, .tokens = tokens}}}).files;
  };
  EXPECT_EQ(files(0, 10), 1);
  EXPECT_EQ(files(10, 10), 1);
  EXPECT_EQ(files(11, 10), 2);
  EXPECT_EQ(files(1 << 20, 1), 1 << 20);
  EXPECT_THAT(complaint_of<CheckError>([&] { files((1 << 20) + 1, 1); }),
              HasSubstr("shard_tokens = 1 makes 1,048,577 files of the mix; at most 1,048,576"));
  plan.validation = 0.5;
  EXPECT_EQ(laid_out(plan, {{}}).validation_files, 0);
}

TEST(Layout, ReadsWhatWasWritten) {
  MixPlan plan = plan_of(3);
  plan.tokens = 100'000;
  plan.validation = 0.2;
  const Layout layout = laid_out(plan, random_corpora(3, 4));
  const std::string bytes = bytes_of(layout);
  const Layout read = read_layout(bytes, "x.choice", kDigest);
  EXPECT_EQ(bytes_of(read), bytes);
  ASSERT_EQ(read.sources.size(), 3);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read.sources[i].choice.last_key, layout.sources[i].choice.last_key);
    EXPECT_EQ(read.sources[i].quota.tokens, layout.sources[i].quota.tokens);
    EXPECT_EQ(read.sources[i].held_out_tokens, layout.sources[i].held_out_tokens);
    EXPECT_EQ(read.sources[i].amount.epoch_tokens, layout.sources[i].amount.epoch_tokens);
  }
  EXPECT_EQ(read.tokens(), layout.tokens());
  EXPECT_EQ(read.all_files(), layout.all_files());
}

TEST(Layout, IsRefusedWhereverItIsCutOrChanged) {
  const std::string whole = bytes_of(laid_out(plan_of(2), random_corpora(2, 5)));
  for (size_t at = 0; at < whole.size(); ++at) {
    EXPECT_ANY_THROW(read_layout(whole.substr(0, at), "x.choice", kDigest)) << at;
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    EXPECT_ANY_THROW(read_layout(changed, "x.choice", kDigest)) << at;
  }
  EXPECT_THAT(complaint_of([&] { read_layout(whole, "x.choice", "77"); }),
              HasSubstr("same options"));
}

// Checksums do not tell of a writer that lies.
TEST(Layout, IsRefusedIfItTellsOfOtherSourcesThanItHolds) {
  const std::string packed(96, '\1');  // one source
  for (const io::StageValues& values :
       {io::StageValues{1, 0, 2}, io::StageValues{1, 0, 1 + (uint64_t{1} << 59)},
        io::StageValues{0, 0, 1}, io::StageValues{(1 << 20) + 1, 0, 1},
        io::StageValues{1, (1 << 20) + 1, 1}}) {
    io::test::MemoryOutput out;
    io::StageWriter writer(out, io::StageKind::mix_choice, kDigest);
    writer.add({.type = io::SectionType::totals, .id = 0}, packed);
    writer.finish(values);
    EXPECT_THAT(complaint_of<IoError>([&] { read_layout(out.bytes(), "x.choice", kDigest); }),
                HasSubstr("does not tell what the mix is made of"));
  }
}

}  // namespace
}  // namespace sluice::mix

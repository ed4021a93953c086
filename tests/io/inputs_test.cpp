#include "io/inputs.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/error.h"
#include "io/support.h"

namespace sluice::io {
namespace {

namespace fs = std::filesystem;
using test::write_file;

class Inputs : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::temporary_path("folder");
    fs::remove_all(folder_);
    fs::create_directories(folder_ + "/shards");
    fs::create_directory(folder_ + "/empty");
    for (const char* name : {"b.gz", "a.gz", ".hidden"}) {
      write_file(folder_ + "/shards/" + name, "x");
    }
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string in_folder(const std::string& name) const { return folder_ + "/" + name; }

  static std::vector<std::string> names(const InputSpec& spec) {
    std::vector<std::string> names;
    for (const Input& input : expand_inputs(spec)) names.push_back(input.name);
    return names;
  }
  static std::string message_of(const InputSpec& spec) {
    try {
      expand_inputs(spec);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

 private:
  std::string folder_;
};

using Names = std::vector<std::string>;

TEST_F(Inputs, NothingNamedIsStandardInput) {
  const auto inputs = expand_inputs({});
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_TRUE(inputs[0].is_stdin());
}

TEST_F(Inputs, ADirectoryStandsForItsFilesSorted) {
  const std::string shards = in_folder("shards");
  EXPECT_EQ(names({.paths = {in_folder("shards/b.gz"), shards}, .list = {}, .fetch = {}}),
            (Names{shards + "/b.gz", shards + "/a.gz", shards + "/b.gz"}));
}

// What is no file would be missed silently.
TEST_F(Inputs, ADirectoryWithAnythingButFilesIsRefused) {
  const std::string broken = in_folder("broken");
  std::filesystem::create_directory(broken);
  write_file(broken + "/a.gz", "");
  std::filesystem::create_symlink("nowhere", broken + "/b.gz");
  EXPECT_NE(message_of({.paths = {broken}, .list = {}, .fetch = {}}).find("b.gz"),
            std::string::npos);
  std::filesystem::remove(broken + "/b.gz");
  std::filesystem::create_directory(broken + "/sub");
  EXPECT_NE(message_of({.paths = {broken}, .list = {}, .fetch = {}}).find("sub"),
            std::string::npos);
}

// Quotes around {} would end the name's own, and its rest would be run.
TEST_F(Inputs, APlaceForTheNameWithinQuotesIsRefused) {
  for (const char* fetch :
       {"cat '{}'", "cat \"{}\"", "curl \"https://e.org/{}?a\"", "a 'b' \"{}\""}) {
    EXPECT_THROW(expand_inputs({.paths = {"x"}, .list = {}, .fetch = fetch}), ConfigError) << fetch;
  }
  for (const char* fetch : {"cat {}", "curl -H 'a: b' https://e.org/{}", "cat \\'{}"}) {
    EXPECT_NO_THROW(expand_inputs({.paths = {"x"}, .list = {}, .fetch = fetch})) << fetch;
  }
}

TEST_F(Inputs, ListsSkipBlankLinesAndComments) {
  const std::string a = in_folder("shards/a.gz");
  const std::string b = in_folder("shards/b.gz");
  const std::string text = "# shards\n" + b + "\r\n\n  \n" + a;
  write_file(in_folder("list"), text);
  EXPECT_EQ(names({.paths = {a}, .list = in_folder("list"), .fetch = {}}), (Names{a, b, a}));
  write_file(in_folder("list.gz"), test::compressed(Compression::gzip, text, 10));
  EXPECT_EQ(names({.paths = {}, .list = in_folder("list.gz"), .fetch = {}}), (Names{b, a}));
}

TEST_F(Inputs, MistakesAreToldBeforeTheRun) {
  EXPECT_NE(message_of({.paths = {in_folder("empty")}, .list = {}, .fetch = {}}).find("no files"),
            std::string::npos);
  EXPECT_NE(message_of({.paths = {in_folder("missing")}, .list = {}, .fetch = {}})
                .find("missing: cannot be read: No such file"),
            std::string::npos);
  EXPECT_THROW(expand_inputs({.paths = {"-", "-"}, .list = {}, .fetch = {}}), ConfigError);
  EXPECT_THROW(expand_inputs({.paths = {"-"}, .list = "-", .fetch = {}}), ConfigError);
  EXPECT_THROW(expand_inputs({.paths = {""}, .list = {}, .fetch = {}}), ConfigError);
  write_file(in_folder("list"), "# nothing\n");
  EXPECT_THROW(expand_inputs({.paths = {}, .list = in_folder("list"), .fetch = {}}), IoError);
  write_file(in_folder("list"), "-\n");
  EXPECT_THROW(expand_inputs({.paths = {}, .list = in_folder("list"), .fetch = {}}), ConfigError);
}

TEST_F(Inputs, FetchMakesACommandOfEveryName) {
  write_file(in_folder("list"), "crawl/it's one.gz\n");
  const auto inputs = expand_inputs(
      {.paths = {"a b"}, .list = in_folder("list"), .fetch = "curl -fsS https://host/{} # {}"});
  ASSERT_EQ(inputs.size(), 2U);
  EXPECT_EQ(inputs[0].name, "a b");
  EXPECT_EQ(inputs[0].command, "curl -fsS https://host/'a b' # 'a b'");
  EXPECT_EQ(inputs[1].command,
            "curl -fsS https://host/'crawl/it'\\''s one.gz' # 'crawl/it'\\''s one.gz'");
  EXPECT_THROW(expand_inputs({.paths = {"a"}, .list = {}, .fetch = "curl"}), ConfigError);
  EXPECT_THROW(expand_inputs({.paths = {}, .list = {}, .fetch = "curl {}"}), ConfigError);
}

TEST_F(Inputs, QuotedTextReachesTheCommandAsItIs) {
  for (const std::string text : {"", "plain", "it's", "$(touch x) `y` \\ \"z\" \n*", "''"}) {
    EXPECT_EQ(test::run("printf %s " + shell_quote(text)), text);
  }
}

TEST_F(Inputs, ATreeOfPagesStandsForPagesAndCrawlFilesBelowIt) {
  const std::string tree = in_folder("tree");
  for (const char* name : {"b/two.HTML", "b/c/three.xhtml.gz", "one.htm", "crawl.warc.gz",
                           "b/old.arc", "style.css", "b/.hidden.html", ".git/four.html"}) {
    fs::create_directories(fs::path(tree + "/" + name).parent_path());
    write_file(tree + "/" + name, "x");
  }
  InputSpec spec;
  spec.paths = {tree + "/"};
  spec.page_trees = true;
  Names expected;
  for (const char* name :
       {"b/c/three.xhtml.gz", "b/old.arc", "b/two.HTML", "crawl.warc.gz", "one.htm"}) {
    expected.push_back(tree + "/" + name);
  }
  EXPECT_EQ(names(spec), expected);
  for (const Input& input : expand_inputs(spec)) EXPECT_EQ(input.shard, "tree");
  // Other tools, and directories without folders or pages, are as ever.
  spec.page_trees = false;
  EXPECT_NE(message_of(spec).find("name the inputs one by one"), std::string::npos);
  spec.page_trees = true;
  spec.paths = {in_folder("shards")};
  EXPECT_EQ(names(spec), (Names{in_folder("shards/a.gz"), in_folder("shards/b.gz")}));
  EXPECT_EQ(expand_inputs(spec).front().shard, "");
  fs::create_directories(in_folder("only/images"));
  write_file(in_folder("only/images/a.png"), "x");
  spec.paths = {in_folder("only")};
  EXPECT_NE(message_of(spec).find("neither pages nor crawl files"), std::string::npos);
}

TEST_F(Inputs, WhatIsNoFileInATreeOfPagesIsNamedAndNotWaitedFor) {
  const std::string tree = in_folder("tree");
  fs::create_directories(tree + "/a");
  write_file(tree + "/a/page.html", "x");
  fs::create_symlink("page.html", tree + "/a/linked.html");
  fs::create_symlink("missing", tree + "/a/style.css");  // passed over like any style
  InputSpec spec;
  spec.paths = {tree};
  spec.page_trees = true;
  EXPECT_EQ(names(spec), (Names{tree + "/a/linked.html", tree + "/a/page.html"}));

  const auto expect_refusal = [&](const std::string& name) {
    EXPECT_NE(message_of(spec).find("holds " + name + ", which is no file"), std::string::npos)
        << message_of(spec);
    fs::remove(tree + "/" + name);
  };
  ASSERT_EQ(::mkfifo((tree + "/a/pipe.html").c_str(), 0600), 0);
  expect_refusal("a/pipe.html");
  ASSERT_EQ(::mkfifo((tree + "/pipe.warc.gz").c_str(), 0600), 0);
  expect_refusal("pipe.warc.gz");
  fs::create_symlink("missing", tree + "/a/gone.htm");
  expect_refusal("a/gone.htm");
  fs::create_directory_symlink("a", tree + "/again");
  expect_refusal("again");
  EXPECT_EQ(names(spec).size(), 2U);
}

}  // namespace
}  // namespace sluice::io

#include "cli/block_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.h"

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;

class BlockListsTest : public testing::Test {
 protected:
  BlockListsTest()
      : folder_(fs::path(testing::TempDir()) /
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~BlockListsTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& content) const {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << content;
    return path.string();
  }

  const fs::path folder_;
};

TEST_F(BlockListsTest, AreFilesAndFoldersOfThem) {
  const std::string domains = write("ut1/adult/domains", "bad.example\n");
  const std::string urls = write("ut1/adult/urls", "mixed.example/bad\n");
  write("ut1/adult/expressions", "(expression|nobody)\n");
  const std::string own = write("ut1/more/own.txt", "own.example\n");
  const std::string file = write("file", "file.example\n");
  const BlockLists lists = read_block_lists({file, (folder_ / "ut1").string()});
  EXPECT_THAT(lists.files, testing::ElementsAre(file, domains, urls, own));
  EXPECT_EQ(lists.entries.size(), 4u);
  EXPECT_EQ(lists.entries.match("https://mixed.example/bad/x"), "mixed.example/bad");
  EXPECT_EQ(lists.entries.match("https://own.example/"), "own.example");
  EXPECT_EQ(lists.entries.match("https://nobody.example/"), "");
}

TEST_F(BlockListsTest, ThatCannotBeMeantAreRefused) {
  EXPECT_THROW(read_block_lists({write("empty", "# nothing\n")}), ConfigError);
  fs::create_directories(folder_ / "no_lists");
  EXPECT_THROW(read_block_lists({(folder_ / "no_lists").string()}), ConfigError);
  EXPECT_THROW(read_block_lists({(folder_ / "missing").string()}), IoError);
  EXPECT_THROW(read_block_lists({write("utf16", std::string("b\0a\0d\0", 6))}), ConfigError);
}

TEST_F(BlockListsTest, MayBeginWithAByteOrderMark) {
  const BlockLists lists = read_block_lists({write("marked", "\xEF\xBB\xBF# ads\nbad.example\n")});
  EXPECT_EQ(lists.entries.size(), 1u);
}

}  // namespace
}  // namespace sluice::cli

#include "document/id_set.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "base/error.h"
#include "io/compression.h"

namespace sluice {
namespace {

class IdSetFile : public testing::Test {
 protected:
  std::string write(const std::string& bytes) {
    path_ = testing::TempDir() + "ids-" + std::to_string(::getpid());
    std::ofstream(path_, std::ios::binary) << bytes;
    return path_;
  }
  void TearDown() override { ::unlink(path_.c_str()); }

 private:
  std::string path_;
};

TEST_F(IdSetFile, HoldsTheLinesOfAPlainFile) {
  const IdSet ids = IdSet::read(write("a\nb b\n\n<urn:uuid:1>\r\n\r\nlast"));
  EXPECT_EQ(ids.size(), 4u);
  for (const char* id : {"a", "b b", "<urn:uuid:1>", "last"}) EXPECT_TRUE(ids.contains(id)) << id;
  for (const char* id : {"", "b", "A", "<urn:uuid:1>\r", "a\n"}) {
    EXPECT_FALSE(ids.contains(id)) << id;
  }
}

TEST_F(IdSetFile, ReadsCompressedFiles) {
  for (const io::Compression compression : {io::Compression::gzip, io::Compression::zstd}) {
    Buffer stored;
    io::compress_block(compression, 1, "a\nb", stored);
    io::compress_block(compression, 1, "c\nd\n", stored);
    const IdSet ids = IdSet::read(write(std::string(stored.view())));
    EXPECT_EQ(ids.size(), 3u);
    EXPECT_TRUE(ids.contains("bc"));
  }
}

// Half a takedown list would publish what must not be published.
TEST_F(IdSetFile, RefusesADamagedOrCutFile) {
  Buffer stored;
  std::string many;
  for (int i = 0; i < 1000; ++i) many += std::to_string(i) + "\n";
  io::compress_block(io::Compression::gzip, 6, many, stored);
  EXPECT_THROW(IdSet::read(write(std::string(stored.view().substr(0, stored.size() / 2)))),
               IoError);
  std::string damaged(stored.view());
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
  EXPECT_THROW(IdSet::read(write(damaged)), IoError);
  EXPECT_THROW(IdSet::read(testing::TempDir() + "no-such-list"), IoError);
}

// A mark that some editors write would hide the first id.
TEST_F(IdSetFile, TakesNoByteOrderMarkForPartOfTheFirstId) {
  const IdSet ids =
      IdSet::read(write("\xEF\xBB\xBF"
                        "a\n\xEF\xBB\xBF"
                        "b\n"));
  EXPECT_TRUE(ids.contains("a"));
  EXPECT_TRUE(
      ids.contains("\xEF\xBB\xBF"
                   "b"));
}

// A file that is no list must not pass for one, wherever its lines fall in the chunks that are
// read.
TEST_F(IdSetFile, RefusesLinesThatAreNoIds) {
  constexpr size_t kMiB = size_t{1} << 20;
  for (const size_t before : {size_t{0}, kMiB / 2, kMiB}) {
    std::string bytes;
    while (bytes.size() < before) bytes += "id\n";
    EXPECT_NO_THROW(IdSet::read(write(bytes + std::string(kMiB, 'x')))) << before;
    EXPECT_THROW(IdSet::read(write(bytes + std::string(kMiB + 1, 'x') + "\n")), IoError) << before;
    EXPECT_THROW(IdSet::read(write(bytes + std::string(3 * kMiB, 'x') + "\n")), IoError) << before;
  }
}

// As Windows saves "Unicode": no id would ever be found.
TEST_F(IdSetFile, RefusesWhatIsNotUtf8) {
  EXPECT_THROW(IdSet::read(write(std::string("\xFF\xFE"
                                             "a\0\n\0",
                                             6))),
               IoError);
  EXPECT_THROW(IdSet::read(write(std::string("a\0\n\0", 4))), IoError);
  EXPECT_THROW(IdSet::read(write("a\nm\xFCll\n")), IoError);
}

TEST(IdSet, ContainsWhatWasAddedAndNothingElse) {
  std::mt19937_64 random(1);
  IdSet ids;
  std::vector<std::string> added;
  for (int i = 0; i < 10'000; ++i) added.push_back("id-" + std::to_string(random()));
  for (const std::string& id : added) ids.add(id);
  for (const std::string& id : added) ids.add(id);
  ids.seal();
  EXPECT_EQ(ids.size(), added.size());
  for (const std::string& id : added) ASSERT_TRUE(ids.contains(id));
  for (int i = 0; i < 10'000; ++i) ASSERT_FALSE(ids.contains("no-" + std::to_string(random())));
}

TEST(IdSet, DigestIsThatOfTheSet) {
  const auto digest = [](const std::vector<std::string>& list) {
    IdSet ids;
    for (const std::string& id : list) ids.add(id);
    ids.seal();
    return ids.digest();
  };
  EXPECT_EQ(digest({"a", "b", "c"}), digest({"c", "a", "b", "a"}));
  EXPECT_NE(digest({"a", "b"}), digest({"a", "c"}));
  EXPECT_NE(digest({"a", "b"}), digest({"a"}));
  EXPECT_NE(digest({}), digest({""}));
}

TEST(IdSet, AnEmptySetContainsNothing) {
  IdSet ids;
  ids.seal();
  EXPECT_FALSE(ids.contains(""));
  EXPECT_FALSE(ids.contains("a"));
}

}  // namespace
}  // namespace sluice

#include "cli/tokenizer.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "bpe/embedded.h"
#include "bpe/vocabulary_formats.h"
#include "cli/support.h"

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kTiny = SLUICE_SOURCE_DIR "/testdata/bpe/tiny.json";
const std::string kPair = SLUICE_SOURCE_DIR "/testdata/bpe/tiny";

std::string read(const std::string& name) {
  std::ostringstream bytes;
  bytes << std::ifstream(name, std::ios::binary).rdbuf();
  return bytes.str();
}

class OpenVocabulary : public test::InFolder {
 protected:
  static std::string refusal(const std::string& spec) {
    try {
      open_vocabulary(spec);
    } catch (const Error& error) {
      return error.what();
    }
    return "was opened";
  }
};

TEST_F(OpenVocabulary, TheEmbeddedOneNeedsNoFile) {
  EXPECT_EQ(open_vocabulary("sluice-64k").digest(), bpe::sluice_64k().digest());
  EXPECT_THAT(vocabulary_files("sluice-64k"), IsEmpty());
}

// A label must not depend on where a file lies, and "tokenizer" would name them all alike.
TEST_F(OpenVocabulary, IsNamedAfterItsFileOrItsFolder) {
  EXPECT_EQ(open_vocabulary(kTiny).name, "tiny");
  file("llama3/tokenizer.json", read(kTiny));
  EXPECT_EQ(open_vocabulary(path("llama3/tokenizer.json")).name, "llama3");
  EXPECT_EQ(open_vocabulary(path("llama3")).name, "llama3");
  EXPECT_EQ(open_vocabulary(path("llama3/")).name, "llama3");
  file("a@b.json", read(kTiny));
  EXPECT_EQ(open_vocabulary(path("a@b.json")).name, "a-b");
  EXPECT_EQ(open_vocabulary(path("a@b.json")).digest(), open_vocabulary(kTiny).digest());
}

TEST_F(OpenVocabulary, FindsTheKindByContent) {
  file("noname", read(kTiny));
  EXPECT_EQ(open_vocabulary(path("noname")).digest(), open_vocabulary(kTiny).digest());
  const std::string ranks = file("ranks.json", bpe::write_tiktoken(open_vocabulary(kTiny)));
  EXPECT_EQ(open_vocabulary(ranks + ":cl100k").semantics, bpe::Semantics::rank);
}

TEST_F(OpenVocabulary, ThePairOfFilesIsReadByEither) {
  EXPECT_EQ(open_vocabulary(kPair).pre_tokenizer, bpe::PreTokenizer::gpt2);
  EXPECT_EQ(open_vocabulary(kPair).name, "tiny");
  EXPECT_EQ(open_vocabulary(kPair + "/vocab.json").digest(), open_vocabulary(kPair).digest());
  EXPECT_EQ(open_vocabulary(kPair + ":cl100k").pre_tokenizer, bpe::PreTokenizer::cl100k);
}

// `merges` is a word of many corpora, and `model` another.
TEST_F(OpenVocabulary, APairMayHaveAnyTokens) {
  file("p/vocab.json",
       R"({"m":0,"e":1,"r":2,"g":3,"s":4,"me":5,"rg":6,"es":7,"merg":8,"merges":9,"model":10})");
  file("p/merges.txt", "#version: 0.2\nm e\nr g\ne s\nme rg\nmerg es\n");
  EXPECT_EQ(open_vocabulary(path("p")).merges.size(), 5u);
  file("p/tokenizer.json", read(kTiny));
  EXPECT_EQ(open_vocabulary(path("p")).digest(), open_vocabulary(kTiny).digest());
}

// Both halves of a pair would be lost alike; what lies beside a tokenizer.json is not read.
TEST_F(OpenVocabulary, TellsAllFilesThatItReads) {
  EXPECT_THAT(vocabulary_files(kTiny), ElementsAre(kTiny));
  EXPECT_THAT(vocabulary_files(kPair), ElementsAre(kPair + "/vocab.json", kPair + "/merges.txt"));
  EXPECT_THAT(vocabulary_files(kPair + "/vocab.json:gpt2"),
              ElementsAre(kPair + "/vocab.json", kPair + "/merges.txt"));
  const std::string json = file("p/tokenizer.json", read(kTiny));
  file("p/merges.txt", read(kPair + "/merges.txt"));
  EXPECT_THAT(vocabulary_files(path("p")), ElementsAre(json));
}

TEST_F(OpenVocabulary, TakesNoOtherPreTokenizerThanTheFileTells) {
  EXPECT_THAT(refusal(kTiny + ":cl100k"), HasSubstr("tiny.json without ':cl100k'"));
  const std::string model = file("p/tokenizer.model", std::string("\x0A\x05\x0A\x01", 4));
  EXPECT_THAT(refusal(model + ":gpt2"), HasSubstr("tokenizer.model without ':gpt2'"));
}

TEST_F(OpenVocabulary, SaysWhatWouldBeRight) {
  EXPECT_THAT(refusal("missing.json"), HasSubstr("give sluice-64k"));
  const std::string ranks = file("mine.tiktoken", bpe::write_tiktoken(open_vocabulary(kTiny)));
  EXPECT_THAT(refusal(ranks), HasSubstr("mine.tiktoken:cl100k"));
  EXPECT_THAT(refusal(ranks + ":cl100"), HasSubstr("did you mean 'cl100k'"));
  fs::create_directory(path("empty"));
  EXPECT_THAT(refusal(path("empty")), HasSubstr("no tokenizer.json"));
  EXPECT_THAT(refusal(file("broken.json", "{\"model\":")), HasSubstr("broken.json: "));
  EXPECT_THAT(refusal(file("nothing", "")), HasSubstr("nothing: "));
}

// That a pre-tokenizer be given would be bad advice on a file that then cannot be read either.
TEST_F(OpenVocabulary, TellsDamageBeforeWhatIsMissing) {
  const std::string ranks = bpe::write_tiktoken(open_vocabulary(kTiny));
  const std::string damaged = file("damaged.tiktoken", ranks + "IGE= many\n");
  EXPECT_THAT(refusal(damaged), HasSubstr("expected a whole number as rank"));
  EXPECT_THAT(refusal(file("book.txt", "It was a dark night.\n")),
              HasSubstr("line 1: the token is not base64; is this a .tiktoken file?"));
  EXPECT_THAT(refusal(file("d.jsonl", R"({"id": "1", "text": "a"})")),
              HasSubstr("is this a tokenizer.json?"));
}

TEST(TokenizerCounter, CountsTheSameFromAnyThread) {
  const auto tokenizer = std::make_shared<const Tokenizer>(open_vocabulary("sluice-64k"));
  const TokenizerCounter counter(tokenizer);
  EXPECT_EQ(counter.name(), tokenizer->label());
  EXPECT_EQ(counter.vocab_size(), 65'536u);
  const std::string text = read(kTiny);
  const uint64_t expected = counter.count(text);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 20; ++k) EXPECT_EQ(counter.count(text), expected);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace sluice::cli

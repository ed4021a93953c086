#include <gmock/gmock.h>

#include <algorithm>

#include "bpe/byte_alphabet.h"
#include "bpe/hugging_face.h"
#include "bpe/vocabulary_formats.h"
#include "complaint.h"

namespace sluice::bpe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kByteLevel =
    R"({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true})";

// A small tokenizer.json, by its parts.
struct File {
  std::string added = "[]";
  std::string normalizer = "null";
  std::string pre_tokenizer{kByteLevel};
  std::string decoder = R"({"type": "ByteLevel"})";
  std::string options;  // of the model, each with a comma behind it
  std::string vocab = R"({"a": 0, "b": 1, "ab": 2, "Ġ": 3, "Ġab": 4})";
  std::string merges = R"(["a b", "Ġ ab"])";

  std::string text() const {
    return R"({"version": "1.0", "truncation": null, "padding": null, "added_tokens": )" + added +
           R"(, "normalizer": )" + normalizer + R"(, "pre_tokenizer": )" + pre_tokenizer +
           R"(, "post_processor": {"type": "TemplateProcessing"}, "decoder": )" + decoder +
           R"(, "model": {)" + options + R"("vocab": )" + vocab + R"(, "merges": )" + merges + "}}";
  }
  Vocabulary read() const { return read_tokenizer_json(text()); }
  std::string complaint() const {
    return complaint_of([this] { read(); });
  }
};

std::string replaced(std::string_view normalizers = "") {
  return R"({"type": "Sequence", "normalizers": [)" + std::string(normalizers) +
         R"({"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]})";
}

// SentencePiece's kind.
File metaspace_file() {
  File file;
  file.normalizer = replaced();
  file.pre_tokenizer = "null";
  file.decoder =
      R"({"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "▁"},
          "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"}]})";
  file.options = R"("unk_token": "<unk>", "fuse_unk": true, "byte_fallback": false, )";
  file.vocab = R"({"<unk>": 0, "a": 1, "▁": 2, "▁a": 3, "▁▁": 4})";
  file.merges = R"(["▁ ▁", "▁ a"])";
  return file;
}

std::string split(std::string_view regex, std::string_view behavior = "Isolated",
                  bool invert = false) {
  std::string escaped;
  for (const char c : regex)
    escaped += c == '\\' || c == '"' ? std::string("\\") + c : std::string(1, c);
  return R"({"type": "Split", "pattern": {"Regex": ")" + escaped + R"("}, "behavior": ")" +
         std::string(behavior) + R"(", "invert": )" + (invert ? "true}" : "false}");
}

std::string sequence(std::string_view first, bool use_regex = false) {
  return R"({"type": "Sequence", "pretokenizers": [)" + std::string(first) +
         R"(, {"type": "ByteLevel", "add_prefix_space": false, "use_regex": )" +
         (use_regex ? "true}]}" : "false}]}");
}

// Readers differ in which of the values they take.
TEST(TokenizerJson, RefusesKeysThatStandThereTwice) {
  File file;
  file.options = R"("ignore_merges": true, "ignore_merges": false, )";
  EXPECT_EQ(file.complaint(), "model.ignore_merges: the key stands there twice");
  file = File();
  file.vocab = R"({"a": 0, "b": 1, "ab": 2, "Ġ": 3, "Ġab": 4, "a": 0})";
  EXPECT_EQ(file.complaint(), "model.vocab.a: the key stands there twice");
  file = File();
  file.added = R"([{"id": 5, "content": "x"}, {"id": 6, "content": "y", "id": 7}])";
  EXPECT_EQ(file.complaint(), "added_tokens[1].id: the key stands there twice");
}

TEST(TokenizerJson, ReadsTokensAsBytesAndMergesAsIds) {
  const Vocabulary vocabulary = File().read();
  EXPECT_THAT(vocabulary.tokens, ElementsAre("a", "b", "ab", " ", " ab"));
  EXPECT_THAT(vocabulary.merges, ElementsAre(Merge{0, 1}, Merge{3, 2}));
  EXPECT_EQ(vocabulary.semantics, Semantics::merges);
  EXPECT_EQ(vocabulary.pre_tokenizer, PreTokenizer::gpt2);
  EXPECT_FALSE(vocabulary.ignore_merges);
  EXPECT_TRUE(vocabulary.byte_level);
}

TEST(TokenizerJson, ReadsBothSpellingsOfMerges) {
  File file;
  file.merges = R"([["a", "b"], ["Ġ", "ab"]])";
  EXPECT_EQ(file.read().digest(), File().read().digest());
}

TEST(TokenizerJson, ReadsTokensThatHoldSpacesFromPairsAlone) {
  File file = metaspace_file();
  file.vocab = R"({"<unk>": 0, "a": 1, " ": 2, " a": 3})";
  file.merges = R"([[" ", "a"]])";
  EXPECT_THAT(file.read().merges, ElementsAre(Merge{2, 1}));
  file.merges = R"(["  a"])";
  EXPECT_EQ(file.complaint(),
            "model.merges[0]: '  a' has more than one space; a merge of tokens that hold spaces "
            "must be spelled [\"a\", \"b\"]");
}

TEST(TokenizerJson, SaysWhichMergeIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {R"(["a b", "b b"])", "model.merges[1]: 'bb' is not in the vocabulary"},
      {R"(["a b", "c b"])", "model.merges[1]: 'c' is not in the vocabulary"},
      {R"(["a b", "ab"])", "model.merges[1]: expected two tokens with a space between"},
      {R"([["a", "b", "c"]])", "model.merges[0]: expected \"a b\" or [\"a\", \"b\"]"},
      {R"([["a"]])", "model.merges[0]: expected \"a b\" or [\"a\", \"b\"]"},
      {R"([["a", 1]])", "model.merges[0]: expected \"a b\" or [\"a\", \"b\"]"},
      {R"([7])", "model.merges[0]: expected \"a b\" or [\"a\", \"b\"]"},
      {R"({})", "model.merges: expected an array"},
      {R"(["a b", "a b"])", "merge 1: the pair stands in the list twice"},
  };
  for (const auto& [merges, message] : cases) {
    File file;
    file.merges = merges;
    EXPECT_EQ(file.complaint(), message);
  }
}

TEST(TokenizerJson, SaysWhatIsWrongWithTheVocabulary) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"a": 0, "b": 0})", "model.vocab: 'a' and 'b' have one id, 0"},
      {R"({"a": 0, "a": 1})", "model.vocab.a: the key stands there twice"},
      {R"({"a": 0, "": 1})", "model.vocab: the empty token is not supported"},
      {R"({"a": -1})", "model.vocab: 'a': expected an id below 2,097,152"},
      {R"({"a": 2097152})", "model.vocab: 'a': expected an id below 2,097,152"},
      {R"({"a": "0"})", "model.vocab: 'a': expected an id below 2,097,152"},
      {R"(["a"])", "model.vocab: expected an object"},
      {R"({"a": 0, "｜": 1})", "model.vocab: '｜' has characters that stand for no byte"},
      {R"({})", "the vocabulary has no tokens"},
  };
  for (const auto& [vocab, message] : cases) {
    File file;
    file.vocab = vocab;
    file.merges = "[]";
    EXPECT_EQ(file.complaint(), message);
  }
}

TEST(TokenizerJson, RefusesModelOptionsByName) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("type": "Unigram", )", "model.type: Unigram models are not supported, only BPE"},
      {R"("dropout": 0.1, )", "model.dropout: not supported, since it makes ids random"},
      {R"("continuing_subword_prefix": "##", )",
       "model.continuing_subword_prefix: '##' is not supported"},
      {R"("end_of_word_suffix": "</w>", )", "model.end_of_word_suffix: '</w>' is not supported"},
      {R"("magic": 1, )", "model: unknown key 'magic'"},
      {R"("unk_token": "a", )",
       "model: unk_token and byte_fallback are not supported where a byte-level vocabulary has not "
       "all 256 bytes"},
      {R"("ignore_merges": 1, )", "model.ignore_merges: expected true or false"},
  };
  for (const auto& [options, message] : cases) {
    File file;
    file.options = options;
    EXPECT_EQ(file.complaint(), message);
  }
  File file;
  file.options = R"("type": "BPE", "dropout": 0, "unk_token": null, "end_of_word_suffix": "",
                    "continuing_subword_prefix": null, "ignore_merges": true, )";
  EXPECT_TRUE(file.read().ignore_merges);
}

TEST(TokenizerJson, ReadsNormalizers) {
  File file;
  file.normalizer = R"({"type": "NFC"})";
  EXPECT_EQ(file.read().normalizer, Normalizer::nfc);
  file.normalizer = R"({"type": "Sequence", "normalizers": []})";
  EXPECT_EQ(file.read().normalizer, Normalizer::none);
  EXPECT_EQ(metaspace_file().read().normalizer, Normalizer::metaspace);
}

TEST(TokenizerJson, RefusesNormalizersByName) {
  const std::pair<std::string, const char*> cases[] = {
      {R"({"type": "Lowercase"})", "normalizer: normalizer Lowercase is not supported"},
      {R"({"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Strip"}]})",
       "normalizer.normalizers[1]: normalizer Strip is not supported"},
      {R"({"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "NFC"}]})",
       "normalizer.normalizers[0]: normalizers NFC, NFC are not supported with these settings"},
      {R"({"type": "Replace", "pattern": {"String": "a"}, "content": "b"})",
       "normalizer: normalizers Replace are not supported with these settings"},
      {R"({"type": "Replace", "pattern": {"Regex": " "}, "content": "▁"})",
       "normalizer: normalizers Replace are not supported with these settings"},
      {R"({"type": 1})", "normalizer.type: expected a string"},
      {R"({})", "normalizer: missing key 'type'"},
      {R"([])", "normalizer: expected an object"},
      {replaced(),
       "pre_tokenizer: ByteLevel behind a normalizer that replaces spaces is not "
       "supported"},
  };
  for (const auto& [normalizer, message] : cases) {
    File file;
    file.normalizer = normalizer;
    EXPECT_EQ(file.complaint(), message);
  }
}

TEST(TokenizerJson, ReadsPreTokenizersInEachSpelling) {
  File file;
  for (const auto pre_tokenizer : {PreTokenizer::gpt2, PreTokenizer::cl100k, PreTokenizer::o200k,
                                   PreTokenizer::qwen2, PreTokenizer::whitespace}) {
    const std::string_view pattern = patterns_of(pre_tokenizer)[0];
    file.pre_tokenizer = sequence(split(pattern));
    EXPECT_EQ(file.read().pre_tokenizer, pre_tokenizer);
    file.pre_tokenizer = sequence(split(pattern, "Removed", true));
    EXPECT_EQ(file.read().pre_tokenizer, pre_tokenizer);
  }
  file.pre_tokenizer = R"({"type": "ByteLevel", "add_prefix_space": false, "use_regex": false})";
  EXPECT_EQ(file.read().pre_tokenizer, PreTokenizer::bytes);
  file.pre_tokenizer = R"({"type": "ByteLevel", "add_prefix_space": false})";
  EXPECT_EQ(file.read().pre_tokenizer, PreTokenizer::gpt2);
}

TEST(TokenizerJson, RefusesPreTokenizersByName) {
  const std::string_view gpt2 = patterns_of(PreTokenizer::gpt2)[0];
  const std::pair<std::string, const char*> cases[] = {
      {"null", "pre_tokenizer: neither ByteLevel nor U+2581 for spaces"},
      {R"({"type": "ByteLevel", "add_prefix_space": true})",
       "pre_tokenizer: add_prefix_space is not supported"},
      {R"({"type": "Whitespace"})", "pre_tokenizer: pre-tokenizer Whitespace is not supported"},
      {sequence(R"({"type": "Digits", "individual_digits": true})", true),
       "pre_tokenizer.pretokenizers[0]: pre-tokenizer Digits is not supported"},
      {sequence(split("[a-z]+")), "pre_tokenizer.pretokenizers[0]: unknown split pattern [a-z]+"},
      {sequence(split("[a-z]+") + ", " + split("[0-9]")),
       "pre_tokenizer.pretokenizers[0]: unknown split pattern [a-z]+ then [0-9]"},
      {sequence(split(gpt2), true),
       "pre_tokenizer.pretokenizers[1]: use_regex behind other splits is not supported"},
      {sequence(split(gpt2, "Removed")),
       "pre_tokenizer.pretokenizers[0]: behavior Removed is not supported"},
      {sequence(split(gpt2, "Isolated", true)),
       "pre_tokenizer.pretokenizers[0]: behavior Isolated with invert is not supported"},
      {sequence(R"({"type": "Split", "pattern": {"String": "x"}, "behavior": "Isolated"})"),
       "pre_tokenizer.pretokenizers[0]: splits at a string are not supported"},
      {split(gpt2), "pre_tokenizer: a split without ByteLevel behind it is not supported"},
      {R"({"type": "Split", "pattern": {}})", "pre_tokenizer.pattern: missing key 'String'"},
  };
  for (const auto& [pre_tokenizer, message] : cases) {
    File file;
    file.pre_tokenizer = pre_tokenizer;
    EXPECT_EQ(file.complaint(), message);
  }
}

TEST(TokenizerJson, RefusesDecodersThatDoNotUndoTheRest) {
  File file;
  for (const char* decoder :
       {"null", R"({"type": "Sequence", "decoders": [{"type": "ByteLevel"}]})"}) {
    file.decoder = decoder;
    EXPECT_EQ(file.complaint(), "");
  }
  file.decoder = R"({"type": "WordPiece"})";
  EXPECT_EQ(file.complaint(), "decoder: decoder WordPiece is not supported");

  file = metaspace_file();
  file.normalizer = replaced(R"({"type": "Prepend", "prepend": "▁"}, )");
  EXPECT_EQ(
      file.complaint(),
      "decoder.decoders[0]: decoders Replace, ByteFallback, Fuse are not supported with these "
      "settings");
  const size_t end = file.decoder.rfind("]}");
  file.decoder.insert(end, R"(, {"type": "Strip", "content": " ", "start": 1, "stop": 0})");
  EXPECT_EQ(file.read().normalizer, Normalizer::prefix_metaspace);
}

TEST(TokenizerJson, ReadsSentencePiecesKind) {
  const Vocabulary vocabulary = metaspace_file().read();
  EXPECT_FALSE(vocabulary.byte_level);
  EXPECT_EQ(vocabulary.unknown, 0u);
  EXPECT_TRUE(vocabulary.fuse_unknown);
  EXPECT_EQ(vocabulary.byte_tokens, std::nullopt);
  EXPECT_EQ(vocabulary.pre_tokenizer, PreTokenizer::metaspace);
  EXPECT_EQ(vocabulary.tokens[3], "▁a");
}

TEST(TokenizerJson, ReadsFallbackToBytes) {
  File file = metaspace_file();
  file.options = R"("unk_token": "<unk>", "byte_fallback": true, )";
  EXPECT_EQ(file.read().byte_tokens, std::nullopt);  // as there are none
  file.vocab.pop_back();
  for (int byte = 0; byte < 256; ++byte) {
    file.vocab +=
        ", \"" + byte_token_name(static_cast<uint8_t>(byte)) + "\": " + std::to_string(5 + byte);
  }
  file.vocab += "}";
  ASSERT_TRUE(file.read().byte_tokens.has_value());
  EXPECT_EQ(file.read().byte_tokens->at(0x0A), 15u);
  file.vocab.replace(file.vocab.find("<0x0A>"), 6, "<0x0a>");
  EXPECT_EQ(file.complaint(), "model.byte_fallback: the vocabulary has not all 256 bytes");
  file = metaspace_file();
  file.options = R"("unk_token": "<nil>", )";
  EXPECT_EQ(file.complaint(), "model.unk_token: '<nil>' is not in the vocabulary");
}

// Pieces end before U+2581 only if no token goes on behind it.
TEST(TokenizerJson, CutsBeforeMetaspaceOnlyWhereNoMergeReachesAcross) {
  File file = metaspace_file();
  file.vocab = R"({"<unk>": 0, "a": 1, "▁": 2, "▁a": 3, "a▁a": 4})";
  file.merges = R"(["▁ a", "a ▁a"])";
  EXPECT_EQ(file.read().pre_tokenizer, PreTokenizer::bytes);
  file.merges = R"(["▁ a"])";  // the token is there, but nothing makes it
  EXPECT_EQ(file.read().pre_tokenizer, PreTokenizer::metaspace);
  file.options += R"("ignore_merges": true, )";
  EXPECT_EQ(file.read().pre_tokenizer, PreTokenizer::bytes);
}

TEST(TokenizerJson, ReadsMetaspaceAsPreTokenizer) {
  const std::string never =
      R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never")";
  File file = metaspace_file();
  const std::string digest = file.read().digest();
  file.normalizer = "null";
  file.pre_tokenizer = never + R"(, "split": false})";
  EXPECT_EQ(file.read().digest(), digest);
  file.pre_tokenizer = never + "}";
  EXPECT_EQ(file.complaint(),
            "pre_tokenizer: Metaspace with split is not supported where merges reach across");
  file.merges = R"(["▁ a"])";
  EXPECT_EQ(file.read().pre_tokenizer, PreTokenizer::metaspace);
  for (const char* scheme : {"first", "always"}) {
    file.pre_tokenizer = R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": ")" +
                         std::string(scheme) + "\"}";
    EXPECT_EQ(file.complaint(), "pre_tokenizer: prepend_scheme " + std::string(scheme) +
                                    " is not supported, only never");
  }
  file.pre_tokenizer = R"({"type": "Metaspace", "replacement": "_", "prepend_scheme": "never"})";
  EXPECT_EQ(file.complaint(), "pre_tokenizer: replacement '_' is not supported, only U+2581");
  // As Gemma has it: there is no space left to split at.
  file = metaspace_file();
  file.pre_tokenizer =
      R"({"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious",
          "invert": false})";
  EXPECT_EQ(file.read().digest(), digest);
}

TEST(TokenizerJson, ReadsAddedTokens) {
  File file;
  file.added = R"([{"id": 6, "content": "<b>", "special": false, "lstrip": true, "rstrip": true,
                    "single_word": true, "normalized": true},
                   {"id": 5, "content": "<a>", "special": true}])";
  const AddedToken first{.id = 5, .content = "<a>"};
  const AddedToken second{.id = 6,
                          .content = "<b>",
                          .special = false,
                          .single_word = true,
                          .lstrip = true,
                          .rstrip = true,
                          .normalized = true};
  EXPECT_THAT(file.read().added, ElementsAre(first, second));
}

// tokenizers 0.23 gives these the ids 5 and 6, whatever the file says.
TEST(TokenizerJson, RefusesIdsThatHuggingFaceDoesNotGive) {
  File file;
  file.added = R"([{"id": 5, "content": "<a>"}, {"id": 9, "content": "<b>"}])";
  EXPECT_EQ(file.complaint(),
            "added_tokens: '<b>': the file says id 9, but Hugging Face tokenizers give it 6");
  file.added = R"([{"id": 5, "content": "ab"}])";
  EXPECT_EQ(file.complaint(),
            "added_tokens: 'ab': the file says id 5, but Hugging Face tokenizers give it 2");
}

// Files reserve the ids of added tokens by entries that no merge makes.
TEST(TokenizerJson, TakesEntriesThatNoTextBecomesForAddedTokensAlone) {
  File file;
  file.vocab = R"({"a": 0, "b": 1, "ab": 2, "Ġ": 3, "Ġab": 4, "<|x|>": 5, "<｜y｜>": 6})";
  file.added =
      R"([{"id": 5, "content": "<|x|>"}, {"id": 6, "content": "<｜y｜>"},
          {"id": 2, "content": "ab"}])";
  EXPECT_THAT(file.read().tokens, ElementsAre("a", "b", "ab", " ", " ab", "", ""));
  file.options = R"("ignore_merges": true, )";
  EXPECT_THAT(file.read().tokens, ElementsAre("a", "b", "ab", " ", " ab", "<|x|>", ""));
}

TEST(TokenizerJson, RefusesNormalizedTokensThatItCannotMatch) {
  File file;
  file.normalizer = R"({"type": "NFC"})";
  file.added = R"([{"id": 5, "content": "<é>", "normalized": true}])";
  EXPECT_EQ(file.complaint(),
            "added_tokens: '<é>': a normalized token outside ASCII is not supported with NFC");
  file.added = R"([{"id": 5, "content": "<e>", "normalized": true}])";
  EXPECT_EQ(file.complaint(), "");
}

TEST(TokenizerJson, RefusesWhatIsNoTokenizer) {
  const auto complaint = [](std::string_view text) {
    return complaint_of([&] { read_tokenizer_json(text); });
  };
  EXPECT_EQ(complaint("[]"), "expected an object with a key 'model'; is this a tokenizer.json?");
  EXPECT_EQ(complaint("{}"), "expected an object with a key 'model'; is this a tokenizer.json?");
  EXPECT_THAT(complaint(""), HasSubstr("not valid JSON: "));
  EXPECT_THAT(complaint("{"), HasSubstr("not valid JSON: "));
  EXPECT_THAT(complaint(std::string(1000, '[') + std::string(1000, ']')),
              HasSubstr("not valid JSON: "));
  EXPECT_THAT(complaint("{\"model\": \"\xFF\"}"), HasSubstr("not valid JSON: "));
}

// Hugging Face would give other ids.
TEST(TokenizerJson, RefusesToCutOrPadTexts) {
  for (const std::string key : {"truncation", "padding"}) {
    std::string text = File().text();
    const std::string before = "\"" + key + "\": ";
    text.replace(text.find(before) + before.size(), 4, R"({"max_length": 5})");
    EXPECT_EQ(complaint_of([&] { read_tokenizer_json(text); }),
              key + ": texts are taken whole here; set it to null");
  }
}

TEST(TokenizerJson, IsCutNowhereWithoutAComplaint) {
  const std::string text = metaspace_file().text();
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_NE(complaint_of([&] { read_tokenizer_json(text.substr(0, size)); }), "") << size;
  }
}

TEST(TokenizerJson, ReadsWhatItWrites) {
  std::vector<File> files = {File(), metaspace_file()};
  File& reserved = files.emplace_back();
  reserved.added =
      R"([{"id": 0, "content": "<s>"}, {"id": 6, "content": "<｜y｜>", "special": false}])";
  reserved.vocab = R"({"<s>": 0, "a": 1, "b": 2, "ab": 3, "Ġ": 4, "Ġab": 5})";
  File& gap = files.emplace_back();
  gap.added = R"([{"id": 7, "content": "<x>"}, {"id": 9, "content": "<y>", "lstrip": true}])";
  gap.vocab = R"({"a": 0, "b": 1, "ab": 2, "Ġ": 3, "Ġab": 4, "<x>": 7, "<y>": 9})";
  for (const File& file : files) {
    const Vocabulary vocabulary = file.read();
    EXPECT_EQ(read_tokenizer_json(write_tokenizer_json(vocabulary)).digest(), vocabulary.digest());
  }
}

TEST(TokenizerJson, RefusesToWriteWhatItCannotSay) {
  const auto complaint = [](const Vocabulary& v) {
    return complaint_of([&] { write_tokenizer_json(v); });
  };
  Vocabulary vocabulary = File().read();
  vocabulary.unicode = UnicodeVersion::v15_0;
  EXPECT_EQ(complaint(vocabulary), "no file says that Unicode 15.0 splits its text");
  vocabulary = File().read();
  vocabulary.added = {{.id = 9, .content = "<x>"}};
  EXPECT_EQ(complaint(vocabulary), "");
  vocabulary.ignore_merges = true;
  EXPECT_EQ(complaint(vocabulary),
            "added token '<x>': with its id it cannot be told from a token of text");
  vocabulary.added = {{.id = 5, .content = "Ġab"}};
  EXPECT_EQ(complaint(vocabulary), "added token 'Ġab': it is spelled as another token is");
  vocabulary = metaspace_file().read();
  vocabulary.normalizer = Normalizer::none;
  EXPECT_EQ(complaint(vocabulary), "tokenizer.json cannot say how this vocabulary treats spaces");
}

}  // namespace
}  // namespace sluice::bpe

#include "document/document.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace sluice {
namespace {

class DocumentTest : public testing::Test {
 protected:
  void read(std::string_view line) {
    line_ = line;
    if (!reader_) reader_.emplace(fields_);
    const auto bad = reader_->read(line_, document_);
    ASSERT_FALSE(bad) << bad->reason << ": " << bad->detail;
  }
  std::string written() const {
    Buffer out;
    document_.write(out);
    return std::string(out.view());
  }

  Fields fields_;
  const FieldId language_ = fields_.add("metadata.language");
  const FieldId score_ = fields_.add("metadata.score");
  const FieldId source_ = fields_.add("source");
  std::optional<DocumentReader> reader_;
  std::string line_;
  Document document_;
};

// A stage that drops an object with the text in it has changed the text.
TEST_F(DocumentTest, AnEditAroundTheTextIsAnEditOfTheText) {
  Fields fields({.text_key = "content.body", .id_key = "id"});
  const FieldId content = fields.add("content");
  const FieldId beside = fields.add("content.title");
  DocumentReader reader(fields);
  Document document;
  const std::string line = R"({"id":"a","content":{"body":"b","title":"t"}})";
  ASSERT_FALSE(reader.read(line, document));
  document.remove(beside);
  EXPECT_EQ(document.text_edits(), 0u);
  document.remove(content);
  EXPECT_EQ(document.text_edits(), 1u);
}

TEST_F(DocumentTest, GivesTextWithoutEscapesAsAViewOfTheLine) {
  read(R"({"id":"a","text":"plain é"})");
  EXPECT_EQ(document_.text(), "plain é");
  EXPECT_EQ(document_.text().data(), line_.data() + line_.find("plain"));
  EXPECT_EQ(document_.text_bytes(), 8);
  EXPECT_EQ(document_.line(), line_);
}

TEST_F(DocumentTest, UnescapesTextAndIdAndFields) {
  read(R"({"text":"\u00e9\n\u0000\ud83d\ude00/","\u0069d":"\"a\"","source":"\t"})");
  EXPECT_EQ(document_.text(), std::string_view("é\n\0😀/", 9));
  EXPECT_EQ(document_.text_bytes(), 9);
  EXPECT_EQ(document_.id(), "\"a\"");
  EXPECT_EQ(document_.string(source_), "\t");
  EXPECT_EQ(document_.field(source_).raw, R"("\t")");
}

TEST_F(DocumentTest, TellsTheTypesOfFields) {
  read(R"({"id":1e2,"text":"","metadata":{"language":null,"score": 17 },"source":[1]})");
  EXPECT_EQ(document_.id(), "1e2");
  EXPECT_EQ(document_.field(language_).type, ValueType::null);
  EXPECT_EQ(document_.unsigned_number(score_), 17u);
  EXPECT_EQ(document_.field(source_).type, ValueType::array);
  EXPECT_EQ(document_.field(source_).raw, "[1]");
  EXPECT_EQ(document_.string(source_), std::nullopt);
  EXPECT_EQ(document_.unsigned_number(source_), std::nullopt);
  read(R"({"id":1,"text":"","metadata":{"score":18446744073709551616}})");
  EXPECT_EQ(document_.unsigned_number(score_), std::nullopt);
  EXPECT_EQ(document_.field(language_).type, ValueType::missing);
  EXPECT_EQ(document_.field(language_).raw, "");
  read(R"({"id":1,"text":"","metadata":{"score":-1}})");
  EXPECT_EQ(document_.unsigned_number(score_), std::nullopt);
}

TEST_F(DocumentTest, IsAsItCameWithoutEdits) {
  read(" { \"id\" : 1.50, \"text\":\"\\u0041\" } \r");
  EXPECT_EQ(written(), line_);
  EXPECT_FALSE(document_.changed());
  document_.remove(language_);
  EXPECT_FALSE(document_.changed());
}

TEST_F(DocumentTest, ReplacesInPlaceAndAddsBehindTheLastMember) {
  read(R"({"id":"a", "metadata": { "score" : 1 , "x":2 }, "text":"b" })");
  document_.set(score_, 0.5);
  document_.set(language_, "en");
  document_.set(source_, uint64_t{18446744073709551615u});
  EXPECT_EQ(written(),
            R"({"id":"a", "metadata": { "score" : 0.5 , "x":2,"language":"en" }, "text":"b",)"
            R"("source":18446744073709551615 })");
  EXPECT_TRUE(document_.changed());
  EXPECT_FALSE(document_.text_changed());
}

TEST_F(DocumentTest, AddsInTheOrderOfTheFirstSet) {
  read(R"({"id":1,"text":""})");
  document_.set(source_, "s");
  document_.set(score_, int64_t{-1});
  document_.set(language_, "en");
  document_.set(score_, 2);
  EXPECT_EQ(written(), R"({"id":1,"text":"","source":"s","metadata":{"score":2,"language":"en"}})");
}

TEST_F(DocumentTest, MakesMetadataOutOfNull) {
  read(R"({"metadata": null ,"id":1,"text":""})");
  document_.set(language_, "en");
  EXPECT_EQ(written(), R"({"metadata": {"language":"en"} ,"id":1,"text":""})");
  document_.remove(language_);
  EXPECT_EQ(written(), line_);
}

TEST_F(DocumentTest, RemovesWithTheRightComma) {
  for (const auto& [line, expected] : std::vector<std::pair<const char*, const char*>>{
           {R"({"id":1,"text":"","metadata":{"language":1}})",
            R"({"id":1,"text":"","metadata":{}})"},
           {R"({"source":1 , "id":1,"text":"","metadata":{ "language":1 , "score" : 2 }})",
            R"({"id":1,"text":"","metadata":{  }})"},
           {R"({"id":1,"text":"" , "source":1 })", R"({"id":1,"text":"" })"},
           {R"({"id":1, "source":1 , "text":""})", R"({"id":1 , "text":""})"}}) {
    read(line);
    document_.remove(language_);
    document_.remove(score_);
    document_.remove(source_);
    EXPECT_EQ(written(), expected) << line;
  }
}

TEST_F(DocumentTest, ShowsItsEdits) {
  read(R"({"id":"a","text":"b"})");
  document_.set_text("a \"new\" text\n");
  document_.set(language_, "e\\n");
  EXPECT_EQ(document_.text(), "a \"new\" text\n");
  EXPECT_EQ(document_.text_bytes(), 13);
  EXPECT_TRUE(document_.text_changed());
  EXPECT_EQ(document_.string(language_), "e\\n");
  document_.set(fields_.id(), "c");
  EXPECT_EQ(document_.id(), "c");
  EXPECT_EQ(written(), R"({"id":"c","text":"a \"new\" text\n","metadata":{"language":"e\\n"}})");
  EXPECT_EQ(document_.line(), line_);
}

TEST_F(DocumentTest, TakesViewsOfItselfAsValues) {
  read(R"({"id":"a","text":"some\ntext","source":"s"})");
  document_.set_text(document_.text().substr(3));
  document_.set(source_, *document_.string(source_));
  document_.set(language_, *document_.string(source_));
  document_.set_text(document_.text().substr(1));
  EXPECT_EQ(written(), R"({"id":"a","text":"\ntext","source":"s","metadata":{"language":"s"}})");
}

TEST_F(DocumentTest, SetsJsonOnOneLine) {
  read(R"({"id":1,"text":""})");
  document_.set_json(source_, " {\n\"a\":\r\n [1,2]}\n");
  EXPECT_EQ(written(), R"({"id":1,"text":"","source":{ "a":   [1,2]}})");
  for (const char* json : {"", "1 2", "{", R"({"a":1,"a":2})", "\"\xFF\"", R"("\ud800")"}) {
    EXPECT_THROW(document_.set_json(source_, json), std::invalid_argument) << json;
  }
  const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_NO_THROW(document_.set_json(source_, nested(63)));
  EXPECT_THROW(document_.set_json(source_, nested(64)), std::invalid_argument);
  EXPECT_THROW(document_.set_json(language_, nested(63)), std::invalid_argument);
}

TEST_F(DocumentTest, SpellsNumbersAndBooleans) {
  read(R"({"id":1,"text":""})");
  document_.set(source_, 5);
  EXPECT_EQ(document_.unsigned_number(source_), 5u);
  document_.set(source_, true);
  EXPECT_EQ(document_.field(source_).raw, "true");
  document_.set(source_, 0.1);
  EXPECT_EQ(document_.field(source_).raw, "0.1");
  document_.set(source_, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(document_.field(source_).type, ValueType::null);
  EXPECT_EQ(written(), R"({"id":1,"text":"","source":null})");
}

TEST_F(DocumentTest, ForgetsEditsWithTheNextLine) {
  read(R"({"id":1,"text":"a"})");
  document_.set_text("b");
  read(R"({"id":2,"text":"c"})");
  EXPECT_FALSE(document_.changed());
  EXPECT_FALSE(document_.text_changed());
  EXPECT_EQ(document_.text(), "c");
  EXPECT_EQ(written(), line_);
}

TEST_F(DocumentTest, IsTheLineWithoutFieldsWhenBad) {
  read(R"({"id":1,"text":"a"})");
  const std::string_view bad = R"({"id":1,"text":2})";
  ASSERT_TRUE(reader_->read(bad, document_));
  EXPECT_EQ(document_.line(), bad);
  EXPECT_EQ(document_.text(), "");
  EXPECT_EQ(document_.field(fields_.id()).type, ValueType::missing);
  EXPECT_EQ(written(), bad);
}

TEST(Document, IsEmptyBeforeItIsRead) {
  const Document document;
  EXPECT_EQ(document.line(), "");
  EXPECT_EQ(document.text(), "");
  EXPECT_EQ(document.id(), "");
  EXPECT_FALSE(document.changed());
}

TEST(Document, OfOneReaderCanBeReadByAnother) {
  Fields few;
  Fields many;
  const FieldId deep = many.add("a.b.c.d");
  DocumentReader first(few);
  DocumentReader second(many);
  Document document;
  const std::string line = R"({"id":1,"text":"t","a":{"b":{"c":{"d":5}}}})";
  ASSERT_FALSE(first.read(line, document));
  ASSERT_FALSE(second.read(line, document));
  EXPECT_EQ(document.unsigned_number(deep), 5u);
  Document moved = std::move(document);
  EXPECT_EQ(moved.unsigned_number(deep), 5u);
}

}  // namespace
}  // namespace sluice

#include "document/document.h"

#include <gmock/gmock.h>

namespace sluice {
namespace {

TEST(Document, ReadsEditsAndWritesALine) {
  Fields fields;
  const FieldId language = fields.add("metadata.language");
  DocumentReader reader(fields);
  Document document;
  const auto bad = reader.read(R"({"id":"a","text":"x\ny", "n" : 1e999})", document);
  ASSERT_FALSE(bad) << bad->reason << bad->detail;
  EXPECT_EQ(document.text(), "x\ny");
  EXPECT_EQ(document.id(), "a");
  document.set(language, "en");
  Buffer out;
  document.write(out);
  EXPECT_EQ(out.view(), R"({"id":"a","text":"x\ny", "n" : 1e999,"metadata":{"language":"en"}})");
}

}  // namespace
}  // namespace sluice

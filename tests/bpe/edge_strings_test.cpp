// 80 strings on which tokenizers differ, and the ids that public tokenizers gave them.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <ostream>
#include <string>
#include <vector>

#include "bpe/encoder.h"
#include "bpe/published_vocabularies.h"

namespace sluice::bpe {
namespace {

struct Reference {
  const char* vocabulary;
  const char* ids;

  friend void PrintTo(const Reference& reference, std::ostream* out) {
    *out << reference.vocabulary;
  }
};

class EdgeStrings : public testing::TestWithParam<Reference> {};

TEST_P(EdgeStrings, HaveTheirPublishedIds) {
  REQUIRE_PUBLISHED();
  const char* data = std::getenv("SLUICE_DATA");
  if (data == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder";
  const std::string folder = std::string(data) + "/bpe/";
  simdjson::dom::parser text_parser;
  simdjson::dom::parser id_parser;
  const simdjson::dom::array texts = text_parser.load(folder + "edge-strings.json").get_array();
  const simdjson::dom::array expected = id_parser.load(folder + GetParam().ids).get_array();
  ASSERT_EQ(texts.size(), 80u);
  ASSERT_EQ(expected.size(), texts.size());

  const Encoder encoder(published_vocabulary(GetParam().vocabulary));
  Encoder::Scratch scratch(encoder);
  auto wanted = expected.begin();
  for (const simdjson::dom::element element : texts) {
    const std::string_view text = element.get_string().value();
    std::vector<TokenId> ids;
    encoder.encode(text, scratch, ids);
    std::vector<TokenId> reference;
    for (const simdjson::dom::element id : (*wanted).get_array()) {
      reference.push_back(static_cast<TokenId>(id.get_uint64().value()));
    }
    EXPECT_EQ(ids, reference) << '"' << text << '"';
    EXPECT_EQ(encoder.count(text, scratch), reference.size()) << '"' << text << '"';
    ++wanted;
  }
}

INSTANTIATE_TEST_SUITE_P(Published, EdgeStrings,
                         testing::Values(Reference{"r50k_base.tiktoken", "edge_gpt2.json"},
                                         Reference{"cl100k_base.tiktoken", "edge_cl100k.json"},
                                         Reference{"o200k_base.tiktoken", "edge_o200k.json"}),
                         [](const auto& parameter) {
                           const std::string name(parameter.param.vocabulary);
                           return name.substr(0, name.find('_'));
                         });

}  // namespace
}  // namespace sluice::bpe

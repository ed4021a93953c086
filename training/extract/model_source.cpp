#include "training/extract/model_source.h"

#include <fmt/format.h>

#include <iterator>

#include "extract/features.h"

namespace sluice::training {
namespace {

class Source {
 public:
  // `values`: each with its comma.
  void array(const std::string& type, const std::string& name,
             const std::vector<std::string>& values) {
    text_ += fmt::format("constexpr std::array<{}, {}> {} = {{{{", type, values.size(), name);
    size_t column = 0;
    for (const std::string& value : values) {
      if (column == 0 || column + value.size() > 98) {
        text_ += "\n   ";
        column = 3;
      }
      text_ += ' ' + value;
      column += value.size() + 1;
    }
    text_ += "\n}};\n";
  }

  void forest(const std::string& name, const TrainedForest& forest) {
    std::vector<std::string> splits;
    for (const extract::Split& split : forest.splits) {
      splits.push_back(fmt::format("{{{}, {}}},", split.feature, split.threshold));
    }
    array("Split", fmt::format("k{}Splits", name), splits);
    std::vector<std::string> leaves;
    for (const int16_t leaf : forest.leaves) leaves.push_back(fmt::format("{},", leaf));
    array("int16_t", fmt::format("k{}Leaves", name), leaves);
  }

  std::string& text() { return text_; }

 private:
  std::string text_;
};

std::string use(const std::string& name, const TrainedForest& forest) {
  return fmt::format("{{{}, {}, k{}Splits, k{}Leaves}}", forest.bias, forest.depth, name, name);
}

}  // namespace

std::string model_source(const Learned& learned) {
  Source source;
  source.text() =
      "// Written by training/extract/train.cpp; see docs/models/extract.md.\n"
      "// clang-format off\n"
      "#include \"extract/model.h\"\n\n"
      "namespace sluice::extract {\nnamespace {\n\n";
  std::vector<std::string> entries;
  for (const auto& [word, weight] : learned.lexicon) {
    entries.push_back(fmt::format("{{{}, {}}},", word, weight));
  }
  source.array("Lexicon::Entry", "kWords", entries);
  std::string kinds;
  for (size_t kind = 0; kind < learned.kinds.size(); ++kind) {
    source.forest(fmt::format("Kind{}", kind), learned.kinds[kind]);
    kinds += fmt::format("        {},\n", use(fmt::format("Kind{}", kind), learned.kinds[kind]));
  }
  source.forest("First", learned.first);
  source.forest("Second", learned.second);
  source.text() += fmt::format(
      "\n}}  // namespace\n\n"
      "static_assert(kFeatures == {}, \"the model knows other features: train it again\");\n\n"
      "constinit const Model kModel = {{\n    {{kWords}},\n    {{{{\n{}    }}}},\n    {},\n    "
      "{},\n}};\n\n"
      "}}  // namespace sluice::extract\n",
      extract::kFeatures, kinds, use("First", learned.first), use("Second", learned.second));
  return source.text();
}

}  // namespace sluice::training

// Describes the model that is compiled in, for docs/models/langid.md: sizes, digest, labels by
// script, and the groups that have a resolver. Markdown.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/hash.h"
#include "langid/languages.h"
#include "langid/model.h"

namespace {

using namespace sluice::langid;

std::string codes_of(const Model& model, const std::vector<size_t>& labels) {
  std::string codes;
  for (const size_t label : labels) {
    if (!codes.empty()) codes += ", ";
    codes += languages()[model.label(label).language].code;
  }
  return codes;
}

}  // namespace

int main() {
  const Model& model = Model::embedded();
  std::vector<std::string> groups;
  for (size_t i = 0; i < model.labels(); ++i) {
    const Model::Resolver* resolver = model.resolver_of(i);
    if (resolver == nullptr || resolver->labels.front() != i) continue;
    groups.push_back(codes_of(model, {resolver->labels.begin(), resolver->labels.end()}));
  }
  fmt::print("| | |\n|---|---|\n| digest | `{}` |\n", sluice::sha256_hex(model.bytes()));
  fmt::print("| size | {} bytes |\n| labels | {} |\n", model.bytes().size(), model.labels());
  fmt::print("| table | {} rows of {} numbers |\n", model.rows().size(), kDimension);
  fmt::print("| resolvers | {} |\n\n", groups.size());
  for (const Model::Script& script : model.scripts()) {
    std::vector<size_t> labels;
    for (size_t i = 0; i < script.labels; ++i) labels.push_back(script.first + i);
    if (!labels.empty()) fmt::print("- {}: {}\n", script.name, codes_of(model, labels));
  }
  fmt::print("\nResolvers: {}.\n", fmt::join(groups, "; "));
  return 0;
}

#include "mix_fields.h"

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "mix/order.h"

namespace sluice::mix_tool {
namespace {

constexpr uint64_t kMostTokens = UINT32_MAX;  // of a document: it has no more bytes
constexpr const char* kSayTokenizer = "; name what counts them all: --tokenizer sluice-64k";

}  // namespace

MixFields::MixFields(const Mix& mix, const Part& part, Fields& fields)
    : mix_(mix), common_(fields), id_(fields.id()), mix_field_(fields.add("metadata.mix")) {
  for (uint32_t input = 0; input < mix.inputs.size(); ++input) {
    if (part.has(input)) inputs_.push_back(input);
  }
  for (const mix::SourcePlan& source : mix.plan.sources) {
    copies_by_.push_back(source.copies.empty() ? id_ : fields.add(source.copies_by));
  }
}

mix::Counted MixFields::counted(const Document& document) const {
  const uint32_t number = source(document);
  const mix::SourcePlan& plan = mix_.plan.sources[number];
  mix::Counted counted{.id = mix::id_hash(document.id()),
                       .tokens = document.unsigned_number(common_.token_count).value_or(0)};
  if (counted.tokens > kMostTokens) {
    throw CheckError("document " + std::string(spelled_id(document)) + " in " +
                     mix_.inputs[input(document)].name + " says that it has " +
                     with_thousands(counted.tokens) + " tokens; at most " +
                     with_thousands(kMostTokens) + " are taken for true" + kSayTokenizer);
  }
  if (!plan.copies.empty()) {
    const uint64_t value = document.unsigned_number(copies_by_[number]).value_or(0);
    counted.copies = static_cast<uint32_t>(plan.copies_of(value));
  }
  return counted;
}

uint64_t MixFields::tokenizer(const Document& document) const {
  const auto name = document.string(common_.tokenizer);
  if (!name || !document.unsigned_number(common_.token_count)) {
    throw CheckError("document " + std::string(spelled_id(document)) + " in " +
                     mix_.inputs[input(document)].name + " has no token count" + kSayTokenizer);
  }
  return hash64(*name) | 1;  // 0: none was seen
}

std::string_view MixFields::spelled_id(const Document& document) const {
  return document.field(id_).raw;
}

void require_same(uint64_t tokenizer, uint64_t other) {
  if (tokenizer == other) return;
  throw CheckError(std::string("documents have token counts of several tokenizers") +
                   kSayTokenizer);
}

pipeline::Job job_of_part(const Mix& mix, const Part& part) {
  pipeline::Job job;
  job.name = "sluice-mix";
  job.routes = {""};
  for (size_t input = 0; input < mix.inputs.size(); ++input) {
    if (part.has(input)) job.inputs.push_back(mix.inputs[input]);
  }
  return job;
}

}  // namespace sluice::mix_tool

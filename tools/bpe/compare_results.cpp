#include "compare_results.h"

#include <algorithm>

#include "base/buffer.h"
#include "base/format.h"
#include "bpe/metrics.h"
#include "document/json_writer.h"
#include "sizing/vocabulary.h"

namespace sluice::bpe_tool {

Derived derive(const Results& results, const Compared& compared) {
  Derived derived;
  derived.bytes_per_token = bpe::bytes_per_token(results.total.bytes, compared.tokens);
  derived.tokens_per_word = bpe::fertility(compared.tokens, results.total.words);
  derived.nsl = bpe::normalised_sequence_length(compared.tokens,
                                                results.vocabularies[results.reference].tokens);
  if (results.model) {
    const OpenModel& model = *results.model;
    const auto size = static_cast<double>(compared.size);
    const double layers = model.layer_parameters();
    derived.vocabulary_parameters = sizing::vocabulary_parameters(size, model.width, model.tied);
    derived.head_share = sizing::head_share(size, model.width, layers);
    derived.flops_per_byte = sizing::training_flops_per_byte(layers + derived.vocabulary_parameters,
                                                             derived.bytes_per_token);
  }
  return derived;
}

namespace {

void write_derived(const Results& results, const Compared& compared, JsonWriter& json) {
  const Derived derived = derive(results, compared);
  json.key("size").number(compared.size);
  json.key("tokens").number(compared.tokens);
  json.key("bytes_per_token").number(derived.bytes_per_token);
  json.key("fertility").number(derived.tokens_per_word);
  json.key("nsl").number(derived.nsl);
  if (!results.model) return;
  json.key("vocabulary_parameters").number(derived.vocabulary_parameters);
  json.key("head_share").number(derived.head_share);
  json.key("training_flops_per_byte").number(derived.flops_per_byte);
}

// { "en": {"documents": …, "bytes": …, "words": …, "tokens": {"<name>": …}} }
void write_groups(const Results& results, const bpe::Comparison::Groups& groups, JsonWriter& json) {
  json.begin_object();
  for (const auto& [name, counts] : groups) {
    json.key(name).begin_object();
    json.key("documents").number(counts.documents);
    json.key("bytes").number(counts.bytes);
    json.key("words").number(counts.words);
    json.key("tokens").begin_object();
    for (size_t i = 0; i < results.vocabularies.size(); ++i) {
      json.key(results.vocabularies[i].label).number(counts.tokens[i]);
    }
    json.end_object().end_object();
  }
  json.end_object();
}

void write_vocabulary(const Results& results, const ComparedVocabulary& vocabulary,
                      JsonWriter& json) {
  json.begin_object();
  json.key("name").string(vocabulary.name);
  json.key("label").string(vocabulary.label);
  write_derived(results, vocabulary, json);
  json.key("renyi_efficiency").number(vocabulary.renyi_efficiency);
  json.key("unused").number(vocabulary.unused);
  json.key("under_trained").number(vocabulary.under_trained);
  if (!vocabulary.premiums.empty()) {
    json.key("premium").begin_object();
    for (const auto& [language, premium] : vocabulary.premiums) json.key(language).number(premium);
    json.end_object();
  }
  json.end_object();
}

void write_model(const OpenModel& model, JsonWriter& json) {
  json.key("model").begin_object();
  json.key("layers").number(model.layers);
  json.key("d_model").number(model.width);
  json.key("tied").boolean(model.tied);
  json.key("layer_parameters").number(model.layer_parameters());
  json.key("layer_parameters_label").string(sizing::name_of(OpenModel::kLabel));
  json.key("optimal_vocabulary")
      .number(sizing::optimal_vocabulary(model.layer_parameters(), model.width));
  json.key("optimal_vocabulary_label")
      .string(sizing::name_of(sizing::optimal_vocabulary_label(model.layer_parameters())));
  json.end_object();
}

}  // namespace

std::string as_json(const Results& results) {
  Buffer out;
  JsonWriter json(out, 1);
  json.begin_object();
  json.key("schema").string("sluice.comparison/1");
  json.key("text").begin_object();
  json.key("documents").number(results.total.documents);
  json.key("bytes").number(results.total.bytes);
  json.key("words").number(results.total.words);
  json.key("held_out").number(results.held_out);
  json.end_object();
  json.key("reference").string(results.vocabularies[results.reference].label);
  json.key("under_trained_below").number(results.under_trained_below);
  if (results.model) write_model(*results.model, json);
  json.key("vocabularies").begin_array();
  for (const ComparedVocabulary& vocabulary : results.vocabularies) {
    write_vocabulary(results, vocabulary, json);
  }
  json.end_array();
  json.key("sizes").begin_array();
  for (const Compared& size : results.sizes) {
    json.begin_object();
    json.key("name").string(size.name);
    json.key("label").string(size.label);
    write_derived(results, size, json);
    json.end_object();
  }
  json.end_array();
  json.key("by_language");
  write_groups(results, results.by_language, json);
  json.key("by_source");
  write_groups(results, results.by_source, json);
  json.end_object();
  out.push_back('\n');
  return std::string(out.view());
}

// What plan.toml of sluice-report takes.
std::string as_candidates(const Results& results) {
  std::vector<Compared> all(results.vocabularies.begin(), results.vocabularies.end());
  for (const Compared& size : results.sizes) {
    const bool whole = std::any_of(
        results.vocabularies.begin(), results.vocabularies.end(),
        [&](const auto& one) { return one.label == size.label && one.size == size.size; });
    if (!whole) all.push_back(size);
  }
  std::string text = "[vocab]\ncandidates = [\n";
  for (const Compared& one : all) {
    text += "  { size = " + std::to_string(one.size) +
            ", bytes_per_token = " + fixed(derive(results, one).bytes_per_token, 6) + " },  # " +
            one.name + "\n";
  }
  return text + "]\n";
}

chart::LineChart as_chart(const Results& results) {
  chart::LineChart chart;
  chart.title = "Bytes a token by vocabulary size";
  chart.description = "On " + human_bytes(results.total.bytes) + " of text.";
  chart.x = {.label = "Entries", .log = true};
  chart.y = {.label = "Bytes a token"};
  for (const ComparedVocabulary& vocabulary : results.vocabularies) {
    chart::Series series{.name = vocabulary.name};
    if (vocabulary.curve) {
      for (uint64_t size = vocabulary.curve->smallest; size <= vocabulary.curve->largest();
           size += std::max<uint64_t>(1, size / 64)) {
        const uint64_t tokens = vocabulary.curve->tokens_at(size);
        series.points.push_back(
            {static_cast<double>(size), bpe::bytes_per_token(results.total.bytes, tokens)});
      }
    } else {
      series.markers = true;
      series.points.push_back(
          {static_cast<double>(vocabulary.size), derive(results, vocabulary).bytes_per_token});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

}  // namespace sluice::bpe_tool

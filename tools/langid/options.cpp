#include "options.h"

#include <algorithm>

#include "base/content_digest.h"
#include "base/error.h"
#include "base/format.h"
#include "langid/model.h"
#include "model_labeller.h"

namespace sluice::langid_tool {
namespace {

using langid::Identifier;
using langid::LabelSystem;
using Matters = cli::Tool::Matters;

const std::vector<std::string> kSystems = {"bcp47", "iso639-3", "fineweb2", "lid176"};

LabelSystem system_called(const std::string& name) {
  const auto at = std::ranges::find(kSystems, name) - kSystems.begin();
  return static_cast<LabelSystem>(at);
}

// "de=3,nl=2.5" as factors.
std::vector<std::pair<langid::LanguageId, double>> weights_of(
    const std::vector<std::string>& lists) {
  std::vector<std::pair<langid::LanguageId, double>> weights;
  const std::vector<langid::LanguageId> answers = Identifier::labels();
  for (const std::string& item : items_of(lists)) {
    const size_t equals = std::min(item.find('='), item.size());
    const auto factor =
        parse_double(std::string_view(item).substr(std::min(equals + 1, item.size())));
    if (!factor || !(*factor >= 1e-6 && *factor <= 1e6)) {
      throw ConfigError("'" + item +
                        "' is not CODE=FACTOR with a factor from 1e-6 to 1e6, as de=3");
    }
    const std::string code = item.substr(0, equals);
    const size_t before = weights.size();
    for (const langid::LanguageId language : known_languages(code)) {
      if (std::ranges::find(answers, language) != answers.end()) {
        weights.emplace_back(language, *factor);
      }
    }
    for (size_t i = before; i < weights.size(); ++i) {
      const auto earlier = std::ranges::find(weights, weights[i].first,
                                             &std::pair<langid::LanguageId, double>::first);
      if (earlier < weights.begin() + static_cast<std::ptrdiff_t>(i)) {
        throw ConfigError("'" + code + "' gets a second factor");
      }
    }
    if (weights.size() == before) {
      throw ConfigError("'" + code + "' is no language that the model can find");
    }
  }
  return weights;
}

}  // namespace

LangidOptions::LangidOptions(cli::Tool& tool) {
  tool.section("Identifying");
  tool.text("--model", model, "FILE",
            "a fastText model (.bin, .ftz) instead of the embedded identifier", Matters::run);
  tool.one_of("--labels", labels, kSystems,
              "how languages are named (bcp47; with --model as the model does)");
  tool.bytes("--text-bytes", text_bytes,
             "how much of a text is looked at (4096, in windows over the text; with --model all)");
  tool.one_of("--prior", prior, {"web", "uniform"},
              "large languages of the web are likelier than small ones, or all alike");
  tool.texts("--prior-weight", prior_weights, "CODE=FACTOR",
             "a language is so much likelier than that, as de=3,nl=2 (repeatable)");
  tool.text("--hint-field", hint_field, "FIELD",
            "what this field declares is likelier, as metadata.html_language");
  tool.number("--und-below", und_below, "SCORE",
              "name the language 'und' where the best scores less (0.5; with --model 0)");
  tool.number("--top-k", top_k, "N", "store the N best as metadata.language_candidates");
  tool.section("Choosing");
  tool.texts("--keep", keep, "CODES", "keep these languages, as en,de (repeatable)");
  tool.texts("--drop", drop, "CODES", "drop these languages (repeatable)");
  tool.number("--min-score", min_score, "SCORE", "drop documents that score less (0)");
  tool.section("Routing");
  tool.text("--route", route, "DIR",
            "a file for each language, DIR/en.jsonl.zst; with several inputs DIR/en/INPUT",
            Matters::run);
  tool.texts("--route-languages", route_languages, "CODES",
             "only these have files of their own, all others go to 'other' (repeatable)");
  tool.section("Evaluating");
  tool.flag("--evaluate", evaluate,
            "inputs are rows of label, tab, text: print how often the label is found",
            Matters::run);
  tool.texts("--only", only, "CODES", "leave out rows with other labels (repeatable)",
             Matters::run);
  tool.texts("--bytes", bytes, "N", "also on the first N bytes of each text, as 64,128,256",
             Matters::run);
  tool.text("--mix", mix, "FILE",
            "language, tab, share: precision where languages are as frequent as that (a crawl's)",
            Matters::run);
}

void LangidOptions::refuse(const cli::Tool& tool, const std::vector<std::string>& options,
                           const std::string& why) const {
  for (const std::string& option : options) {
    if (tool.given(option)) throw ConfigError(option + ": " + why);
  }
}

void LangidOptions::check(const cli::Tool& tool) const {
  if (evaluate) {
    refuse(tool,
           {"--keep", "--drop", "--min-score", "--route", "--route-languages", "--top-k",
            "--hint-field", "--labels", "--rejects", "--errors", "--stats", "--resume",
            "--tokenizer", "--text-key", "--id-key", "--extension", "--compression-level"},
           "has no effect with --evaluate, which writes no documents");
  } else {
    refuse(tool, {"--only", "--bytes", "--mix"}, "is of --evaluate, which is not given");
  }
  if (!model.empty()) {
    refuse(tool, {"--prior", "--prior-weight", "--hint-field"},
           "is of the embedded identifier; a model has no priors");
  }
  if (tool.given("--route-languages") && route.empty()) {
    throw ConfigError("--route-languages: is of --route, which is not given");
  }
  for (const std::string_view own : {"metadata.language", "metadata.language_score",
                                     "metadata.languages", "metadata.language_candidates"}) {
    if (hint_field == own) {
      throw ConfigError("--hint-field: " + hint_field +
                        " is what this tool writes, and its answer would hint at itself");
    }
  }
  const uint64_t least = model.empty() ? langid::kWindowBytes : 1;
  if (tool.given("--text-bytes") && text_bytes < least) {
    throw ConfigError("--text-bytes: must be " + std::to_string(least) + " or more");
  }
  if (!(und_below >= 0 && und_below <= 1)) {
    throw ConfigError("--und-below: must be between 0 and 1");
  }
  constexpr uint64_t kMostCandidates = 1000;
  if (top_k > kMostCandidates) throw ConfigError("--top-k: at most 1000");
}

Identifier::Options LangidOptions::identifier(const cli::Tool& tool) const {
  Identifier::Options options;
  options.prior = prior == "web" ? langid::Prior::web : langid::Prior::uniform;
  options.weights = cli::configured_by("--prior-weight", [&] { return weights_of(prior_weights); });
  if (tool.given("--und-below")) options.min_score = und_below;
  options.candidates = std::max<uint64_t>(top_k, 1);
  if (text_bytes != 0) options.max_bytes = text_bytes;
  return options;
}

std::unique_ptr<Labeller> LangidOptions::labeller(cli::Tool& tool) const {
  std::optional<LabelSystem> names;
  if (!labels.empty()) names = system_called(labels);
  if (model.empty()) {
    tool.digest("model", content_digest(langid::Model::embedded().bytes()));
    return make_embedded(identifier(tool), names.value_or(LabelSystem::bcp47));
  }
  return cli::configured_by("--model", [&] {
    return open_model(model,
                      {.names = names,
                       .und_below = und_below,
                       .candidates = std::max<uint64_t>(top_k, 1),
                       .text_bytes = text_bytes},
                      tool);
  });
}

Policy::Options LangidOptions::policy() const {
  return {.keep = keep,
          .drop = drop,
          .min_score = min_score,
          .routed = !route.empty(),
          .route_classes = route_languages};
}

}  // namespace sluice::langid_tool

#include "langid_peers.h"

// CLD2's header needs <cstdio>, and does not include it.
// clang-format off
#include <cstdio>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
// clang-format on

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "langid/identifier.h"

namespace sluice::langid {
namespace {

std::string first_bytes(const std::string& text, size_t most) {
  if (most == 0 || text.size() <= most) return text;
  while (most > 0 && (text[most] & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

// All languages that go by this name in a system.
std::vector<LanguageId> meant_by(LabelSystem system, const std::string& name) {
  const std::optional<LanguageId> own = find_in(system, name);
  if (system == LabelSystem::bcp47 || !own) return languages_named(name);
  std::vector<LanguageId> all;
  for (LanguageId language = 0; language < languages().size(); ++language) {
    if (name_in(system, language) == name) all.push_back(language);
  }
  return all;
}

}  // namespace

Namer embedded_identifier() {
  struct State {
    Identifier identifier{Identifier::Options{}};
    Identifier::Scratch scratch;
    Identification found;
  };
  const auto state = std::make_shared<State>();
  return {LabelSystem::bcp47, [state](const std::string& text) {
            Identification& found = state->found;
            state->identifier.identify(text, {}, state->scratch, found);
            const std::string name(languages()[found.language].code);
            if (found.candidates.empty()) return Named{name, name, 0};
            const LanguageId best = found.candidates.front().language;
            return Named{name, std::string(languages()[best].code), found.score};
          }};
}

Namer cld2() {
  return {LabelSystem::bcp47, [](const std::string& text) {
            bool reliable = false;
            const std::string name = CLD2::LanguageCode(
                CLD2::DetectLanguage(text.data(), static_cast<int>(text.size()), true, &reliable));
            return Named{name, name};
          }};
}

Lid176::Lid176(const std::string& path) : file_(path), model_(file_.bytes(), path) {}

Namer Lid176::namer() const {
  const auto scratch = std::make_shared<fasttext::Scratch>(model_);
  return {LabelSystem::lid176, [this, scratch](const std::string& text) {
            const auto found = model_.predict(text, 1, 0, *scratch);
            const std::string name(
                found.empty() ? "und" : fasttext::without_prefix(model_.label(found[0].label)));
            return Named{name, name};
          }};
}

std::set<std::string> Lid176::labels() const {
  std::set<std::string> labels;
  for (uint32_t i = 0; i < model_.labels(); ++i) {
    labels.emplace(fasttext::without_prefix(model_.label(i)));
  }
  return labels;
}

Results ask(const Namer& namer, const std::vector<KnownText>& rows, size_t bytes) {
  Results results;
  std::map<std::string, uint32_t> numbers;
  const auto number = [&](const std::string& name) {
    const auto [found, is_new] = numbers.try_emplace(name, static_cast<uint32_t>(numbers.size()));
    if (is_new) results.classes.push_back({name, meant_by(namer.names, name)});
    return found->second;
  };
  for (const KnownText& row : rows) {
    const Named named = namer.name(first_bytes(row.text, bytes));
    const uint32_t label = number(named.name);
    results.answers.push_back({label, number(named.best), named.score});
  }
  return results;
}

Evaluation judge(const Results& results, const std::vector<KnownText>& rows,
                 const std::set<std::string>* only) {
  EvaluationTally tally(results.classes);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (only == nullptr || only->contains(rows[i].label)) {
      tally.add(rows[i].label, results.answers[i]);
    }
  }
  return evaluate(tally, {});
}

std::set<std::string> labels_of_both(const Lid176& lid176, const std::vector<KnownText>& rows) {
  const std::set<std::string> of_lid176 = lid176.labels();
  const Results said = ask(cld2(), rows, 0);
  std::set<std::string> both;
  for (size_t i = 0; i < rows.size(); ++i) {
    const LabelClass truth{rows[i].label, languages_named(rows[i].label)};
    const bool right = said.classes[said.answers[i].label].meets(truth);
    if (right && of_lid176.contains(rows[i].label)) both.insert(rows[i].label);
  }
  return both;
}

std::set<std::string> labels_of_embedded(const std::vector<KnownText>& rows) {
  const std::vector<LanguageId> answerable = Identifier::labels();
  std::set<std::string> labels;
  for (const KnownText& row : rows) {
    for (const LanguageId language : languages_named(row.label)) {
      if (std::ranges::binary_search(answerable, language)) labels.insert(row.label);
    }
  }
  return labels;
}

}  // namespace sluice::langid

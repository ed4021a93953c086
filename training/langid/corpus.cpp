#include "training/langid/corpus.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "langid/words.h"
#include "unicode/normalize.h"

namespace sluice::training {
namespace {

// What the text's builder calls source code, mark-up and other text that is no language.
constexpr std::string_view kNoLanguage = "zxx";

struct Row {
  std::string source;
  std::string code;
  std::string text;
};

std::vector<Row> read_rows(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<Row> rows;
  std::string line;
  while (std::getline(file, line)) {
    const size_t first = line.find('\t');
    const size_t second = first == std::string::npos ? first : line.find('\t', first + 1);
    if (second == std::string::npos) {
      throw std::runtime_error(path + ":" + std::to_string(rows.size() + 1) +
                               ": not source, label and text");
    }
    rows.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1),
                    line.substr(second + 1)});
  }
  return rows;
}

std::optional<langid::LanguageId> language_of(const std::string& code) {
  if (code == kNoLanguage) return langid::undetermined();
  return langid::find_language(code);
}

// Languages that little or no text is found of, but that a script of their own gives away.
constexpr std::array<std::string_view, 12> kByScriptAlone = {
    "chr", "dv", "ff-Adlm", "got", "ii", "iu", "mn-Mong", "mni", "nqo", "sat", "vai", "zgh"};

std::string script_of(langid::LanguageId language) {
  // Programs and mark-up are written in Latin letters.
  if (language == langid::undetermined()) return "Latn";
  return std::string(counted_script(langid::languages()[language].script));
}

// Appends the words of the text that are in the label's script.
uint64_t add_words(const langid::Words& words, uint8_t script, Corpus& corpus,
                   TrainingSource& source) {
  uint64_t letters = 0;
  for (const langid::Word& word : words) {
    if (word.script != script) continue;
    const auto of_word = words.letters(word);
    source.words.push_back(
        {corpus.letters.size(), static_cast<uint8_t>(word.length), word.symbols});
    corpus.letters.insert(corpus.letters.end(), of_word.begin(), of_word.end());
    letters += of_word.size();
  }
  return letters;
}

TrainingSource& source_of(TrainingLabel& label, const std::string& name) {
  if (label.sources.empty() || label.sources.back().name != name) {
    const auto found = std::ranges::find(label.sources, name, &TrainingSource::name);
    if (found != label.sources.end()) return *found;
    label.sources.push_back({name, {}});
  }
  return label.sources.back();
}

}  // namespace

Corpus read_corpus(const std::string& path, const CorpusOptions& options) {
  const std::vector<Row> rows = read_rows(path);
  Corpus corpus;
  std::map<std::string, langid::LanguageId> languages;
  const auto add_language = [&](const std::string& code) {
    if (languages.contains(code)) return;
    if (const auto language = language_of(code)) {
      languages[code] = *language;
    } else {
      corpus.unknown.insert(code);
    }
  };
  for (const Row& row : rows) add_language(row.code);
  for (const std::string_view code : kByScriptAlone) add_language(std::string(code));
  std::set<std::string> scripts;
  for (const auto& [code, language] : languages) scripts.insert(script_of(language));

  corpus.letter_pages = build_letters(scripts);
  const langid::LetterTable letters(corpus.letter_pages.pages, corpus.letter_pages.entries);
  std::map<langid::LanguageId, TrainingLabel> labels;
  for (const auto& [code, language] : languages) {
    const auto& numbered = corpus.letter_pages.scripts;
    TrainingLabel& label = labels[language];
    label.language = language;
    label.code = langid::languages()[language].code;
    label.script =
        static_cast<uint8_t>(std::ranges::find(numbered, script_of(language)) - numbered.begin());
  }
  langid::Words words;
  std::string normalized;
  for (const Row& row : rows) {
    if (!languages.contains(row.code)) continue;
    TrainingLabel& label = labels[languages[row.code]];
    if (options.held_out.contains(row.source)) {
      corpus.held_out.push_back({row.source, label.code, row.text});
      continue;
    }
    words.clear();
    split_words(letters, nfc_view(row.text, normalized), words);
    label.letters += add_words(words, label.script, corpus, source_of(label, row.source));
  }
  std::map<uint8_t, size_t> rivals;
  for (const auto& [language, label] : labels) ++rivals[label.script];
  for (auto& [language, label] : labels) {
    std::erase_if(label.sources, [](const TrainingSource& source) { return source.words.empty(); });
    if (label.letters >= options.least_letters || rivals[label.script] == 1)
      corpus.labels.push_back(std::move(label));
  }
  std::ranges::sort(corpus.labels, {},
                    [](const TrainingLabel& label) { return std::tie(label.script, label.code); });
  return corpus;
}

}  // namespace sluice::training

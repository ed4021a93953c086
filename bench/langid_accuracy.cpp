// How often the embedded identifier, fastText's lid.176 and CLD2 name the language of the same rows.
//
//   zstdcat udhr_paragraphs.tsv.zst | build/release/bin/langid-accuracy lid.176.ftz
//
// Rows of standard input are label<TAB>text. For whole texts and their first 256, 128, 64 and 32
// bytes: accuracy and macro-F1 (langid/evaluation.h) of each over all rows, over the labels that the
// embedded identifier knows, and over those that both peers know: lid.176 by its labels, CLD2 by
// having named it rightly once. lid.176 runs in fastText's own library.

// CLD2's header needs <cstdio>, and does not include it.
// clang-format off
#include <cstdio>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
// clang-format on

#include <fasttext/fasttext.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "langid/evaluation.h"
#include "langid/identifier.h"

namespace {

using namespace sluice::langid;

struct KnownText {
  std::string label;
  std::string text;
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string answer(const std::string& text) = 0;
  virtual std::vector<LanguageId> languages(const std::string& answer) const {
    return languages_named(answer);
  }
};

class Embedded : public Peer {
 public:
  std::string answer(const std::string& text) override {
    identifier_.identify(text, {}, scratch_, found_);
    return std::string(languages_of()[found_.language].code);
  }

 private:
  static std::span<const Language> languages_of() { return sluice::langid::languages(); }

  Identifier identifier_{{}};
  Identifier::Scratch scratch_;
  Identification found_;
};

class Lid176 : public Peer {
 public:
  explicit Lid176(const std::string& path) { library_.loadModel(path); }
  std::string answer(const std::string& text) override {
    std::istringstream line(text + "\n");
    std::vector<std::pair<fasttext::real, std::string>> found;
    library_.predictLine(line, found, 1, 0);
    return found.empty() ? "und" : found.front().second.substr(std::string("__label__").size());
  }
  std::vector<LanguageId> languages(const std::string& answer) const override {
    const auto language = find_in(LabelSystem::lid176, answer);
    return language ? languages_named(sluice::langid::languages()[*language].code)
                    : languages_named(answer);
  }
  std::set<std::string> labels() {
    std::set<std::string> labels;
    for (int32_t i = 0; i < library_.getDictionary()->nlabels(); ++i) {
      labels.insert(library_.getDictionary()->getLabel(i).substr(std::string("__label__").size()));
    }
    return labels;
  }

 private:
  fasttext::FastText library_;
};

class Cld2 : public Peer {
 public:
  std::string answer(const std::string& text) override {
    bool reliable = false;
    const CLD2::Language found =
        CLD2::DetectLanguage(text.data(), static_cast<int>(text.size()), true, &reliable);
    return CLD2::LanguageCode(found);
  }
};

std::string first_bytes(const std::string& text, size_t most) {
  if (most == 0 || text.size() <= most) return text;
  while (most > 0 && (text[most] & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

// What one of them said of all rows.
struct Answers {
  std::vector<LabelClass> classes;
  std::vector<uint32_t> of_row;
};

Answers ask(Peer& peer, const std::vector<KnownText>& rows, size_t bytes) {
  Answers answers;
  std::map<std::string, uint32_t> numbers;
  for (const KnownText& row : rows) {
    const std::string name = peer.answer(first_bytes(row.text, bytes));
    const auto [found, is_new] = numbers.try_emplace(name, static_cast<uint32_t>(numbers.size()));
    if (is_new) answers.classes.push_back({name, peer.languages(name)});
    answers.of_row.push_back(found->second);
  }
  return answers;
}

Evaluation::Figures figures(const Answers& answers, const std::vector<KnownText>& rows,
                            const std::optional<std::set<std::string>>& only) {
  EvaluationTally tally(answers.classes);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (only && !only->contains(rows[i].label)) continue;
    tally.add(rows[i].label, {answers.of_row[i], answers.of_row[i], 1});
  }
  return evaluate(tally, {}).all;
}

std::set<std::string> found_once(const Answers& answers, const std::vector<KnownText>& rows) {
  std::set<std::string> labels;
  for (size_t i = 0; i < rows.size(); ++i) {
    const LabelClass truth{rows[i].label, languages_named(rows[i].label)};
    if (answers.classes[answers.of_row[i]].meets(truth)) labels.insert(rows[i].label);
  }
  return labels;
}

std::vector<KnownText> read_rows() {
  std::vector<KnownText> rows;
  for (std::string line; std::getline(std::cin, line);) {
    const size_t tab = line.find('\t');
    if (tab != std::string::npos) rows.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: langid-accuracy lid.176.ftz < rows.tsv\n");
    return 2;
  }
  const std::vector<KnownText> rows = read_rows();
  Embedded embedded;
  Lid176 lid176(argv[1]);
  Cld2 cld2;

  std::set<std::string> ours;
  const std::vector<LanguageId> answerable = Identifier::labels();
  for (const KnownText& row : rows) {
    for (const LanguageId language : languages_named(row.label)) {
      if (std::ranges::binary_search(answerable, language)) ours.insert(row.label);
    }
  }
  std::set<std::string> common;
  const std::set<std::string> of_lid176 = lid176.labels();
  for (const std::string& label : found_once(ask(cld2, rows, 0), rows)) {
    if (of_lid176.contains(label)) common.insert(label);
  }

  std::printf(
      "accuracy / macro-F1, %%       labels   rows      embedded       lid.176          CLD2\n");
  for (const size_t bytes : {0, 256, 128, 64, 32}) {
    const Answers said[] = {ask(embedded, rows, bytes), ask(lid176, rows, bytes),
                            ask(cld2, rows, bytes)};
    const std::pair<const char*, std::optional<std::set<std::string>>> selections[] = {
        {"all", {}}, {"of the embedded", ours}, {"of both peers", common}};
    for (const auto& [name, only] : selections) {
      const auto all = figures(said[0], rows, only);
      std::printf("%-6s %-18s %7llu %7llu", bytes == 0 ? "whole" : std::to_string(bytes).c_str(),
                  name, static_cast<unsigned long long>(all.labels),
                  static_cast<unsigned long long>(all.rows));
      for (const Answers& answers : said) {
        const auto found = figures(answers, rows, only);
        std::printf("   %5.1f / %4.1f", 100 * found.accuracy, 100 * found.macro_f1);
      }
      std::printf("\n");
    }
  }
  return 0;
}

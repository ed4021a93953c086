// The embedded identifier beside lid.176 and CLD2 on the same rows: the Universal Declaration of
// Human Rights, which it was not trained on. Needs SLUICE_DATA, and SLUICE_MODELS for lid.176.

// CLD2's header needs <cstdio>, and does not include it.
// clang-format off
#include <cstdio>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
// clang-format on

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fasttext/model.h"
#include "io/chunk.h"
#include "io/mapped_file.h"
#include "langid/evaluation.h"
#include "langid/identifier.h"
#include "sanitized.h"

namespace sluice::langid {
namespace {

struct KnownText {
  std::string label;
  std::string text;
};

std::vector<KnownText> rows_of(const std::string& name) {
  std::vector<KnownText> rows;
  const std::string path = std::string(std::getenv("SLUICE_DATA")) + "/langid/" + name;
  io::ChunkReader reader({{.name = path}}, {});
  std::string all;
  for (io::Chunk chunk; reader.next(chunk);) {
    io::ChunkReader::expand(chunk);
    all += chunk.bytes.view();
  }
  for (size_t at = 0, end; (end = all.find('\n', at)) != std::string::npos; at = end + 1) {
    const size_t tab = all.find('\t', at);
    rows.push_back({all.substr(at, tab - at), all.substr(tab + 1, end - tab - 1)});
  }
  return rows;
}

std::string first_bytes(const std::string& text, size_t most) {
  if (most == 0 || text.size() <= most) return text;
  while (most > 0 && (text[most] & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

// A name for a text, and how sure it is of the best.
struct Named {
  std::string name;
  std::string best;
  double score = 1;
};
using Namer = std::function<Named(const std::string&)>;

struct Results {
  std::vector<LabelClass> classes;
  std::vector<EvaluationTally::Answer> answers;  // of each row
};

Results ask(const Namer& namer, const std::vector<KnownText>& rows, size_t bytes) {
  Results results;
  std::map<std::string, uint32_t> numbers;
  const auto number = [&](const std::string& name) {
    const auto [found, is_new] = numbers.try_emplace(name, static_cast<uint32_t>(numbers.size()));
    if (is_new) {
      auto languages = languages_named(name);
      if (const auto own = find_in(LabelSystem::lid176, name); own && languages.empty()) {
        languages = {*own};
      }
      results.classes.push_back({name, std::move(languages)});
    }
    return found->second;
  };
  for (const KnownText& row : rows) {
    const Named named = namer(first_bytes(row.text, bytes));
    results.answers.push_back({number(named.name), number(named.best), named.score});
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

Namer embedded() {
  const auto identifier = std::make_shared<const Identifier>(Identifier::Options{});
  const auto scratch = std::make_shared<Identifier::Scratch>();
  return [identifier, scratch](const std::string& text) {
    Identification found;
    identifier->identify(text, {}, *scratch, found);
    const std::string name(languages()[found.language].code);
    if (found.candidates.empty()) return Named{name, name, 0};
    return Named{name, std::string(languages()[found.candidates.front().language].code),
                 found.score};
  };
}

Named name_by_cld2(const std::string& text) {
  bool reliable = false;
  const std::string name = CLD2::LanguageCode(
      CLD2::DetectLanguage(text.data(), static_cast<int>(text.size()), true, &reliable));
  return {name, name};
}

class Peers : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("SLUICE_DATA") == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder";
    const char* const folder = std::getenv("SLUICE_MODELS");
    if (folder == nullptr) {
      GTEST_SKIP() << "SLUICE_MODELS names no folder (scripts/install-test-models)";
    }
    file_ = std::make_unique<io::MappedFile>(std::string(folder) + "/lid.176.ftz");
    model_ = std::make_unique<fasttext::Model>(file_->bytes(), "lid.176.ftz");
    scratch_ = std::make_unique<fasttext::Scratch>(*model_);
  }

  Namer lid176() {
    return [this](const std::string& text) {
      const auto found = model_->predict(text, 1, 0, *scratch_);
      const std::string name(
          found.empty() ? "und" : fasttext::without_prefix(model_->label(found[0].label)));
      return Named{name, name};
    };
  }

  std::set<std::string> labels_of_both(const std::vector<KnownText>& rows) {
    std::set<std::string> of_lid176;
    for (uint32_t i = 0; i < model_->labels(); ++i) {
      of_lid176.emplace(fasttext::without_prefix(model_->label(i)));
    }
    std::set<std::string> both;
    const Results said = ask(name_by_cld2, rows, 0);
    for (size_t i = 0; i < rows.size(); ++i) {
      const LabelClass truth{rows[i].label, languages_named(rows[i].label)};
      if (of_lid176.contains(rows[i].label) && said.classes[said.answers[i].label].meets(truth)) {
        both.insert(rows[i].label);
      }
    }
    return both;
  }

  void expect_above_peers(const std::string& file) {
    const std::vector<KnownText> rows = rows_of(file);
    const std::set<std::string> both = labels_of_both(rows);
    for (const size_t bytes : {0, 256, 128, 64}) {
      const Results ours = ask(embedded(), rows, bytes);
      for (const Namer& peer : {lid176(), Namer(name_by_cld2)}) {
        const Results theirs = ask(peer, rows, bytes);
        const auto all = judge(ours, rows, nullptr).all;
        const auto all_of_peer = judge(theirs, rows, nullptr).all;
        EXPECT_GT(all.accuracy, all_of_peer.accuracy) << file << ", first " << bytes;
        EXPECT_GT(all.macro_f1, all_of_peer.macro_f1) << file << ", first " << bytes;
        const auto common = judge(ours, rows, &both).all;
        const auto common_of_peer = judge(theirs, rows, &both).all;
        EXPECT_GE(common.accuracy, common_of_peer.accuracy) << file << ", first " << bytes;
        EXPECT_GE(common.macro_f1, common_of_peer.macro_f1) << file << ", first " << bytes;
      }
    }
  }

 private:
  std::unique_ptr<io::MappedFile> file_;
  std::unique_ptr<fasttext::Model> model_;
  std::unique_ptr<fasttext::Scratch> scratch_;
};

TEST_F(Peers, AreNotBetterOnDocuments) { expect_above_peers("udhr_docs.tsv.zst"); }

TEST_F(Peers, AreNotBetterOnParagraphs) {
  if (kSanitized) GTEST_SKIP() << "takes minutes with a sanitizer";
  expect_above_peers("udhr_paragraphs.tsv.zst");
}

}  // namespace
}  // namespace sluice::langid

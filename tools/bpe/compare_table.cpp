#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/format.h"
#include "bpe/metrics.h"
#include "compare_results.h"
#include "sizing/vocabulary.h"

namespace sluice::bpe_tool {
namespace {

// Columns as wide as their widest cell; the first reads from the left, numbers from the right.
class Table {
 public:
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string text() const {
    std::vector<size_t> widths;
    for (const auto& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const auto& row : rows_) {
      std::string line;
      for (size_t i = 0; i < row.size(); ++i) {
        const std::string space(widths[i] - row[i].size(), ' ');
        line += i == 0 ? row[i] + space : "  " + space + row[i];
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

std::string decimal(double value, int digits) {
  return std::isfinite(value) ? fixed(value, digits) : "-";
}

std::string whole(double value) { return with_thousands(static_cast<uint64_t>(value)); }

void add_model_cells(const Results& results, const Derived& derived,
                     std::vector<std::string>& cells) {
  if (!results.model) return;
  cells.push_back(whole(derived.vocabulary_parameters));
  cells.push_back(decimal(100 * derived.head_share, 2) + " %");
  cells.push_back(decimal(derived.flops_per_byte / 1e9, 3));
}

void add_model_heads(const Results& results, std::vector<std::string>& cells) {
  if (results.model) cells.insert(cells.end(), {"vocab params", "head FLOPs", "GFLOP/byte"});
}

std::string vocabulary_table(const Results& results) {
  Table table;
  std::vector<std::string> heads = {"vocabulary", "entries", "bytes/token", "tokens/word",
                                    "NSL",        "Renyi",   "unused",      "under-trained"};
  add_model_heads(results, heads);
  table.row(heads);
  for (const ComparedVocabulary& one : results.vocabularies) {
    const Derived derived = derive(results, one);
    std::vector<std::string> cells = {one.name,
                                      with_thousands(one.size),
                                      decimal(derived.bytes_per_token, 3),
                                      decimal(derived.tokens_per_word, 3),
                                      decimal(derived.nsl, 3),
                                      decimal(one.renyi_efficiency, 3),
                                      with_thousands(one.unused),
                                      with_thousands(one.under_trained)};
    add_model_cells(results, derived, cells);
    table.row(std::move(cells));
  }
  return table.text();
}

std::string size_table(const Results& results) {
  Table table;
  std::vector<std::string> heads = {"cut to", "entries", "bytes/token", "tokens/word", "NSL"};
  add_model_heads(results, heads);
  table.row(heads);
  for (const Compared& one : results.sizes) {
    const Derived derived = derive(results, one);
    std::vector<std::string> cells = {one.name, with_thousands(one.size),
                                      decimal(derived.bytes_per_token, 3),
                                      decimal(derived.tokens_per_word, 3), decimal(derived.nsl, 3)};
    add_model_cells(results, derived, cells);
    table.row(std::move(cells));
  }
  return table.text();
}

// Bytes a token, a column a vocabulary; largest groups first.
std::string group_table(const Results& results, const bpe::Comparison::Groups& groups,
                        const std::string& what) {
  constexpr size_t kMostRows = 30;
  std::vector<const bpe::Comparison::Groups::value_type*> order;
  for (const auto& entry : groups) order.push_back(&entry);
  std::stable_sort(order.begin(), order.end(), [](const auto* left, const auto* right) {
    return left->second.bytes > right->second.bytes;
  });
  Table table;
  std::vector<std::string> heads = {what, "bytes"};
  for (const ComparedVocabulary& one : results.vocabularies) heads.push_back(one.name);
  table.row(heads);
  for (size_t i = 0; i < std::min(order.size(), kMostRows); ++i) {
    const auto& [name, counts] = *order[i];
    std::vector<std::string> cells = {name.empty() ? "(not stated)" : name,
                                      human_bytes(counts.bytes)};
    for (const uint64_t tokens : counts.tokens) {
      cells.push_back(decimal(bpe::bytes_per_token(counts.bytes, tokens), 3));
    }
    table.row(std::move(cells));
  }
  std::string text = table.text();
  if (order.size() > kMostRows) {
    text += "… and " + std::to_string(order.size() - kMostRows) + " more (--json has all)\n";
  }
  return text;
}

// Each number with what it is worth.
std::string optimum(const OpenModel& model) {
  const double layers = model.layer_parameters();
  const sizing::Label label = sizing::optimal_vocabulary_label(layers);
  std::string text = "layers: " + whole(layers) + " parameters (12 L d², " +
                     std::string(sizing::name_of(OpenModel::kLabel)) +
                     ")\ncompute-optimal vocabulary for them (Tao et al. 2024): " +
                     whole(sizing::optimal_vocabulary(layers, model.width)) + " entries";
  if (label != sizing::Label::grounded) {
    text += " (" + std::string(sizing::name_of(label)) + ": fitted on " +
            whole(sizing::kSmallestVocabularyFit) + " to " + whole(sizing::kLargestVocabularyFit) +
            " parameters)";
  }
  return text + "\n";
}

std::string premium_table(const Results& results) {
  Table table;
  std::vector<std::string> heads = {"premium over en"};
  for (const ComparedVocabulary& one : results.vocabularies) heads.push_back(one.name);
  table.row(heads);
  for (const auto& [language, premium] : results.vocabularies.front().premiums) {
    std::vector<std::string> cells = {language};
    for (const ComparedVocabulary& one : results.vocabularies) {
      cells.push_back(decimal(one.premiums.at(language), 3));
    }
    table.row(std::move(cells));
  }
  return table.text();
}

}  // namespace

std::string as_table(const Results& results) {
  const uint64_t documents = results.total.documents;
  std::string text =
      (documents > 0 ? count_of(documents, "document") + ", " : "") +
      human_bytes(results.total.bytes) + ", " + count_of(results.total.words, "word") +
      (results.held_out > 0 ? " (held out)" : "") + "\n\n" + vocabulary_table(results);
  if (!results.sizes.empty()) text += "\n" + size_table(results);
  if (results.model) {
    text += "\n" + optimum(*results.model);
  }
  if (results.by_language.size() > 1) {
    text += "\n" + group_table(results, results.by_language, "language, bytes/token");
  }
  if (results.by_source.size() > 1) {
    text += "\n" + group_table(results, results.by_source, "source, bytes/token");
  }
  if (!results.vocabularies.front().premiums.empty()) text += "\n" + premium_table(results);
  return text;
}

}  // namespace sluice::bpe_tool

#include "training/extract/learner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "extract/choice.h"
#include "extract/features.h"

namespace sluice::training {
namespace {

using extract::Feature;
using extract::kCertain;
using Selection = std::function<bool(const Page&)>;

// The words that name an element, and its tag.
std::vector<uint32_t> names_of(const html::Tree& tree, html::NodeId id) {
  std::vector<uint32_t> names = {extract::word_hash(tree.text(id))};
  for (const html::Attribute& attribute : tree.attributes(id)) {
    using html::AttributeName;
    if (attribute.id == AttributeName::class_ || attribute.id == AttributeName::id ||
        attribute.id == AttributeName::role || attribute.id == AttributeName::itemprop) {
      extract::for_each_word(attribute.value(), [&](std::string_view word) {
        names.push_back(extract::word_hash(word));
      });
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

struct Usage {
  double content = 0;  // sum over pages of the share of content below elements so named
  double pages = 0;
};

// What each name is worth on one page, by words below elements so named.
std::map<uint32_t, Usage> names_of_page(const Page& page) {
  const html::Tree& tree = *page.tree;
  std::map<uint32_t, Usage> words;  // content words, all words
  std::vector<Usage> below(tree.size());
  for (size_t i = 0; i < page.blocks.all.size(); ++i) {
    const auto count = static_cast<double>(page.words[i].size());
    Usage& usage = below[page.blocks.all[i].element];
    usage.content += count * page.shares[i];
    usage.pages += count;
  }
  for (html::NodeId id = tree.size(); id-- > 1;) {
    below[tree[id].parent].content += below[id].content;
    below[tree[id].parent].pages += below[id].pages;
  }
  for (html::NodeId id = 1; id < tree.size(); ++id) {
    if (below[id].pages == 0) continue;
    for (const uint32_t name : names_of(tree, id)) {
      words[name].content += below[id].content;
      words[name].pages += below[id].pages;
    }
  }
  return words;
}

std::vector<extract::Lexicon::Entry> learn_lexicon(const std::vector<Page>& pages,
                                                   const Selection& select, size_t domains) {
  // By domain, each counting once.
  std::map<std::string, std::map<uint32_t, Usage>> by_domain;
  double content = 0;
  double all = 0;
  for (const Page& page : pages) {
    if (!select(page)) continue;
    std::map<uint32_t, Usage>& usages = by_domain[page.domain];
    for (const auto& [name, usage] : names_of_page(page)) {
      usages[name].content += usage.content / usage.pages;
      usages[name].pages += 1;
      content += usage.content / usage.pages;
      all += 1;
    }
  }
  std::map<uint32_t, Usage> names;
  for (const auto& [domain, usages] : by_domain) {
    for (const auto& [name, usage] : usages) {
      names[name].content += usage.content / usage.pages;
      names[name].pages += 1;
    }
  }
  constexpr double kPrior = 4;
  const double mean = content / all;
  const auto odds = [](double share) { return std::log(share / (1 - share)); };
  std::vector<extract::Lexicon::Entry> entries;
  for (const auto& [name, usage] : names) {
    if (usage.pages < static_cast<double>(domains)) continue;
    const double share = (usage.content + kPrior * mean) / (usage.pages + kPrior);
    const auto weight = static_cast<int16_t>(std::lround(16 * (odds(share) - odds(mean))));
    if (std::abs(weight) >= 2) entries.push_back({name, weight});
  }
  return entries;
}

double row_weight(const Page& page, size_t block) {
  size_t words = 0;
  for (const auto& of_block : page.words) words += of_block.size();
  const double size =
      static_cast<double>(page.truth.size()) + 0.2 * static_cast<double>(words) + 30;
  return (static_cast<double>(page.words[block].size()) + 0.3) / size;
}

// The rows of a page, a column a feature.
struct Rows {
  const Page* page = nullptr;
  std::vector<std::vector<int16_t>> columns;
  std::vector<int16_t> average;  // of the page
};

std::vector<std::vector<int16_t>> columns_of(const extract::FeatureMatrix& matrix, size_t count) {
  std::vector<std::vector<int16_t>> columns(count);
  for (size_t f = 0; f < count; ++f) {
    columns[f].assign(matrix.column(f), matrix.column(f) + matrix.rows());
  }
  return columns;
}

constexpr std::array<const char*, extract::kPageKinds> kKindNames = {
    "article", "documentation", "forum", "service", "product", "collection", "listing"};

// A forest for each kind of page.
std::vector<TrainedForest> learn_kinds(const std::vector<Rows>& rows, const Selection& select,
                                       const BoostingOptions& options) {
  Samples samples;
  samples.features = extract::kFirstContext;
  samples.columns.resize(samples.features);
  std::vector<const Page*> pages;
  for (const Rows& of_page : rows) {
    if (!select(*of_page.page) || of_page.average.empty()) continue;
    pages.push_back(of_page.page);
    for (size_t f = 0; f < samples.features; ++f) {
      samples.columns[f].push_back(of_page.average[f]);
    }
  }
  samples.weight.assign(pages.size(), 1);
  std::vector<TrainedForest> forests;
  for (const char* kind : kKindNames) {
    samples.target.clear();
    for (const Page* page : pages) samples.target.push_back(page->type == kind ? 1.0F : 0.0F);
    forests.push_back(boost(samples, options));
  }
  return forests;
}

std::vector<int16_t> average_of(const extract::PageFeatures& features, const Page& page) {
  extract::FeatureMatrix average;
  features.average(page.blocks, average);
  std::vector<int16_t> values;
  for (size_t f = 0; f < extract::kFirstContext; ++f) values.push_back(average.column(f)[0]);
  return values;
}

std::vector<uint32_t> judge_kinds(const std::vector<TrainedForest>& forests,
                                  const extract::PageFeatures& features, const Page& page) {
  extract::FeatureMatrix average;
  features.average(page.blocks, average);
  std::vector<uint32_t> kinds;
  std::vector<int32_t> scores;
  for (const TrainedForest& forest : forests) {
    forest.view().score(average, scores);
    kinds.push_back(extract::probability(scores[0]));
  }
  return kinds;
}

Samples gather(const std::vector<Rows>& rows, const Selection& select, size_t features) {
  Samples samples;
  samples.features = features;
  samples.columns.resize(features);
  for (const Rows& of_page : rows) {
    const Page& page = *of_page.page;
    if (!select(page)) continue;
    for (size_t f = 0; f < features; ++f) {
      samples.columns[f].insert(samples.columns[f].end(), of_page.columns[f].begin(),
                                of_page.columns[f].end());
    }
    for (size_t i = 0; i < page.blocks.all.size(); ++i) {
      samples.target.push_back(page.shares[i]);
      samples.weight.push_back(static_cast<float>(row_weight(page, i)));
    }
  }
  double sum = 0;
  for (const float weight : samples.weight) sum += weight;
  for (float& weight : samples.weight) {
    weight *= static_cast<float>(static_cast<double>(samples.rows()) / sum);
  }
  return samples;
}

std::vector<uint32_t> probabilities(const extract::Forest& forest,
                                    const extract::FeatureMatrix& matrix) {
  std::vector<int32_t> scores;
  forest.score(matrix, scores);
  std::vector<uint32_t> likely;
  for (const int32_t score : scores) likely.push_back(extract::probability(score));
  return likely;
}

}  // namespace

Learned learn(const std::vector<Page>& pages, const Selection& select,
              const LearningOptions& options) {
  Learned learned;
  if (options.lexicon) learned.lexicon = learn_lexicon(pages, select, options.domains);
  const extract::Lexicon lexicon{learned.lexicon};
  std::vector<Rows> rows;
  std::set<size_t> folds;
  extract::PageFeatures features;
  for (const Page& page : pages) {
    if (!select(page)) continue;
    features.measure(*page.tree, page.blocks, lexicon);
    rows.push_back(
        {&page, columns_of(features.matrix(), extract::kFirstContext), average_of(features, page)});
    folds.insert(page.fold);
  }
  learned.first = boost(gather(rows, select, extract::kFirstContext), options.first);
  if (!options.context) return learned;
  const Selection all = [](const Page&) { return true; };
  if (options.use_kinds) learned.kinds = learn_kinds(rows, all, options.kinds);

  for (const size_t fold : folds) {
    const auto others = [&](const Page& page) { return page.fold != fold; };
    const std::vector<TrainedForest> kinds =
        options.use_kinds ? learn_kinds(rows, others, options.kinds) : std::vector<TrainedForest>{};
    const TrainedForest forest = boost(gather(rows, others, extract::kFirstContext), options.first);
    for (Rows& of_page : rows) {
      const Page& page = *of_page.page;
      if (page.fold != fold) continue;
      features.measure(*page.tree, page.blocks, lexicon);
      if (!kinds.empty()) features.add_kinds(judge_kinds(kinds, features, page));
      features.add_context(*page.tree, page.blocks,
                           probabilities(forest.view(), features.matrix()));
      of_page.columns = columns_of(features.matrix(), extract::kFeatures);
    }
  }
  learned.second = boost(gather(rows, select, extract::kFeatures), options.second);
  return learned;
}

std::vector<uint32_t> judge(const Learned& learned, const Page& page) {
  extract::PageFeatures features;
  features.measure(*page.tree, page.blocks, {learned.lexicon});
  std::vector<uint32_t> likely = probabilities(learned.first.view(), features.matrix());
  if (learned.second.splits.empty()) return likely;
  if (!learned.kinds.empty()) features.add_kinds(judge_kinds(learned.kinds, features, page));
  features.add_context(*page.tree, page.blocks, likely);
  return probabilities(learned.second.view(), features.matrix());
}

}  // namespace sluice::training

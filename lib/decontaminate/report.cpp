#include "decontaminate/report.h"

#include <algorithm>
#include <tuple>

#include "base/error.h"
#include "base/format.h"
#include "unicode/utf8.h"

namespace sluice::decontaminate {
namespace {

std::pair<std::string, std::string> name_of_split(const EvaluationIndex& index, uint32_t item) {
  const ItemRecord& record = index.tables().items[item];
  return {std::string(index.string(record.set)), std::string(index.string(record.split))};
}

std::string id_of(const EvaluationIndex& index, uint32_t item) {
  return std::string(index.string(index.tables().items[item].id));
}

std::string excerpt(std::string_view text) {
  if (text.size() <= kMostExcerpt) return std::string(text);
  return std::string(text.substr(0, character_boundary(text, kMostExcerpt))) + " …";
}

std::string text_of(const EvaluationIndex& index, uint32_t item) {
  std::string text;
  const ItemRecord& record = index.tables().items[item];
  for (const Role role : {Role::question, Role::answer}) {
    const uint32_t part = record.parts[static_cast<size_t>(role)];
    if (part == kNone) continue;
    text += (text.empty() ? "" : "\n") + std::string(index.text(part));
  }
  return excerpt(text);
}

void require_same(const std::string& what, const std::string& one, const std::string& other) {
  if (one == other) return;
  throw ConfigError("reports of different " + what + " do not add up: " + one + " and " + other);
}

}  // namespace

bool operator<(const WorstCase& one, const WorstCase& other) {
  const auto key = [](const WorstCase& a) {
    return std::tie(a.set, a.split, a.item, a.document, a.span, a.text);
  };
  if (one.score != other.score) return one.score > other.score;
  if (one.words != other.words) return one.words > other.words;
  return key(one) < key(other);
}

bool WorstCases::wants(uint32_t score, uint32_t words) const {
  if (all_.size() < kWorst) return true;
  const WorstCase& last = *all_.rbegin();
  return std::tie(score, words) >= std::tie(last.score, last.words);
}

void WorstCases::add(WorstCase found) {
  const auto same = std::ranges::find_if(all_, [&](const WorstCase& one) {
    return one.item == found.item && one.set == found.set && one.split == found.split;
  });
  if (same != all_.end()) {
    if (!(found < *same)) return;
    all_.erase(same);
  }
  all_.insert(std::move(found));
  if (all_.size() > kWorst) all_.erase(std::prev(all_.end()));
}

Report& Report::operator+=(const Report& other) {
  require_same("evaluation sets", index, other.index);
  require_same("document frequencies", frequencies, other.frequencies);
  require_same("policies", policy, other.policy);
  require_same("actions", action, other.action);
  documents += other.documents;
  tokens += other.tokens;
  contaminated_documents += other.contaminated_documents;
  tokens_removed += other.tokens_removed;
  for (const auto& [name, split] : other.splits) {
    SplitReport& sum = splits[name];
    sum.items = split.items;
    sum.undetectable = split.undetectable;
    sum.documents += split.documents;
    sum.tokens_removed += split.tokens_removed;
    for (const auto& [id, count] : split.contaminated) {
      ItemCount& item = sum.contaminated[id];
      item.documents += count.documents;
      item.score = std::max(item.score, count.score);
    }
  }
  for (const WorstCase& found : other.worst.all()) worst.add(found);
  return *this;
}

Report make_report(const EvaluationIndex& index, const Scanner& scanner) {
  Report report;
  report.index = hex64(index.fingerprint().high) + hex64(index.fingerprint().low);
  for (uint32_t item = 0; item < index.tables().items.size(); ++item) {
    SplitReport& split = report.splits[name_of_split(index, item)];
    ++split.items;
    if (!scanner.is_detectable(item)) split.undetectable.insert(id_of(index, item));
  }
  return report;
}

ReportTally::ReportTally(const EvaluationIndex& index) : index_(index) {
  std::map<std::pair<std::string, std::string>, uint32_t> numbers;
  for (uint32_t item = 0; item < index.tables().items.size(); ++item) {
    const auto [found, is_new] =
        numbers.try_emplace(name_of_split(index, item), static_cast<uint32_t>(names_.size()));
    if (is_new) names_.push_back(found->first);
    row_of_.push_back(found->second);
  }
  rows_.resize(names_.size());
}

void ReportTally::add(const ScannedDocument& document, std::span<const Finding> findings) {
  ++documents_;
  tokens_ += document.tokens;
  if (findings.empty()) return;
  ++contaminated_documents_;
  tokens_removed_ += document.tokens_removed;
  for (const Finding& finding : findings) {
    Row& row = rows_[row_of_[finding.item]];
    if (row.last != documents_) {
      row.last = documents_;
      ++row.documents;
      row.tokens_removed += document.tokens_removed;
    }
    ItemCount& count = items_[finding.item];
    ++count.documents;
    count.score = std::max(count.score, finding.score);
    if (!worst_.wants(finding.score, finding.words)) continue;
    const Span span = {finding.spans.front().begin, finding.spans.back().end};
    const auto& [set, split] = names_[row_of_[finding.item]];
    worst_.add({.score = finding.score,
                .words = finding.words,
                .set = set,
                .split = split,
                .item = id_of(index_, finding.item),
                .document = std::string(document.id),
                .span = span,
                .text = excerpt(document.text.substr(span.begin, span.size())),
                .item_text = text_of(index_, finding.item)});
  }
}

void ReportTally::write(Report& report) const {
  report.documents += documents_;
  report.tokens += tokens_;
  report.contaminated_documents += contaminated_documents_;
  report.tokens_removed += tokens_removed_;
  for (size_t i = 0; i < rows_.size(); ++i) {
    SplitReport& split = report.splits[names_[i]];
    split.documents += rows_[i].documents;
    split.tokens_removed += rows_[i].tokens_removed;
  }
  for (const auto& [item, count] : items_) {
    ItemCount& sum = report.splits[names_[row_of_[item]]].contaminated[id_of(index_, item)];
    sum.documents += count.documents;
    sum.score = std::max(sum.score, count.score);
  }
  for (const WorstCase& found : worst_.all()) report.worst.add(found);
}

}  // namespace sluice::decontaminate

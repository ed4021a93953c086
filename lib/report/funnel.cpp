#include "report/funnel.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/format.h"
#include "dedup/cluster_sizes.h"
#include "sizing/corpus.h"

namespace sluice::report {
namespace {

// The order in which a corpus is usually made; tools that are not named here come in between.
constexpr std::array<std::string_view, 3> kFirst = {"sluice-extract", "sluice-langid",
                                                    "sluice-filter"};
constexpr std::array<std::string_view, 4> kLast = {"sluice-dedup", "sluice-decontaminate",
                                                   "sluice-mix", "sluice-bpe"};

size_t rank_of(std::string_view tool) {
  // "sluice-dedup fuzzy" and "sluice-dedup exact" are both of sluice-dedup.
  const std::string_view program = tool.substr(0, tool.find(' '));
  const auto first = std::ranges::find(kFirst, program);
  if (first != kFirst.end()) return static_cast<size_t>(first - kFirst.begin());
  const auto last = std::ranges::find(kLast, program);
  const size_t behind = kFirst.size() + (last == kLast.end() ? 0 : 1);
  return behind + static_cast<size_t>(last == kLast.end() ? 0 : last - kLast.begin());
}

bool joins(const Stage& before, const Stage& after) {
  return before.out().ids == after.in().ids && before.out().documents == after.in().documents &&
         before.out().bytes == after.in().bytes;
}

bool all_join(const std::vector<Stage>& stages) {
  for (size_t i = 1; i < stages.size(); ++i) {
    if (!joins(stages[i - 1], stages[i])) return false;
  }
  return true;
}

std::string name_of(const Stage& stage) {
  std::string name = stage.stats.tool;
  if (!stage.stats.file.empty()) name += " (" + stage.stats.file + ")";
  return name;
}

[[noreturn]] void refuse(const Stage& before, const Stage& after) {
  const auto of = [](const stats::Tally& tally) {
    return count_of(tally.documents, "document") + " of " + count_of(tally.bytes, "byte");
  };
  const bool only_ids =
      before.out().documents == after.in().documents && before.out().bytes == after.in().bytes;
  throw CheckError("what went out of " + name_of(before) + ", " + of(before.out()) +
                   ", is not what came into " + name_of(after) + ", " + of(after.in()) +
                   (only_ids ? " with other ids" : "") +
                   ": give the stats of all shards of every stage, and of every stage between");
}

bool passes_all_on(const Stage& stage) { return joins(stage, stage); }

// The stage that comes next: one that changes nothing before one that does, since after that one it
// would no longer join; else the first.
size_t next_of(const std::vector<Stage>& stages, const std::vector<size_t>& order) {
  size_t next = stages.size();
  for (size_t i = 0; i < stages.size(); ++i) {
    if (std::ranges::find(order, i) != order.end()) continue;
    if (!joins(stages[order.back()], stages[i])) continue;
    if (next == stages.size() || (passes_all_on(stages[i]) && !passes_all_on(stages[next]))) {
      next = i;
    }
  }
  return next;
}

// The chain that begins with this stage; shorter than all stages if they do not make one.
std::vector<size_t> chain_from(const std::vector<Stage>& stages, size_t first) {
  std::vector<size_t> order = {first};
  for (size_t next; (next = next_of(stages, order)) < stages.size();) order.push_back(next);
  return order;
}

void keep_cluster_sizes(stats::Details& details) {
  auto* object = std::get_if<stats::Details::Object>(&details.value);
  if (object == nullptr) return;
  std::erase_if(*object, [](const auto& member) { return member.first != dedup::kClusterSizes; });
}

bool deduplicates(const Stage& stage) { return stage.stats.tool.starts_with("sluice-dedup"); }

// Of the documents at this share of all, which share is kept.
double kept_share(const dedup::ClusterSizes& sizes, double share) {
  const double documents = static_cast<double>(sizes.documents());
  return dedup::yield_at(sizes, share).documents / (share * documents);
}

}  // namespace

std::string Stage::name() const {
  constexpr std::string_view kPrefix = "sluice-";
  std::string name = stats.tool;
  if (name.starts_with(kPrefix)) name.erase(0, kPrefix.size());
  // Tools of several commands are called by a bare word.
  const bool has_commands = name == "dedup" || name == "bpe";
  if (has_commands && stats.run.command.size() > 1) name += " " + stats.run.command[1];
  return name;
}

void StageSums::add(stats::Stats one) {
  keep_cluster_sizes(one.details);
  stats::Sum& sum = sums_[{one.tool, one.config_digest}];
  sum.add(std::move(one));
}

void StageSums::add(StageSums other) {
  for (stats::Stats& one : other.take()) add(std::move(one));
}

std::vector<stats::Stats> StageSums::take() {
  std::vector<stats::Stats> all;
  for (auto& [key, sum] : sums_) all.push_back(sum.take());
  sums_.clear();
  return all;
}

Funnel::Funnel(StageSums all) {
  for (stats::Stats& one : all.take()) {
    std::vector<Stage>& kind = one.has_documents() ? stages_ : others_;
    kind.push_back({.stats = std::move(one)});
  }
  if (stages_.empty()) throw CheckError("no document is told of in any of the stats files");
  put_in_order();
  check_tokenizers();
}

void Funnel::put_in_order() {
  std::ranges::stable_sort(stages_, {},
                           [](const Stage& stage) { return rank_of(stage.stats.tool); });
  if (all_join(stages_)) return;
  for (size_t first = 0; first < stages_.size(); ++first) {
    const std::vector<size_t> order = chain_from(stages_, first);
    if (order.size() < stages_.size()) continue;
    std::vector<Stage> ordered;
    for (const size_t place : order) ordered.push_back(std::move(stages_[place]));
    stages_ = std::move(ordered);
    return;
  }
  for (size_t i = 1; i < stages_.size(); ++i) {
    if (!joins(stages_[i - 1], stages_[i])) refuse(stages_[i - 1], stages_[i]);
  }
}

void Funnel::check_tokenizers() const {
  const Stage* counted = nullptr;
  for (const Stage& stage : stages_) {
    if (!stage.counts_tokens()) continue;
    if (counted != nullptr &&
        stage.stats.counted_by()->label() != counted->stats.counted_by()->label()) {
      throw CheckError("tokens of " + name_of(*counted) + " are counted by " +
                       counted->stats.counted_by()->label() + ", those of " + name_of(stage) +
                       " by " + stage.stats.counted_by()->label() +
                       ": counts of different tokenizers do not compare; give all stages one");
    }
    counted = &stage;
  }
}

std::optional<uint64_t> Funnel::stored_bytes() const {
  uint64_t sum = 0;
  for (const stats::FileUse& file : stages_.front().stats.run.inputs) {
    if (!file.bytes) return std::nullopt;
    sum += *file.bytes;
  }
  if (sum == 0) return std::nullopt;
  return sum;
}

std::optional<double> Funnel::unique_tokens() const {
  if (!stages_.back().counts_tokens()) return std::nullopt;
  // Further copies that a mix makes are not new text.
  uint64_t repeated = 0;
  for (const Stage& stage : stages_) repeated += stage.stats.ledger.repeated.tokens;
  const uint64_t left = out().tokens;
  return static_cast<double>(left - std::min(left, repeated));
}

std::optional<double> Funnel::bytes_per_token() const {
  if (!stages_.back().counts_tokens() || out().tokens == 0) return std::nullopt;
  return static_cast<double>(out().bytes) / static_cast<double>(out().tokens);
}

std::optional<stats::TokenizerInfo> Funnel::tokenizer() const {
  return stages_.back().stats.counted_by();
}

double Funnel::cpu_seconds() const {
  double sum = 0;
  for (const Stage& stage : stages_) sum += stage.cpu_seconds();
  for (const Stage& stage : others_) sum += stage.cpu_seconds();
  return sum;
}

bool Funnel::deduplicated() const { return std::ranges::any_of(stages_, deduplicates); }

std::vector<DedupYield> Funnel::yields() const {
  constexpr uint32_t kSteps = 4;
  std::vector<DedupYield> all;
  for (const Stage& stage : stages_) {
    if (!deduplicates(stage)) continue;
    const auto stored = dedup::find_cluster_sizes(stage.stats);
    if (!stored || stored->sizes.documents() == 0) continue;
    all.push_back({.documents = static_cast<double>(stored->sizes.documents()),
                   .curve = dedup::yield_curve(stored->sizes, kSteps)});
  }
  return all;
}

std::optional<double> Funnel::yield_at_scale(double factor) const {
  double part = 1;
  for (const Stage& stage : stages_) {
    if (!deduplicates(stage)) continue;
    const auto stored = dedup::find_cluster_sizes(stage.stats);
    if (!stored || stored->sizes.documents() == 0) return std::nullopt;
    const double of_all = kept_share(stored->sizes, 1);
    part *= sizing::extrapolate_yield(kept_share(stored->sizes, 0.5), of_all, factor) / of_all;
  }
  return part;
}

std::vector<sizing::DocumentLength> Funnel::lengths() const {
  std::vector<sizing::DocumentLength> lengths;
  if (!stages_.back().counts_tokens()) return lengths;
  const stats::Lengths& measured = stages_.back().stats.ledger.out_lengths;
  for (size_t i = 0; i < stats::Lengths::kBuckets; ++i) {
    if (measured.documents[i] == 0) continue;
    const auto documents = static_cast<double>(measured.documents[i]);
    lengths.push_back(
        {.tokens = static_cast<double>(measured.tokens[i]) / documents, .documents = documents});
  }
  return lengths;
}

}  // namespace sluice::report

#include "langid/identifier.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/exponential.h"

namespace sluice::langid {
namespace {

double rounded(double value) {
  return static_cast<double>(static_cast<int64_t>(value * 1e4 + 0.5)) / 1e4;
}

}  // namespace

Identifier::Identifier(const Options& options, const Model& model)
    : options_(options), model_(model) {
  if (options.candidates < 1) throw ConfigError("candidates of a language: 1 or more");
  if (options.max_bytes < kWindowBytes) {
    throw ConfigError("bytes of a text to look at: " + std::to_string(kWindowBytes) + " or more");
  }
  if (!(options.min_score >= 0 && options.min_score <= 1)) {
    throw ConfigError("least score of a language: 0 to 1");
  }
  for (size_t i = 0; i < model.labels(); ++i) {
    prior_.push_back(options.prior == Prior::web ? exponential(model.label(i).prior) : 1);
  }
  for (const auto& [language, weight] : options.weights) {
    bool known = false;
    for (size_t i = 0; i < model.labels(); ++i) {
      if (model.label(i).language != language) continue;
      known = true;
      prior_[i] *= weight;
    }
    const std::string code(languages()[language].code);
    if (!known) throw ConfigError("prior weight of " + code + ": it is never answered");
    if (!(weight >= 1e-6 && weight <= 1e6)) {
      throw ConfigError("prior weight of " + code + ": 1e-6 to 1e6");
    }
  }
}

std::vector<LanguageId> Identifier::labels(const Model& model) {
  std::vector<LanguageId> labels{undetermined()};
  for (size_t i = 0; i < model.labels(); ++i) labels.push_back(model.label(i).language);
  std::ranges::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

void Identifier::identify(std::string_view text, std::optional<LanguageId> hint, Scratch& scratch,
                          Identification& out) const {
  out.language = undetermined();
  out.score = 0;
  out.candidates.clear();
  out.shares.clear();
  const auto judge_windows = [&] {
    scratch.segments.clear();
    for (const std::string_view window : scratch.windows) {
      judge_window(model_, window, scratch.window, scratch.segments);
    }
    mix(hint, scratch);
  };
  const size_t first = std::min(kFirstBytes, options_.max_bytes);
  choose_windows(text, first / kWindowBytes, scratch.windows);
  judge_windows();
  if (text.size() > first && options_.max_bytes > first && !agree(scratch)) {
    choose_windows(text, options_.max_bytes / kWindowBytes, scratch.windows);
    judge_windows();
  }
  if (scratch.segments.list.empty()) {
    choose_outer_windows(text, scratch.windows);
    judge_windows();
  }
  if (scratch.segments.list.empty()) return;
  share_out(scratch, out.shares);
  rank(scratch, out);
}

uint32_t Identifier::language_of(const Segment& segment, const Scratch& scratch) const {
  return std::ranges::max_element(
             scratch.segments.of(segment), {},
             [&scratch](const Likely& one) { return one.probability * scratch.shares[one.label]; })
      ->label;
}

bool Identifier::agree(const Scratch& scratch) const {
  constexpr double kNearlyCertain = 0.95;
  const std::vector<Segment>& list = scratch.segments.list;
  if (list.empty()) return false;
  const uint32_t label = language_of(list.front(), scratch);
  return rounded(scratch.shares[label]) >= kNearlyCertain &&
         std::ranges::all_of(
             list, [&](const Segment& segment) { return language_of(segment, scratch) == label; });
}

// Each round asks of which language each window is, given the shares so far, and takes the answers
// for the next shares. As many rounds as there are windows, so that windows which say the same add
// up their evidence, and one alone keeps its own; but windows of one text err together, and
// kMostRounds say as much as any number.
void Identifier::mix(std::optional<LanguageId> hint, Scratch& scratch) const {
  constexpr size_t kMostRounds = 4;
  const Segments& segments = scratch.segments;
  std::vector<double>& shares = scratch.shares;
  std::vector<double>& next = scratch.next;
  shares.resize(model_.labels());
  next.resize(model_.labels());
  scratch.labels.clear();
  for (const Likely& likely : segments.likely) scratch.labels.push_back(likely.label);
  std::ranges::sort(scratch.labels);
  scratch.labels.erase(std::unique(scratch.labels.begin(), scratch.labels.end()),
                       scratch.labels.end());
  for (const uint32_t label : scratch.labels) {
    const bool hinted = hint && model_.label(label).language == *hint;
    shares[label] = prior_[label] * (hinted ? kHintWeight : 1);
  }
  for (size_t round = 0; round < std::min(kMostRounds, segments.list.size()); ++round) {
    for (const uint32_t label : scratch.labels) next[label] = 0;
    double whole = 0;
    for (const Segment& segment : segments.list) {
      double all = 0;
      for (const Likely& likely : segments.of(segment)) {
        all += likely.probability * shares[likely.label];
      }
      const double part = static_cast<double>(segment.weight) / all;
      for (const Likely& likely : segments.of(segment)) {
        next[likely.label] += likely.probability * shares[likely.label] * part;
      }
      whole += static_cast<double>(segment.weight);
    }
    for (const uint32_t label : scratch.labels) shares[label] = next[label] / whole;
  }
}

// Each window goes to the language that it is likeliest of, given the whole text.
void Identifier::share_out(Scratch& scratch, std::vector<Share>& shares) const {
  scratch.votes.resize(model_.labels());
  for (const uint32_t label : scratch.labels) scratch.votes[label] = 0;
  for (const Segment& segment : scratch.segments.list) {
    scratch.votes[language_of(segment, scratch)] += segment.weight;
  }
  // A window here and there is wrong, or quotes: what has a tenth of the largest part is left out.
  uint64_t most = 0;
  for (const uint32_t label : scratch.labels) most = std::max(most, scratch.votes[label]);
  const auto is_small = [&](uint32_t label) { return scratch.votes[label] * 10 < most; };
  uint64_t kept = 0;
  for (const uint32_t label : scratch.labels) kept += is_small(label) ? 0 : scratch.votes[label];
  for (const uint32_t label : scratch.labels) {
    if (is_small(label)) continue;
    const double share = static_cast<double>(scratch.votes[label]) / static_cast<double>(kept);
    shares.push_back({model_.label(label).language, rounded(share)});
  }
  std::ranges::stable_sort(shares, std::ranges::greater(), &Share::share);
}

void Identifier::rank(Scratch& scratch, Identification& out) const {
  std::vector<uint32_t>& labels = scratch.labels;
  const size_t count = std::min(options_.candidates, labels.size());
  std::ranges::partial_sort(labels, labels.begin() + static_cast<std::ptrdiff_t>(count),
                            [&scratch](uint32_t one, uint32_t other) {
                              const double more = scratch.shares[one] - scratch.shares[other];
                              return more != 0 ? more > 0 : one < other;
                            });
  const double best = scratch.shares[labels.front()];
  const double sure = model_.calibrated(best);
  const double rest = best < 1 ? (1 - sure) / (1 - best) : 0;
  for (size_t i = 0; i < count; ++i) {
    const double score = i == 0 ? sure : std::min(sure, scratch.shares[labels[i]] * rest);
    out.candidates.push_back({model_.label(labels[i]).language, rounded(score)});
  }
  out.score = out.candidates.front().score;
  // A text in two languages is in some language, though neither has all of it.
  const double sure_of_some =
      out.shares.size() > 1 ? std::max(out.score, out.shares.front().share) : out.score;
  if (sure_of_some >= options_.min_score) out.language = out.candidates.front().language;
}

}  // namespace sluice::langid

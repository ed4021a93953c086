#include "langid/identifier.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "langid/softmax.h"
#include "langid/windows.h"

namespace sluice::langid {
namespace {

double rounded(double value) {
  return static_cast<double>(static_cast<int64_t>(value * 1e4 + 0.5)) / 1e4;
}

void normalise(std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  for (double& value : values) value /= sum;
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
    prior_.push_back(options.prior == Prior::web ? decay(model.label(i).prior) : 1);
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
    if (!(weight > 0 && weight <= 1e6)) {
      throw ConfigError("prior weight of " + code + ": above 0, at most 1e6");
    }
  }
}

std::vector<LanguageId> Identifier::labels() const {
  std::vector<LanguageId> labels{undetermined()};
  for (size_t i = 0; i < model_.labels(); ++i) labels.push_back(model_.label(i).language);
  std::ranges::sort(labels);
  const auto repeated = std::ranges::unique(labels);
  labels.erase(repeated.begin(), repeated.end());
  return labels;
}

void Identifier::identify(std::string_view text, std::optional<LanguageId> hint, Scratch& scratch,
                          Identification& out) const {
  out.language = undetermined();
  out.score = 0;
  out.candidates.clear();
  out.shares.clear();
  const auto look_at = [&](size_t bytes) {
    scratch.segments.clear();
    choose_windows(text, bytes / kWindowBytes, scratch.windows);
    for (const std::string_view window : scratch.windows) {
      judge_window(model_, window, scratch.window, scratch.segments);
    }
  };
  const size_t first = std::min(kFirstBytes, options_.max_bytes);
  look_at(first);
  if (text.size() > first && options_.max_bytes > first && !agree(scratch)) {
    look_at(options_.max_bytes);
  }
  if (scratch.segments.list.empty()) return;
  mix(hint, scratch);
  share_out(scratch, out.shares);
  rank(scratch, out);
}

bool Identifier::agree(const Scratch& scratch) const {
  constexpr double kNearlyCertain = 0.9;
  std::optional<size_t> common;
  for (const Segment& segment : scratch.segments.list) {
    const auto likely = scratch.segments.of(model_, segment);
    const auto best = std::ranges::max_element(likely);
    const size_t label = model_.scripts()[segment.script].first +
                         static_cast<size_t>(best - likely.begin());
    if (*best < kNearlyCertain || (common && *common != label)) return false;
    common = label;
  }
  return common.has_value();
}

// Each round asks of which language each window is, given the shares so far, and takes the answers
// for the next shares. As many rounds as there are windows, so that windows which say the same add
// up their evidence, and one alone keeps its own; but windows of one text err together, and
// kMostRounds say as much as any number.
void Identifier::mix(std::optional<LanguageId> hint, Scratch& scratch) const {
  constexpr size_t kMostRounds = 4;
  const Segments& segments = scratch.segments;
  std::vector<double>& shares = scratch.shares;
  shares = prior_;
  if (hint) {
    for (size_t i = 0; i < model_.labels(); ++i) {
      if (model_.label(i).language == *hint) shares[i] *= kHintWeight;
    }
  }
  for (size_t round = 0; round < std::min(kMostRounds, segments.list.size()); ++round) {
    std::vector<double>& next = scratch.next;
    next.assign(shares.size(), 0);
    for (const Segment& segment : segments.list) {
      const auto likely = segments.of(model_, segment);
      const double* share = shares.data() + model_.scripts()[segment.script].first;
      double* sum = next.data() + model_.scripts()[segment.script].first;
      double all = 0;
      for (size_t i = 0; i < likely.size(); ++i) all += likely[i] * share[i];
      if (!(all > 0)) continue;
      const double part = static_cast<double>(segment.weight) / all;
      for (size_t i = 0; i < likely.size(); ++i) sum[i] += likely[i] * share[i] * part;
    }
    normalise(next);
    shares.swap(next);
  }
}

// Each window goes to the language that it is likeliest of, given the whole text.
void Identifier::share_out(Scratch& scratch, std::vector<Share>& shares) const {
  scratch.votes.assign(model_.labels(), 0);
  uint64_t all = 0;
  for (const Segment& segment : scratch.segments.list) {
    const auto likely = scratch.segments.of(model_, segment);
    const size_t first = model_.scripts()[segment.script].first;
    size_t best = 0;
    for (size_t i = 1; i < likely.size(); ++i) {
      if (likely[i] * scratch.shares[first + i] > likely[best] * scratch.shares[first + best]) {
        best = i;
      }
    }
    scratch.votes[first + best] += segment.weight;
    all += segment.weight;
  }
  for (size_t i = 0; i < scratch.votes.size(); ++i) {
    if (scratch.votes[i] == 0) continue;
    const double share = static_cast<double>(scratch.votes[i]) / static_cast<double>(all);
    shares.push_back({model_.label(i).language, rounded(share)});
  }
  std::ranges::stable_sort(shares, std::ranges::greater(), &Share::share);
}

void Identifier::rank(Scratch& scratch, Identification& out) const {
  const size_t count = std::min(options_.candidates, model_.labels());
  for (size_t i = 0; i < model_.labels(); ++i) {
    if (scratch.shares[i] > 0) out.candidates.push_back({model_.label(i).language, scratch.shares[i]});
  }
  const auto last = out.candidates.begin() +
                    static_cast<std::ptrdiff_t>(std::min(count, out.candidates.size()));
  std::ranges::partial_sort(out.candidates, last, std::ranges::greater(), &Candidate::score);
  out.candidates.erase(last, out.candidates.end());
  const double best = out.candidates.front().score;
  const double sure = model_.calibrated(best);
  for (Candidate& candidate : out.candidates) {
    candidate.score = rounded(candidate.score == best ? sure
                                                      : candidate.score * (1 - sure) / (1 - best));
  }
  out.score = out.candidates.front().score;
  if (out.score >= options_.min_score) out.language = out.candidates.front().language;
}

}  // namespace sluice::langid

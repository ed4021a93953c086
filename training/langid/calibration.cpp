#include "training/langid/calibration.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

#include "base/exponential.h"
#include "langid/identifier.h"
#include "langid/windows.h"
#include "training/langid/random.h"
#include "unicode/utf8.h"

namespace sluice::training {
namespace {

using langid::Identification;
using langid::Identifier;
using langid::Model;

// A model in memory of its own, aligned as it asks.
class OwnedModel {
 public:
  explicit OwnedModel(const std::string& bytes)
      : words_((bytes.size() + 7) / 8), model_(place(bytes)) {}
  const Model& operator*() const { return model_; }

 private:
  std::string_view place(const std::string& bytes) {
    std::memcpy(words_.data(), bytes.data(), bytes.size());
    return {reinterpret_cast<const char*>(words_.data()), bytes.size()};
  }

  std::vector<uint64_t> words_;
  Model model_;
};

struct Judged {
  double share = 0;
  bool right = false;
};

Judged judge(const Identifier& identifier, const KnownText& known, Identifier::Scratch& scratch) {
  Identification answer;
  identifier.identify(known.text, {}, scratch, answer);
  if (answer.candidates.empty()) return {};
  const auto best = answer.candidates.front();
  return {best.score, langid::languages()[best.language].code == known.code};
}

// The level of sharpness that a text of one window meets, or nothing.
size_t level_of(const Model& model, const KnownText& known, Identifier::Scratch& scratch) {
  if (known.text.size() > langid::kWindowBytes) return 0;
  scratch.segments.clear();
  langid::judge_window(model, known.text, scratch.window, scratch.segments);
  if (scratch.segments.list.size() != 1) return 0;
  return std::bit_width(scratch.segments.list.front().letters);
}

// The mean squared difference between what was said and what was so (Brier 1950).
double brier(const std::vector<Judged>& judged) {
  double sum = 0;
  for (const Judged& one : judged) {
    const double error = one.share - (one.right ? 1 : 0);
    sum += error * error;
  }
  return sum / static_cast<double>(judged.size());
}

// Pools adjacent violators: groups that are out of order get their mean.
void make_monotone(std::vector<Model::CurvePoint>& points) {
  for (size_t end = 1; end < points.size(); ++end) {
    double sum = points[end].right;
    size_t begin = end;
    while (begin > 0 && points[begin - 1].right * static_cast<double>(end - begin + 1) > sum) {
      sum += points[--begin].right;
    }
    const double mean = sum / static_cast<double>(end - begin + 1);
    for (size_t i = begin; i <= end; ++i) points[i].right = mean;
  }
}

// Groups of equal size in order of share, made monotone.
std::array<Model::CurvePoint, Model::kCurvePoints> curve_of(std::vector<Judged> judged) {
  constexpr size_t kInner = Model::kCurvePoints - 2;
  // Half of all texts and more are as good as certain, and one point is enough for them.
  constexpr double kCertain = 0.9999;
  double certain = 0;
  double certain_and_right = 0;
  for (const Judged& one : judged) {
    if (one.share < kCertain) continue;
    ++certain;
    certain_and_right += one.right ? 1 : 0;
  }
  std::erase_if(judged, [](const Judged& one) { return one.share >= kCertain; });
  std::ranges::sort(judged, {}, &Judged::share);
  std::vector<Model::CurvePoint> points;
  for (size_t group = 0; group < kInner; ++group) {
    const size_t begin = judged.size() * group / kInner;
    const size_t end = judged.size() * (group + 1) / kInner;
    Model::CurvePoint mean;
    for (size_t i = begin; i < end; ++i) {
      mean.share += judged[i].share / static_cast<double>(end - begin);
      mean.right += (judged[i].right ? 1.0 : 0.0) / static_cast<double>(end - begin);
    }
    points.push_back(mean);
  }
  make_monotone(points);
  std::array<Model::CurvePoint, Model::kCurvePoints> curve;
  curve.front() = {0, 0};
  std::ranges::copy(points, curve.begin() + 1);
  curve.back() = {1, std::max(points.back().right, certain_and_right / std::max(certain, 1.0))};
  return curve;
}

}  // namespace

std::vector<KnownText> sample_held_out(const Corpus& corpus, size_t most, uint64_t seed) {
  std::map<std::string, std::vector<const HeldOutText*>> by_code;
  for (const HeldOutText& row : corpus.held_out) by_code[row.code].push_back(&row);
  Random random(seed);
  std::vector<KnownText> texts;
  constexpr double kShortest = 8;
  constexpr double kLongest = 4000;
  for (const TrainingLabel& label : corpus.labels) {
    const auto& rows = by_code[label.code];
    for (size_t i = 0; i < std::min(most, rows.size()); ++i) {
      const double wanted =
          kLongest * exponential(-random.unit() * natural_logarithm(kLongest / kShortest));
      KnownText known{label.code, {}};
      for (size_t at = random.next() % rows.size();
           at < rows.size() && static_cast<double>(known.text.size()) < wanted; ++at) {
        known.text += (known.text.empty() ? "" : " ") + rows[at]->text;
      }
      known.text.resize(character_boundary(known.text, static_cast<size_t>(wanted)));
      texts.push_back(std::move(known));
    }
  }
  return texts;
}

Calibration calibrate(const Corpus& corpus, const Learned& learned,
                      const std::vector<KnownText>& texts) {
  Calibration calibration = uncalibrated();
  std::array<double, Model::kLetterLevels> least{};
  least.fill(1e9);
  std::array<double, Model::kLetterLevels> best = calibration.sharpness;
  for (double sharpness = 0.05; sharpness < 2; sharpness *= 1.2) {
    Calibration tried = uncalibrated();
    tried.sharpness.fill(sharpness);
    const OwnedModel model(model_bytes(corpus, learned, tried));
    const Identifier identifier({.min_score = 0}, *model);
    Identifier::Scratch scratch;
    std::array<std::vector<Judged>, Model::kLetterLevels> judged;
    for (const KnownText& known : texts) {
      const size_t level = level_of(*model, known, scratch);
      if (level != 0) judged[level].push_back(judge(identifier, known, scratch));
    }
    for (size_t level = 0; level < judged.size(); ++level) {
      constexpr size_t kEnough = 200;
      if (judged[level].size() < kEnough) continue;
      const double loss = brier(judged[level]);
      if (loss >= least[level]) continue;
      least[level] = loss;
      best[level] = sharpness;
    }
  }
  // Longer segments than were met are as the longest met; shorter ones as the shortest.
  size_t first = 0;
  while (first < best.size() && least[first] > 1e8) ++first;
  for (size_t level = 0; level < best.size(); ++level) {
    if (level < first && first < best.size()) best[level] = best[first];
    if (level > first && least[level] > 1e8) best[level] = best[level - 1];
  }
  calibration.sharpness = best;
  const OwnedModel model(model_bytes(corpus, learned, calibration));
  const Identifier identifier({.min_score = 0}, *model);
  Identifier::Scratch scratch;
  std::vector<Judged> judged;
  for (const KnownText& known : texts) judged.push_back(judge(identifier, known, scratch));
  calibration.curve = curve_of(std::move(judged));
  return calibration;
}

}  // namespace sluice::training

#include "training/langid/model_bytes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <stdexcept>

#include "langid/model_file.h"
#include "training/langid/priors.h"

namespace sluice::training {
namespace {

using langid::kModelAlignment;

template <class Part>
void append(std::string& bytes, std::span<const Part> part) {
  bytes.resize((bytes.size() + kModelAlignment - 1) / kModelAlignment * kModelAlignment);
  bytes.append(reinterpret_cast<const char*>(part.data()), part.size_bytes());
}

template <class To, class Values>
void scale(const Values& values, double unit, To& out) {
  std::ranges::transform(values, out.begin(), [unit](double value) {
    return static_cast<typename To::value_type>(std::lround(value * unit));
  });
}

// The size that all but a few in ten thousand stay below.
template <class Vector>
float usual_size(const std::vector<Vector>& vectors, double share) {
  std::vector<float> sizes;
  for (const auto& vector : vectors) {
    for (const float value : vector) sizes.push_back(std::abs(value));
  }
  const auto at =
      sizes.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(sizes.size() - 1));
  std::ranges::nth_element(sizes, at);
  return *at;
}

template <class Number, size_t kSize>
std::vector<std::array<Number, kSize>> quantised(
    const std::vector<std::array<float, kSize>>& vectors, float unit, Number most) {
  std::vector<std::array<Number, kSize>> out;
  for (const auto& vector : vectors) {
    auto& row = out.emplace_back();
    std::ranges::transform(vector, row.begin(), [&](float value) {
      const long rounded = std::lround(value / unit);
      return static_cast<Number>(std::clamp<long>(rounded, -most, most));
    });
  }
  return out;
}

}  // namespace

Calibration uncalibrated() {
  Calibration calibration;
  calibration.sharpness.fill(1);
  for (size_t i = 0; i < calibration.curve.size(); ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(calibration.curve.size() - 1);
    calibration.curve[i] = {share, share};
  }
  return calibration;
}

std::string model_bytes(const Corpus& corpus, const Learned& learned,
                        const Calibration& calibration) {
  constexpr int8_t kMostOfRow = 127;
  const float row_unit = usual_size(learned.rows, 0.9998) / kMostOfRow;
  const float weight_unit = usual_size(learned.weights, 1) / langid::kMostOfWeight;

  langid::ModelHeader header{};
  header.magic = langid::kModelMagic;
  header.row_bits = learned.row_bits;
  header.scripts = static_cast<uint32_t>(corpus.letter_pages.scripts.size());
  header.labels = static_cast<uint32_t>(corpus.labels.size());
  header.letter_pages =
      static_cast<uint32_t>(corpus.letter_pages.entries.size() / langid::LetterTable::kPage);
  header.resolvers = static_cast<uint32_t>(learned.resolvers.size());
  header.unit = double{row_unit} * weight_unit / langid::Model::kMeanUnit;
  scale(learned.symbol_biases, langid::kNat, header.symbol_bias);
  scale(calibration.sharpness, langid::kNat, header.sharpness);
  std::ranges::transform(calibration.curve, header.curve.begin(), [](const auto& point) {
    const auto scaled = [](double value) {
      return static_cast<uint32_t>(std::lround(value * langid::kCertainty));
    };
    return langid::CurveRecord{scaled(point.share), scaled(point.right)};
  });

  std::vector<langid::ScriptRecord> scripts;
  for (const std::string& name : corpus.letter_pages.scripts) {
    langid::ScriptRecord& record = scripts.emplace_back();
    std::memcpy(record.name.data(), name.data(), record.name.size());
    record.unspaced = name == "Hani" ? 1 : 0;
  }
  std::vector<langid::LabelRecord> labels;
  for (size_t i = 0; i < corpus.labels.size(); ++i) {
    const TrainingLabel& label = corpus.labels[i];
    langid::LabelRecord& record = labels.emplace_back();
    if (label.code.size() >= record.code.size()) throw std::runtime_error(label.code + ": long");
    std::ranges::copy(label.code, record.code.begin());
    record.script = label.script;
    record.bias = static_cast<int32_t>(std::lround(learned.biases[i] * langid::kNat));
    record.prior = static_cast<int32_t>(std::lround(prior_of(label.code) * langid::kNat));
  }

  std::vector<langid::ResolverRecord> resolvers;
  std::vector<langid::Model::Resolver::Row> resolver_rows;
  for (const LearnedResolver& resolver : learned.resolvers) {
    langid::ResolverRecord& record = resolvers.emplace_back();
    record.labels = static_cast<uint32_t>(resolver.labels.size());
    std::ranges::copy(resolver.labels, record.label.begin());
    const float unit = usual_size(resolver.rows, 0.9998) / kMostOfRow;
    record.unit = unit;
    for (const auto& row :
         quantised<int8_t, langid::Model::Resolver::kMostLabels>(resolver.rows, unit, kMostOfRow)) {
      resolver_rows.push_back(row);
    }
  }

  std::string bytes;
  append(bytes, std::span<const langid::ModelHeader>(&header, 1));
  append<langid::ScriptRecord>(bytes, scripts);
  append<langid::LabelRecord>(bytes, labels);
  append<uint16_t>(bytes, corpus.letter_pages.pages);
  append<uint32_t>(bytes, corpus.letter_pages.entries);
  append<langid::Weights>(bytes, quantised<int16_t, langid::kDimension>(
                                     learned.weights, weight_unit, langid::kMostOfWeight));
  append<langid::Row>(bytes,
                      quantised<int8_t, langid::kDimension>(learned.rows, row_unit, kMostOfRow));
  append<langid::ResolverRecord>(bytes, resolvers);
  append<langid::Model::Resolver::Row>(bytes, resolver_rows);
  return bytes;
}

}  // namespace sluice::training

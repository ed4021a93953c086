#include "langid/model.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/error.h"
#include "langid/model_file.h"

// The assembler brings the file in as it is.
asm(".section .rodata\n"
    ".balign 64\n"
    ".global sluice_langid_begin\n"
    ".global sluice_langid_end\n"
    "sluice_langid_begin:\n"
    ".incbin \"" SLUICE_LANGID_MODEL
    "\"\n"
    "sluice_langid_end:\n"
    ".previous\n");
extern "C" const char sluice_langid_begin[];
extern "C" const char sluice_langid_end[];

namespace sluice::langid {
namespace {

// The parts of the file, one behind the other.
class Parts {
 public:
  explicit Parts(std::string_view bytes) : bytes_(bytes) {}

  template <class Part>
  std::span<const Part> next(size_t count) {
    at_ = (at_ + kModelAlignment - 1) / kModelAlignment * kModelAlignment;
    if (at_ > bytes_.size() || (bytes_.size() - at_) / sizeof(Part) < count) {
      throw ConfigError("language model: ends at byte " + std::to_string(bytes_.size()) +
                        ", within a part that begins at byte " + std::to_string(at_));
    }
    const auto* first = reinterpret_cast<const Part*>(bytes_.data() + at_);
    at_ += count * sizeof(Part);
    return {first, count};
  }

  void finish() const {
    if (at_ != bytes_.size()) {
      throw ConfigError("language model: goes on behind its last part, at byte " +
                        std::to_string(at_));
    }
  }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

LanguageId language_of(const LabelRecord& record) {
  const std::string_view code(record.code.data(), strnlen(record.code.data(), record.code.size()));
  const std::optional<LanguageId> language = find_language(code);
  if (!language) {
    throw ConfigError("language model: no language is called '" + std::string(code) + "'");
  }
  return *language;
}

// From 1 / kNat nats to the model's unit, rounded; what is added to scores must leave them room.
int32_t in_units(int32_t value, double unit) {
  constexpr double kMost = 1 << 28;
  const double units = value / kNat / unit;
  if (!(units > -kMost && units < kMost)) throw ConfigError("language model: a bias is too large");
  return static_cast<int32_t>(units < 0 ? units - 0.5 : units + 0.5);
}

}  // namespace

const Model& Model::embedded() {
  static const Model model(std::string_view(
      sluice_langid_begin, static_cast<size_t>(sluice_langid_end - sluice_langid_begin)));
  return model;
}

Model::Model(std::string_view bytes) : bytes_(bytes) {
  Parts parts(bytes);
  const ModelHeader& header = parts.next<ModelHeader>(1).front();
  if (header.magic != kModelMagic || header.row_bits < 1 || header.row_bits > 24 ||
      header.scripts > 256 || !(header.unit > 1e-12)) {
    throw ConfigError("language model: does not begin as 'sluice langid 1' does");
  }
  for (const ScriptRecord& script : parts.next<ScriptRecord>(header.scripts)) {
    scripts_.push_back({.name = {script.name.data(), script.name.size()},
                        .unspaced = script.unspaced != 0,
                        .weights = {},
                        .no_language = {}});
  }
  for (const LabelRecord& label : parts.next<LabelRecord>(header.labels)) {
    if (label.script >= header.scripts) throw ConfigError("language model: a label has no script");
    Script& script = scripts_[label.script];
    if (script.labels == 0) script.first = labels_.size();
    if (script.first + script.labels++ != labels_.size()) {
      throw ConfigError("language model: labels are not in order of script");
    }
    labels_.push_back({language_of(label), in_units(label.bias, header.unit), label.prior / kNat});
    if (labels_.back().language == undetermined()) script.no_language = script.labels - 1;
  }
  const auto pages = parts.next<uint16_t>(LetterTable::kPages);
  if (std::ranges::any_of(pages, [&](uint16_t page) { return page >= header.letter_pages; })) {
    throw ConfigError("language model: a page of letters is missing");
  }
  const auto entries = parts.next<uint32_t>(header.letter_pages * LetterTable::kPage);
  if (std::ranges::any_of(entries, [&](uint32_t entry) { return entry >> 24 >= header.scripts; })) {
    throw ConfigError("language model: a letter has no script");
  }
  letters_ = LetterTable(pages, entries);
  const auto weights = parts.next<Weights>(header.labels);
  for (const Weights& of_label : weights) {
    if (std::ranges::any_of(of_label, [](int16_t w) { return std::abs(w) > kMostOfWeight; })) {
      throw ConfigError("language model: a weight is too large");
    }
  }
  for (Script& script : scripts_) {
    script.weights = LabelWeights(weights.subspan(script.first, script.labels));
  }
  rows_ = parts.next<Row>(size_t{1} << header.row_bits);
  resolver_of_.assign(labels_.size(), -1);
  const auto resolvers = parts.next<ResolverRecord>(header.resolvers);
  const size_t resolver_rows = rows_.size() >> kResolverShift;
  const auto all_rows = parts.next<Resolver::Row>(resolvers.size() * resolver_rows);
  for (size_t i = 0; i < resolvers.size(); ++i) {
    add_resolver(resolvers[i], all_rows.subspan(i * resolver_rows, resolver_rows));
  }
  parts.finish();
  row_shift_ = 32 - static_cast<int>(header.row_bits);
  unit_ = header.unit;
  read_calibration(header);
}

void Model::read_calibration(const ModelHeader& header) {
  std::ranges::transform(header.symbol_bias, symbol_bias_.begin(),
                         [this](int32_t bias) { return in_units(bias, unit_); });
  std::ranges::transform(header.sharpness, sharpness_.begin(),
                         [](int32_t sharpness) { return sharpness / kNat; });
  for (const Label& label : labels_) {
    if (label.prior > 0) throw ConfigError("language model: a prior is above 1");
  }
  if (std::ranges::any_of(header.sharpness, [](int32_t s) { return s <= 0; }) ||
      !std::ranges::is_sorted(header.curve, {}, &CurveRecord::share) ||
      !std::ranges::is_sorted(header.curve, {}, &CurveRecord::right)) {
    throw ConfigError("language model: its calibration is not monotone");
  }
  std::ranges::transform(header.curve, curve_.begin(), [](const CurveRecord& point) {
    return CurvePoint{point.share / kCertainty, point.right / kCertainty};
  });
}

void Model::add_resolver(const ResolverRecord& record, std::span<const Resolver::Row> rows) {
  const auto fail = [] { throw ConfigError("language model: a resolver is damaged"); };
  if (record.labels < 2 || record.labels > Resolver::kMostLabels || !(record.unit > 0)) fail();
  const std::span labels = std::span(record.label).first(record.labels);
  if (!std::ranges::is_sorted(labels) || labels.back() >= labels_.size()) fail();
  for (const uint32_t label : labels) {
    if (resolver_of_[label] >= 0) fail();
    resolver_of_[label] = static_cast<int>(resolvers_.size());
  }
  resolvers_.push_back({{labels.begin(), labels.end()}, rows, record.unit});
}

double Model::sharpness(uint64_t letters) const {
  return sharpness_[std::min(kLetterLevels - 1, static_cast<size_t>(std::bit_width(letters)))];
}

double Model::calibrated(double share) const {
  const auto above = std::ranges::upper_bound(curve_, share, {}, &CurvePoint::share);
  if (above == curve_.begin()) return curve_.front().right;
  if (above == curve_.end()) return curve_.back().right;
  const CurvePoint& below = *(above - 1);
  return below.right +
         (above->right - below.right) * (share - below.share) / (above->share - below.share);
}

}  // namespace sluice::langid

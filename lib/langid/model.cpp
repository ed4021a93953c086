#include "langid/model.h"

#include <algorithm>
#include <bit>
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
  const std::string_view code(record.code.data(),
                              strnlen(record.code.data(), record.code.size()));
  const std::optional<LanguageId> language = find_language(code);
  if (!language) {
    throw ConfigError("language model: no language is called '" + std::string(code) + "'");
  }
  return *language;
}

template <class Values, class Numbers>
void scale(const Values& values, double unit, Numbers& out) {
  std::ranges::transform(values, out.begin(), [unit](auto value) { return value / unit; });
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
      header.scripts > 256) {
    throw ConfigError("language model: does not begin as 'sluice langid 1' does");
  }
  for (const ScriptRecord& script : parts.next<ScriptRecord>(header.scripts)) {
    scripts_.push_back({.name = {script.name.data(), script.name.size()},
                        .unspaced = script.unspaced != 0});
  }
  for (const LabelRecord& label : parts.next<LabelRecord>(header.labels)) {
    if (label.script >= header.scripts) throw ConfigError("language model: a label has no script");
    Script& script = scripts_[label.script];
    if (script.labels == 0) script.first = labels_.size();
    if (script.first + script.labels++ != labels_.size()) {
      throw ConfigError("language model: labels are not in order of script");
    }
    labels_.push_back({language_of(label), label.bias / kNat, label.prior / kNat});
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
  weights_ = parts.next<Weights>(header.labels);
  rows_ = parts.next<Row>(size_t{1} << header.row_bits);
  parts.finish();
  row_shift_ = 32 - static_cast<int>(header.row_bits);
  unit_ = header.unit;
  scale(header.symbol_bias, kNat, symbol_bias_);
  scale(header.sharpness, kNat, sharpness_);
  scale(header.curve, kCertainty, curve_);
}

double Model::sharpness(uint64_t letters) const {
  return sharpness_[std::min(kLetterLevels - 1, static_cast<size_t>(std::bit_width(letters)))];
}

double Model::calibrated(double probability) const {
  const double place = probability * (kCurvePoints - 1);
  const size_t below = std::min(static_cast<size_t>(place), kCurvePoints - 2);
  return curve_[below] + (curve_[below + 1] - curve_[below]) * (place - static_cast<double>(below));
}

}  // namespace sluice::langid

// The learned part of the identifier: a table of rows, one for the features with the same upper
// bits, and for each label the weights that turn the mean of a text's rows into a score.
//
//   const Model& model = Model::embedded();
//   const Model::Script& script = model.scripts()[letter.script];
//   for (size_t i = script.first; i < script.first + script.labels; ++i) model.label(i).language
//
// This is fastText's classifier (Joulin et al. 2016, "Bag of Tricks for Efficient Text
// Classification"), with one softmax a script, and with rows of 8 and weights of 10 bits. What it
// is and how it was made is in docs/models/langid.md.
//
// The layout is that of model_file.h. A Model views its bytes and copies none of the large parts;
// it is immutable.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "langid/languages.h"
#include "langid/letters.h"
#include "langid/scoring.h"

namespace sluice::langid {

struct ModelHeader;  // model_file.h
struct ResolverRecord;

class Model {
 public:
  struct Label {
    LanguageId language = 0;
    int32_t bias = 0;  // in units of unit()
    double prior = 0;  // nats: how often it comes on the web, damped
  };
  struct Script {
    std::string_view name;  // ISO 15924
    bool unspaced = false;  // a run of letters is no word
    size_t first = 0;       // of its labels, which are together
    size_t labels = 0;      // none: no language of it is known
    LabelWeights weights;
    std::optional<size_t> no_language;  // which of its labels says that
  };

  // Tells languages apart that the table's rows, made for all, mix up: between Bokmål, Nynorsk and
  // Danish it weighs every feature by itself.
  struct Resolver {
    static constexpr size_t kMostLabels = 8;
    using Row = std::array<int8_t, kMostLabels>;

    std::vector<uint32_t> labels;  // 2..kMostLabels, the model's numbers, ascending, of one script
    std::span<const Row> rows;
    double unit = 0;  // nats a unit of the mean of rows
  };
  // For the row of the table with this number.
  static constexpr int kResolverShift = 1;

  // In ratios of symbols to symbols and letters, by kSymbolLevels a whole.
  static constexpr size_t kSymbolLevels = 32;
  static constexpr size_t kLetterLevels = 16;  // of log2 of the letters
  static constexpr size_t kCurvePoints = 32;

  // A point of the calibration curve: of answers with this share of a text so many are right.
  struct CurvePoint {
    double share = 0;
    double right = 0;
  };

  // Compiled in.
  static const Model& embedded();

  // `bytes` must outlive the model and begin at a multiple of 8. Throws ConfigError if they are no
  // model of this version.
  explicit Model(std::string_view bytes);

  std::string_view bytes() const { return bytes_; }
  const LetterTable& letters() const { return letters_; }
  std::span<const Script> scripts() const { return scripts_; }
  size_t labels() const { return labels_.size(); }
  const Label& label(size_t i) const { return labels_[i]; }
  std::span<const Row> rows() const { return rows_; }
  // The one that knows the label, or nullptr.
  const Resolver* resolver_of(size_t label) const {
    return resolver_of_[label] < 0 ? nullptr
                                   : &resolvers_[static_cast<size_t>(resolver_of_[label])];
  }
  uint32_t row_of(uint32_t feature) const { return feature >> row_shift_; }
  // Nats a unit of score_labels() with the mean in units of 1 / kMeanUnit.
  double unit() const { return unit_; }
  static constexpr int32_t kMeanUnit = 256;

  // What text with so many symbols is likelier to be no language, in units of unit().
  int32_t symbol_bias(size_t level) const { return symbol_bias_[level]; }

  // What scores are multiplied with, for texts of so many letters.
  double sharpness(uint64_t letters) const;

  // How often an answer with this share of a text is right; linear between points.
  double calibrated(double share) const;

 private:
  void read_calibration(const ModelHeader& header);
  void add_resolver(const ResolverRecord& record, std::span<const Resolver::Row> rows);

  std::string_view bytes_;
  LetterTable letters_;
  std::vector<Script> scripts_;
  std::vector<Label> labels_;
  std::vector<Resolver> resolvers_;
  std::vector<int> resolver_of_;  // of each label; negative: none
  std::span<const Row> rows_;
  int row_shift_ = 0;
  double unit_ = 0;
  std::array<int32_t, kSymbolLevels> symbol_bias_{};
  std::array<double, kLetterLevels> sharpness_{};
  std::array<CurvePoint, kCurvePoints> curve_{};
};

}  // namespace sluice::langid

#include "model_labeller.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/hash.h"
#include "fasttext/model.h"
#include "io/mapped_file.h"
#include "unicode/utf8.h"

namespace sluice::langid_tool {
namespace {

using langid::LabelSystem;
using langid::LanguageId;

bool has_labels_of_lid176(const fasttext::Model& model) {
  for (uint32_t i = 0; i < model.labels(); ++i) {
    if (!find_in(LabelSystem::lid176, fasttext::without_prefix(model.label(i)))) return false;
  }
  return true;
}

std::vector<LanguageId> meant_in_lid176(std::string_view label) {
  std::vector<LanguageId> languages;
  for (size_t i = 0; i < langid::languages().size(); ++i) {
    if (langid::languages()[i].lid176 == label) languages.push_back(static_cast<LanguageId>(i));
  }
  return languages;
}

class ModelLabeller : public Labeller {
 public:
  ModelLabeller(io::MappedFile file, const std::string& path, const ModelOptions& options)
      : file_(std::move(file)), model_(file_.bytes(), path), options_(options) {
    const bool is_lid176 = has_labels_of_lid176(model_);
    Buffer repaired;
    for (uint32_t i = 0; i < model_.labels(); ++i) {
      repaired.clear();
      append_as_utf8(fasttext::without_prefix(model_.label(i)), repaired);
      const std::string_view label = repaired.view();
      const auto languages = is_lid176 ? meant_in_lid176(label) : langid::languages_named(label);
      const bool renamed = options.names && !languages.empty();
      labels_.push_back(
          add_class(renamed ? name_in(*options.names, languages.front()) : label, languages));
    }
    undetermined_ = add_class("und", {langid::undetermined()});
  }

  void label(std::string_view text, std::optional<LanguageId> /*hint*/,
             Labelling& found) const override {
    if (!found.scratch) found.scratch = std::make_unique<Scratch>(model_);
    if (options_.text_bytes != 0) text = beginning(text, options_.text_bytes);
    auto& scratch = static_cast<Scratch&>(*found.scratch).model;
    found.candidates.clear();
    found.shares.clear();
    for (const auto& one : model_.predict(text, options_.candidates, 0, scratch)) {
      const double score = std::min(1.0, std::round(one.score * 1e4) / 1e4);
      found.candidates.push_back({labels_[one.label], score});
    }
    add_up(found.candidates);
    if (found.candidates.empty()) found.candidates.push_back({undetermined_, 0});
    found.score = found.candidates.front().score;
    found.label = found.score < options_.und_below ? undetermined_ : found.candidates.front().label;
  }

 private:
  struct Scratch : LabelScratch {
    explicit Scratch(const fasttext::Model& of) : model(of) {}
    fasttext::Scratch model;
  };

  io::MappedFile file_;
  fasttext::Model model_;
  ModelOptions options_;
  std::vector<Label> labels_;  // by the model's
  Label undetermined_ = 0;
};

}  // namespace

std::string content_digest(std::string_view bytes) {
  const Hash128 hash = hash128(bytes);
  return hex64(hash.high) + hex64(hash.low);
}

std::unique_ptr<Labeller> open_model(const std::string& path, const ModelOptions& options,
                                     cli::Tool& tool) {
  tool.reads(path);
  io::MappedFile file(path);
  tool.digest("model", content_digest(file.bytes()));
  return std::make_unique<ModelLabeller>(std::move(file), path, options);
}

}  // namespace sluice::langid_tool

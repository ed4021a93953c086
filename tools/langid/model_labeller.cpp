#include "model_labeller.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/content_digest.h"
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

// A label may mean several languages ("zh" of lid.176) that have names of their own in the system:
// none of those would be true of all that the model labels so.
std::string_view renamed(std::string_view label, const std::vector<LanguageId>& languages,
                         std::optional<LabelSystem> names) {
  if (!names || languages.empty()) return label;
  const std::string_view name = name_in(*names, languages.front());
  const bool is_of_all = std::ranges::all_of(
      languages, [&](LanguageId language) { return name_in(*names, language) == name; });
  return is_of_all ? name : label;
}

class ModelLabeller : public Labeller {
 public:
  ModelLabeller(io::MappedFile file, const std::string& path, const ModelOptions& options)
      : file_(std::move(file)), model_(file_.bytes(), path), text_bytes_(options.text_bytes) {
    ClassList classes;
    const bool is_lid176 = has_labels_of_lid176(model_);
    Buffer repaired;
    for (uint32_t i = 0; i < model_.labels(); ++i) {
      repaired.clear();
      append_as_utf8(fasttext::without_prefix(model_.label(i)), repaired);
      const std::string_view label = repaired.view();
      const auto languages = is_lid176 ? meant_in_lid176(label) : langid::languages_named(label);
      labels_.push_back(classes.add(renamed(label, languages, options.names), languages));
    }
    ranking_ = {.candidates = options.candidates,
                .und_below = options.und_below,
                .undetermined = 0,
                .names_are_shared = classes.names_are_shared()};
    ranking_.undetermined = classes.add("und", {langid::undetermined()});
    asked_ = ranking_.names_are_shared ? model_.labels() : options.candidates;
    set_classes(classes.take());
  }

  void label(std::string_view text, std::optional<LanguageId> /*hint*/,
             Labelling& found) const override {
    if (!found.scratch) found.scratch = std::make_unique<Scratch>(model_);
    if (text_bytes_ != 0) text = beginning(text, text_bytes_);
    auto& scratch = static_cast<Scratch&>(*found.scratch).model;
    found.candidates.clear();
    found.shares.clear();
    for (const auto& one : model_.predict(text, asked_, 0, scratch)) {
      found.candidates.push_back({labels_[one.label], one.score});
    }
    rank(ranking_, found);
  }

 private:
  struct Scratch : LabelScratch {
    explicit Scratch(const fasttext::Model& of) : model(of) {}
    fasttext::Scratch model;
  };

  io::MappedFile file_;
  fasttext::Model model_;
  uint64_t text_bytes_;
  std::vector<Label> labels_;  // by the model's
  Ranking ranking_;
  size_t asked_ = 1;  // labels of each text
};

}  // namespace

std::unique_ptr<Labeller> open_model(const std::string& path, const ModelOptions& options,
                                     cli::Tool& tool) {
  tool.reads(path);
  io::MappedFile file(path);
  file.expect_jumps(file.bytes().size() > kWholeDigest);
  tool.digest("model", content_digest(file.bytes()));
  file.expect_jumps(false);
  file.drop_pages();
  return std::make_unique<ModelLabeller>(std::move(file), path, options);
}

}  // namespace sluice::langid_tool

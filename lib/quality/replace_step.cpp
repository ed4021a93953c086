#include "quality/replace_step.h"

#include <re2/re2.h>

#include <string>
#include <utility>

#include "quality/expression.h"
#include "quality/scratch.h"

namespace sluice::quality {
namespace {

struct Replacement {
  std::string reason;
  std::shared_ptr<const re2::RE2> pattern;
  std::string with;
};

Replacement read_replacement(Record& record) {
  Replacement replacement{.reason = read_reason(record), .pattern = {}, .with = {}};
  replacement.pattern = expression_at(record, "pattern");
  if (!replacement.pattern) record.fail("needs a 'pattern'");
  record.text("with", replacement.with);
  std::string error;
  if (!replacement.pattern->CheckRewriteString(replacement.with, &error)) {
    record.fail_at("with", error);
  }
  record.finish();
  return replacement;
}

class ReplaceStep final : public Step {
 public:
  explicit ReplaceStep(std::vector<Replacement> replacements)
      : replacements_(std::move(replacements)) {}

  std::vector<RuleInfo> rules() const override {
    std::vector<RuleInfo> rules(replacements_.size());
    for (size_t i = 0; i < rules.size(); ++i) {
      rules[i].reason = replacements_[i].reason;
      rules[i].scale = Scale::count;
    }
    return rules;
  }

  Applied apply(Analysis& analysis, std::span<Finding> findings,
                std::string& edited) const override {
    thread_local std::string kept;
    std::string& before = emptied(kept);
    std::string_view text = analysis.text();
    bool replaced = false;
    for (size_t i = 0; i < replacements_.size(); ++i) {
      const Replacement& replacement = replacements_[i];
      findings[i].value = 0;
      // Most texts have nothing to replace, and are not copied.
      if (!re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()),
                                  *replacement.pattern)) {
        continue;
      }
      if (replaced) {
        before.swap(edited);
        edited.clear();
        text = before;
      }
      findings[i].value =
          static_cast<double>(replace_all(text, *replacement.pattern, replacement.with, edited));
      text = edited;
      replaced = true;
    }
    if (!replaced || edited != analysis.text()) return {.edited = replaced, .first = {}};
    edited.clear();
    return {};
  }

 private:
  std::vector<Replacement> replacements_;
};

}  // namespace

std::unique_ptr<const Step> make_replace_step(std::vector<Record> replacements) {
  std::vector<Replacement> made;
  for (Record& record : replacements) made.push_back(read_replacement(record));
  return std::make_unique<const ReplaceStep>(std::move(made));
}

}  // namespace sluice::quality

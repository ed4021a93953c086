// The edit "pii" of rule files.
#include <array>
#include <utility>

#include "base/error.h"
#include "quality/pii.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

class PiiStep final : public Step {
 public:
  PiiStep(Pii pii, bool replaces) : pii_(std::move(pii)), replaces_(replaces) {}

  std::vector<RuleInfo> rules() const override {
    std::vector<RuleInfo> rules(kKinds.size());
    for (size_t i = 0; i < rules.size(); ++i) {
      rules[i].reason = "pii_" + std::string(kKinds[i]);
      rules[i].scale = Scale::count;
    }
    return rules;
  }

  Applied apply(Analysis& analysis, std::span<Finding> findings,
                std::string& edited) const override {
    thread_local std::vector<Pii::Span> spans;
    pii_.find(analysis.text(), spans);
    for (Finding& finding : findings) finding.value = 0;
    for (const Pii::Span& span : spans) *findings[rule_of(span)].value += 1;
    if (spans.empty() || !replaces_) return {};
    pii_.replace(analysis.text(), spans, edited);
    return {.edited = true, .first = {}};
  }

  bool annotates() const override { return !replaces_; }

  void find_places(std::string_view text, std::vector<Place>& places) const override {
    if (replaces_) return;
    thread_local std::vector<Pii::Span> spans;
    pii_.find(text, spans);
    size_t byte = 0;
    uint64_t characters = 0;
    const auto characters_to = [&](size_t end) {
      for (; byte < end; ++byte) characters += !continues_character(text[byte]);
      return characters;
    };
    for (const Pii::Span& span : spans) {
      const uint64_t begin = characters_to(span.begin);
      const uint64_t end = characters_to(size_t{span.begin} + span.size);
      places.push_back({.kind = kKinds[rule_of(span)], .begin = begin, .end = end});
    }
  }

 private:
  // A rule each, in this order.
  static constexpr std::array<std::string_view, 2> kKinds = {"email", "ip"};

  static size_t rule_of(const Pii::Span& span) { return span.kind == Pii::Kind::email ? 0 : 1; }

  Pii pii_;
  bool replaces_;
};

}  // namespace

std::unique_ptr<const Step> make_pii_step(Record& parameters) {
  Pii::Options options;
  parameters.flag("email", options.email);
  parameters.flag("ip", options.ip);
  for (const auto& [key, list] :
       {std::pair{"emails", &options.emails}, {"ipv4", &options.ipv4}, {"ipv6", &options.ipv6}}) {
    if (parameters.texts(key, *list) && list->empty()) {
      parameters.fail_at(key, "'" + std::string(key) + "' must list one replacement or more");
    }
  }
  std::string mode = "replace";
  parameters.text("mode", mode);
  if (mode != "replace" && mode != "annotate") {
    parameters.fail_at("mode", "'mode' must be \"replace\" or \"annotate\", not \"" + mode + "\"");
  }
  return std::make_unique<PiiStep>(Pii(std::move(options)), mode == "replace");
}

}  // namespace sluice::quality

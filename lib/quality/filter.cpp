#include "quality/filter.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/hash.h"

namespace sluice::quality {
namespace {

// A text that is kept for the next edit is given back if it is larger than this and than most.
constexpr size_t kLargeText = size_t{1} << 20;

void make_room(std::string& text, size_t size) {
  if (text.capacity() > kLargeText && text.capacity() / 8 > size) text = std::string();
  text.clear();
}

}  // namespace

Filter::Filter(std::vector<Profile> profiles) : profiles_(std::move(profiles)) {
  for (const Profile& profile : profiles_) {
    if (std::ranges::count(profiles_, profile.name, &Profile::name) > 1) {
      throw ConfigError("profile '" + profile.name + "' is given twice");
    }
    for (const NamedStep& named : profile.fallback) {
      std::vector<RuleInfo> rules = named.step->rules();
      sizes_.push_back(rules.size());
      for (RuleInfo& rule : rules) {
        rule.profile = profile.name;
        rule.step = named.name;
        rules_.push_back(std::move(rule));
      }
    }
  }
}

bool Filter::annotates() const {
  const auto any_annotates = [](const Profile& profile) {
    return std::ranges::any_of(profile.fallback,
                               [](const NamedStep& named) { return named.step->annotates(); });
  };
  return std::ranges::any_of(profiles_, any_annotates);
}

void Filter::find_places(std::string_view text, std::string_view language,
                         std::vector<Place>& out) const {
  out.clear();
  for (const Profile& profile : profiles_) {
    for (const NamedStep& named : profile.steps(language)) named.step->find_places(text, out);
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

std::string Filter::digest() const {
  std::string all;
  for (const Profile& profile : profiles_) all += sha256_hex(profile.canonical) + '\n';
  return sha256_hex(all);
}

void Filter::judge(std::string_view text, const Facts& facts, Scratch& scratch,
                   Judgement& out) const {
  out.findings.resize(rules_.size());
  for (Finding& finding : out.findings) {
    finding.value.reset();
    finding.drops = false;
    finding.detail.clear();
  }
  out.first.reset();
  out.text = text;
  out.edited = false;
  scratch.analysis.begin(text, facts);
  size_t turn = 0;
  size_t at = 0;
  size_t number = 0;
  for (const Profile& profile : profiles_) {
    for (const NamedStep& named : profile.steps(facts.language, text)) {
      const std::span<Finding> findings = std::span(out.findings).subspan(at, sizes_[number]);
      std::string& edited = scratch.texts[turn];
      make_room(edited, text.size());
      const Applied applied = named.step->apply(scratch.analysis, findings, edited);
      if (applied.first && !out.first) out.first = at + *applied.first;
      if (applied.edited) {
        out.text = edited;
        out.edited = true;
        scratch.analysis.replace(out.text);
        turn = 1 - turn;
      }
      at += findings.size();
      ++number;
    }
  }
}

}  // namespace sluice::quality

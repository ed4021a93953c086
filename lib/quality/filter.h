// Judges documents by profiles, one after the other, in one pass.
//
//   const Filter filter(std::move(profiles));
//   Filter::Scratch scratch;                                  // one a thread
//   Judgement judgement;                                      // reused
//   filter.judge(text, facts, scratch, judgement);
//   if (judgement.first) filter.rules()[*judgement.first].reason …
//   else if (judgement.edited) document.set_text(judgement.text);
//   std::vector<Place> places;
//   if (filter.annotates()) filter.find_places(judgement.text, facts.language, places);
//
// Every rule is measured on every document, on the text as the edits before it left it, whether or
// not an earlier rule drops the document. Immutable; shared by threads.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quality/profile.h"

namespace sluice::quality {

struct Judgement {
  std::vector<Finding> findings;  // one a rule, as Filter::rules()
  std::optional<size_t>
      first;              // the rule whose reason it is that the document is dropped; nothing: kept
  std::string_view text;  // with all edits; alive until the scratch is used again
  bool edited = false;
};

class Filter {
 public:
  struct Scratch {
    Analysis analysis;
    std::string texts[2];  // edits go to and fro
  };

  // Throws ConfigError where two profiles have one name.
  explicit Filter(std::vector<Profile> profiles);

  // In order of profiles, steps, rules; the same for all languages.
  std::span<const RuleInfo> rules() const { return rules_; }
  const std::vector<Profile>& profiles() const { return profiles_; }
  // Of all that decides: rules, thresholds, word definitions and their versions, contents of lists;
  // 64 hexadecimal digits for config_digest.
  std::string digest() const;

  // `text`: valid UTF-8, shorter than 4 GiB.
  void judge(std::string_view text, const Facts& facts, Scratch& scratch, Judgement& out) const;

  // Whether a step tells of places: edit = "pii" with mode = "annotate".
  bool annotates() const;
  // Replaces `out` by what such steps find in a text, by kind, then in order, each place once. The
  // text is the one that the places shall be of, as it is written: another one than these steps
  // have judged, if there are edits behind them or edits are not written.
  void find_places(std::string_view text, std::string_view language, std::vector<Place>& out) const;

 private:
  std::vector<Profile> profiles_;
  std::vector<RuleInfo> rules_;
  std::vector<size_t> sizes_;  // rules of each step, in order of profiles
};

}  // namespace sluice::quality

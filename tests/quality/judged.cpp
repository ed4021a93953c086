#include "quality/judged.h"

#include <algorithm>
#include <stdexcept>

namespace sluice::quality {

Judged::Judged(std::string_view profile, std::string_view text) {
  std::vector<Profile> profiles;
  profiles.push_back(builtin_profile(profile, Loading{}));
  const Filter filter(std::move(profiles));
  Filter::Scratch scratch;
  Judgement judgement;
  filter.judge(text, Facts{}, scratch, judgement);
  findings_ = judgement.findings;
  text_ = judgement.text;
  for (size_t i = 0; i < findings_.size(); ++i) {
    reasons_.push_back(filter.rules()[i].reason);
    if (findings_[i].drops) dropping_.push_back(reasons_.back());
  }
}

const Finding& Judged::finding(std::string_view reason) const {
  const auto found = std::ranges::find(reasons_, reason);
  if (found == reasons_.end()) throw std::out_of_range("no rule " + std::string(reason));
  return findings_[static_cast<size_t>(found - reasons_.begin())];
}

std::string times(size_t count, std::string_view text) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string different_words(size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) all += ' ';
    for (const size_t place : {17576u, 676u, 26u, 1u}) {
      all += static_cast<char>('a' + (i + 1) / place % 26);
    }
  }
  return all;
}

}  // namespace sluice::quality

// What a built-in profile says of one text, by the reasons of its rules.
//
//   const Judged judged("dolma", text);
//   judged.value("word_count_low")      // std::optional<double>
//   judged.dropping()                   // {"word_count_low", …}, in order
//   judged.text()                       // with all edits
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quality/filter.h"

namespace sluice::quality {

class Judged {
 public:
  Judged(std::string_view profile, std::string_view text);

  // Throws std::out_of_range where the profile has no rule of this reason.
  const Finding& finding(std::string_view reason) const;
  std::optional<double> value(std::string_view reason) const { return finding(reason).value; }
  bool drops(std::string_view reason) const { return finding(reason).drops; }
  const std::vector<std::string>& dropping() const { return dropping_; }
  const std::string& text() const { return text_; }

 private:
  std::vector<std::string> reasons_;
  std::vector<Finding> findings_;
  std::vector<std::string> dropping_;
  std::string text_;
};

// `text` again and again.
std::string times(size_t count, std::string_view text);
// Different words of four letters, a space between: as many as one likes, none a stop word.
std::string different_words(size_t count);

}  // namespace sluice::quality

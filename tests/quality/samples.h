// Short documents of many kinds, written for these tests: what profiles made for English prose say
// of other languages, of code, poems and tables, and of next to nothing.
//
//   for (const Sample& sample : samples()) judge(profile, sample.text) …
//   sample_text("poem")
#pragma once

#include <span>
#include <string_view>

namespace sluice::quality {

struct Sample {
  std::string_view name;  // "english", "chinese", …
  std::string_view text;
};

std::span<const Sample> samples();
std::string_view sample_text(std::string_view name);

}  // namespace sluice::quality

#include "unicode/normalization_names.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/suggest.h"

namespace sluice {
namespace {

constexpr std::array<std::string_view, 7> kNames = {"lower", "digits",    "punctuation", "compose",
                                                    "marks", "all-marks", "none"};

void set_marks(TextNormalizer::Options& options, Marks marks) {
  if (options.marks != Marks::keep) {
    throw ConfigError("normalisation: compose, marks and all-marks exclude each other");
  }
  options.marks = marks;
}

void set(TextNormalizer::Options& options, std::string_view name) {
  if (name == "lower") {
    options.lower = true;
  } else if (name == "digits") {
    options.digits = true;
  } else if (name == "punctuation") {
    options.punctuation = Punctuation::all;
  } else if (name == "compose") {
    set_marks(options, Marks::compose);
  } else if (name == "marks") {
    set_marks(options, Marks::drop);
  } else if (name == "all-marks") {
    set_marks(options, Marks::drop_all);
  } else {
    throw ConfigError("normalisation: unknown name '" + std::string(name) + "'" +
                      did_you_mean(name, kNames));
  }
}

}  // namespace

TextNormalizer::Options parse_normalization(std::string_view names) {
  TextNormalizer::Options options{.lower = false,
                                  .digits = false,
                                  .punctuation = Punctuation::keep,
                                  .listed = {},
                                  .marks = Marks::keep,
                                  .space = true};
  if (names == "none") return options;
  std::vector<std::string_view> seen;
  for (size_t at = 0; at <= names.size();) {
    const size_t comma = std::min(names.find(',', at), names.size());
    const std::string_view name = names.substr(at, comma - at);
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      throw ConfigError("normalisation: '" + std::string(name) + "' stands twice");
    }
    set(options, name);
    seen.push_back(name);
    at = comma + 1;
  }
  return options;
}

std::string names_of(const TextNormalizer::Options& options) {
  std::string names;
  const auto add = [&names](std::string_view name) {
    if (!names.empty()) names += ',';
    names += name;
  };
  if (options.lower) add("lower");
  if (options.digits) add("digits");
  if (options.punctuation == Punctuation::all) add("punctuation");
  if (options.punctuation == Punctuation::listed) {
    const std::string_view bytes(reinterpret_cast<const char*>(options.listed.data()),
                                 options.listed.size() * sizeof(char32_t));
    add("listed-" + hex64(hash64(bytes)));
  }
  if (options.marks == Marks::compose) add("compose");
  if (options.marks == Marks::drop) add("marks");
  if (options.marks == Marks::drop_all) add("all-marks");
  if (!options.space) add("keep-space");
  return names.empty() ? "none" : names;
}

}  // namespace sluice

#include "training/langid/priors.h"

#include <algorithm>
#include <array>

namespace sluice::training {
namespace {

// A percent or more of the web each, or nearly.
constexpr std::array kLarge = {"de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "zh-Hans"};

constexpr std::array kMiddle = {
    "af", "am", "ar",  "as",  "az",      "be",      "bg", "bn", "bs", "ca", "ckb",     "cs",
    "cy", "da", "dv",  "el",  "eo",      "et",      "eu", "fa", "fi", "ga", "gl",      "gu",
    "ha", "he", "hi",  "hr",  "hu",      "hy",      "id", "ig", "is", "ka", "kk",      "km",
    "kn", "ko", "ku",  "ky",  "lb",      "lg",      "lo", "lt", "lv", "mg", "mi",      "mk",
    "ml", "mn", "mr",  "ms",  "mt",      "my",      "ne", "no", "ny", "om", "or",      "pa",
    "ps", "ro", "rw",  "sd",  "si",      "sk",      "sl", "sn", "so", "sq", "sr-Cyrl", "st",
    "su", "sv", "sw",  "ta",  "te",      "tg",      "th", "ti", "tk", "tl", "tn",      "tr",
    "ts", "tt", "ug",  "uk",  "ur",      "uz-Latn", "vi", "xh", "yi", "yo", "zu",      "jv",
    "ht", "gd", "nso", "ceb", "sr-Latn", "zh-Hant"};

// Made or no longer spoken, and what is easily taken for it.
constexpr std::array kRare = {"ang", "avk", "ie",  "io",  "jbo", "lfn", "nov", "prg", "tok", "vo",
                              "grc", "pnt", "cps", "pfl", "vmf", "jut", "frc", "gcf", "gcr", "aln"};

bool has(const auto& codes, std::string_view code) {
  return std::ranges::find(codes, code) != codes.end();
}

}  // namespace

double prior_of(std::string_view code) {
  if (code == "en") return 0;
  if (has(kLarge, code)) return -0.5;
  if (has(kMiddle, code) || code == "und") return -1.25;
  return has(kRare, code) ? -4 : -2.5;
}

std::vector<std::string_view> languages_with_priors() {
  std::vector<std::string_view> codes{"en"};
  codes.insert(codes.end(), kLarge.begin(), kLarge.end());
  codes.insert(codes.end(), kMiddle.begin(), kMiddle.end());
  codes.insert(codes.end(), kRare.begin(), kRare.end());
  return codes;
}

}  // namespace sluice::training

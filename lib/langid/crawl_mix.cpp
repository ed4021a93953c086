#include "langid/evaluation.h"

namespace sluice::langid {
namespace {

struct Share {
  std::string_view name;
  double percent;
};
constexpr Share kShares[] = {
    {"en", 44.5}, {"ru", 6},    {"de", 5.5},  {"ja", 5.2}, {"zh", 5},    {"es", 4.6},  {"fr", 4.4},
    {"it", 2.5},  {"pt", 2.3},  {"nl", 1.9},  {"pl", 1.8}, {"id", 1.1},  {"tr", 1.1},  {"cs", 1},
    {"vi", 1},    {"ko", 0.8},  {"fa", 0.75}, {"ar", 0.7}, {"sv", 0.7},  {"ro", 0.6},  {"uk", 0.6},
    {"el", 0.55}, {"hu", 0.55}, {"da", 0.5},  {"th", 0.4}, {"fi", 0.35}, {"sk", 0.35}, {"no", 0.3},
    {"bg", 0.3},  {"he", 0.25}, {"hi", 0.2},  {"hr", 0.2}, {"sr", 0.2},  {"ca", 0.2},  {"lt", 0.2},
    {"sl", 0.15}, {"et", 0.15}, {"lv", 0.1},  {"bn", 0.1},
};

LanguageMix make_mix() {
  LanguageMix mix;
  double named = 0;
  for (const Share& share : kShares) {
    mix.parts.push_back({.languages = languages_named(share.name), .share = share.percent / 100});
    named += share.percent / 100;
  }
  mix.rest = 1 - named;
  return mix;
}

}  // namespace

const LanguageMix& crawl_mix() {
  static const LanguageMix mix = make_mix();
  return mix;
}

}  // namespace sluice::langid

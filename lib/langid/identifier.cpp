#include "langid/identifier.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "base/ascii.h"
#include "base/error.h"
#include "langid/model.h"
#include "langid/scratch.h"
#include "unicode/utf8.h"

namespace sluice::langid {

namespace {

struct Script {
  char32_t first;
  char32_t last;
  std::string_view code;
};
constexpr Script kScripts[] = {
    {0x370, 0x3FF, "el"},   {0x400, 0x4FF, "ru"},        {0x590, 0x5FF, "he"},
    {0x600, 0x6FF, "ar"},   {0x900, 0x97F, "hi"},        {0xE00, 0xE7F, "th"},
    {0x3040, 0x30FF, "ja"}, {0x4E00, 0x9FFF, "zh-Hans"}, {0xAC00, 0xD7AF, "ko"},
};
struct Stop {
  std::string_view words;
  std::string_view code;
};
constexpr Stop kStops[] = {
    {" the of and to in is that was it for with on as are this be by from have not ", "en"},
    {" der die das und ist nicht ein eine den mit von zu auf sich des im dem auch war wird ", "de"},
    {" le la les et des est une dans pour que qui sur pas du au avec sont il ce ", "fr"},
    {" el los las que una por con para es del se no como más su al lo ", "es"},
};

LanguageId id_of(std::string_view code) { return *find_language(code); }

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

using Letters = std::map<LanguageId, double>;

void count_line(std::string_view line, Letters& letters) {
  double latin = 0;
  std::string word;
  std::array<double, std::size(kStops)> stops{};
  const auto end_word = [&] {
    if (word.empty()) return;
    for (size_t i = 0; i < stops.size(); ++i) {
      if (kStops[i].words.find(" " + word + " ") != std::string_view::npos) ++stops[i];
    }
    word.clear();
  };
  for (size_t at = 0; at < line.size();) {
    const CodePoint next = decode_utf8(line, at);
    const bool is_latin = (next.value < 0x80 && is_letter(static_cast<char>(next.value))) ||
                          (next.value >= 0xC0 && next.value < 0x250);
    if (is_latin) {
      ++latin;
      for (uint32_t i = 0; i < next.size; ++i) word += to_lower(line[at + i]);
    } else {
      end_word();
    }
    for (const Script& script : kScripts) {
      if (next.value >= script.first && next.value <= script.last) ++letters[id_of(script.code)];
    }
    at += std::max<uint32_t>(next.size, 1);
  }
  end_word();
  const auto best = std::ranges::max_element(stops);
  if (*best > 0) letters[id_of(kStops[best - stops.begin()].code)] += latin;
}

}  // namespace

const Model& Model::embedded() {
  static const Model model;
  return model;
}

Identifier::Identifier(const Options& options) : options_(options) {
  if (!(options.min_score >= 0 && options.min_score <= 1)) {
    throw ConfigError("min_score: must be between 0 and 1");
  }
  for (const auto& [language, weight] : options.weights) {
    if (!(weight > 0)) throw ConfigError("weights: must be above 0");
    if (std::ranges::find(labels(), language) == labels().end()) {
      throw ConfigError("weights: " + std::string(languages()[language].code) +
                        " is no language that it can answer");
    }
  }
}

const std::vector<LanguageId>& Identifier::labels() {
  static const std::vector<LanguageId> all = [] {
    std::vector<LanguageId> ids = {undetermined(), id_of("zh-Hant"), id_of("sr-Cyrl"),
                                   id_of("sr-Latn")};
    for (const Script& script : kScripts) ids.push_back(id_of(script.code));
    for (const Stop& stop : kStops) ids.push_back(id_of(stop.code));
    std::ranges::sort(ids);
    return ids;
  }();
  return all;
}

void Identifier::identify(std::string_view text, std::optional<LanguageId> hint, Scratch&,
                          Identification& out) const {
  Letters letters;
  text = text.substr(0, options_.max_bytes);
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    count_line(text.substr(0, end), letters);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  double sum = 0;
  for (auto& [language, count] : letters) sum += count;
  out.candidates.clear();
  out.shares.clear();
  for (const auto& [language, count] : letters) {
    out.shares.push_back({language, rounded(count / sum)});
    double score = 0.98 * count / sum;
    if (hint == language) score = std::min(1.0, score * kHintWeight);
    out.candidates.push_back({language, rounded(score)});
  }
  const auto by_score = [](const auto& a, const auto& b) { return a.score > b.score; };
  const auto by_share = [](const auto& a, const auto& b) { return a.share > b.share; };
  std::ranges::stable_sort(out.candidates, by_score);
  std::ranges::stable_sort(out.shares, by_share);
  if (out.candidates.empty()) out.candidates.push_back({undetermined(), 1});
  if (out.candidates.size() > options_.candidates) out.candidates.resize(options_.candidates);
  out.score = out.candidates.front().score;
  out.language = out.score < options_.min_score ? undetermined() : out.candidates.front().language;
}

}  // namespace sluice::langid

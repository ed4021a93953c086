#include "langid/languages.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "base/suggest.h"

namespace sluice::langid {
namespace {

constexpr Language kLanguages[] = {
#include "langid/languages.inc"
};

struct Alias {
  std::string_view name;
  std::string_view code;
};
// Macrolanguages by their one or largest language here, names that were withdrawn, the older
// bibliographic codes of ISO 639-2, names of Wikipedias, and what alone does not say the script.
constexpr Alias kAliases[] = {
    {"ak", "tw"},
    {"aka", "tw"},
    {"alb", "sq"},
    {"ara", "ar"},
    {"arm", "hy"},
    {"aym", "ay"},
    {"az-arab", "azb"},
    {"aze", "az"},
    {"bal", "bcc"},
    {"baq", "eu"},
    {"bat-smg", "sgs"},
    {"be-tarask", "be"},
    {"be-x-old", "be"},
    {"bih", "bho"},
    {"bik", "bcl"},
    {"bua", "bxr"},
    {"bur", "my"},
    {"cbk-zam", "cbk"},
    {"chi", "zh-Hans"},
    {"chm", "mhr"},
    {"cmn", "zh-Hans"},
    {"cre", "cr"},
    {"cze", "cs"},
    {"dut", "nl"},
    {"est", "et"},
    {"fas", "fa"},
    {"fil", "tl"},
    {"fiu-vro", "vro"},
    {"fre", "fr"},
    {"ful", "ff"},
    {"geo", "ka"},
    {"ger", "de"},
    {"gre", "el"},
    {"grn", "gn"},
    {"ice", "is"},
    {"iku", "iu"},
    {"in", "id"},
    {"ipk", "ik"},
    {"iw", "he"},
    {"ji", "yi"},
    {"jw", "jv"},
    {"kau", "kr"},
    {"kok", "gom"},
    {"kom", "kv"},
    {"kon", "kg"},
    {"ku-arab", "ckb"},
    {"kur", "ku"},
    {"lah", "pnb"},
    {"lav", "lv"},
    {"mac", "mk"},
    {"mao", "mi"},
    {"may", "ms"},
    {"mlg", "mg"},
    {"mo", "ro"},
    {"mol", "ro"},
    {"mon", "mn"},
    {"msa", "ms"},
    {"mul", "und"},
    {"nb", "no"},
    {"nds-nl", "nds"},
    {"nep", "ne"},
    {"nor", "no"},
    {"nrm", "nrf"},
    {"oji", "oj"},
    {"ori", "or"},
    {"orm", "om"},
    {"pa-arab", "pnb"},
    {"per", "fa"},
    {"pus", "ps"},
    {"que", "qu"},
    {"roa-rup", "rup"},
    {"rum", "ro"},
    {"scc", "sr-Cyrl"},
    {"scr", "hr"},
    {"simple", "en"},
    {"slo", "sk"},
    {"sqi", "sq"},
    {"sr", "sr-Cyrl"},
    {"srp", "sr-Cyrl"},
    {"swa", "sw"},
    {"syr", "aii"},
    {"tib", "bo"},
    {"uz", "uz-Latn"},
    {"uzb", "uz-Latn"},
    {"uzn", "uz-Latn"},
    {"wel", "cy"},
    {"yid", "yi"},
    {"zh", "zh-Hans"},
    {"zh-classical", "lzh"},
    {"zh-cn", "zh-Hans"},
    {"zh-hk", "zh-Hant"},
    {"zh-min-nan", "nan"},
    {"zh-mo", "zh-Hant"},
    {"zh-my", "zh-Hans"},
    {"zh-sg", "zh-Hans"},
    {"zh-tw", "zh-Hant"},
    {"zh-wuu", "wuu"},
    {"zh-yue", "yue"},
    {"zha", "za"},
    {"zho", "zh-Hans"},
    {"zxx", "und"},
    {"zza", "diq"},
};

// Longer than any name.
constexpr size_t kMostBytes = 32;

// As names are compared; empty for what cannot be one.
std::string normalised(std::string_view name) {
  std::string result;
  if (name.size() > kMostBytes) return result;
  for (const char byte : name) result += byte == '_' ? '-' : to_lower(byte);
  return result;
}

LanguageId with_code(std::string_view code) {
  const auto* const found = std::ranges::lower_bound(kLanguages, code, {}, &Language::code);
  return static_cast<LanguageId>(found - std::begin(kLanguages));
}

// Every name of every language. Where two languages share one, the first to be added has it.
class Names {
 public:
  Names() {
    for (const Alias& alias : kAliases) add(alias.name, with_code(alias.code));
    add_all(&Language::code);
    add_all(&Language::iso639_3);
    add_all(&Language::fineweb2);
    add_all(&Language::lid176);
    std::ranges::stable_sort(names_, {}, &Entry::first);
    const auto same_name = [](const Entry& one, const Entry& other) {
      return one.first == other.first;
    };
    names_.erase(std::unique(names_.begin(), names_.end(), same_name), names_.end());
  }

  std::optional<LanguageId> find(std::string_view name) const {
    const auto found = std::ranges::lower_bound(names_, name, {}, &Entry::first);
    if (name.empty() || found == names_.end() || found->first != name) return std::nullopt;
    return found->second;
  }

 private:
  using Entry = std::pair<std::string, LanguageId>;

  void add(std::string_view name, LanguageId language) {
    names_.emplace_back(normalised(name), language);
  }

  // A language in its usual script before the same in another.
  void add_all(std::string_view Language::*name) {
    for (const bool usual : {true, false}) {
      for (size_t i = 0; i < std::size(kLanguages); ++i) {
        const bool without_script = kLanguages[i].code.find('-') == std::string_view::npos;
        if (without_script == usual) add(kLanguages[i].*name, static_cast<LanguageId>(i));
      }
    }
  }

  std::vector<Entry> names_;
};

const Names& names() {
  static const Names all;
  return all;
}

// "Hani" is both simplified and traditional.
bool is_written_in(const Language& language, std::string_view script) {
  return equals_ignoring_case(language.script, script) ||
         equals_ignoring_case(language.fineweb2.substr(language.fineweb2.find('_') + 1), script);
}

std::vector<LanguageId> in_script(LanguageId language, std::string_view script) {
  std::vector<LanguageId> found;
  for (size_t i = 0; i < std::size(kLanguages); ++i) {
    if (kLanguages[i].iso639_3 == kLanguages[language].iso639_3 &&
        is_written_in(kLanguages[i], script)) {
      found.push_back(static_cast<LanguageId>(i));
    }
  }
  return found;
}

// "Serbian" of "Serbian (Cyrillic)".
std::string_view without_script(std::string_view name) { return name.substr(0, name.find(" (")); }

}  // namespace

std::span<const Language> languages() { return kLanguages; }

LanguageId undetermined() {
  static const LanguageId id = with_code("und");
  return id;
}

std::string_view name_in(LabelSystem system, LanguageId language) {
  const Language& one = kLanguages[language];
  if (language == undetermined()) return one.code;
  switch (system) {
    case LabelSystem::iso639_3:
      return one.iso639_3;
    case LabelSystem::fineweb2:
      return one.fineweb2;
    case LabelSystem::lid176:
      return one.lid176.empty() ? one.code : one.lid176;
    case LabelSystem::bcp47:
      break;
  }
  return one.code;
}

std::vector<LanguageId> languages_named(std::string_view name) {
  const std::string wanted = normalised(name);
  const size_t dash = wanted.find('-');
  const auto found = names().find(wanted);
  if (dash == std::string::npos) {
    if (!found) return {};
    std::vector<LanguageId> all = {*found};
    for (size_t i = 0; i < std::size(kLanguages); ++i) {
      if (i != *found && kLanguages[i].iso639_3 == kLanguages[*found].iso639_3) {
        all.push_back(static_cast<LanguageId>(i));
      }
    }
    return all;
  }
  const auto language = names().find(std::string_view(wanted).substr(0, dash));
  if (language) {
    std::vector<LanguageId> all = in_script(*language, std::string_view(wanted).substr(dash + 1));
    if (!all.empty()) return all;
  }
  return found ? std::vector<LanguageId>{*found} : std::vector<LanguageId>{};
}

std::optional<LanguageId> find_language(std::string_view name) {
  if (name.find_first_of("-_") == std::string_view::npos) return names().find(normalised(name));
  const std::vector<LanguageId> all = languages_named(name);
  return all.empty() ? std::nullopt : std::optional(all.front());
}

std::optional<LanguageId> find_in(LabelSystem system, std::string_view name) {
  std::optional<LanguageId> found;
  for (size_t i = 0; i < std::size(kLanguages); ++i) {
    const Language& one = kLanguages[i];
    const std::string_view spelled =
        system == LabelSystem::lid176 ? one.lid176 : name_in(system, static_cast<LanguageId>(i));
    if (!spelled.empty() && spelled == name) {
      const auto usual = find_language(name);
      const auto id = static_cast<LanguageId>(i);
      if (usual == id) return id;
      if (!found) found = id;
    }
  }
  return found;
}

std::optional<LanguageId> declared_language(std::string_view tag) {
  while (!tag.empty() && is_space(tag.front())) tag.remove_prefix(1);
  while (!tag.empty() && is_space(tag.back())) tag.remove_suffix(1);
  while (!tag.empty()) {
    const auto found = find_language(tag);
    if (found) return *found == undetermined() ? std::nullopt : found;
    const size_t end = tag.find_last_of("-_");
    tag = tag.substr(0, end == std::string_view::npos ? 0 : end);
  }
  return std::nullopt;
}

std::vector<std::string> nearest_languages(std::string_view word) {
  constexpr size_t kMost = 3;
  const std::string wanted = normalised(word);
  std::vector<std::string> spelled;
  std::vector<LanguageId> owners;
  for (size_t i = 0; i < std::size(kLanguages); ++i) {
    const Language& one = kLanguages[i];
    for (const std::string_view name : {without_script(one.name), one.code}) {
      spelled.push_back(normalised(name));
      owners.push_back(static_cast<LanguageId>(i));
    }
  }
  std::vector<std::string_view> candidates(spelled.begin(), spelled.end());
  std::vector<std::string> nearest;
  while (nearest.size() < kMost) {
    const std::string_view name = nearest_name(wanted, candidates);
    if (name.empty()) break;
    const auto at = static_cast<size_t>(std::ranges::find(candidates, name) - candidates.begin());
    const LanguageId owner = owners[at];
    nearest.push_back(std::string(kLanguages[owner].code) + " (" +
                      std::string(kLanguages[owner].name) + ")");
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (owners[i] == owner) candidates[i] = {};
    }
  }
  return nearest;
}

}  // namespace sluice::langid

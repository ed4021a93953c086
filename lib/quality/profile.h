// Profiles: rule sets as files that can be read, copied and edited, and the built-in ones.
//
//   const Profile profile = read_profile(toml, "mine.toml", loading);
//   const Profile fineweb = builtin_profile("fineweb", loading);
//   profile.steps("de")                     // those for German, or the fall-back's
//
// A file (docs/rule-sets.md tells all of it):
//
//   [profile]
//   name = "datatrove/gopher_quality"
//   source = "datatrove a649de79, gopher_quality_filter.py"
//   words = "uax29"
//
//   [[step]]
//   name = "gopher_quality"
//
//   [[step.rule]]
//   reason = "gopher_below_alpha_threshold"
//   signal = "alphabetic_words_fraction"
//   drop_below = 0.8
//   [step.rule.language.zh]                # other keys for one language
//   drop_below = 0.6
//   [step.rule.language.th]
//   drop = false                           # no threshold: measured only
//
//   [[step]]
//   use = "datatrove/c4_no_terminal_punct"  # all steps of another profile, file or built in
//
// Words and sentences: --words comes first (Loading), then those of the file that was asked for,
// which hold for what it uses, too; then those of the file that is used; a rule may name its own.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quality/step.h"

namespace sluice::quality {

struct NamedStep {
  std::string name;
  std::shared_ptr<const Step> step;
};
using Steps = std::vector<NamedStep>;

class Profile {
 public:
  std::string name;
  std::string source;  // program, version, file
  std::string note;    // a line for lists of profiles
  // Definitions of words and sentences, with versions: "uax29 (Unicode 16.0, ICU 72.1)".
  std::string words;
  std::string sentences;
  Steps fallback;  // for languages that are not named
  // As Loading::canonical spells them. The steps have the fall-back's names and rules: what differs
  // is what these ask.
  std::map<std::string, Steps, std::less<>> by_language;
  // Languages as documents name them without a script, of which by_language has codes with scripts
  // alone: "sr", {"sr-Cyrl", "sr-Latn"}.
  std::map<std::string, std::vector<std::string>, std::less<>> by_script;
  // All that decides, as text: what digests are made of. Contents of files, not their paths.
  std::string canonical;

  // "zh-Hans" is served by "zh-Hans", else "zh", else the fall-back; "sr" by its only code of
  // by_script, or by that in whose script most letters of `text` are.
  const Steps& steps(std::string_view language, std::string_view text = {}) const;
};

// What a profile needs of the world.
struct Loading {
  std::optional<WordDefinition> words = {};          // --words: in place of every profile's
  std::optional<SentenceDefinition> sentences = {};  // --sentences
  // A file by its path, alive as long as the filter; throws ConfigError if it cannot be read. Paths
  // in rule files are relative to these and come joined. Unset: no rule may name a file.
  std::function<std::string_view(const std::string& path)> file = {};
  // A language's canonical code, of any spelling ("cmn_Hani" is "zh"); empty if it has none: as of
  // a thousand of FineWeb-2's, codes stay as they are spelled (by_language.h). Unset: so do all.
  std::function<std::string(std::string_view name)> canonical = {};
  uint64_t seed = 0;  // --seed: of random choices, where a rule has none of its own
};

// Throws ConfigError with file and line: unknown key (naming the nearest), wrong type, unknown
// signal, two rules of one reason, two steps of one name, profiles that use one another.
Profile read_profile(std::string_view toml, const std::string& path, const Loading& loading);

// FineWeb-2's configurations as they are (https://github.com/huggingface/fineweb-2, configs/), by
// file name ("deu_Latn.yml") and content: a profile that has one language a file. Documents of
// other languages are dropped by the rule "no_configuration", unless `fallback` names the language
// ("deu_Latn", "de") whose thresholds are theirs. Languages that Loading::canonical does not know
// keep their FineWeb-2 name. Files are of a language in one script; documents may name the language
// alone, as lid.176 does ("sr", "uz"): then its only file is taken, of several that of the script
// in which the text is. A threshold that is null is none, so that its rule only measures; so does
// the rule on stop words, of the pattern's English ones, where a file has no stopwords. Throws
// ConfigError with file and line about what is not as expected.
Profile read_fineweb2(std::span<const std::pair<std::string, std::string_view>> files,
                      const Loading& loading, std::string_view fallback = {});

// Names of built-in profiles, and their files as they were compiled in.
std::vector<std::string> builtin_profiles();
std::string_view builtin_profile_file(std::string_view name);  // empty: there is none
// Throws ConfigError naming the nearest. "fineweb2" is read_fineweb2()'s pattern, no profile.
Profile builtin_profile(std::string_view name, const Loading& loading);

}  // namespace sluice::quality

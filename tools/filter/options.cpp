#include "options.h"

#include "base/error.h"
#include "base/toml_records.h"
#include "quality/expansion.h"
#include "quality/filter_tally.h"
#include "quality/profile.h"
#include "quality/signal.h"

namespace sluice::filter_tool {

using Matters = cli::Tool::Matters;

FilterOptions::FilterOptions(cli::Tool& tool) {
  tool.section("Rules");
  tool.texts("--profile", profiles, "NAME|FILE|DIR",
             "a rule set: built in, a TOML file, FineWeb-2's configurations (repeatable, in order)",
             Matters::run);
  tool.flag("--list-profiles", list_profiles, "print the built-in ones", Matters::run);
  tool.flag("--list-signals", list_signals, "print what rules can measure", Matters::run);
  tool.text("--show-profile", show_profile, "NAME",
            "print a built-in one as a file, to be copied and edited", Matters::run);
  tool.flag("--expand", expand, "of --show-profile: with the rules of those that it uses",
            Matters::run);
  tool.text("--words", words, "DEFINITION",
            "what a word is, in place of the profiles' own: whitespace, uax29, uax29_alnum, "
            "wordpunct, regex:RE");
  tool.text("--sentences", sentences, "DEFINITION",
            "what a sentence is, in place of the profiles' own: uax29, marks, regex:RE");
  tool.text("--language-field", language_field, "FIELD", "chooses thresholds (metadata.language)");
  tool.text("--url-field", url_field, "FIELD", "the address that URL rules see (metadata.url)");

  tool.section("Rules beside profiles");
  tool.texts("--url-blocklist", url_blocklists, "FILE|DIR",
             "drop documents of these hosts and addresses, before all else (repeatable)",
             Matters::run);
  tool.texts("--banned-words", banned_words, "FILE",
             "drop if one of these words is in the address (repeatable)", Matters::run);
  tool.texts("--soft-words", soft_words, "FILE",
             "drop if two of these words are in the address (repeatable)", Matters::run);
  tool.texts("--banned-substrings", banned_substrings, "FILE",
             "drop if one of these is in the address, across its punctuation (repeatable)",
             Matters::run);
  tool.texts("--bad-words", bad_words, "[LANG=]FILE",
             "drop if one of these is in the text; of one language or all (repeatable)",
             Matters::run);
  tool.text("--classifier", classifier, "FILE", "a fastText model that scores texts", Matters::run);
  tool.text("--label", label, "LABEL", "of it, as __label__hq");
  tool.number("--min", min_probability, "P",
              "drop texts whose label is less likely (0: only measure)");
  tool.number("--pareto", pareto, "ALPHA",
              "keep a random share of them by their score, instead of --min (as 9)");
  tool.number("--seed", seed, "N",
              "of random choices (--pareto, rules that draw), which depend on it and the id (0)");
  tool.one_of("--pii", pii, {"off", "replace", "annotate"},
              "e-mail and public IP addresses in texts that are kept, after all else");

  tool.section("What is written");
  tool.flag("--annotate", annotate, "drop nothing; tell all values in metadata.quality");
  tool.flag("--apply-edits", apply_edits, "with --annotate: write texts as edits leave them, too");
  tool.flag("--first-reason", first_reason,
            "a reject's detail tells the first rule that drops it (the default)", Matters::run);
  tool.flag("--all-reasons", all_reasons, "a reject's detail tells all rules that drop it",
            Matters::run);
  tool.text("--explain", explain, "ID",
            "print every rule's value, threshold and verdict for this document, and its edits",
            Matters::run);
}

void FilterOptions::check(const cli::Tool& tool) const {
  if (list_profiles) {
    std::string lines;
    for (const std::string& name : quality::builtin_profiles()) {
      const quality::Profile profile =
          quality::read_profile(quality::builtin_profile_file(name), name, {});
      lines += (lines.empty() ? "" : "\n") + name + "\t" + profile.note;
    }
    throw cli::Done(lines);
  }
  if (list_signals) {
    std::string lines;
    for (const quality::SignalKind& kind : quality::signal_kinds()) {
      lines += (lines.empty() ? "" : "\n") + std::string(kind.name) + "\t" +
               std::string(name_of(kind.scale)) + "\t" + std::string(kind.summary);
    }
    throw cli::Done(lines);
  }
  if (!show_profile.empty()) {
    const std::string_view file = quality::builtin_profile_file(show_profile);
    if (file.empty()) {
      throw ConfigError("--show-profile: there is no built-in profile '" + show_profile +
                        "' (--list-profiles)");
    }
    std::string text(file);
    if (expand) text = toml_of(quality::expand_profile(file, show_profile, {}), {"step"});
    throw cli::Done(text.substr(0, text.find_last_not_of('\n') + 1));
  }
  if (expand) throw ConfigError("--expand: is of --show-profile, which is not given");
  if (first_reason && all_reasons) {
    throw ConfigError("choose one of --first-reason and --all-reasons");
  }
  if (apply_edits && !annotate) {
    throw ConfigError("--apply-edits: is of --annotate, which is not given");
  }
  if (annotate && (first_reason || all_reasons)) {
    throw ConfigError("--annotate rejects nothing, so that there are no reasons to tell");
  }
  for (const char* option : {"--label", "--min", "--pareto"}) {
    if (tool.given(option) && classifier.empty()) {
      throw ConfigError(std::string(option) + ": is of --classifier, which is not given");
    }
  }
  if (!classifier.empty()) {
    if (label.empty()) throw ConfigError("--classifier: which --label is wanted?");
    if (tool.given("--min") && tool.given("--pareto")) {
      throw ConfigError("--classifier: give one of --min and --pareto, or none to measure only");
    }
    if (!(min_probability >= 0 && min_probability <= 1)) {
      throw ConfigError("--min: must be a probability, 0 to 1");
    }
    if (tool.given("--pareto") && !(pareto > 0)) throw ConfigError("--pareto: must be above 0");
  }
}

}  // namespace sluice::filter_tool

#include "sketch_options.h"

#include <algorithm>

#include "base/error.h"
#include "base/format.h"
#include "unicode/normalization_names.h"

namespace sluice::dedup_tool {
namespace {

// Hashes among which --threshold chooses: the bytes of a verification sketch.
constexpr uint32_t kHashes = 112;
// What is found in vain costs a look at two sketches, what is not found stays in the corpus: so
// false positives weigh little. With it 0.75 gives 14 bands of 8.
constexpr double kFalsePositiveWeight = 0.2;

uint32_t in_range(const std::string& option, uint64_t value, uint64_t most) {
  if (value >= 1 && value <= most) return static_cast<uint32_t>(value);
  throw ConfigError(option + ": from 1 to " + with_thousands(most) + ", not " +
                    with_thousands(value));
}

}  // namespace

std::string recall_curve(const dedup::Banding& banding) {
  std::string text = std::to_string(banding.bands) + " bands of " + std::to_string(banding.rows) +
                     " rows find, of pairs with this Jaccard similarity, this share:\n";
  for (int percent = 50; percent <= 95; percent += 5) {
    text += "  " + fixed(percent / 100.0, 2) + "  " +
            fixed(100 * dedup::recall(banding, percent / 100.0), 1) + " %\n";
  }
  return text;
}

SketchOptions::SketchOptions(cli::Tool& tool) : tool_(tool), facts_(tool) {
  tool.section("What is compared");
  tool.one_of("--profile", profile_, {"none", "fineweb"},
              "fineweb: the recipe of FineWeb to the letter, unverified (none)");
  tool.text("--normalize", normalize_, "LIST",
            "what does not tell copies apart, of lower, digits, punctuation, compose, marks, "
            "all-marks (lower,punctuation,marks); 'none' is white space alone");
  tool.one_of("--words", words_, {"script", "whitespace"},
              "what stands between white space, and each character of Chinese, Thai and other "
              "scripts without spaces (script)");
  tool.number("--ngram", ngram_, "N", "words of a shingle (5)");
  tool.number("--threshold", threshold_, "J",
              "Jaccard similarity from which on documents are near-duplicates (0.75)");
  tool.number("--bands", bands_, "N", "of signatures (as the threshold wants; 14 for 0.75)");
  tool.number("--rows", rows_, "N", "of a band (as the threshold wants; 8 for 0.75)");
  tool.number("--seed", seed_, "N", "of the hash functions (1)");
  tool.one_of("--hash", hash_, {"sha1", "xxhash"}, "of shingles, with --profile fineweb (sha1)");
  tool.section("Options");
}

void SketchOptions::settle() {
  facts_.check();
  if (!(threshold_ > 0 && threshold_ <= 1)) {
    throw ConfigError("--threshold: above 0, at most 1, not " + shortest_double(threshold_));
  }
  if (is_fineweb()) {
    settle_fineweb();
  } else if (tool_.given("--hash")) {
    throw ConfigError("--hash goes with --profile fineweb");
  }
  if (tool_.given("--bands") != tool_.given("--rows")) {
    throw ConfigError("--bands and --rows go together");
  }
  if (tool_.given("--bands")) {
    sketcher_.banding = {.bands = in_range("--bands", bands_, dedup::kMostBands),
                         .rows = in_range("--rows", rows_, dedup::kMostRows)};
    in_range("--bands times --rows", sketcher_.banding.hashes(), dedup::kMostHashes);
  } else if (!is_fineweb()) {
    sketcher_.banding = dedup::choose_banding(threshold_, kHashes, kFalsePositiveWeight);
  }
  sketcher_.shingles = {
      .normalize =
          cli::configured_by("--normalize", [this] { return parse_normalization(normalize_); }),
      .words = words_ == "whitespace" ? dedup::Words::whitespace : dedup::Words::by_script,
      .ngram = in_range("--ngram", ngram_, 64)};
  sketcher_.seed = seed_;
}

// Words by white space are what there is of the recipe here; the rest of it is fixed.
void SketchOptions::settle_fineweb() {
  for (const char* const option : {"--normalize", "--threshold", "--priority-field",
                                   "--quality-field", "--keep", "--date-field"}) {
    if (tool_.given(option)) {
      throw ConfigError(std::string(option) +
                        ": --profile fineweb keeps and compares as datatrove does");
    }
  }
  if (tool_.given("--words") && words_ != "whitespace") {
    throw ConfigError("--words: --profile fineweb takes words between white space alone");
  }
  words_ = "whitespace";
  sketcher_.fineweb = hash_ == "xxhash" ? dedup::ShingleHash::xxh64 : dedup::ShingleHash::sha1;
}

dedup::SketchConfig SketchOptions::config() const {
  return sketcher().config(facts_.description());
}

}  // namespace sluice::dedup_tool

// The main content of a page, as text or Markdown.
//
//   const Extractor extractor({.profile = Profile::balanced});   // shared by threads
//   Extractor::Scratch scratch;                                  // one per thread, reused
//   Extractor::Result result;
//   const html::Tree& tree = parser.parse(utf8);
//   extractor.extract(tree, metadata.read(tree).article_body, scratch, result);
//   result.text
//
// A page is cut into blocks (blocks.h), each block is measured (features.h) and scored by two
// forests (forest.h, model.h): the second sees what the first made of the block's neighbours, of
// the elements around it and of its likes. The blocks that together have the best expected
// F-measure are kept (choice.h) and written down (render.h), each text at most once, in the order
// of the page.
//
// Linear in the page. The same text on every machine: scores are integers, and the few quotients
// that decide are IEEE doubles of exact sums, compiled without contraction.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/blocks.h"
#include "extract/features.h"
#include "extract/model.h"
#include "extract/render.h"
#include "html/tree.h"

namespace sluice::extract {

enum class Mode : uint8_t {
  main,      // the main content
  all,       // all visible text
  together,  // the main content and what any other candidate keeps (candidates.h)
};
enum class Profile : uint8_t {
  precision,  // when in doubt, leave it out (kPreciseAim in choice.h)
  balanced,   // kBalancedAim
  recall,     // when in doubt, keep it (kCompleteAim)
};
enum class Comments : uint8_t {
  automatic,  // as the scorer finds: those of a forum are content, those under an article are not
  keep,       // whatever the scorer says, but what is mostly links
  drop,
};

class Extractor {
 public:
  struct Options {
    Mode mode = Mode::main;
    Profile profile = Profile::balanced;
    Comments comments = Comments::automatic;
    Format format = Format::text;
    RenderOptions render{};
  };

  struct Scratch {
    Blocks blocks;
    PageFeatures features;
    std::vector<int32_t> scores;
    std::vector<uint32_t> first;               // probabilities by the first forest, in 1 / kCertain
    std::vector<uint32_t> likely;              // by the second
    std::array<uint32_t, kPageKinds> kinds{};  // what kind of page it is, likewise
    FeatureMatrix page;
    std::vector<uint8_t> comments;
    std::vector<uint8_t> keep;  // the verdict, one byte a block
  };

  struct Result {
    std::string text;
    uint64_t visible_bytes = 0;  // of all blocks that a reader may see, but white space
    uint64_t kept_bytes = 0;     // of those that were kept
    uint32_t expected = 0;   // the F-measure that the scorer expects of its choice, in 1 / kCertain
    uint32_t threshold = 0;  // the probability from which blocks were kept, likewise
    bool stated = false;     // the text is the stated one, since the page shows nearly none
  };

  explicit Extractor(const Options& options) : options_(options) {}

  // A page of more than kMostJudged blocks is not judged: all that is visible is taken, as in mode
  // all.
  static constexpr size_t kMostJudged = 100'000;

  // `stated`: what the page's JSON-LD gives as its text (metadata.h), or nothing. It takes the
  // place of extracted text that is under 250 bytes and less than half as long, in mode main and
  // together.
  void extract(const html::Tree& tree, std::string_view stated, Scratch& scratch,
               Result& result) const;

 private:
  void judge(const html::Tree& tree, Scratch& scratch) const;
  void settle_comments(const html::Tree& tree, Scratch& scratch) const;

  Options options_;
};

}  // namespace sluice::extract

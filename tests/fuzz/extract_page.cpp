// Hostile pages through the whole extractor: in every mode and profile clean text, no more kept than
// there is, profiles and modes nested, and the same from buffers that other pages went through.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extractor.h"
#include "extract/metadata.h"
#include "html/tree.h"
#include "unicode/utf8.h"

namespace {

using namespace sluice;
using namespace sluice::extract;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_clean(std::string_view text) {
  require(is_valid_utf8(text));
  for (const char byte : text) {
    const auto value = static_cast<unsigned char>(byte);
    require(byte == '\n' || byte == '\t' || (value >= ' ' && value != 0x7F));
  }
}

// Whether every block of `less` is in `more`.
bool is_within(const std::vector<uint8_t>& less, const std::vector<uint8_t>& more) {
  return std::equal(less.begin(), less.end(), more.begin(), more.end(), std::less_equal<>());
}

void check(const html::Tree& tree, std::string_view stated, uint32_t seed) {
  static Extractor::Scratch reused;
  Extractor::Scratch fresh;
  Extractor::Result result;
  Extractor::Result again;
  const auto comments = static_cast<Comments>(seed % 3);
  const Format format = seed / 4 % 2 == 0 ? Format::text : Format::markdown;
  std::vector<uint8_t> kept_by_main;
  for (const Mode mode : {Mode::all, Mode::main, Mode::together}) {
    std::vector<uint8_t> kept_by_less;
    for (const Profile profile : {Profile::precision, Profile::balanced, Profile::recall}) {
      const Extractor extractor({.mode = mode,
                                 .profile = profile,
                                 .comments = comments,
                                 .format = format,
                                 .render = {.links = seed / 8 % 2 == 0}});
      extractor.extract(tree, stated, reused, result);
      check_clean(result.text);
      uint64_t bytes = 0;
      for (const Block& block : reused.blocks.all) bytes += block.bytes;
      require(result.visible_bytes <= bytes && result.kept_bytes <= bytes);
      require(result.expected <= kCertain);
      if (mode == Mode::all) require(result.kept_bytes == result.visible_bytes);
      if (!kept_by_less.empty()) require(is_within(kept_by_less, reused.keep));
      kept_by_less = reused.keep;
      if (profile == Profile::balanced && mode == Mode::main) kept_by_main = reused.keep;
      if (profile == Profile::balanced && mode == Mode::together) {
        require(is_within(kept_by_main, reused.keep));
      }
      if (profile != Profile::balanced) continue;
      extractor.extract(tree, stated, fresh, again);
      require(again.text == result.text && again.kept_bytes == result.kept_bytes);
      require(again.expected == result.expected && fresh.keep == reused.keep);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // The first byte chooses the options.
  const uint32_t seed = size > 0 ? data[0] : 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view page = bytes.substr(std::min<size_t>(size, 1));
  if (!is_valid_utf8(page)) return 0;
  static html::Parser parser;
  static MetadataReader metadata;
  const html::Tree& tree = parser.parse(page);
  check(tree, metadata.read(tree).article_body, seed);
  return 0;
}

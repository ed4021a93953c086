// Hostile pages: no crash, no hang, clean output in both formats whatever is kept, and every kept
// block's letters in it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "extract/blocks.h"
#include "extract/metadata.h"
#include "extract/render.h"
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

std::string letters_of(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')) out += byte;
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // The first byte chooses what is kept.
  const uint32_t seed = size > 0 ? data[0] : 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view page = bytes.substr(std::min<size_t>(size, 1));
  if (!is_valid_utf8(page)) return 0;

  static html::Parser parser;
  static Blocks blocks;
  static MetadataReader metadata;
  const html::Tree& tree = parser.parse(page);
  segment(tree, blocks);
  std::vector<uint8_t> keep(blocks.all.size());
  std::string wanted;
  for (size_t i = 0; i < keep.size(); ++i) {
    keep[i] = (seed * 2654435761u >> (i % 29) & 1) != 0 || seed == 0;
    if (keep[i] == 0) continue;
    for (uint32_t at = blocks.all[i].pieces_begin; at < blocks.all[i].pieces_end; ++at) {
      const Piece& piece = blocks.pieces[at];
      if (piece.kind == PieceKind::text) wanted += letters_of(tree.text(piece.node));
    }
  }
  const bool has_formula =
      std::any_of(blocks.pieces.begin(), blocks.pieces.end(),
                  [](const Piece& piece) { return piece.kind == PieceKind::formula; });
  std::string text;
  render(tree, blocks, keep, Format::text, text);
  check_clean(text);
  if (!has_formula) require(letters_of(text) == wanted);
  std::string markdown;
  render(tree, blocks, keep, Format::markdown, markdown, {.links = (seed & 1) != 0});
  check_clean(markdown);
  // Links bring their addresses, fences their languages.
  if (!has_formula) require(letters_of(markdown).size() >= wanted.size());
  // What lines begin with is bounded, and so is the whole.
  require(text.size() <= 80 * (page.size() + 1));
  check_clean(metadata.read(tree).title);
  return 0;
}

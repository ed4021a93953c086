// Blocks to text: the output rules.
//
//   std::string out;
//   render(tree, blocks, keep, Format::text, out);   // keep: one byte a block, 0 to leave out
//   render(tree, blocks, keep, Format::markdown, out, {.links = true});
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "extract/blocks.h"
#include "html/tree.h"

namespace sluice::extract {

enum class Format : uint8_t { text, markdown };

struct RenderOptions {
  bool links = false;  // markdown: [text](href)
};

// Appends the kept blocks to `out`, without a line end behind the last.
void render(const html::Tree& tree, const Blocks& blocks, std::span<const uint8_t> keep,
            Format format, std::string& out, const RenderOptions& options = {});

}  // namespace sluice::extract

// Pages to texts in one call, for tests of extract.
//
//   EXPECT_EQ(text_of("<p>one<p>two"), "one\ntwo");
//   const Page page("<ul><li>one</ul>");      // the tree and its blocks, to look at
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/blocks.h"
#include "extract/extractor.h"
#include "extract/render.h"
#include "html/tree.h"

namespace sluice::extract::test {

// A parsed page and its blocks. `source` is kept.
class Page {
 public:
  explicit Page(std::string source);

  const html::Tree& tree() const { return *tree_; }
  const Blocks& blocks() const { return blocks_; }
  // A block's text alone.
  std::string text_of(const Block& block) const;
  std::string render(Format format, const std::vector<uint8_t>& keep,
                     const RenderOptions& options = {}) const;
  // Of all blocks, or of those that keep_visible() keeps.
  std::string all(Format format) const;
  std::string visible(Format format, const RenderOptions& options = {}) const;

 private:
  std::string source_;
  html::Parser parser_;
  const html::Tree* tree_;
  Blocks blocks_;
};

// What is visible of a page.
std::string text_of(std::string_view html);
std::string markdown_of(std::string_view html, const RenderOptions& options = {});

// What the extractor makes of a page that may state its text itself (JSON-LD).
struct Extracted {
  Extractor::Result result;
  std::vector<uint8_t> keep;  // one byte a block
};
Extracted extract(const std::string& html, const Extractor::Options& options = {});
std::string main_text_of(const std::string& html);

// Each block's text.
std::vector<std::string> block_texts(std::string_view html);

std::vector<std::string_view> lines_of(std::string_view text);  // but empty ones
// The F-measure of lines, each counting by its bytes.
double f_of_lines(const std::string& text, const std::string& wanted);

std::string read_file(const std::string& path);  // of the repository

}  // namespace sluice::extract::test

#include "extract/support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include "extract/metadata.h"

namespace sluice::extract::test {

Page::Page(std::string source) : source_(std::move(source)), tree_(&parser_.parse(source_)) {
  segment(*tree_, blocks_);
}

std::string Page::render(Format format, const std::vector<uint8_t>& keep,
                         const RenderOptions& options) const {
  std::string out;
  extract::render(*tree_, blocks_, keep, format, out, options);
  return out;
}

std::string Page::text_of(const Block& block) const {
  std::vector<uint8_t> keep(blocks_.all.size(), 0);
  keep[static_cast<size_t>(&block - blocks_.all.data())] = 1;
  return render(Format::text, keep);
}

std::string Page::all(Format format) const {
  return render(format, std::vector<uint8_t>(blocks_.all.size(), 1));
}

std::string Page::visible(Format format, const RenderOptions& options) const {
  std::vector<uint8_t> keep;
  keep_visible(blocks_, keep);
  return render(format, keep, options);
}

std::string text_of(std::string_view html) { return Page(std::string(html)).visible(Format::text); }

std::string markdown_of(std::string_view html, const RenderOptions& options) {
  return Page(std::string(html)).visible(Format::markdown, options);
}

Extracted extract(const std::string& html, const Extractor::Options& options) {
  const Page page(html);
  MetadataReader metadata;
  Extractor::Scratch scratch;
  Extracted extracted;
  Extractor(options).extract(page.tree(), metadata.read(page.tree()).article_body, scratch,
                             extracted.result);
  extracted.keep = scratch.keep;
  return extracted;
}

std::string main_text_of(const std::string& html) { return extract(html).result.text; }

std::vector<std::string> block_texts(std::string_view html) {
  const Page page{std::string(html)};
  std::vector<std::string> texts;
  for (const Block& block : page.blocks().all) texts.push_back(page.text_of(block));
  return texts;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

double f_of_lines(const std::string& text, const std::string& wanted) {
  std::map<std::string_view, int> left;
  size_t all = 0;
  for (const std::string_view line : lines_of(wanted)) {
    all += line.size() + 1;
    ++left[line];
  }
  size_t common = 0;
  for (const std::string_view line : lines_of(text)) {
    all += line.size() + 1;
    if (left[line]-- > 0) common += line.size() + 1;
  }
  return all == 0 ? 1 : 2 * static_cast<double>(common) / static_cast<double>(all);
}

std::string read_file(const std::string& path) {
  std::ifstream file(std::string(SLUICE_SOURCE_DIR) + "/" + path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace sluice::extract::test

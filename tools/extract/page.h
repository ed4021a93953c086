// An HTML page made readable: decoded text in, main content and what the page says of itself out.
//
//   const extract::Extractor extractor({});        // shared by threads
//   PageReader reader;                              // one per thread, reused
//   const Page page = reader.read(utf8, extractor); // valid until the next read()
//   page.text, page.said->title
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "extract/extractor.h"
#include "extract/metadata.h"
#include "html/tree.h"

namespace sluice::extract_tool {

struct Page {
  std::string_view text;
  const extract::Metadata* said = nullptr;
  uint64_t visible_bytes = 0;
  uint64_t kept_bytes = 0;

  // Bytes kept of those visible, in thousandths, rounded; at most all, though what is hidden may
  // have been kept, too.
  uint64_t share() const {
    if (visible_bytes == 0) return 0;
    const uint64_t kept = std::min(kept_bytes, visible_bytes);
    return (1'000 * kept + visible_bytes / 2) / visible_bytes;
  }
};

class PageReader {
 public:
  Page read(std::string_view utf8, const extract::Extractor& extractor) {
    forget_if_large();
    const html::Tree& tree = parser_.parse(utf8);
    nodes_ = tree.size();
    const extract::Metadata& said = metadata_.read(tree);
    extractor.extract(tree, said.article_body, scratch_, result_);
    return {.text = result_.text,
            .said = &said,
            .visible_bytes = result_.visible_bytes,
            .kept_bytes = result_.kept_bytes};
  }

 private:
  // What a large page took is given back before the next.
  void forget_if_large() {
    constexpr size_t kLarge = size_t{1} << 17;  // nodes
    if (nodes_ < kLarge) return;
    parser_ = {};
    scratch_ = {};
    result_ = {};
  }

  size_t nodes_ = 0;  // of the page before
  html::Parser parser_;
  extract::MetadataReader metadata_;
  extract::Extractor::Scratch scratch_;
  extract::Extractor::Result result_;
};

}  // namespace sluice::extract_tool

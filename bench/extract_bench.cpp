// Segmentation, output and metadata of a parsed page, in bytes of HTML a second.
//
// The page is generated: a navigation of lists, an article with inline markup, a table, code,
// comments and a footer, with the share of scripts and style sheets that pages of the web have (a
// half).
//
//   build/release/bin/bench_extract

#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "extract/blocks.h"
#include "extract/metadata.h"
#include "extract/render.h"
#include "html/tree.h"

namespace {

using namespace sluice;
using namespace sluice::extract;

class PageMaker {
 public:
  std::string make() {
    page_ = "<!DOCTYPE html><html lang=en><head><title>" + words(5) + "</title><style>" +
            code(30'000) + "</style><script>" + code(40'000) + "</script></head><body>";
    page_ += "<nav class=\"site-nav\"><ul>\n";
    for (int i = 0; i < 60; ++i) {
      page_ += "  <li class=\"item item-" + std::to_string(i) + "\"><a href=\"/section/" +
               std::to_string(i) + "\">" + words(2) + "</a></li>\n";
    }
    page_ += "</ul></nav>\n<main><article class=\"post\">\n<h1>" + words(6) + "</h1>\n";
    for (int i = 0; i < 40; ++i) add_section();
    page_ += "</article></main>\n<footer>" + words(30) + "</footer></body></html>";
    return page_;
  }

 private:
  std::string words(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      if (i > 0) text += ' ';
      for (size_t letters = 2 + random_() % 8; letters > 0; --letters) {
        text += static_cast<char>('a' + random_() % 26);
      }
    }
    return text;
  }

  std::string code(size_t bytes) {
    std::string text;
    while (text.size() < bytes) text += "." + words(1) + "{" + words(1) + ":" + words(1) + "}\n";
    return text;
  }

  void add_section() {
    page_ += "<div class=\"paragraph wide\" style=\"margin: 0\">\n<p>" + words(40) +
             " <a href=\"/x\">" + words(3) + "</a>, <em>" + words(2) + "</em> " + words(30) +
             ".</p>\n</div>\n";
    if (random_() % 4 == 0) {
      page_ += "<table><tr><th>" + words(1) + "</th><th>" + words(1) + "</th></tr><tr><td>" +
               words(2) + "</td><td>" + words(2) + "</td></tr></table>\n";
    }
    if (random_() % 4 == 0) page_ += "<pre><code>" + code(200) + "</code></pre>\n";
  }

  std::mt19937_64 random_{1};
  std::string page_;
};

const std::string& page() {
  static const std::string made = PageMaker().make();
  return made;
}

struct Parsed {
  html::Parser parser;
  const html::Tree& tree = parser.parse(page());
  Blocks blocks;
  std::vector<uint8_t> keep;

  Parsed() {
    segment(tree, blocks);
    keep_visible(blocks, keep);
  }
};

void count_page(benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(page().size()));
}

void BM_Segment(benchmark::State& state) {
  Parsed parsed;
  for (auto _ : state) segment(parsed.tree, parsed.blocks);
  count_page(state);
}
BENCHMARK(BM_Segment);

void BM_Render(benchmark::State& state) {
  Parsed parsed;
  std::string out;
  for (auto _ : state) {
    out.clear();
    render(parsed.tree, parsed.blocks, parsed.keep, static_cast<Format>(state.range(0)), out);
    benchmark::DoNotOptimize(out.data());
  }
  count_page(state);
}
BENCHMARK(BM_Render)->ArgName("markdown")->Arg(0)->Arg(1);

void BM_SegmentAndRender(benchmark::State& state) {
  Parsed parsed;
  std::string out;
  for (auto _ : state) {
    segment(parsed.tree, parsed.blocks);
    keep_visible(parsed.blocks, parsed.keep);
    out.clear();
    render(parsed.tree, parsed.blocks, parsed.keep, Format::text, out);
    benchmark::DoNotOptimize(out.data());
  }
  count_page(state);
}
BENCHMARK(BM_SegmentAndRender);

void BM_Metadata(benchmark::State& state) {
  Parsed parsed;
  MetadataReader reader;
  for (auto _ : state) benchmark::DoNotOptimize(reader.read(parsed.tree).title.data());
  count_page(state);
}
BENCHMARK(BM_Metadata);

}  // namespace

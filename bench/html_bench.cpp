// HTML to a tree, beside gumbo and libxml2 on the same pages.
//
// The pages are the responses of the uncompressed WARC file that SLUICE_BENCH_WARC names, else
// generated. Figures are bytes of HTML per second of CPU time on one core; each parser makes its
// whole tree and gives its memory back, as far as it does that at all.
//
//   SLUICE_BENCH_WARC=pages.warc build/release/bin/bench_html

#include <benchmark/benchmark.h>
#include <gumbo.h>
#include <libxml/HTMLparser.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "html/scan.h"
#include "html/tokenizer.h"
#include "html/tree.h"
#include "warc/http.h"
#include "warc/splitter.h"

namespace {

using namespace sluice;

constexpr size_t kMadePages = 500;

std::string make_page(std::mt19937_64& random) {
  const auto word = [&random] {
    std::string letters(2 + random() % 8, 'a');
    for (char& letter : letters) letter = static_cast<char>('a' + random() % 26);
    return letters;
  };
  const auto words = [&word](size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += word() + " ";
    return text;
  };
  std::string page =
      "<!DOCTYPE html><html lang=\"en\"><head><title>" + words(4) + "</title><style>";
  for (size_t i = 0; i < 80; ++i) page += "." + word() + " { margin: 0 auto; color: #333; }\n";
  page += "</style><script>";
  for (size_t i = 0; i < 150; ++i) page += "if (a < b) { " + word() + "(\"" + word() + "\"); }\n";
  page += "</script></head><body>\n";
  for (size_t i = 0; i < 120; ++i) {
    page += "<div class=\"" + word() + " " + word() + "\"><ul>\n";
    for (size_t k = 0; k < 3; ++k) {
      page += "  <li><a href=\"/" + word() + "/" + word() + ".html\">" + words(3) + "</a>\n";
    }
    page += "</ul><p>" + words(20 + random() % 30) + "<b>" + words(2) + "</b> &amp; " + words(9) +
            "</p></div>\n";
  }
  return page + "</body></html>\n";
}

std::vector<std::string> read_pages() {
  std::vector<std::string> pages;
  if (const char* path = std::getenv("SLUICE_BENCH_WARC")) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    const std::string file = std::move(bytes).str();
    warc::RecordSplitter splitter({});
    warc::RecordBatch batch;
    splitter.add(file, {}, batch);
    splitter.end_input(batch);
    for (const warc::Item& item : batch.items) {
      if (item.what != warc::Item::What::record) continue;
      const std::string_view block = item.bytes.substr(item.header_size);
      if (block.starts_with("HTTP/")) pages.emplace_back(warc::parse_http(block).body);
    }
  }
  std::mt19937_64 random(1);
  if (pages.empty()) {
    for (size_t i = 0; i < kMadePages; ++i) pages.push_back(make_page(random));
  }
  return pages;
}

const std::vector<std::string>& pages() {
  static const std::vector<std::string> read = read_pages();
  return read;
}

template <class Parse>
void over_pages(benchmark::State& state, Parse&& parse) {
  size_t bytes = 0;
  for (const std::string& page : pages()) bytes += page.size();
  for (auto _ : state) {
    for (const std::string& page : pages()) benchmark::DoNotOptimize(parse(page));
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes));
  state.counters["pages"] = static_cast<double>(pages().size());
}

// The bound that memory and tags set: every '<' is found, nothing else.
void find_tags(benchmark::State& state) {
  over_pages(state, [](std::string_view page) {
    size_t tags = 0;
    const char* const end = page.data() + page.size();
    for (const char* p = html::find_byte(page.data(), end, '<'); p != end;
         p = html::find_byte(p + 1, end, '<')) {
      ++tags;
    }
    return tags;
  });
}
BENCHMARK(find_tags)->Unit(benchmark::kMillisecond);

void tokenize(benchmark::State& state) {
  html::Tokenizer tokenizer;
  over_pages(state, [&tokenizer](std::string_view page) {
    tokenizer.open(page);
    for (size_t tokens = 0;; ++tokens) {
      const html::Token& token = tokenizer.next();
      if (token.type == html::Token::Type::end_of_file) return tokens;
      if (token.type != html::Token::Type::start_tag) continue;
      if (token.tag == html::Tag::script) tokenizer.enter(html::State::script);
      if (token.tag == html::Tag::style) tokenizer.enter(html::State::raw_text);
    }
  });
}
BENCHMARK(tokenize)->Unit(benchmark::kMillisecond);

void sluice_tree(benchmark::State& state) {
  html::Parser parser;
  over_pages(state, [&parser](std::string_view page) { return parser.parse(page).size(); });
}
BENCHMARK(sluice_tree)->Unit(benchmark::kMillisecond);

void libxml2_tree(benchmark::State& state) {
  over_pages(state, [](std::string_view page) {
    htmlDocPtr document =
        htmlReadMemory(page.data(), static_cast<int>(page.size()), nullptr, "UTF-8",
                       HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                           HTML_PARSE_NONET | HTML_PARSE_COMPACT);
    const bool made = document != nullptr;
    xmlFreeDoc(document);
    return made;
  });
}
BENCHMARK(libxml2_tree)->Unit(benchmark::kMillisecond)->Iterations(1);

void gumbo_tree(benchmark::State& state) {
  over_pages(state, [](std::string_view page) {
    GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size());
    const bool made = output != nullptr;
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    return made;
  });
}
BENCHMARK(gumbo_tree)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace

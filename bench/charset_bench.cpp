// Bytes of the web to UTF-8: what a page costs before it is parsed, by how it is encoded and declared.
//
// Bytes a second are those of the page. Valid UTF-8 is only looked at; `memory` is a copy of it, as a
// bound.
#include <benchmark/benchmark.h>

#include <cstring>
#include <string>

#include "html/charset.h"
#include "html/charset_convert.h"

namespace {

using namespace sluice;
using Kind = html::CharsetDecoder::Kind;

// A page of so many bytes: markup in ASCII, and a text.
std::string page_of(const std::string& text, const std::string& charset) {
  std::string page = "<!DOCTYPE html><html><head><meta charset=" + charset + "></head><body>";
  while (page.size() < 200'000) page += "<div class=\"entry-content\"><p>" + text + "</p></div>\n";
  return page;
}

void decode(benchmark::State& state, const std::string& page) {
  html::CharsetDecoder decoder;
  for (auto _ : state) {
    const html::Decoded decoded = decoder.decode(page, {}, Kind::html);
    benchmark::DoNotOptimize(decoded.text.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * page.size()));
}

void memory(benchmark::State& state) {
  const std::string page = page_of("Une tasse de café.", "utf-8");
  std::string copy(page.size(), ' ');
  for (auto _ : state) {
    std::memcpy(copy.data(), page.data(), page.size());
    benchmark::DoNotOptimize(copy.data());
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * page.size()));
}

const std::string kRussian1251 =
    "\xD1\xFA\xE5\xF8\xFC \xE6\xE5 \xE5\xF9\xB8 \xFD\xF2\xE8\xF5 \xEC\xFF\xE3\xEA\xE8\xF5 "
    "\xF4\xF0\xE0\xED\xF6\xF3\xE7\xF1\xEA\xE8\xF5 \xE1\xF3\xEB\xEE\xEA";
const std::string kChineseGbk =
    "\xD6\xD0\xCE\xC4\xCD\xF8\xD2\xB3\xB5\xC4\xC4\xDA\xC8\xDD\xB3\xA3\xB3\xA3\xC3\xBB\xD3\xD0\xC9"
    "\xF9";

void ascii(benchmark::State& state) { decode(state, page_of("A cup of coffee.", "utf-8")); }
void utf8(benchmark::State& state) { decode(state, page_of("Une tasse de café.", "utf-8")); }
void utf8_chinese(benchmark::State& state) {
  decode(state, page_of("中文网页的内容常常", "utf-8"));
}
void windows_1252(benchmark::State& state) {
  decode(state, page_of("Une tasse de caf\xE9.", "iso-8859-1"));
}
void windows_1251(benchmark::State& state) { decode(state, page_of(kRussian1251, "windows-1251")); }
void gbk(benchmark::State& state) { decode(state, page_of(kChineseGbk, "gb2312")); }
void gbk_undeclared(benchmark::State& state) { decode(state, page_of(kChineseGbk, "nothing")); }
void windows_1251_undeclared(benchmark::State& state) {
  decode(state, page_of(kRussian1251, "nothing"));
}

BENCHMARK(memory);
BENCHMARK(ascii);
BENCHMARK(utf8);
BENCHMARK(utf8_chinese);
BENCHMARK(windows_1252);
BENCHMARK(windows_1251);
BENCHMARK(windows_1251_undeclared);
BENCHMARK(gbk);
BENCHMARK(gbk_undeclared);

}  // namespace

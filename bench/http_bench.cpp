// From a stored HTTP response to the bytes of its page, beside the libraries' plain loops.
//
// The pages are generated: markup of a small vocabulary, 20 kB each, about as compressible as
// crawled ones. Figures are bytes of decoded pages (of the block for parsing and sniffing alone)
// per second of CPU time on one core.
//
//   build/release/bin/bench_http

#include <benchmark/benchmark.h>
#include <brotli/decode.h>
#include <brotli/encode.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "io/compression.h"
#include "warc/http.h"
#include "warc/http_body.h"
#include "warc/mime_sniff.h"

namespace {

using namespace sluice::warc;
using sluice::Buffer;

constexpr size_t kPages = 400;
constexpr size_t kPageBytes = size_t{20} << 10;

std::string make_page(std::mt19937_64& random) {
  static const std::vector<std::string> kWords = [] {
    std::mt19937_64 letters(1);
    std::vector<std::string> words(4096);
    for (std::string& word : words) {
      word.resize(2 + letters() % 9);
      for (char& letter : word) letter = static_cast<char>('a' + letters() % 26);
    }
    return words;
  }();
  std::string page = "<!DOCTYPE html>\n<html><head><title>page</title></head><body>\n";
  while (page.size() < kPageBytes) {
    // Cubing makes the first words common, as in a language.
    const double share = static_cast<double>(random() % 4096) / 4096;
    page += kWords[static_cast<size_t>(share * share * share * 4096)];
    page += random() % 12 == 0 ? "</p>\n<p>" : " ";
    if (random() % 40 == 0) page += "<a href=\"/item/" + std::to_string(random() % 100'000) + "\">";
  }
  page.resize(kPageBytes);
  return page;
}

const std::vector<std::string>& pages() {
  static const std::vector<std::string> made = [] {
    std::mt19937_64 random(2);
    std::vector<std::string> result(kPages);
    for (std::string& page : result) page = make_page(random);
    return result;
  }();
  return made;
}

std::string gzip(std::string_view page) {
  Buffer out;
  sluice::io::compress_block(sluice::io::Compression::gzip, 6, page, out);
  return std::string(out.view());
}

std::string brotli(std::string_view page) {
  size_t size = BrotliEncoderMaxCompressedSize(page.size()) + 64;
  std::string out(size, '\0');
  BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, page.size(),
                        reinterpret_cast<const uint8_t*>(page.data()), &size,
                        reinterpret_cast<uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

// In chunks of 4 kB, as servers write them.
std::string chunked(std::string_view body) {
  std::string out;
  while (!body.empty()) {
    const std::string_view piece = body.substr(0, 4096);
    std::array<char, 20> line;
    const int length = std::snprintf(line.data(), line.size(), "%zx\r\n", piece.size());
    out.append(line.data(), static_cast<size_t>(length)).append(piece).append("\r\n");
    body.remove_prefix(piece.size());
  }
  return out + "0\r\n\r\n";
}

std::string plain(std::string_view page) { return std::string(page); }
std::string gzip_chunked(std::string_view page) { return chunked(gzip(page)); }

using Encode = std::string (*)(std::string_view);

std::vector<std::string> encoded(Encode encode) {
  std::vector<std::string> result;
  for (const std::string& page : pages()) result.push_back(encode(page));
  return result;
}

std::vector<std::string> responses(std::string_view fields, Encode encode) {
  std::vector<std::string> result = encoded(encode);
  for (std::string& body : result) {
    body =
        "HTTP/1.1 200 OK\r\nDate: Tue, 14 Jan 2025 10:11:12 GMT\r\nServer: Apache/2.4.57\r\n"
        "Content-Type: text/html; charset=UTF-8\r\nVary: Accept-Encoding,User-Agent\r\n"
        "Cache-Control: no-store, no-cache, must-revalidate\r\nKeep-Alive: timeout=5\r\n"
        "X-Powered-By: PHP/8.1\r\nSet-Cookie: session=0123456789abcdef; path=/\r\n" +
        std::string(fields) + "Connection: close\r\n\r\n" + body;
  }
  return result;
}

void finish(benchmark::State& state, size_t bytes) {
  if (bytes != kPages * kPageBytes) state.SkipWithError("the pages are not whole");
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * kPages * kPageBytes));
  state.counters["pages/s"] = benchmark::Counter(static_cast<double>(state.iterations() * kPages),
                                                 benchmark::Counter::kIsRate);
}

// Parsing, decoding, sniffing: all that is done to a response.
void response(benchmark::State& state, std::string_view fields, Encode encode) {
  const std::vector<std::string> blocks = responses(fields, encode);
  BodyDecoder decoder;
  size_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    for (const std::string& block : blocks) {
      const HttpMessage message = parse_http(block);
      const DecodedBody body = decoder.decode(message);
      const Sniffed sniffed = sniff(message.fields.find("content-type").value_or(""), body.bytes);
      bytes += is_html_like(sniffed) ? body.bytes.size() : 0;
    }
  }
  finish(state, bytes);
}

void parse_alone(benchmark::State& state) {
  const std::vector<std::string> blocks = responses("", plain);
  size_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    for (const std::string& block : blocks) bytes += parse_http(block).body.size();
  }
  finish(state, bytes);
}

void sniff_alone(benchmark::State& state) {
  size_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    for (const std::string& page : pages()) {
      bytes += is_html_like(sniff("text/html; charset=utf-8", page)) ? page.size() : 0;
    }
  }
  finish(state, bytes);
}

// zlib on the bare gzip bodies: one stream, reused, all room there.
void zlib_alone(benchmark::State& state) {
  const std::vector<std::string> bodies = encoded(gzip);
  std::string room(kPageBytes, '\0');
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  size_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    for (const std::string& body : bodies) {
      inflateReset(&stream);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
      stream.avail_in = static_cast<uInt>(body.size());
      stream.next_out = reinterpret_cast<Bytef*>(room.data());
      stream.avail_out = static_cast<uInt>(room.size());
      if (inflate(&stream, Z_FINISH) == Z_STREAM_END) bytes += stream.total_out;
    }
  }
  inflateEnd(&stream);
  finish(state, bytes);
}

void brotli_alone(benchmark::State& state) {
  const std::vector<std::string> bodies = encoded(brotli);
  std::string room(kPageBytes, '\0');
  size_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    for (const std::string& body : bodies) {
      size_t size = room.size();
      BrotliDecoderDecompress(body.size(), reinterpret_cast<const uint8_t*>(body.data()), &size,
                              reinterpret_cast<uint8_t*>(room.data()));
      bytes += size;
    }
  }
  finish(state, bytes);
}

BENCHMARK(parse_alone);
BENCHMARK(sniff_alone);
BENCHMARK_CAPTURE(response, plain, "", plain);
BENCHMARK_CAPTURE(response, chunked, "Transfer-Encoding: chunked\r\n", chunked);
BENCHMARK_CAPTURE(response, gzip, "Content-Encoding: gzip\r\n", gzip);
BENCHMARK_CAPTURE(response, gzip_chunked,
                  "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", gzip_chunked);
BENCHMARK(zlib_alone);
BENCHMARK_CAPTURE(response, brotli, "Content-Encoding: br\r\n", brotli);
BENCHMARK(brotli_alone);

}  // namespace

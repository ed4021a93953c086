// Crawl files to records, beside the libraries' plain loops on the same bytes.
//
// The files are generated: pages of markup and prose, about as compressible as crawled ones, a gzip
// member or zstd frame each. Figures are plain bytes per second; `cpu` is of one core, and of the
// runs with threads the wall clock counts.
//
//   build/release/bin/bench_warc --benchmark_filter=gzip

#include <benchmark/benchmark.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/compression.h"
#include "pipeline/ordered.h"
#include "warc/crawl_feed.h"
#include "warc/header.h"

namespace {

using namespace sluice;

constexpr size_t kPlainBytes = size_t{64} << 20;
constexpr size_t kPage = size_t{20} << 10;      // plain bytes of a page in a crawl, about
constexpr size_t kSmallPage = size_t{1} << 10;  // with its header, about the mean over all records

std::string make_page(size_t size, std::mt19937_64& random, const std::vector<std::string>& words) {
  std::string page = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
  while (page.size() < size) {
    const double share = static_cast<double>(random() % 4096) / 4096;
    page += words[static_cast<size_t>(share * share * share * 4096)];
    page += random() % 12 == 0 ? "</p>\n<p class=\"text\">" : " ";
    if (random() % 40 == 0) page += "<a href=\"/item/" + std::to_string(random() % 100'000) + "\">";
  }
  return page;
}

std::string header_of(size_t number, size_t length) {
  const std::string id = std::to_string(1'000'000 + number);
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2025-01-12T17:05:32Z\r\nWARC-Record-ID: "
         "<urn:uuid:5b4a8b1c-6c1f-4f6b-9b6e-d5e1c" +
         id + ">\r\nContent-Length: " + std::to_string(length) +
         "\r\nContent-Type: application/http; msgtype=response\r\nWARC-Warcinfo-ID: "
         "<urn:uuid:9d5e6a6e-2ab1-4a0c-8d8a-8b0f9e0a7c11>\r\nWARC-Concurrent-To: "
         "<urn:uuid:1a0c8d8a-8b0f-4e0a-9c11-9d5e6a6e2ab1>\r\nWARC-IP-Address: 93.184.216.34\r\n"
         "WARC-Target-URI: https://www.example.org/articles/2025/" +
         id +
         "/page.html\r\nWARC-Payload-Digest: sha1:G7HRM7BGOKSKMSXZAHMUQTTV53QOFSMK\r\n"
         "WARC-Block-Digest: sha1:DR5MBP7OD3OPA7RFKWJUD4CTNUQUGFC5\r\n"
         "WARC-Identified-Payload-Type: text/html\r\n\r\n";
}

struct Crawl {
  std::string stored;
  size_t plain_bytes = 0;
  size_t records = 0;
};

Crawl make_crawl(io::Compression compression, size_t page_bytes) {
  std::mt19937_64 random(1);
  std::vector<std::string> words(4096);
  for (std::string& word : words) {
    word.resize(2 + random() % 9);
    for (char& letter : word) letter = static_cast<char>('a' + random() % 26);
  }
  Crawl crawl;
  Buffer out;
  while (crawl.plain_bytes < kPlainBytes) {
    const std::string page = make_page(page_bytes / 2 + random() % page_bytes, random, words);
    const std::string record = header_of(crawl.records, page.size()) + page + "\r\n\r\n";
    io::compress_block(compression, io::levels_of(compression).standard, record, out);
    crawl.plain_bytes += record.size();
    ++crawl.records;
  }
  crawl.stored = out.view();
  return crawl;
}

const Crawl& crawl_of(io::Compression compression, size_t page_bytes) {
  static std::map<std::pair<io::Compression, size_t>, Crawl> made;
  Crawl& crawl = made[{compression, page_bytes}];
  if (crawl.stored.empty()) crawl = make_crawl(compression, page_bytes);
  return crawl;
}

class MemorySource : public io::Source {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}
  size_t read(char* room, size_t count) override {
    const size_t taken = std::min(count, rest_.size());
    std::memcpy(room, rest_.data(), taken);
    rest_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view rest_;
};

void finish(benchmark::State& state, size_t plain_bytes, size_t expected) {
  if (plain_bytes != expected) state.SkipWithError("the content is not whole");
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * expected));
}

struct Item {
  std::unique_ptr<pipeline::Load> load;
  pipeline::Batch batch;
  size_t bytes = 0;
};

size_t read_all(warc::CrawlFeed& feed, const pipeline::Crew& crew) {
  std::vector<Item> items(crew.threads() == 1 ? 1 : 2 * crew.threads() + 2);
  for (Item& item : items) item.load = feed.make_load();
  size_t bytes = 0;
  const auto nothing = [](Item&) {};
  pipeline::run_ordered(
      crew, items,
      pipeline::Steps<Item>{.read = [&](Item& item) { return feed.read(*item.load); },
                            .expand = [&](Item& item) { feed.expand(*item.load); },
                            .join = [&](Item& item) { feed.join(*item.load); },
                            .work =
                                [&](Item& item) {
                                  item.batch.clear();
                                  feed.process(*item.load, item.batch);
                                },
                            .cut = nothing,
                            .compress = nothing,
                            .write =
                                [&](Item& item) {
                                  bytes += item.batch.blank_lines;
                                  feed.recycle(*item.load);
                                }});
  return bytes;
}

void records(benchmark::State& state, io::Compression compression, size_t page_bytes,
             size_t threads) {
  const Crawl& crawl = crawl_of(compression, page_bytes);
  const pipeline::Crew crew(threads);
  size_t bytes = 0;
  for (auto _ : state) {
    warc::CrawlFeed feed(
        {{.name = "memory"}}, {},
        [](const warc::Record& record, pipeline::Batch& batch) {
          constexpr size_t kLineEnds = 4;
          batch.blank_lines += record.bytes.size() + kLineEnds;  // a counter that a batch has
        },
        [&](const io::Input&) { return std::make_unique<MemorySource>(crawl.stored); });
    bytes = read_all(feed, crew);
  }
  finish(state, bytes, crawl.plain_bytes);
}

// Members through zlib, as most programs read them, and nothing done with the content.
void zlib_stream(benchmark::State& state, size_t page_bytes) {
  const Crawl& crawl = crawl_of(io::Compression::gzip, page_bytes);
  std::string room(size_t{1} << 20, '\0');
  size_t size = 0;
  for (auto _ : state) {
    z_stream stream{};
    inflateInit2(&stream, 15 + 16);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(crawl.stored.data()));
    stream.avail_in = static_cast<uInt>(crawl.stored.size());
    size = 0;
    int code = Z_OK;
    while (code >= Z_OK && (stream.avail_in > 0 || code == Z_OK)) {
      stream.next_out = reinterpret_cast<Bytef*>(room.data());
      stream.avail_out = static_cast<uInt>(room.size());
      code = inflate(&stream, Z_NO_FLUSH);
      size += room.size() - stream.avail_out;
      if (code == Z_STREAM_END) inflateReset(&stream);
    }
    inflateEnd(&stream);
  }
  finish(state, size, crawl.plain_bytes);
}

void parse_header(benchmark::State& state) {
  const std::string header = header_of(1, 20'000);
  for (auto _ : state) benchmark::DoNotOptimize(warc::parse_warc_header(header));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * header.size()));
}

void scan_header(benchmark::State& state) {
  const std::string header = header_of(1, 20'000);
  for (auto _ : state) benchmark::DoNotOptimize(warc::scan_warc_header(header));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * header.size()));
}

using io::Compression;
BENCHMARK_CAPTURE(records, gzip_pages, Compression::gzip, kPage, 1);
BENCHMARK_CAPTURE(records, gzip_pages_2_threads, Compression::gzip, kPage, 2)->UseRealTime();
BENCHMARK_CAPTURE(zlib_stream, gzip_pages, kPage);
BENCHMARK_CAPTURE(records, gzip_small, Compression::gzip, kSmallPage, 1);
BENCHMARK_CAPTURE(records, gzip_small_2_threads, Compression::gzip, kSmallPage, 2)->UseRealTime();
BENCHMARK_CAPTURE(zlib_stream, gzip_small, kSmallPage);
BENCHMARK_CAPTURE(records, zstd_pages, Compression::zstd, kPage, 1);
BENCHMARK_CAPTURE(records, plain_pages, Compression::none, kPage, 1);
BENCHMARK_CAPTURE(records, plain_small, Compression::none, kSmallPage, 1);
BENCHMARK(parse_header);
BENCHMARK(scan_header);

}  // namespace

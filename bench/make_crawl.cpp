// make-crawl: a WARC file shaped as Common Crawl's, of any number of pages, for benchmarks and
// tests; the same bytes for the same options and pages everywhere (and the same version of the
// compression libraries).
//
// Pages come from HTML files or from responses that were recorded before; requests, HTTP headers,
// encodings and all else around them is made up (make_crawl_capture.h). One thread; memory grows
// with the largest page and the number of HTML files, not with the size of the output.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "cli/messages.h"
#include "cli/tool.h"
#include "io/interrupt.h"
#include "io/output.h"
#include "make_crawl_capture.h"
#include "make_crawl_pages.h"
#include "make_crawl_records.h"

namespace sluice::crawl {
namespace {

// Where Debian's documentation packages put their HTML, below / or where install-bench-data
// unpacked them.
constexpr const char* kFolders[] = {
    "usr/share/doc/python3.11/html", "usr/share/doc/postgresql-doc-15/html",
    "usr/share/doc/debian-handbook/html", "usr/share/libreoffice/help"};

struct Options {
  explicit Options(cli::Tool& tool) {
    tool.section("Pages");
    tool.texts("--html", html, "FOLDER", "take all *.html and *.htm below (repeatable)");
    tool.texts("--warc", warc, "FILE",
               "take the responses of a well-formed WARC, plain, gzip or zstd (repeatable)");
    tool.text("--data", data, "FOLDER",
              "without --html and --warc: Debian's documentation packages below this (/), as "
              "scripts/install-bench-data unpacks them");
    tool.number("--pages", pages, "N", "stop after N captures; pages repeat, edited (each once)");
    tool.bytes("--bytes", bytes, "stop at this size of the WARC before compression");

    tool.section("Output");
    tool.text("-o,--output", output, "FILE",
              "WARC to write, one .gz member or .zst frame a record, or plain (-: gzip on standard "
              "output)");
    tool.text("--wet", wet, "FILE", "also write the pages' text as WET");
    tool.number("--compression-level", level, "N", "level (6 for gzip, 3 for zstd)");
    tool.flag("-q,--quiet", quiet, "say nothing but errors");

    tool.section("What varies");
    tool.text("--dump", dump, "NAME", "name and week of the crawl (CC-MAIN-2025-05)");
    tool.number("--seed", seed, "N", "seed of all choices (0)");
    tool.number("--chunked", made.chunked, "SHARE", "of HTTP/1.1 bodies that are chunked (0.3)");
    tool.number("--encoded", made.encoded, "SHARE", "of bodies in gzip, br, zstd or deflate (0.4)");
    tool.number("--recoded", made.recoded, "SHARE",
                "of pages in UTF-8 put in another charset (0.1)");
    tool.number("--others", made.others, "SHARE",
                "of captures that are PNG, PDF, JSON, text, 404 or 301 (0.05)");
    tool.flag("--keep-responses", made.keep_responses,
              "keep recorded responses byte by byte, the first time that they come");
  }

  std::vector<std::string> html{};
  std::vector<std::string> warc{};
  std::string data = "/";
  uint64_t pages = 0;
  uint64_t bytes = 0;
  std::string output = "-";
  std::string wet{};
  uint64_t level = 0;
  bool quiet = false;
  std::string dump = "CC-MAIN-2025-05";
  uint64_t seed = 0;
  CaptureOptions made{};
};

// Monday of the week that ends a dump's name, "CC-MAIN-2025-05" (ISO 8601), in seconds since 1970.
int64_t begin_of(const std::string& dump) {
  using namespace std::chrono;
  const auto number = [&](size_t from_end, size_t size) -> std::optional<uint64_t> {
    return dump.size() < from_end ? std::nullopt
                                  : parse_u64(dump.substr(dump.size() - from_end, size));
  };
  const auto year_number = number(7, 4);
  const auto week = number(2, 2);
  if (!year_number || !week || dump[dump.size() - 3] != '-' || *week < 1 || *week > 53) {
    throw ConfigError("--dump: '" + dump + "' does not end in year and week, as CC-MAIN-2025-05");
  }
  // The fourth of January always lies in the first week.
  const sys_days fourth = year(static_cast<int>(*year_number)) / January / 4;
  const sys_days first_monday = fourth - (weekday(fourth) - Monday);
  const sys_days monday = first_monday + days(7 * (static_cast<int>(*week) - 1));
  return duration_cast<seconds>(monday.time_since_epoch()).count();
}

void check(const Options& options) {
  const std::pair<const char*, double> shares[] = {{"--chunked", options.made.chunked},
                                                   {"--encoded", options.made.encoded},
                                                   {"--recoded", options.made.recoded},
                                                   {"--others", options.made.others}};
  for (const auto& [name, share] : shares) {
    if (!(share >= 0 && share <= 1)) {
      throw ConfigError(std::string(name) + ": must be between 0 and 1, as 0.3 for 30 %");
    }
  }
  if (options.made.others == 1 && options.pages == 0 && options.bytes == 0) {
    throw ConfigError("--others 1 never takes a page; say where to stop (--pages, --bytes)");
  }
}

Pages open_pages(const Options& options) {
  Pages::Options pages{.folders = options.html, .warcs = options.warc, .seed = options.seed};
  pages.repeat = options.pages > 0 || options.bytes > 0;
  if (pages.folders.empty() && pages.warcs.empty()) {
    for (const char* folder : kFolders) {
      const std::filesystem::path path = std::filesystem::path(options.data) / folder;
      if (std::filesystem::is_directory(path)) pages.folders.push_back(path.string());
    }
    if (pages.folders.empty()) {
      throw ConfigError("no documentation packages below " + options.data +
                        "; give pages by --html or --warc, or run scripts/install-bench-data and "
                        "say --data build/bench-data");
    }
  }
  return Pages(pages);
}

// Returns what to say at the end.
std::string make(const Options& options) {
  check(options);
  CaptureOptions made = options.made;
  made.seed = options.seed;
  made.begin = begin_of(options.dump);
  const CaptureMaker maker(made);
  Pages pages = open_pages(options);

  io::OutputSet outputs;
  const int level = static_cast<int>(std::min<uint64_t>(options.level, 1000));
  std::optional<RecordWriter> wet;
  if (!options.wet.empty()) wet.emplace(outputs.open(options.wet), level);
  RecordWriter warc(outputs.open(options.output), level);
  CrawlWriter crawl({.dump = options.dump, .seed = options.seed, .begin = made.begin}, warc,
                    wet ? &*wet : nullptr);

  uint64_t number = 0;
  const auto wants_more = [&] {
    return (options.pages == 0 || number < options.pages) &&
           (options.bytes == 0 || warc.plain_bytes() < options.bytes);
  };
  for (Page page; wants_more(); ++number) {
    io::interrupt::check();
    if (maker.is_other(number)) {
      crawl.write(maker.of_other(number));
    } else if (pages.next(page)) {
      crawl.write(maker.of_page(std::move(page), number));
    } else {
      break;
    }
  }
  if (wet) wet->flush();
  warc.flush();
  const std::string summary =
      count_of(number, "capture") + ", " + count_of(warc.records(), "record") + ", " +
      human_bytes(warc.plain_bytes()) + " in " + human_bytes(warc.written_bytes());
  outputs.publish();
  return summary;
}

}  // namespace
}  // namespace sluice::crawl

int main(int argc, char** argv) {
  using namespace sluice;
  return cli::run("make-crawl", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Make a WARC file shaped as Common Crawl's, for benchmarks and tests.",
        {"make-crawl --data build/bench-data --bytes 4G -o crawl.warc.gz",
         "make-crawl --html site/ --pages 1000 -o site.warc.gz --wet site.wet.gz",
         "make-crawl --warc pages.warc.zst --keep-responses --others 0 -o pages.warc.gz"});
    auto& options = tool.add<crawl::Options>();
    return tool.on_run([&] {
      const std::string summary = crawl::make(options);
      if (!options.quiet) cli::Messages("make-crawl").say(summary);
    });
  });
}

// Where the pages of a made crawl come from: HTML files below folders, and responses of WARC files.
//
//   Pages pages({.folders = {"/usr/share/doc/postgresql-doc-15/html"}, .repeat = true});
//   for (Page page; pages.next(page);) …
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "make_crawl_warc.h"

namespace sluice::crawl {

struct Page {
  std::string html;  // as stored; of a recorded response its body as it travelled
  std::string url{};
  uint64_t pass = 0;  // how often all pages were delivered before

  // Of a recorded response, else empty:
  std::string http_head{};  // status line and headers, with the blank line behind them
  std::string record_id{};
  std::string date{};
  std::string payload_digest{};
};

// Whether the page can travel otherwise than recorded, or was not recorded at all: HTML that was
// found, in plain bytes of a charset that holds ASCII.
bool is_plain_page(const Page& page);

class Pages {
 public:
  struct Options {
    std::vector<std::string> folders{};  // all *.html and *.htm below
    std::vector<std::string> warcs{};
    uint64_t seed = 0;
    bool repeat = false;  // begin anew after the last page
  };

  // Lists the folders (and keeps the list: about 100 bytes a file). Throws IoError if a folder or
  // file is missing, ConfigError if there is no page.
  explicit Pages(const Options& options);

  // Files first, in an order that the seed decides, then the WARC files as they are. Files and
  // folders may lie anywhere: URLs are made of paths below the folder. In later passes a page has
  // another URL and a paragraph more, so that no two are equal; what is no plain page has another
  // URL only.
  // False after the last page. Throws IoError.
  bool next(Page& page);

 private:
  struct File {
    uint32_t folder = 0;
    std::string path{};  // below the folder
  };

  void list(uint32_t folder);
  bool next_file(Page& page);
  bool next_response(Page& page);
  void make_different(Page& page);

  Options options_;
  std::vector<File> files_;
  size_t file_ = 0;
  size_t warc_ = 0;
  std::unique_ptr<WarcInput> input_;
  WarcRecord record_;
  uint64_t pass_ = 0;
  uint64_t delivered_ = 0;  // in this pass
};

// "harbour-lock-417.example": a name in a top-level domain that will never be given to anyone
// (RFC 2606). The same key gives the same host.
std::string host_of(std::string_view key, uint64_t seed);

// A sentence's worth of words, which `number` decides.
std::string some_words(uint64_t seed, uint64_t number);

}  // namespace sluice::crawl

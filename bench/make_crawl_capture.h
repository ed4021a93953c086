// A page as a crawler saw it: address, request, HTTP response, and what it says about both.
//
// What varies: status lines of HTTP/1.1 and HTTP/2, with and without reason; the charset declared
// in the header, in the page or in both, in any spelling; pages in other charsets; bodies chunked,
// encoded, or with Content-Length or without; payloads that are no HTML, some of them with a wrong
// type; pages that are gone or moved. Every choice follows from the seed and the capture's number.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "make_crawl_pages.h"
#include "make_crawl_random.h"

namespace sluice::crawl {

struct CaptureOptions {
  double chunked = 0.3;         // share of the HTTP/1.1 bodies that are chunked
  double encoded = 0.4;         // share of the bodies with a content encoding
  double recoded = 0.1;         // share of the pages in UTF-8 that are put in another charset
  double others = 0.05;         // share of the captures that are no page
  bool keep_responses = false;  // recorded responses as they are, in the first pass
  uint64_t seed = 0;
  int64_t begin = 0;  // dates lie within ten days after this (seconds since 1970)
};

struct Capture {
  uint64_t number = 0;
  std::string url{};
  std::string ip{};
  int64_t seconds = 0;    // when it was fetched, since 1970
  std::string date{};     // the same as "2025-01-27T00:00:00Z", or that of the recorded response
  std::string request{};  // the HTTP messages, blocks of the records
  std::string response{};
  std::string record_id{};       // of the recorded response, else empty
  std::string payload_digest{};  // of the body without chunks, encoded as it may be
  std::string payload_type{};    // "text/html"
  std::string charset{};         // what a detector would say, for HTML
  std::string language{};        // what the page says, as "de"
  std::string text{};            // of a page that was found, in UTF-8; else empty
  uint64_t fetch_ms = 0;
};

class CaptureMaker {
 public:
  explicit CaptureMaker(const CaptureOptions& options) : options_(options) {}

  // Whether capture `number` is none of a page.
  bool is_other(uint64_t number) const;

  Capture of_page(Page&& page, uint64_t number) const;
  Capture of_other(uint64_t number) const;

 private:
  struct Response;

  Capture begin(std::string url, uint64_t number) const;
  void keep(Page&& page, Capture& capture) const;
  void respond(Response&& response, Random& random, Capture& capture) const;

  CaptureOptions options_;
};

// "2025-01-27T00:00:00Z".
std::string warc_date(int64_t seconds);

}  // namespace sluice::crawl

// What a crawl meets beside pages: images, PDF, JSON and text files, pages that are gone or moved.
#pragma once

#include <string>
#include <string_view>

#include "make_crawl_random.h"

namespace sluice::crawl {

struct Payload {
  std::string_view extension;  // of its URL, ".png"
  std::string_view type;       // "image/png"
  std::string body;
};

// A well-formed PNG image, one-page PDF, JSON object or text file of a few hundred bytes.
Payload make_payload(Random& random, std::string_view words);

// The page that goes with 404 and 301.
std::string error_page(std::string_view title, std::string_view words);

}  // namespace sluice::crawl

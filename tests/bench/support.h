// A WARC and HTTP reader of the tests' own: small, strict, and on other libraries than the program,
// so that a mistake is not made twice in the same way.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::crawl::test {

// Header lines of a record or of HTTP: first line, then names and values as spelled.
struct Headers {
  std::string first;
  std::vector<std::pair<std::string, std::string>> fields{};

  // The value whose name is this in any case; empty if there is none.
  std::string operator[](std::string_view name) const;
};

// Fails the test on lines that do not end in CRLF or have no colon.
Headers parse_headers(std::string_view lines);

struct Record {
  Headers headers;
  std::string block;

  std::string type() const { return headers["WARC-Type"]; }
};

// The records of a file of one gzip member each; fails the test if anything is not as it should be.
std::vector<Record> read_records(const std::string& path);
std::vector<Record> of_type(const std::vector<Record>& records, std::string_view type);

struct Http {
  Headers head;
  std::string payload;  // without chunks, still encoded
  std::string body;     // decoded
};
Http parse_http(const Record& record);

// "sha1:…" as in WARC-Block-Digest.
std::string sha1(std::string_view bytes);

// From a charset of iconv(3) to UTF-8; fails the test on bytes that do not convert.
std::string decoded_from(const std::string& charset, std::string_view bytes);

std::string read_file(const std::string& path);
void write_file(const std::string& path, std::string_view bytes);
std::string zstd_with_long_window(std::string_view bytes);

// A folder of this test's own, empty.
std::string make_folder(const std::string& name);

// Runs make-crawl with the arguments; its exit status, and what it wrote to standard error.
struct Outcome {
  int status = 0;
  std::string errors;
};
Outcome make_crawl(const std::string& arguments);

}  // namespace sluice::crawl::test

// Records as they lie in memory, in the order of the input, with what was lost between them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "warc/header.h"

namespace sluice::warc {

// Where a record begins: in the file as stored, as a CDX gives it, and within what is stored there.
struct Place {
  uint64_t offset = 0;  // of the gzip member or zstd frame; of the record itself if uncompressed
  uint64_t plain_offset = 0;  // bytes of that member's content before the record; 0 as a rule
};

// A record handed to a tool. Its views are valid until the batch has been written.
//
// One with a `loss` is not whole, and counted as a bad record already: it is handed over so that it
// can be listed. Its block is what there is of it, and of `bad_length` ends at a guess.
struct Record {
  RecordHeader header;
  std::string_view block;  // header.length bytes: the HTTP head and body of a response
  std::string_view bytes;  // header and block as they came
  Place place;
  size_t input = 0;  // index of the input
  // isPartOf of the warcinfo record before it in its input, "CC-MAIN-2025-05"; empty if there is
  // none.
  std::string_view crawl{};
  std::string_view loss{};  // "truncated_record", …; empty for a whole record
  bool marked = false;      // what CrawlFeed::Options::mark said of it
};

// What lies in one batch: a record, a stretch that was lost, or raw bytes of such a stretch.
struct Item {
  enum class What : uint8_t { record, loss, raw };
  What what = What::record;
  bool arc = false;           // of a record
  bool file = false;          // of a record: the whole input is one (RecordKind::file)
  bool marked = false;        // of a record (Record::marked)
  bool truncated = false;     // of a loss: the input ends too early
  std::string_view bytes{};   // of a record (header and block) or raw
  uint32_t header_size = 0;   // of a record
  Place place{};              // of a record or loss
  std::string_view reason{};  // of a loss: the name of the bad record in stats files
  std::string detail{};       // of a loss
};

struct RecordBatch {
  std::vector<Item> items;
  std::vector<std::shared_ptr<const void>> kept;  // owners of the bytes

  void keep(std::shared_ptr<const void> owner) {
    if (kept.empty() || kept.back() != owner) kept.push_back(std::move(owner));
  }
  void clear() {
    items.clear();
    kept.clear();
  }
};

}  // namespace sluice::warc

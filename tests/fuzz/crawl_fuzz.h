// What the fuzz targets of crawl files share: bytes through a CrawlFeed in two ways, which must
// agree.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "warc/crawl_feed.h"

namespace sluice::warc::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

class MemorySource : public io::Source {
 public:
  MemorySource(std::string_view bytes, size_t most) : rest_(bytes), most_(most) {}
  size_t read(char* room, size_t count) override {
    const size_t taken = std::min({count, rest_.size(), most_});
    if (taken > 0) std::memcpy(room, rest_.data(), taken);
    rest_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view rest_;
  const size_t most_;
};

// Whole records and losses as one text, then records that are not whole.
inline std::string read(std::string_view stored, size_t block_bytes, size_t read_bytes) {
  std::string whole;
  std::string cut;
  const auto use = [&](const Record& record, pipeline::Batch&) {
    require(record.bytes.ends_with(record.block));
    if (record.loss.empty()) require(record.header.length == record.block.size());
    std::string& text = record.loss.empty() ? whole : cut;
    text += std::to_string(record.place.offset) + "+" + std::to_string(record.place.plain_offset);
    text += std::string(record.loss) + " " + std::string(record.bytes) + "\n";
  };
  CrawlFeed feed(
      {{.name = "fuzz"}}, {.max_record_bytes = 2'000, .blocks = {.block_bytes = block_bytes}}, use,
      [&](const io::Input&) { return std::make_unique<MemorySource>(stored, read_bytes); });
  const auto load = feed.make_load();
  pipeline::Batch batch;
  std::string losses;
  bool ended = false;
  while (feed.read(*load)) {
    feed.expand(*load);
    feed.join(*load);
    batch.clear();
    feed.process(*load, batch);
    require(!ended || (batch.lines == 0 && !batch.end_of_input));
    ended = ended || batch.end_of_input;
    for (const pipeline::BadEntry& bad : batch.bad_records) {
      require(bad.offset <= stored.size());
      losses += std::string(bad.reason) + " " + std::to_string(bad.offset) + "\n";
    }
    feed.recycle(*load);
  }
  require(ended);
  return whole + losses + cut;
}

inline void check(std::string_view stored) {
  require(read(stored, size_t{1} << 20, size_t{1} << 20) == read(stored, 100, 7));
}

}  // namespace sluice::warc::fuzz

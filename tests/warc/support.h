// What the tests of warc share: records and files of them, memory as a source, and a feed's whole
// answer as text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/compression.h"
#include "io/source.h"
#include "warc/crawl_feed.h"

namespace sluice::warc::test {

// A record with this id (brackets are added) around `block`.
std::string warc_record(const std::string& id, std::string_view block,
                        const std::string& type = "response");
std::string arc_record(const std::string& url, std::string_view block);
std::string gzip(std::string_view plain, int level = 1);
std::string zstd(std::string_view plain, int level = 1);
// Bytes as hard to compress as asked: text, noise, or both.
std::string random_block(size_t size, uint64_t seed);

// Memory as a source that delivers at most `most` bytes a time.
class MemorySource : public io::Source {
 public:
  MemorySource(std::string_view bytes, size_t most) : rest_(bytes), most_(most) {}
  size_t read(char* room, size_t count) override;

 private:
  std::string_view rest_;
  const size_t most_;
};

struct Seen {
  std::string kind;
  std::string id;  // WARC-Record-ID; of ARC the URL
  std::string block{};
  uint64_t offset = 0;
  uint64_t plain_offset = 0;
  size_t input = 0;
  std::string loss{};  // of a record that is not whole
  bool marked = false;
};
struct Lost {
  std::string reason;
  uint64_t offset = 0;
  bool truncated = false;
};

// What a feed made of its inputs.
struct Reading {
  std::vector<Seen> records;
  std::vector<Lost> losses;
  std::string events;  // all of the above, a line each: in order, then records that are not whole
  std::string errors;  // raw bytes of losses
  uint64_t serial_work = 0;
  uint64_t lines = 0;
  size_t inputs_ended = 0;

  std::map<std::string, size_t> kinds() const;  // "response", and "response cut" if not whole
  std::map<std::string, size_t> reasons() const;
  std::vector<std::string> ids() const;  // of whole records
};

struct ReadOptions {
  size_t block_bytes = size_t{1} << 20;
  uint64_t max_record_bytes = uint64_t{128} << 20;
  size_t read_bytes = size_t{1} << 20;  // that a source delivers at a time
  size_t threads = 0;                   // 0: step by step, without the pipeline
  bool errors = false;
  CrawlFeed::Mark mark{};
};

Reading read_inputs(const std::vector<std::string_view>& stored, const ReadOptions& options = {});
Reading read_bytes(std::string_view stored, const ReadOptions& options = {});

}  // namespace sluice::warc::test

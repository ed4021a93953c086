#include "warc/support.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>

#include "pipeline/ordered.h"

namespace sluice::warc::test {
namespace {

std::string compressed(io::Compression compression, std::string_view plain, int level) {
  Buffer out;
  io::compress_block(compression, level, plain, out);
  return std::string(out.view());
}

// The pipeline's order of calls, without its outputs.
class Collector {
 public:
  explicit Collector(const std::vector<std::string_view>& stored, const ReadOptions& options)
      : feed_(
            inputs(stored.size()),
            {.max_record_bytes = options.max_record_bytes,
             .blocks = {.block_bytes = options.block_bytes},
             .errors = options.errors,
             .mark = options.mark},
            [](const Record& record, pipeline::Batch& batch) { note(record, batch); },
            [&stored, &options](const io::Input& input) {
              return std::make_unique<MemorySource>(stored[std::stoul(input.name)],
                                                    options.read_bytes);
            }) {}

  Reading run(size_t threads) {
    if (threads == 0) {
      Item item = make_item();
      while (feed_.read(*item.load)) {
        feed_.expand(*item.load);
        feed_.join(*item.load);
        work(item);
        collect(item);
      }
    } else {
      run_threads(threads);
    }
    reading_.events += cut_;
    reading_.serial_work = feed_.serial_work();
    return std::move(reading_);
  }

 private:
  struct Item {
    std::unique_ptr<pipeline::Load> load;
    pipeline::Batch batch;
  };

  static std::vector<io::Input> inputs(size_t count) {
    std::vector<io::Input> inputs;
    for (size_t i = 0; i < count; ++i) inputs.push_back({.name = std::to_string(i)});
    return inputs;
  }

  // One line of head, then the block; both as they are.
  static void note(const Record& record, pipeline::Batch& batch) {
    const RecordHeader& header = record.header;
    const std::string head =
        std::string(to_string(header.kind)) + "\t" +
        std::string(header.arc ? header.target_uri : header.record_id) + "\t" +
        std::to_string(record.place.offset) + "\t" + std::to_string(record.place.plain_offset) +
        "\t" + std::to_string(record.input) + "\t" + std::to_string(record.block.size()) + "\t" +
        std::string(record.loss) + "\t" + (record.marked ? "marked" : "") + "\n";
    const size_t at = batch.scratch.size();
    batch.scratch.append(head);
    batch.scratch.append(record.block);
    batch.emissions.push_back({pipeline::kFirstRoute, nullptr, at, head.size()});
    batch.emissions.push_back(
        {pipeline::kFirstRoute + 1, nullptr, at + head.size(), record.block.size()});
  }

  Item make_item() const { return {.load = feed_.make_load(), .batch = pipeline::Batch(1)}; }

  void work(Item& item) const {
    item.batch.clear();
    feed_.process(*item.load, item.batch);
  }

  void run_threads(size_t threads) {
    const pipeline::Crew crew(threads);
    std::vector<Item> items(threads == 1 ? 1 : 2 * threads + 2);
    for (Item& item : items) item = make_item();
    const auto nothing = [](Item&) {};
    pipeline::run_ordered(
        crew, items,
        pipeline::Steps<Item>{.read = [&](Item& item) { return feed_.read(*item.load); },
                              .expand = [&](Item& item) { feed_.expand(*item.load); },
                              .join = [&](Item& item) { feed_.join(*item.load); },
                              .work = [&](Item& item) { work(item); },
                              .cut = nothing,
                              .compress = nothing,
                              .write = [&](Item& item) { collect(item); }});
  }

  void collect(Item& item) {
    pipeline::Batch& batch = item.batch;
    auto bad = batch.bad_records.begin();
    uint64_t line = 0;
    const auto take_losses = [&] {
      for (; bad != batch.bad_records.end() && bad->line == line + 1; ++bad, ++line) {
        reading_.losses.push_back({.reason = std::string(bad->reason),
                                   .offset = bad->offset,
                                   .truncated = bad->truncated});
        reading_.events += "lost " + std::string(bad->reason) + " " + std::to_string(bad->offset) +
                           " " + bad->detail + "\n";
      }
    };
    for (const pipeline::Emission& emission : batch.emissions) {
      const std::string_view bytes(
          emission.data != nullptr ? emission.data : batch.scratch.data() + emission.at,
          emission.size);
      if (emission.channel == pipeline::kErrors) {
        reading_.errors += bytes;
      } else if (emission.channel == pipeline::kFirstRoute) {
        take_losses();
        add_record(bytes, batch.input);
        if (reading_.records.back().loss.empty()) ++line;
      } else {
        reading_.records.back().block = bytes;
      }
    }
    take_losses();
    reading_.lines += batch.lines;
    if (batch.end_of_input) ++reading_.inputs_ended;
    feed_.recycle(*item.load);
  }

  void add_record(std::string_view head, size_t input) {
    std::vector<std::string> fields(1);
    for (const char c : head) {
      if (c == '\t') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    reading_.records.push_back({.kind = fields[0],
                                .id = fields[1],
                                .offset = std::stoull(fields[2]),
                                .plain_offset = std::stoull(fields[3]),
                                .input = input,
                                .loss = fields[6],
                                .marked = fields[7] == "marked\n"});
    (reading_.records.back().loss.empty() ? reading_.events : cut_) += head;
  }

  CrawlFeed feed_;
  Reading reading_;
  std::string cut_;  // heads of records that are not whole: their place among losses is not told
};

}  // namespace

std::string warc_record(const std::string& id, std::string_view block, const std::string& type) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: <urn:uuid:" + id +
         ">\r\nWARC-Target-URI: http://example.org/" + id +
         "\r\nWARC-Date: 2024-01-02T03:04:05Z\r\nContent-Type: application/http; "
         "msgtype=response\r\nContent-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + std::string(block) + "\r\n\r\n";
}

std::string arc_record(const std::string& url, std::string_view block) {
  return url + " 127.0.0.1 20140102030405 text/html " + std::to_string(block.size()) + "\n" +
         std::string(block) + "\n";
}

std::string gzip(std::string_view plain, int level) {
  return compressed(io::Compression::gzip, plain, level);
}

std::string zstd(std::string_view plain, int level) {
  return compressed(io::Compression::zstd, plain, level);
}

std::string random_block(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  while (block.size() < size) {
    switch (random() % 4) {
      case 0:
        block += std::to_string(random());
        break;
      case 1:
        block += static_cast<char>(random());
        break;
      default:
        block += "<p class=\"text\">the mill turns</p>\r\n";
    }
  }
  block.resize(size);
  return block;
}

size_t MemorySource::read(char* room, size_t count) {
  const size_t taken = std::min({count, rest_.size(), most_});
  if (taken > 0) std::memcpy(room, rest_.data(), taken);
  rest_.remove_prefix(taken);
  return taken;
}

std::map<std::string, size_t> Reading::kinds() const {
  std::map<std::string, size_t> counts;
  for (const Seen& record : records) ++counts[record.kind + (record.loss.empty() ? "" : " cut")];
  return counts;
}

std::map<std::string, size_t> Reading::reasons() const {
  std::map<std::string, size_t> counts;
  for (const Lost& loss : losses) ++counts[loss.reason];
  return counts;
}

std::vector<std::string> Reading::ids() const {
  std::vector<std::string> ids;
  for (const Seen& record : records) {
    if (record.loss.empty()) ids.push_back(record.id);
  }
  return ids;
}

Reading read_inputs(const std::vector<std::string_view>& stored, const ReadOptions& options) {
  return Collector(stored, options).run(options.threads);
}

Reading read_bytes(std::string_view stored, const ReadOptions& options) {
  return read_inputs({stored}, options);
}

}  // namespace sluice::warc::test

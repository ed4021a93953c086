#include "report/locate.h"

#include <simdjson.h>

#include <algorithm>

#include "base/error.h"
#include "base/format.h"

namespace sluice::report {
namespace {

namespace dom = simdjson::dom;

size_t line_start(std::string_view map, size_t place) {
  const size_t before = place == 0 ? std::string_view::npos : map.rfind('\n', place - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

size_t line_end(std::string_view map, size_t start) {
  return std::min(map.find('\n', start), map.size());
}

class MapReader {
 public:
  MapReader(std::string_view map, const std::string& path) : map_(map), path_(path) {}

  LocatedDocument at(size_t start) {
    const std::string_view line = map_.substr(start, line_end(map_, start) - start);
    LocatedDocument document;
    dom::element root;
    dom::element id;
    const bool good = parser_.parse(line.data(), line.size()).get(root) == simdjson::SUCCESS &&
                      root["offset"].get(document.offset) == simdjson::SUCCESS &&
                      root["length"].get(document.length) == simdjson::SUCCESS &&
                      root["id"].get(id) == simdjson::SUCCESS;
    if (!good) {
      throw ConfigError(path_ + ": the line at byte " + with_thousands(uint64_t{start}) +
                        " is no line of a shard's map: offset, length and id are expected");
    }
    document.id = simdjson::minify(id);
    return document;
  }

  // Start of the last line whose document begins at or before the token; the first line if none
  // does.
  size_t find(uint64_t token) {
    size_t low = 0;
    size_t high = map_.size();
    while (low < high) {
      const size_t start = line_start(map_, low + (high - low) / 2);
      if (at(start).offset <= token) {
        const size_t next = line_end(map_, start) + 1;
        if (next >= high || at(next).offset > token) return start;
        low = next;
      } else {
        high = start;
      }
    }
    return low;
  }

 private:
  std::string_view map_;
  const std::string& path_;
  dom::parser parser_;
};

}  // namespace

std::vector<Stretch> tokens_of_step(std::span<const bpe::ShardInfo> shards, uint64_t step,
                                    uint64_t batch_tokens) {
  uint64_t total = 0;
  for (const bpe::ShardInfo& shard : shards) {
    if (__builtin_add_overflow(total, shard.tokens, &total)) {
      throw ConfigError("the shards' tokens do not fit 64 bits");
    }
  }
  if (total == 0) throw ConfigError("the manifest's shards hold no tokens");
  if (batch_tokens == 0) throw ConfigError("a step's batch must have 1 token or more, not 0");
  uint64_t first = 0;
  uint64_t last = 0;
  if (__builtin_mul_overflow(step, batch_tokens, &first) ||
      __builtin_add_overflow(first, batch_tokens, &last)) {
    throw ConfigError("step " + with_thousands(step) + " of " + with_thousands(batch_tokens) +
                      " tokens is beyond 64 bits");
  }
  constexpr uint64_t kMostRounds = 1000;
  if (batch_tokens / total > kMostRounds) {
    throw ConfigError("a batch of " + with_thousands(batch_tokens) +
                      " tokens goes more than 1,000 times over shards of " + with_thousands(total));
  }
  std::vector<Stretch> stretches;
  for (uint64_t epoch = first / total; epoch * total < last; ++epoch) {
    uint64_t shard_first = epoch * total;
    for (size_t i = 0; i < shards.size(); ++i) {
      const uint64_t begin = std::max(first, shard_first);
      const uint64_t end = std::min(last, shard_first + shards[i].tokens);
      if (begin < end) {
        stretches.push_back(
            {.shard = i, .begin = begin - shard_first, .end = end - shard_first, .epoch = epoch});
      }
      shard_first += shards[i].tokens;
    }
  }
  return stretches;
}

std::vector<LocatedDocument> documents_within(std::string_view map, const Stretch& stretch,
                                              const std::string& path) {
  std::vector<LocatedDocument> found;
  if (map.empty()) return found;
  MapReader reader(map, path);
  for (size_t start = reader.find(stretch.begin); start < map.size();
       start = line_end(map, start) + 1) {
    LocatedDocument document = reader.at(start);
    if (document.offset >= stretch.end) break;
    // The first one may end before, where padding follows it.
    if (document.offset + document.length > stretch.begin) found.push_back(std::move(document));
  }
  return found;
}

}  // namespace sluice::report

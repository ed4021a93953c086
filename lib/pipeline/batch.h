// One batch on its way through the pipeline: what a feed makes of one chunk of input.
//
// A feed fills it in process(), on any thread; the pipeline cuts, compresses and writes what was
// emitted, adds up what was counted, and recycles the batch. Nothing here is shared between
// threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "pipeline/bad_records.h"
#include "pipeline/deferred.h"
#include "stats/ledger.h"

namespace sluice::pipeline {

// Numbers of the outputs that every run has; routes follow (Channels::kFirstRoute +
// Verdict::route).
enum Channel : uint32_t { kRejects = 0, kErrors = 1, kFirstRoute = 2 };

// Bytes to be put over those that were written to an output before (finish() of feed.h alone).
struct Overwrite {
  uint32_t channel = 0;
  uint64_t offset = 0;
  std::string bytes;
};

// What a rendering (rendering.h) hands from its parallel step to the one in order.
class Rendered {
 public:
  virtual ~Rendered() = default;
  virtual void clear() = 0;  // before the batch is filled anew; gives unusual memory back
};

// group -> name -> how many
using Counters = std::map<std::string, std::map<std::string, uint64_t, std::less<>>, std::less<>>;

class Batch {
 public:
  explicit Batch(size_t stages = 1) : ledgers(stages) {}

  // `bytes` must stay until the batch is written. Emissions that touch are joined.
  void emit(uint32_t channel, std::string_view bytes) {
    if (bytes.empty()) return;
    if (Emission* last = last_of(channel);
        last != nullptr && last->data != nullptr && last->data + last->size == bytes.data()) {
      last->size += bytes.size();
      return;
    }
    emissions.push_back({channel, bytes.data(), 0, bytes.size()});
  }

  // What was appended to `scratch` since its size was `at`.
  void emit_scratch(uint32_t channel, size_t at) {
    emit({.channel = channel, .data = nullptr, .at = at, .size = scratch.size() - at});
  }

  void emit(const Emission& emission) {
    if (emission.data != nullptr) return emit(emission.channel, {emission.data, emission.size});
    if (Emission* last = last_of(emission.channel);
        last != nullptr && last->data == nullptr && last->at + last->size == emission.at) {
      last->size += emission.size;
      return;
    }
    emissions.push_back(emission);
  }

  // A bad record; its place among the batch's records is filled in here.
  void bad(BadEntry entry) {
    ++records;
    entry.line = lines;
    entry.record = records;
    bad_records.push_back(std::move(entry));
  }

  // `more` of `name` in a tool's own counters: details.<group>.<name> of the stats file. Names must
  // come from a fixed list, since each is kept.
  void count(std::string_view group, std::string_view name, uint64_t more = 1);

  void clear();

  bool one_by_one = false;  // keep emissions apart (an output rolls over at document boundaries)

  std::vector<Emission> emissions;
  Buffer scratch;
  std::vector<Overwrite> overwrites;
  std::unique_ptr<Rendered> rendered;  // made by a rendering when it first meets the batch
  Deferred deferred;                   // documents that wait for an ordered judge
  std::vector<BadEntry> bad_records;   // in order
  std::vector<stats::Ledger> ledgers;  // one a stage
  uint64_t lines = 0;
  uint64_t records = 0;  // lines that are not blank, and stretches lost
  uint64_t blank_lines = 0;
  Counters counters;
  size_t input = 0;  // index of the job's input
  bool end_of_input = false;

 private:
  // The last emission, if another one for this channel may be joined to it.
  Emission* last_of(uint32_t channel) {
    if (emissions.empty() || one_by_one || emissions.back().channel != channel) return nullptr;
    return &emissions.back();
  }
};

}  // namespace sluice::pipeline

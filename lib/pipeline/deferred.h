// The documents of a batch that wait for an ordered judge: what their ledger and outputs need once
// it is decided.
//
//   batch.deferred.begin(item);                                  // copies ids and groups
//   judge.note(document, batch.deferred.strings());
//   batch.deferred.end();
//   batch.deferred.for_each([&](const Deferred::Item& item) { judge.decide(item.note, …); });
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "stats/groups.h"
#include "stats/tally.h"

namespace sluice::pipeline {

// Bytes for one output. A feed's emissions stay where they are until written: views of the load's
// buffers, or places in the batch's scratch buffer.
struct Emission {
  uint32_t channel = 0;
  const char* data = nullptr;  // nullptr: `at` counts within the scratch buffer
  size_t at = 0;
  size_t size = 0;
};

class Deferred {
 public:
  struct Item {
    Emission kept = {};          // what is written if it is kept
    std::string_view line = {};  // as it came; stays until the batch is written
    stats::Measure before = {};
    stats::Measure after = {};
    stats::Groups groups = {};
    std::string_view note = {};
  };

  // `item`: without its note, which is appended to strings() up to end(). Its id is that of
  // `before`.
  void begin(const Item& item);
  Buffer& strings() { return strings_; }
  void end();

  // In order of begin(); an item's strings are valid during the call.
  template <class Use>
  void for_each(Use&& use) const;

  void clear();

 private:
  // Sizes of strings, which follow each other.
  struct Stored {
    Emission kept;
    const char* line;
    size_t line_bytes;
    uint64_t before_bytes, before_tokens, after_bytes, after_tokens;
    size_t id, language, source, dump;
    size_t end;  // of the note
  };

  std::vector<Stored> stored_;
  Buffer strings_;
};

template <class Use>
void Deferred::for_each(Use&& use) const {
  const std::string_view all = strings_.view();
  size_t at = 0;
  const auto take = [&](size_t size) {
    at += size;
    return all.substr(at - size, size);
  };
  for (const Stored& one : stored_) {
    Item item{.kept = one.kept, .line = {one.line, one.line_bytes}};
    item.before = {.id = take(one.id), .bytes = one.before_bytes, .tokens = one.before_tokens};
    item.after = {.id = item.before.id, .bytes = one.after_bytes, .tokens = one.after_tokens};
    item.groups = {take(one.language), take(one.source), take(one.dump)};
    item.note = take(one.end - at);
    use(item);
  }
}

}  // namespace sluice::pipeline

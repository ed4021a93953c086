// The one shape of every tool: seven steps, items leave in the order in which they came.
//
//   read      serial              fetch the next item's bytes
//   expand    parallel            decompress
//   join      serial, in order    stitch what spans two items, resynchronise
//   work      parallel            the tool's subject
//   cut       serial, in order    cut outputs into blocks at fixed offsets of each output stream
//   compress  parallel            compress the blocks
//   write     serial, in order    write, count, check limits
//
// oneTBB's parallel_pipeline does the scheduling; this header is all that the rest of the house
// sees of it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace sluice::pipeline {

// The threads of a run. Worker threads never number more than `threads` (the caller's thread is one
// of them).
class Crew {
 public:
  explicit Crew(size_t threads);  // 0: as many as the machine has
  ~Crew();
  size_t threads() const { return threads_; }
  // Calls `task(0 … count - 1)` on all threads, in any order; rethrows what a task throws.
  void for_each(size_t count, const std::function<void(size_t)>& task) const;

 private:
  struct Limit;
  size_t threads_;
  std::unique_ptr<Limit> limit_;
};

// `Item` is default-constructible; items are made once and recycled, so that their buffers are too.
template <class Item>
struct Steps {
  std::function<bool(Item&)> read;  // false: nothing (more) to read now
  std::function<void(Item&)> expand;
  std::function<void(Item&)> join;
  std::function<void(Item&)> work;
  std::function<void(Item&)> cut;
  std::function<void(Item&)> compress;
  std::function<void(Item&)> write;
};

// Type-erased half of run_ordered(): item numbers instead of items.
struct ErasedSteps {
  std::function<bool(size_t)> read;
  std::vector<std::function<void(size_t)>> others;  // expand … write
};
void run_ordered(const Crew& crew, size_t items, const ErasedSteps& steps);

// Runs until read() returns false and every item has been written. At most items.size() are in
// flight. An exception thrown by a step stops the run and is rethrown here; steps after it may not
// have run for some items.
template <class Item>
void run_ordered(const Crew& crew, std::vector<Item>& items, const Steps<Item>& steps) {
  const auto on_item = [&items](const std::function<void(Item&)>& step) {
    return [&items, &step](size_t index) { step(items[index]); };
  };
  run_ordered(crew, items.size(),
              {[&](size_t index) { return steps.read(items[index]); },
               {on_item(steps.expand), on_item(steps.join), on_item(steps.work), on_item(steps.cut),
                on_item(steps.compress), on_item(steps.write)}});
}

}  // namespace sluice::pipeline

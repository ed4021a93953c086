#include "pipeline/ordered.h"

#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

namespace sluice::pipeline {

namespace tbb = oneapi::tbb;

struct Crew::Limit {
  explicit Limit(size_t threads) : control(tbb::global_control::max_allowed_parallelism, threads) {}
  tbb::global_control control;
};

Crew::Crew(size_t threads)
    : threads_(threads != 0 ? threads : static_cast<size_t>(tbb::info::default_concurrency())),
      limit_(std::make_unique<Limit>(threads_)) {}

Crew::~Crew() = default;

void Crew::for_each(size_t count, const std::function<void(size_t)>& task) const {
  tbb::task_arena arena(static_cast<int>(threads_));
  arena.execute([&] { tbb::parallel_for(size_t{0}, count, task); });
}

void run_ordered(const Crew& crew, size_t items, const ErasedSteps& steps) {
  // A free item is there whenever the pipeline reads: as many items as tokens, and each is given
  // back by the last step.
  tbb::concurrent_queue<size_t> free_items;
  for (size_t index = 0; index < items; ++index) free_items.push(index);

  const auto parallel = tbb::filter_mode::parallel;
  const auto in_order = tbb::filter_mode::serial_in_order;
  const auto step = [&](size_t number, tbb::filter_mode mode) {
    return tbb::make_filter<size_t, size_t>(mode, [&steps, number](size_t index) {
      steps.others[number](index);
      return index;
    });
  };
  const auto read = tbb::make_filter<void, size_t>(in_order, [&](tbb::flow_control& flow) {
    size_t index = 0;
    if (!free_items.try_pop(index)) {
      throw std::logic_error("run_ordered: more tokens than items");
    }
    if (!steps.read(index)) {
      free_items.push(index);
      flow.stop();
    }
    return index;
  });
  const auto write = tbb::make_filter<size_t, void>(in_order, [&](size_t index) {
    steps.others.back()(index);
    free_items.push(index);
  });

  tbb::task_arena arena(static_cast<int>(crew.threads()));
  arena.execute([&] {
    tbb::parallel_pipeline(items, read & step(0, parallel) & step(1, in_order) & step(2, parallel) &
                                      step(3, in_order) & step(4, parallel) & write);
  });
}

}  // namespace sluice::pipeline

#include "pipeline/drive.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/error.h"
#include "io/interrupt.h"

namespace sluice::pipeline {
namespace {

// More batches than threads, so that a thread finds work while the serial steps wait for a slow
// one.
size_t batches_in_flight(size_t threads) { return threads == 1 ? 1 : 2 * threads + 2; }

struct Item {
  std::unique_ptr<Load> load;
  Batch batch;
  CutBatch cut;
};

class Driver {
 public:
  Driver(Feed& feed, Channels& channels, BadRecordLog& log, Progress& progress,
         const DriveOptions& options)
      : feed_(feed), channels_(channels), log_(log), progress_(progress), options_(options) {
    tallied_.ledgers.resize(options.stages);
  }

  Tallied run(const Crew& crew) {
    std::vector<Item> items = make_items(batches_in_flight(crew.threads()));
    std::vector<Item> lone_item = make_items(1);
    while (!at_end_) {
      alone_ = feed_.wants_alone();
      run_ordered(crew, alone_ ? lone_item : items, steps());
    }
    if (read_error_) std::rethrow_exception(read_error_);
    finish();
    return std::move(tallied_);
  }

 private:
  std::vector<Item> make_items(size_t count) const {
    std::vector<Item> items(count);
    for (Item& item : items) {
      item.load = feed_.make_load();
      item.batch = Batch(options_.stages);
    }
    return items;
  }

  Steps<Item> steps() {
    return {.read = [this](Item& item) { return read(item); },
            .expand = [this](Item& item) { feed_.expand(*item.load); },
            .join = [this](Item& item) { feed_.join(*item.load); },
            .work =
                [this](Item& item) {
                  item.batch.clear();
                  feed_.process(*item.load, item.batch);
                },
            .cut =
                [this](Item& item) {
                  feed_.compose(item.batch);
                  channels_.cut(item.batch, item.cut);
                },
            .compress = [](Item& item) { Channels::compress(item.cut); },
            .write = [this](Item& item) { write(item); }};
  }

  // Also ends a stretch when the next record should begin, or has stopped, travelling alone.
  bool read(Item& item) {
    io::interrupt::check();
    if (feed_.wants_alone() != alone_) return false;
    try {
      if (feed_.read(*item.load)) return true;
    } catch (const IoError&) {
      // Kept until what was read before is done, so that of several faults the first in the input
      // is told.
      read_error_ = std::current_exception();
    }
    at_end_ = true;
    return false;
  }

  void write(Item& item) {
    const Batch& batch = item.batch;
    const std::string& name = options_.input_names[batch.input];
    if (!options_.allow_truncated) refuse_truncated(batch, name);
    channels_.write(item.cut);
    for (size_t i = 0; i < tallied_.ledgers.size(); ++i) tallied_.ledgers[i] += batch.ledgers[i];
    tallied_.blank_lines += batch.blank_lines;
    add_counters(batch);
    log_.batch(name, batch.lines, batch.records, batch.bad_records);
    if (batch.end_of_input) log_.end_of_input();
    item.cut.clear();
    feed_.recycle(*item.load);
    progress_.update(feed_.bytes_read(), feed_.bytes_total(),
                     tallied_.ledgers.front().in.documents);
  }

  void finish() {
    Batch batch;
    CutBatch cut;
    for (bool more = true; more; batch.clear()) {
      more = feed_.finish(batch);
      channels_.cut(batch, cut);
      Channels::compress(cut);
      channels_.write(cut);
      for (const Overwrite& overwrite : batch.overwrites) channels_.overwrite(overwrite);
      add_counters(batch);
    }
  }

  void add_counters(const Batch& batch) {
    for (const auto& [group, counts] : batch.counters) {
      for (const auto& [key, count] : counts) tallied_.counters[group][key] += count;
    }
  }

  // The bad records before the end that is missing are judged first, as if batches were smaller.
  void refuse_truncated(const Batch& batch, const std::string& name) {
    const auto& bad = batch.bad_records;
    const auto entry =
        std::find_if(bad.begin(), bad.end(), [](const BadEntry& one) { return one.truncated; });
    if (entry == bad.end()) return;
    log_.batch(name, entry->line - 1, entry->record - 1, {bad.begin(), entry});
    throw IoError(name, entry->offset,
                  "the input is truncated; --allow-truncated takes what is there");
  }

  Feed& feed_;
  Channels& channels_;
  BadRecordLog& log_;
  Progress& progress_;
  const DriveOptions& options_;
  Tallied tallied_;
  std::exception_ptr read_error_;
  bool alone_ = false;   // this stretch carries one batch at a time
  bool at_end_ = false;  // set by read(), looked at between stretches
};

}  // namespace

Tallied drive(const Crew& crew, Feed& feed, Channels& channels, BadRecordLog& log,
              Progress& progress, const DriveOptions& options) {
  return Driver(feed, channels, log, progress, options).run(crew);
}

}  // namespace sluice::pipeline

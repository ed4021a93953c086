#include "pipeline/run.h"

#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "io/output.h"
#include "pipeline/drive.h"
#include "pipeline/resume.h"

namespace sluice::pipeline {
namespace {

stats::Details number(uint64_t value) { return {static_cast<int64_t>(value)}; }

stats::Details stage_details(const std::vector<std::string>& stages,
                             const std::vector<stats::Ledger>& ledgers) {
  stats::Details::Object all;
  for (size_t i = 0; i < stages.size(); ++i) {
    stats::Details::Object one;
    one["in"] = number(ledgers[i].in.documents);
    one["out"] = number(ledgers[i].out.documents);
    all[stages[i]] = {std::move(one)};
  }
  return {std::move(all)};
}

stats::Details::Object details_of(const Tallied& tallied, const std::vector<std::string>& stages) {
  stats::Details::Object details;
  for (const auto& [group, names] : tallied.counters) {
    stats::Details::Object counts;
    for (const auto& [name, count] : names) counts[name] = number(count);
    details[group] = {std::move(counts)};
  }
  details["blank_lines"] = number(tallied.blank_lines);
  if (stages.size() > 1) details["stages"] = stage_details(stages, tallied.ledgers);
  return details;
}

bool is_file(const std::string& path) {
  std::error_code none;
  return std::filesystem::is_regular_file(path, none);
}

std::string leftover(const std::string& route) {
  return route +
         " is left of an earlier run, and no document goes there now; remove it, or choose another "
         "folder";
}

// What need not wait for the end of a long run.
void refuse_leftovers_out_of_use(const std::vector<Job>& jobs) {
  for (const Job& job : jobs) {
    for (size_t i = job.routes_in_use; i < job.routes.size(); ++i) {
      if (is_file(job.routes[i])) throw ConfigError(leftover(job.routes[i]));
    }
  }
}

class JobRun {
 public:
  JobRun(const RunOptions& options, const Job& job, const std::vector<std::string>& stages,
         const FeedMaker& make_feed)
      : options_(options),
        job_(job),
        stages_(stages),
        feed_(make_feed(job)),
        channels_(outputs_, options.channels),
        log_(options.max_errors, said(options.say), options.no_json_hint),
        progress_(job.name, options.show_progress) {}

  stats::Stats run(const Crew& crew, const CommitGate& gate) {
    open_outputs();
    // As they are before they are read: a file that changes meanwhile is another one to --resume.
    for (const io::Input& input : job_.inputs) inputs_.push_back(input_use(input));
    DriveOptions drive_options{
        .stages = stages_.size(), .allow_truncated = options_.allow_truncated, .input_names = {}};
    for (const io::Input& input : job_.inputs) drive_options.input_names.push_back(input.name);
    const Tallied tallied = drive(crew, *feed_, channels_, log_, progress_, drive_options);
    channels_.finish();
    log_.finish();
    stats::Stats stats = make_stats(tallied);
    stats.ledger.check();
    refuse_leftovers();
    // All that can fail is done before the gate: behind it there are only renames.
    outputs_.prepare();
    complete(stats);
    if (stats_file_ != nullptr) stats_file_->write(stats::to_json(stats));
    stats_set_.prepare();
    gate.wait(stats.ledger);
    if (options_.before_publishing) options_.before_publishing();
    stats_set_.withdraw();  // it tells of the outputs that are replaced now
    outputs_.publish();
    stats_set_.publish();
    return stats;
  }

 private:
  static std::function<void(const std::string&)> said(
      const std::function<void(const std::string&)>& say) {
    return say ? say : [](const std::string&) {};
  }

  // In the order in which they are published (DESIGN, section 4).
  void open_outputs() {
    channels_.add(job_.rejects);
    channels_.add(job_.errors);
    if (job_.shard_bytes != 0) {
      channels_.add_rolling(job_.routes.front(), job_.shard_bytes);
    } else {
      for (const std::string& route : job_.routes) {
        job_.routes_on_demand ? channels_.add_on_demand(route) : channels_.add(route);
      }
    }
    // A set of its own, since rolling outputs go on being opened, and the stats file comes last.
    if (!job_.stats.empty()) stats_file_ = &stats_set_.open(job_.stats);
  }

  stats::Stats make_stats(const Tallied& tallied) const {
    stats::Stats stats;
    stats.tool = options_.identity.tool;
    stats.version = options_.identity.version;
    stats.config_digest = options_.identity.config_digest;
    stats.ledger = stats::in_series(tallied.ledgers);
    if (const TokenCounter* counter = options_.tokens.counter) {
      stats.tokenizer = stats::TokenizerInfo::from_label(counter->name());
      stats.tokenizer->vocab_size = counter->vocab_size();
    }
    stats.bad_records.insert(log_.counts().begin(), log_.counts().end());
    stats::Details::Object details = details_of(tallied, stages_);
    if (options_.add_details) options_.add_details(job_, details);
    stats.details = {std::move(details)};
    stats.run.command = options_.command;
    stats.run.inputs = inputs_;
    return stats;
  }

  void refuse_leftovers() const {
    if (job_.routes_on_demand) refuse_leftover_routes();
    if (job_.shard_bytes == 0) return;
    const auto others = static_cast<size_t>(!job_.rejects.empty()) + !job_.errors.empty();
    refuse_leftover_shards(job_.routes.front(),
                           static_cast<uint32_t>(channels_.files().size() - others));
  }

  void refuse_leftover_routes() const {
    std::set<std::string_view> written;
    for (const io::OutputFile* file : channels_.files()) written.insert(file->path());
    for (const std::string& route : job_.routes) {
      if (!written.contains(route) && is_file(route)) throw CheckError(leftover(route));
    }
  }

  Meter meter() const {
    const bool first = &job_ == options_.jobs.data();
    return first && options_.meter ? *options_.meter : Meter();
  }

  // What is known only at the end.
  void complete(stats::Stats& stats) const {
    const auto add = [&](const io::OutputFile* file) {
      stats.run.outputs.push_back(
          {.path = file->path(), .bytes = file->bytes_written(), .modified_ns = 0});
    };
    for (const io::OutputFile* file : channels_.files()) add(file);
    if (&job_ == &options_.jobs.back()) {
      for (const io::OutputFile* file : options_.also_published) add(file);
    }
    meter_.read(stats.run);
    stats.run.corpus = options_.identity.corpus;
  }

  const RunOptions& options_;
  const Job& job_;
  const std::vector<std::string>& stages_;
  Meter meter_ = meter();
  std::vector<stats::FileUse> inputs_;
  io::OutputSet outputs_;
  io::OutputSet stats_set_;
  io::OutputFile* stats_file_ = nullptr;
  std::unique_ptr<Feed> feed_;
  Channels channels_;
  BadRecordLog log_;
  Progress progress_;
};

// Shards of one run may have been counted by different tokenizers; their sum has no token count
// then.
void add_shards(stats::Stats& into, stats::Stats& other) {
  stats::TokenizerUse both = into.ledger.tokens;
  both += other.ledger.tokens;
  if (!both.valid()) {
    for (stats::Stats* part : {&into, &other}) {
      part->ledger.tokens.not_counted();
      part->tokenizer.reset();
    }
  }
  stats::merge(into, other);
}

}  // namespace

std::vector<std::string> outputs_of(const Job& job) {
  std::vector<std::string> paths = job.routes;
  paths.insert(paths.end(), {job.rejects, job.errors, job.stats});
  std::erase(paths, std::string());
  return paths;
}

RunResult run(const RunOptions& options, const std::vector<std::string>& stages,
              const FeedMaker& make_feed) {
  if (stages.empty()) throw std::invalid_argument("pipeline::run: there is no stage");
  const CommitGate gate = options.gate ? *options.gate : CommitGate::from_environment();
  if (gate.guarded() && options.jobs.size() != 1) {
    throw ConfigError(
        "a chain runs its tools on one shard at a time; give the directories to the chain");
  }
  refuse_leftovers_out_of_use(options.jobs);
  const Crew crew(options.threads);
  remove_stale_outputs(options.jobs);
  RunResult result;
  stats::Sum total(add_shards);
  for (const Job& job : options.jobs) {
    std::optional<stats::Stats> stats;
    if (options.resume) stats = done_before(job, options.identity);
    if (stats) {
      ++result.jobs_skipped;
    } else {
      ++result.jobs_done;
      stats = JobRun(options, job, stages, make_feed).run(crew, gate);
    }
    total.add(*std::move(stats));
  }
  if (!options.jobs.empty()) result.total = total.take();
  return result;
}

RunResult run(const RunOptions& options, Fields& fields, const std::vector<Stage>& stages) {
  if (options.make_rendering && options.ordered_judge) {
    throw std::invalid_argument("pipeline::run: a rendering and an ordered judge");
  }
  const CommonFields common(fields);
  std::vector<std::string> names;
  for (const Stage& stage : stages) names.push_back(stage.name);
  return run(options, names, [&](const Job& job) {
    return std::make_unique<DocumentFeed>(
        job.inputs, fields, common, stages,
        DocumentFeed::Options{
            .max_document_bytes = options.max_document_bytes,
            .limit_bytes = options.limit_bytes,
            .chunks = options.chunks,
            .tokens = options.tokens,
            .tool = options.identity.tool,
            .rejects = !job.rejects.empty(),
            .errors = !job.errors.empty(),
            .number_lines = options.number_lines,
            .one_by_one = job.shard_bytes != 0,
            .admit = options.admit,
            .rendering = options.make_rendering ? options.make_rendering(job) : nullptr,
            .ordered_judge = options.ordered_judge});
  });
}

}  // namespace sluice::pipeline

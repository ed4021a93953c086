#include "text_pass.h"

#include <utility>

namespace sluice::dedup_tool {

pipeline::Verdict keep_document(Document&) { return pipeline::Verdict::keep(); }

pipeline::RunOptions early_pass(const pipeline::RunOptions& run, std::vector<pipeline::Job> jobs) {
  pipeline::RunOptions options = run;
  options.jobs = std::move(jobs);
  options.gate.emplace();
  options.tokens = {.counter = nullptr, .stored = false};
  options.resume = false;
  options.before_publishing = nullptr;
  options.add_details = nullptr;
  options.number_lines = true;
  return options;
}

pipeline::Job job_of(const std::string& name, std::vector<io::Input> inputs,
                     const std::string& output) {
  return {.name = name,
          .inputs = std::move(inputs),
          .routes = {output},
          .rejects = {},
          .errors = {},
          .stats = {}};
}

void read_texts(const pipeline::RunOptions& run, Fields fields,
                const std::vector<ShardInputs>& shards, PairTexts& texts) {
  std::vector<pipeline::Job> jobs;
  std::vector<size_t> wanted;
  for (const ShardInputs& one : shards) {
    if (!texts.wants_shard(one.shard)) continue;
    wanted.push_back(one.shard);
    jobs.push_back(job_of(one.inputs.front().name, one.inputs, ""));
  }
  if (jobs.empty()) return;
  pipeline::RunOptions options = early_pass(run, std::move(jobs));
  options.say = nullptr;
  options.make_rendering = [&](const pipeline::Job& job) {
    return texts.rendering(wanted[static_cast<size_t>(&job - options.jobs.data())]);
  };
  pipeline::run(options, fields, {{"verify", keep_document}});
}

}  // namespace sluice::dedup_tool

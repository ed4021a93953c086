// sluice chain: tools joined by pipes, published together.
#include "cli/chain.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "cli/messages.h"
#include "cli/shards.h"
#include "cli/tool.h"
#include "commands.h"
#include "io/inputs.h"
#include "pipeline/resume.h"
#include "sisters.h"

namespace sluice::front {
namespace {

struct ChainOptions {
  explicit ChainOptions(cli::Tool& tool) {
    tool.arguments(
        "CHAIN INPUT", words,
        "the chain ('cat --sample 0.1 | cat --drop source'), then its inputs; {shard} in the "
        "chain stands for the shard's name");
    tool.text("--inputs", list, "LIST", "file with one input a line");
    tool.text("--fetch", fetch, "COMMAND",
              "read each input from this command, as of the first tool");
    tool.text("-o,--output", output, "FILE",
              "output of the last tool; a directory (DIR/) takes a file for each input");
    tool.text("--extension", extension, "EXT", "of files in an output directory, as jsonl.zst");
    tool.text("--stats", stats, "DIR", "takes a stats file for each tool and shard");
    tool.number("-j,--threads", threads, "N", "threads in all (0: all of the machine)");
    tool.flag("--resume", resume, "skip shards whose stats files say that they are done");
    tool.flag("-q,--quiet", quiet, "say nothing but errors");
  }

  std::vector<std::string> words;
  std::string list;
  std::string fetch;
  std::string output = "-";
  std::string extension;
  std::string stats;
  uint64_t threads = 0;
  bool resume = false;
  bool quiet = false;
};

// One run of the chain over one set of inputs.
struct ChainRun {
  std::string shard;
  std::vector<io::Input> inputs;
  std::string output;
};

std::string with_shard(std::string text, const std::string& shard) {
  static const std::string kPlace = "{shard}";
  for (size_t at = text.find(kPlace); at != std::string::npos; at = text.find(kPlace, at)) {
    text.replace(at, kPlace.size(), shard);
    at += shard.size();
  }
  return text;
}

class Plan {
 public:
  explicit Plan(const ChainOptions& options) : options_(options) {
    if (options.words.empty()) {
      throw ConfigError(
          "no chain is given, as in: sluice chain 'cat --sample 0.1 | cat' INPUT -o OUT");
    }
    stages_ = cli::parse_chain(options.words.front());
    const std::vector<std::string> known = tool_names();
    for (const cli::ChainStage& stage : stages_) {
      if (std::find(known.begin(), known.end(), stage.tool) == known.end()) {
        throw ConfigError("chain: there is no tool '" + stage.tool + "' (sluice help lists them)");
      }
    }
    const uint64_t threads =
        options.threads != 0 ? options.threads : std::thread::hardware_concurrency();
    shares_ = cli::share_threads(threads, stages_.size());
  }

  std::vector<ChainRun> runs() const {
    const std::vector<std::string> paths(options_.words.begin() + 1, options_.words.end());
    const std::vector<io::Input> inputs =
        io::expand_inputs({.paths = paths, .list = options_.list, .fetch = options_.fetch});
    if (!cli::names_directory(options_.output)) {
      return {{.shard = "chain", .inputs = inputs, .output = options_.output}};
    }
    std::vector<ChainRun> runs;
    for (const io::Input& input : inputs) {
      const std::string shard = cli::shard_name(input, options_.extension);
      runs.push_back({.shard = shard, .inputs = {input}, .output = options_.output + "/" + shard});
    }
    return runs;
  }

  std::string stats_path(const ChainRun& run, size_t stage) const {
    if (options_.stats.empty()) return {};
    return options_.stats + "/" + run.shard + "." + name(stage) + ".stats.json";
  }

  std::string name(size_t stage) const {
    return std::to_string(stage + 1) + "-" + stages_[stage].tool;
  }

  std::vector<cli::ChainProcess> processes(const ChainRun& run) const {
    std::vector<cli::ChainProcess> processes;
    for (size_t i = 0; i < stages_.size(); ++i) processes.push_back({name(i), argv(run, i)});
    return processes;
  }

  // Whether the stats files tell that every tool did this very work.
  bool is_done(const ChainRun& run) {
    for (size_t i = 0; i < stages_.size(); ++i) {
      const std::vector<io::Input> inputs = i == 0 ? run.inputs : std::vector<io::Input>{};
      if (!pipeline::is_done(stats_path(run, i), identity(i), inputs)) return false;
    }
    return true;
  }

 private:
  std::vector<std::string> own_words(const ChainRun& run, size_t stage) const {
    std::vector<std::string> words{program_of(stages_[stage].tool)};
    for (const std::string& word : stages_[stage].arguments) {
      words.push_back(with_shard(word, run.shard));
    }
    return words;
  }

  std::vector<std::string> argv(const ChainRun& run, size_t stage) const {
    std::vector<std::string> words = own_words(run, stage);
    words.insert(words.end(), {"--threads", std::to_string(shares_[stage])});
    const auto add = [&words](const std::string& option, const std::string& value) {
      if (!value.empty()) words.insert(words.end(), {option, value});
    };
    add("--stats", stats_path(run, stage));
    if (options_.quiet) words.push_back("--quiet");
    if (stage > 0) add("--progress", "never");  // one line of progress, that of the first tool
    if (stage + 1 == stages_.size()) add("--output", run.output);
    if (stage == 0) {
      add("--fetch", options_.fetch);
      words.push_back("--");
      for (const io::Input& input : run.inputs) words.push_back(input.name);
    }
    return words;
  }

  // Asked of the tool itself, once, since only it knows which options and files decide its result.
  const pipeline::Identity& identity(size_t stage) {
    identities_.resize(stages_.size());
    pipeline::Identity& identity = identities_[stage];
    if (identity.tool.empty()) {
      std::vector<std::string> words = own_words({}, stage);
      words.push_back("--print-config-digest");
      std::string digest = cli::output_of(words);
      digest.resize(std::min(digest.find('\n'), digest.size()));
      identity = {"sluice-" + stages_[stage].tool, cli::Tool::version(), digest};
    }
    return identity;
  }

  const ChainOptions& options_;
  std::vector<cli::ChainStage> stages_;
  std::vector<size_t> shares_;
  std::vector<pipeline::Identity> identities_;
};

void run_all(Plan& plan, const ChainOptions& options, cli::Messages& messages) {
  if (options.resume && options.stats.empty()) {
    throw ConfigError(
        "--resume needs --stats DIR: it skips the shards whose stats files are there");
  }
  uint64_t skipped = 0;
  for (const ChainRun& run : plan.runs()) {
    if (options.resume && plan.is_done(run)) {
      ++skipped;
      continue;
    }
    cli::run_chain(plan.processes(run));
  }
  if (skipped > 0) messages.say(count_of(skipped, "shard") + " skipped, done before (--resume)");
}

}  // namespace

int chain(int argc, char** argv) {
  return cli::run("sluice-chain", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Run tools joined by pipes; publish only if all of them end well.",
        {"sluice chain 'cat --where \"metadata.language = en\" | cat --sample 0.1' "
         "crawl.jsonl.gz -o sample.jsonl.zst",
         "sluice chain 'cat --rejects rejects/{shard} --sample 0.5 | cat' shards/ -o out/ "
         "--stats stats --resume"});
    auto& options = tool.add<ChainOptions>();
    return tool.on_run([&] {
      cli::Messages messages(tool.name());
      messages.set_quiet(options.quiet);
      Plan plan(options);
      run_all(plan, options, messages);
    });
  });
}

}  // namespace sluice::front

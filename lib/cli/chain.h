// `sluice chain 'extract | langid --keep en | filter' in.warc.gz -o out.jsonl.zst`: tools as
// processes joined by pipes, that publish their outputs only when all of them ended well.
//
//   std::vector<ChainStage> stages = parse_chain("cat --sample 0.5 | cat --drop source");
//   run_chain(processes);        // throws what stopped it; nothing is published then
//
// How they agree is commit_gate.h's protocol. The chain compares what each tool put out with what
// the next one took in, as numbers of documents and as multisets of ids, and then lets them publish
// one after the other, the last tool last.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::cli {

struct ChainStage {
  std::string tool;  // "cat", for sluice-cat
  std::vector<std::string> arguments;
};

// Splits at `|`, then at white space; '…', "…" and \ quote as in the shell, without expansions.
// Throws ConfigError with the place on an open quote, an empty stage, or no stage.
std::vector<ChainStage> parse_chain(std::string_view chain);

// `threads` among `stages` processes: at least one each, the first ones one more where it does not
// divide.
std::vector<size_t> share_threads(size_t threads, size_t stages);

// One process to be started: argv[0] is the program's path.
struct ChainProcess {
  std::string name;  // for messages: "1-extract"
  std::vector<std::string> argv;
};

// Standard input goes to the first, standard output comes from the last. Throws an Error naming the
// process that failed (with its exit code, if that is 1, 2 or 3) or the neighbours that disagree,
// DownstreamClosed if the reader of the last one went away, Interrupted on a signal; all processes
// have ended then.
// `before_commit` is called when all have ended well, before the first of them publishes.
void run_chain(const std::vector<ChainProcess>& processes,
               const std::function<void()>& before_commit = {});

// What a program prints on standard output, for asking a tool about itself; its standard error is
// ours, and its standard input cannot be read. Throws IoError if it cannot be started.
struct Answer {
  int exit_code = 0;
  std::string text;
};
Answer ask_program(const std::vector<std::string>& argv);

}  // namespace sluice::cli

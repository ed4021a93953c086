// sluice-bpe convert: a vocabulary in another format, with the same ids.
#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "bpe/size_curve.h"
#include "cli/collisions.h"
#include "cli/messages.h"
#include "cli/tokenizer.h"
#include "cli/tool.h"
#include "commands.h"
#include "io/interrupt.h"
#include "vocabulary_output.h"

namespace sluice::bpe_tool {
namespace {

bpe::Vocabulary cut(const bpe::Vocabulary& vocabulary, uint64_t size) {
  if (!bpe::is_canonical(vocabulary)) {
    throw ConfigError("--size: the merges of " + vocabulary.name +
                      " are not canonical; cut short it would not be a vocabulary");
  }
  if (size < 256 || size > vocabulary.tokens.size()) {
    throw ConfigError("--size: 256 to " + with_thousands(vocabulary.tokens.size()) + " for " +
                      vocabulary.name);
  }
  return bpe::cut_to(vocabulary, size);
}

}  // namespace

int convert(int argc, char** argv) {
  return cli::run("sluice-bpe convert", argc, argv, [](cli::Tool& tool) {
    tool.describe("Write a vocabulary in another format, with the same ids.",
                  {"sluice-bpe convert cl100k_base.tiktoken -o cl100k.json",
                   "sluice-bpe convert sluice-64k -o sluice-64k.tiktoken"});
    std::vector<std::string> words;
    std::string output = "-";
    uint64_t size = 0;
    tool.arguments("TOKENIZER", words, std::string(cli::kTokenizerHelp));
    tool.text("-o,--output", output, "FILE",
              "where it goes: " + std::string(VocabularyOutput::kHelp), cli::Tool::Matters::run);

    tool.number("--size", size, "N",
                "cut to the first N entries, without added tokens: what compare --curve counts");
    bool quiet = false;
    tool.flag("-q,--quiet", quiet, "say nothing but errors", cli::Tool::Matters::run);

    return tool.on_run([&] {
      tool.refuse_chain();
      tool.messages().set_quiet(quiet);
      if (words.size() != 1) {
        throw ConfigError("convert takes one tokenizer, not " + std::to_string(words.size()));
      }
      VocabularyOutput vocabulary(output);
      std::vector<cli::NamedOutput> named;
      for (const std::string& file : vocabulary.files()) named.push_back({file, "the vocabulary"});
      std::vector<io::Input> inputs;
      for (const std::string& file : cli::vocabulary_files(words.front())) {
        inputs.push_back({.name = file, .command = {}});
      }
      cli::refuse_collisions(inputs, named);
      bpe::Vocabulary read = cli::open_vocabulary(words.front());
      if (tool.given("--size")) read = cut(read, size);
      const auto special_tokens = std::ranges::count_if(read.added, &bpe::AddedToken::special);
      const std::string left_out =
          vocabulary.check(read.pre_tokenizer, static_cast<size_t>(special_tokens));
      io::OutputSet outputs;
      vocabulary.open(outputs);
      vocabulary.write(read);
      io::interrupt::check();
      outputs.publish();
      if (!left_out.empty()) tool.messages().say(left_out);
    });
  });
}

}  // namespace sluice::bpe_tool

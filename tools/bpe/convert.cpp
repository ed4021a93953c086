// sluice-bpe convert: a vocabulary in another format, with the same ids.
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/collisions.h"
#include "cli/tokenizer.h"
#include "cli/tool.h"
#include "commands.h"
#include "io/interrupt.h"
#include "vocabulary_output.h"

namespace sluice::bpe_tool {

int convert(int argc, char** argv) {
  return cli::run("sluice-bpe convert", argc, argv, [](cli::Tool& tool) {
    tool.describe("Write a vocabulary in another format, with the same ids.",
                  {"sluice-bpe convert cl100k_base.tiktoken -o cl100k.json",
                   "sluice-bpe convert sluice-64k -o sluice-64k.tiktoken"});
    std::vector<std::string> words;
    std::string output = "-";
    tool.arguments("TOKENIZER", words, std::string(cli::kTokenizerHelp));
    tool.text("-o,--output", output, "FILE",
              "where it goes: " + std::string(VocabularyOutput::kHelp), cli::Tool::Matters::run);

    return tool.on_run([&] {
      tool.refuse_chain();
      if (words.size() != 1) {
        throw ConfigError("convert takes one tokenizer, not " + std::to_string(words.size()));
      }
      VocabularyOutput vocabulary(output);
      std::vector<cli::NamedOutput> named;
      for (const std::string& file : vocabulary.files()) named.push_back({file, "the vocabulary"});
      const std::string input = cli::vocabulary_file(words.front());
      if (!input.empty()) cli::refuse_collisions({{.name = input, .command = {}}}, named);
      const bpe::Vocabulary read = cli::open_vocabulary(words.front());
      io::OutputSet outputs;
      vocabulary.open(outputs);
      vocabulary.write(read);
      io::interrupt::check();
      outputs.publish();
    });
  });
}

}  // namespace sluice::bpe_tool

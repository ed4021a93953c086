// sluice-bpe: trains, counts, encodes, decodes, compares, converts and inspects byte-pair
// vocabularies. Each command has a file of its own.
#include "cli/commands.h"
#include "commands.h"

int main(int argc, char** argv) {
  using namespace sluice;
  return cli::run_commands(
      "sluice-bpe", "Train, count, encode, compare and convert byte-pair vocabularies.",
      {"sluice-bpe train --text --vocab-size 32768 corpus/*.txt -o tokenizer.json",
       "sluice-bpe count --text --tokenizer cl100k_base.tiktoken book.txt"},
      {
          {"train", "train a vocabulary on documents or text", bpe_tool::train},
          {"count", "count the tokens of documents or text", bpe_tool::count},
          {"encode", "token ids as JSON, or token shards for training", bpe_tool::encode},
          {"decode", "token ids to text", bpe_tool::decode},
          {"compare", "compare vocabularies, and all sizes of one", bpe_tool::compare},
          {"convert", "write a vocabulary in another format", bpe_tool::convert},
          {"inspect", "what a vocabulary holds, and what of it a corpus uses", bpe_tool::inspect},
      },
      argc, argv);
}

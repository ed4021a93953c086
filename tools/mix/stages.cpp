#include "stages.h"

#include "io/output.h"
#include "manifest.h"
#include "mix/counts.h"
#include "mix_fields.h"

namespace sluice::mix_tool {

mix::Layout lay_out(const Mix& mix, const std::vector<std::string>& counts,
                    const cli::WorkOptions& work) {
  std::vector<mix::CountFile> files;
  uint64_t tokenizer = 0;
  for (const std::string& path : counts) {
    const mix::CountFile& file = files.emplace_back(path, mix.digest);
    if (file.documents() == 0) continue;
    if (tokenizer == 0) tokenizer = file.tokenizer();
    require_same(tokenizer, file.tokenizer());
  }
  return mix::lay_out(mix.plan, files, {.memory = work.memory / 2, .folder = work.folder});
}

void write_choice(const Mix& mix, const mix::Layout& layout, const std::string& path) {
  io::OutputSet outputs;
  mix::write_layout(layout, outputs.open(path), mix.digest);
  outputs.publish();
}

mix::Layout read_choice(const Mix& mix, const std::string& path) {
  return mix::read_layout(path, mix.digest);
}

void say_warnings(cli::Tool& tool, const Mix& mix, const mix::Layout& layout) {
  for (const std::string& warning : warnings_of(mix.plan, layout)) tool.messages().say(warning);
}

}  // namespace sluice::mix_tool

#include "output_options.h"

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "io/compression.h"

namespace sluice::mix_tool {

namespace fs = std::filesystem;
using Matters = cli::Tool::Matters;

MixedFilesOptions::MixedFilesOptions(cli::Tool& tool) : tool_(tool) {
  tool.section("Inputs and outputs");
  tool.text("-o,--output", folder_, "DIR", "the mix: train/, validation/, map/, manifest.json",
            Matters::run);
  tool.one_of("--extension", extension_, {"jsonl", "jsonl.gz", "jsonl.zst"},
              "of its files (jsonl.zst)", Matters::run);
  tool.number("--compression-level", level_, "N", "zstd 1-22 (3), gzip 1-12 (6)", Matters::run);
  tool.section("Options");
}

void MixedFilesOptions::check(const Mix& mix) const {
  if (folder_.empty()) throw ConfigError("-o: name the folder of the mix");
  std::error_code none;
  if (fs::exists(folder_, none) && !fs::is_directory(folder_, none)) {
    throw ConfigError("-o " + folder_ + ": is no folder");
  }
  const io::Levels levels = io::levels_of(io::compression_of_name("x." + extension_));
  if (tool_.given("--compression-level") && (level_ < static_cast<uint64_t>(levels.lowest) ||
                                             level_ > static_cast<uint64_t>(levels.highest))) {
    throw ConfigError("--compression-level " + std::to_string(level_) + ": " + extension_ +
                      " has " + std::to_string(levels.lowest) + " to " +
                      std::to_string(levels.highest));
  }
  for (const char* const sub : {"train", "validation", "map"}) {
    const fs::path own = fs::weakly_canonical(fs::path(folder_) / sub, none);
    for (const io::Input& input : mix.inputs) {
      if (fs::weakly_canonical(input.name, none).parent_path() == own) {
        throw ConfigError("-o " + folder_ + ": " + input.name +
                          " is read by this mix; name another folder");
      }
    }
  }
}

MixedFiles MixedFilesOptions::files(const mix::Layout& layout) const {
  return {.folder = folder_,
          .extension = extension_,
          .level = static_cast<int>(level_),
          .train = layout.files,
          .validation = layout.validation_files};
}

}  // namespace sluice::mix_tool

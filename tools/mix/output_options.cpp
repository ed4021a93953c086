#include "output_options.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "io/compression.h"
#include "io/output.h"

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

void MixedFilesOptions::check(const Mix& mix, const std::vector<cli::NamedOutput>& others) const {
  if (folder_.empty()) throw ConfigError("-o: name the folder of the mix");
  std::error_code none;
  if (fs::exists(folder_, none) && !fs::is_directory(folder_, none)) {
    throw ConfigError("-o " + folder_ + ": is no folder");
  }
  const io::Levels levels = io::levels_of(io::compression_of_name("x." + extension_));
  if (tool_.given("--compression-level") && (level_ < static_cast<uint64_t>(levels.lowest) ||
                                             level_ > static_cast<uint64_t>(levels.highest))) {
    throw ConfigError("--compression-level " + std::to_string(level_) + ": " + extension_ +
                      (levels.highest == 0 ? " is not compressed"
                                           : " has " + std::to_string(levels.lowest) + " to " +
                                                 std::to_string(levels.highest)));
  }
  std::vector<io::Input> read = mix.inputs;
  for (const std::string& path : tool_.read_files()) read.push_back({.name = path});
  std::vector<cli::NamedOutput> written = others;
  written.push_back({manifest(), "-o"});
  cli::refuse_collisions(read, written);
  for (const io::Input& input : mix.inputs) {
    if (is_among_files(input.name)) {
      throw ConfigError("-o " + folder_ + ": " + input.name +
                        " is read by this mix; name another folder");
    }
  }
  for (const cli::NamedOutput& other : others) {
    if (!other.path.empty() && is_among_files(other.path)) {
      throw ConfigError(other.owner + " " + other.path +
                        ": would be taken for a part of the mix; name another folder");
    }
  }
  // Found now, not when all is read.
  io::OutputSet probe;
  probe.open(manifest());
}

bool MixedFilesOptions::is_among_files(const std::string& path) const {
  std::error_code none;
  const fs::path parent = fs::weakly_canonical(fs::absolute(path, none), none).parent_path();
  return std::ranges::any_of(kMixFolders, [&](const char* const sub) {
    return parent == fs::weakly_canonical(fs::absolute(folder_, none) / sub, none);
  });
}

MixedFiles MixedFilesOptions::files(const Mix& mix, const mix::Layout& layout) const {
  MixedFiles files{.folder = folder(),
                   .extension = extension_,
                   .level = static_cast<int>(level_),
                   .train = layout.files,
                   .validation = layout.validation_files};
  files.refuse_others();
  std::vector<cli::NamedOutput> written;
  for (const std::string& path : files.paths()) written.push_back({path, "-o"});
  cli::refuse_collisions(mix.inputs, written);
  return files;
}

std::string MixedFilesOptions::folder() const {
  const size_t end = folder_.find_last_not_of('/');
  return end == std::string::npos ? folder_ : folder_.substr(0, end + 1);
}

bool MixedFilesOptions::has_extension(const std::vector<stats::FileUse>& outputs) const {
  return std::ranges::any_of(outputs, [&](const stats::FileUse& output) {
    return output.path.starts_with(folder() + "/train/") && output.path.ends_with("." + extension_);
  });
}

}  // namespace sluice::mix_tool

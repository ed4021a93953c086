#include "mix_options.h"

#include <glob.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "io/inputs.h"
#include "io/mapped_file.h"
#include "pipeline/resume.h"

namespace sluice::mix_tool {
namespace {

namespace fs = std::filesystem;
using Matters = cli::Tool::Matters;

constexpr uint64_t kMostParts = 1'000'000;

// Files that a pattern of the shell stands for, sorted.
std::vector<std::string> matches(const std::string& pattern) {
  glob_t found{};
  // GLOB_ERR: of a folder that cannot be read, files would be left out silently.
  const int status = ::glob(pattern.c_str(), GLOB_ERR, nullptr, &found);
  const int error = errno;
  std::vector<std::string> paths(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  if (status != 0 && status != GLOB_NOMATCH) {
    throw ConfigError(pattern + ": cannot be looked up: " + std::generic_category().message(error));
  }
  if (paths.empty()) throw ConfigError(pattern + ": there is no such file");
  return paths;
}

std::vector<io::Input> files_of(const std::string& named) {
  std::error_code none;
  const bool pattern = named.find_first_of("*?[") != std::string::npos && !fs::exists(named, none);
  const std::vector<std::string> paths = pattern ? matches(named) : std::vector{named};
  std::vector<io::Input> inputs = io::expand_inputs({.paths = paths, .list = {}, .fetch = {}});
  for (const io::Input& input : inputs) {
    if (input.is_stdin() || !fs::is_regular_file(input.name, none)) {
      throw ConfigError(input.name + ": is read twice, so it must be a file, no stream");
    }
  }
  return inputs;
}

}  // namespace

MixOptions::MixOptions(cli::Tool& tool) : cli::RunningOptions(tool), keys_(tool), work_(tool) {
  tool.section("Inputs and outputs");
  tool.arguments("PLAN", plans_, "the plan: a TOML file that names sources and their shares");
  tool.section("Documents");
  tool.text("--tokenizer", tokenizer_, "NAME|FILE",
            "what counts tokens (stored: as documents say): " + std::string(cli::kTokenizerHelp));
  tool.section("Options");
}

void MixOptions::find_inputs(Mix& mix) const {
  for (uint32_t source = 0; source < mix.plan.sources.size(); ++source) {
    const mix::SourcePlan& plan = mix.plan.sources[source];
    std::set<std::string> seen;
    cli::configured_by(plans_.front() + ": source '" + plan.name + "': files", [&] {
      for (const std::string& named : plan.files) {
        for (io::Input& input : files_of(named)) {
          const bool twice = !seen.insert(fs::canonical(input.name)).second;
          if (twice) throw ConfigError(input.name + ": is named twice");
          mix.inputs.push_back(std::move(input));
          mix.source_of.push_back(source);
        }
      }
    });
  }
}

std::string MixOptions::config_of(const Mix& mix) const {
  const Fields keys = fields();
  return sha256_hex(mix.plan.canonical() + keys.path(keys.text()) + "\n" + keys.path(keys.id()) +
                    "\n" + (counter_ ? counter_->name() : tokenizer_) + "\n" +
                    std::to_string(mix.run.max_document_bytes) + "\n");
}

std::string MixOptions::digest_of(const Mix& mix) const {
  std::string text = mix.config + "\n";
  for (size_t i = 0; i < mix.inputs.size(); ++i) {
    const stats::FileUse use = pipeline::input_use(mix.inputs[i]);
    text += std::to_string(mix.source_of[i]) + " " + std::to_string(use.bytes.value_or(0)) + " " +
            std::to_string(use.modified_ns) + " " + use.path + "\n";
  }
  return sha256_hex(text);
}

Mix MixOptions::open() {
  tool().refuse_chain();
  if (plans_.size() != 1) {
    throw ConfigError("name one plan (a TOML file), not " + std::to_string(plans_.size()) +
                      " (sluice-mix --help lists commands)");
  }
  work_.check();
  if (tokenizer_ == "none") throw ConfigError("--tokenizer none: quotas are in tokens");
  const std::string& path = plans_.front();
  Mix mix;
  mix.plan = cli::configured_by(
      "the plan", [&] { return mix::read_mix_plan(io::MappedFile(path).bytes(), path); });
  tool().reads(path);
  tool().digest("plan", mix.plan.canonical());
  find_inputs(mix);
  const pipeline::TokenPolicy tokens = cli::token_policy(tokenizer_, tool(), counter_);
  mix.run = run_options();
  mix.run.tokens = tokens;
  mix.config = config_of(mix);
  mix.digest = digest_of(mix);
  return mix;
}

std::string Part::file(const std::string& stage) const {
  return stage + "-" + std::to_string(number) + "-of-" + std::to_string(of);
}

Part Part::parse(const std::string& text) {
  const size_t slash = text.find('/');
  const auto number = parse_u64(std::string_view(text).substr(0, slash));
  const auto of = slash == std::string::npos ? std::optional<uint64_t>()
                                             : parse_u64(std::string_view(text).substr(slash + 1));
  if (!number || !of || *of == 0 || *of > kMostParts || *number >= *of) {
    throw ConfigError("--part " + text + ": the number of a part and how many there are, as 0/8");
  }
  return {static_cast<uint32_t>(*number), static_cast<uint32_t>(*of)};
}

StageFolder::StageFolder(cli::Tool& tool, bool parts) {
  tool.section("Inputs and outputs");
  tool.text("--work", folder_, "DIR", "where stages leave their files for each other",
            Matters::run);
  if (parts) {
    tool.text("--part", part_, "I/N", "work on part I of N, from 0 (0/1: all)", Matters::run);
  }
  tool.section("Options");
}

void StageFolder::check() const {
  if (folder_.empty()) throw ConfigError("--work: name the folder of the stages' files");
  part();
}

std::vector<std::string> all_parts(const std::string& folder, const std::string& stage) {
  std::error_code none;
  std::vector<uint64_t> sizes;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    const size_t of = name.rfind("-of-");
    if (!name.starts_with(stage + "-") || of == std::string::npos) continue;
    const auto parts = parse_u64(std::string_view(name).substr(of + 4));
    if (parts && *parts > 0 && *parts <= kMostParts) sizes.push_back(*parts);
  }
  if (sizes.empty()) {
    throw CheckError(folder + ": there are no " + stage +
                     " files; the stage that makes them comes "
                     "first");
  }
  if (std::ranges::adjacent_find(sizes, std::not_equal_to<>()) != sizes.end()) {
    throw CheckError(folder + ": holds " + stage + " files of different numbers of parts");
  }
  Part part{.number = 0, .of = static_cast<uint32_t>(sizes.front())};
  std::vector<std::string> paths;
  for (; part.number < part.of; ++part.number) {
    paths.push_back(folder + "/" + part.file(stage));
    if (!fs::exists(paths.back(), none)) throw CheckError(paths.back() + ": is missing");
  }
  return paths;
}

}  // namespace sluice::mix_tool

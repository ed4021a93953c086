#include "exact_run.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "cli/work_options.h"
#include "dedup/cluster_file.h"
#include "dedup/exact.h"
#include "dedup/record_file.h"
#include "sketch_rendering.h"
#include "unicode/normalization_names.h"

namespace sluice::dedup_tool {
namespace {

using MemberWriter = dedup::RecordWriter<dedup::PackedMember>;

constexpr uint64_t kNoDocument = UINT64_MAX;

dedup::RecordFileNotes notes_of(const Partitions& partitions) {
  return {static_cast<uint64_t>(ClusterMode::exact), partitions.first, partitions.end};
}

// What `match` found in some partitions, and how far it was read.
struct Part {
  explicit Part(std::string named)
      : path(std::move(named)), file(std::make_unique<dedup::ClusterFile>(path)) {}
  uint64_t document() const { return at < file->size() ? file->member(at).document : kNoDocument; }

  std::string path;
  std::unique_ptr<dedup::ClusterFile> file;
  uint64_t at = 0;
};

void check_partitions(std::vector<Part>& parts, uint32_t count) {
  std::ranges::sort(parts, {}, [](const Part& part) { return part.file->notes()[1]; });
  uint64_t next = 0;
  for (const Part& part : parts) {
    const dedup::RecordFileNotes notes = part.file->notes();
    if (notes[0] != static_cast<uint64_t>(ClusterMode::exact)) {
      throw ConfigError(part.path + ": was not written by match");
    }
    if (notes[1] != next) {
      throw ConfigError(part.path + ": begins at partition " + std::to_string(notes[1]) + " of " +
                        std::to_string(count) + ", but those before end at " +
                        std::to_string(next) + "; give the files of all partitions, each once");
    }
    next = notes[2];
  }
  if (next != count) {
    throw ConfigError("the partitions from " + std::to_string(next) + " to " +
                      std::to_string(count) + " are missing");
  }
}

}  // namespace

FingerprintOptions::FingerprintOptions(cli::Tool& tool, bool first) : facts(tool, first) {
  tool.section("What is compared");
  tool.text("--by", by, "WHAT", "text, url (normalised), or a field as metadata.sha1 (text)");
  tool.text("--url-field", url_field, "PATH", "where addresses are (metadata.url)");
  tool.text("--normalize", normalize, "LIST",
            "what does not tell texts apart, of lower, digits, punctuation, compose, marks, "
            "all-marks; 'none' is white space alone (all bytes must be the same)");
  tool.section("Options");
}

void FingerprintOptions::check(const cli::Tool& tool) const {
  facts.check();
  if (by != "url" && tool.given("--url-field")) throw ConfigError("--url-field goes with --by url");
  if (tool.given("--normalize") && normalize.empty())
    throw ConfigError("--normalize: names nothing");
}

ExactOptions::ExactOptions(cli::Tool& tool) : fingerprints(tool, /*first=*/true) {
  declare(tool, passes, "what is in");
  passes.work = &tool.add<cli::WorkOptions>();
}

void ExactOptions::check(const cli::Tool& tool) const {
  fingerprints.check(tool);
  passes.work->check();
  if (fingerprints.facts.keep != "first") return;
  for (const char* const option : {"--priority-field", "--quality-field"}) {
    if (tool.given(option)) {
      throw ConfigError("--keep first and " + std::string(option) +
                        " decide the same; give one of them");
    }
  }
  if (!passes.keep_clusters.empty()) {
    throw ConfigError("--keep-clusters: --keep first, in its one pass, keeps no members");
  }
}

dedup::ExactKey FingerprintOptions::key(Fields& fields) const {
  dedup::ExactKey::Options options{.by = by, .url_field = url_field};
  if (!normalize.empty()) {
    options.normalize =
        cli::configured_by("--normalize", [&] { return parse_normalization(normalize); });
  }
  return cli::configured_by("--by " + by, [&] { return dedup::ExactKey(options, fields); });
}

std::string FingerprintOptions::digest() const {
  const std::string normalized =
      normalize.empty() ? "bytes" : names_of(parse_normalization(normalize));
  return sha256_hex("exact\nby " + by + "\nurl " + (by == "url" ? url_field : "") + "\nnormalize " +
                    normalized + "\n" + facts.description());
}

std::shared_ptr<pipeline::Rendering> fingerprint_rendering(const dedup::ExactKey& key,
                                                           const FingerprintOptions& options,
                                                           const DocumentFacts& facts,
                                                           const std::string& path, size_t memory) {
  const auto sketch = [&key, &facts](const Document& document, std::vector<uint64_t>& band_hashes,
                                     std::vector<uint8_t>& bytes) {
    thread_local dedup::ExactKey::Scratch scratch;
    dedup::append_fingerprint(key.fingerprint(document, scratch, facts.group(document)),
                              band_hashes, bytes);
  };
  return std::make_shared<SketchRendering>(sketch, facts, dedup::exact_config(options.digest()),
                                           path, memory);
}

dedup::ClusterCounts match(const dedup::SketchSet& set, const Partitions& partitions,
                           const Resources& resources, io::OutputFile& out) {
  MemberWriter writer(out, io::StageKind::clusters, set.digest());
  const dedup::ClusterCounts counts = dedup::cluster_exact(
      set, partitions.first, partitions.end,
      {.memory = resources.memory, .folder = resources.folder}, [&](const dedup::Member& member) {
        writer.add(dedup::pack(member), set.id(member.document));
      });
  writer.finish(notes_of(partitions));
  return counts;
}

void join_matches(const dedup::SketchSet& set, const std::vector<std::string>& files,
                  io::OutputFile& out) {
  std::vector<Part> parts;
  for (const std::string& path : files) {
    parts.emplace_back(path);
    parts.back().file->require(set.digest());
  }
  check_partitions(parts, set.config().partitions());
  MemberWriter writer(out, io::StageKind::clusters, set.digest());
  // Few enough that the next one is found by looking at all.
  while (true) {
    const auto next = std::ranges::min_element(parts, {}, &Part::document);
    if (next == parts.end() || next->document() == kNoDocument) break;
    writer.add(dedup::pack(next->file->member(next->at)), next->file->id(next->at));
    ++next->at;
  }
  writer.finish(notes_of({.first = 0, .end = set.config().partitions()}));
}

std::shared_ptr<pipeline::Rendering> ExactRun::sketch_rendering(const DocumentFacts& facts,
                                                                const std::string& path,
                                                                size_t memory) {
  return fingerprint_rendering(*key_, options_.fingerprints, facts, path, memory);
}

void ExactRun::make_clusters(const pipeline::RunOptions& run, const std::string& clusters) {
  const dedup::SketchSet set = sketches().open(resources(run).memory / 4);
  write_stage(clusters, [&](io::OutputFile& out) {
    details()["cluster"] = {details_of(
        match(set, {.first = 0, .end = set.config().partitions()}, resources(run), out))};
  });
}

}  // namespace sluice::dedup_tool

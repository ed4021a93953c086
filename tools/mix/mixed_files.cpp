#include "mixed_files.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "base/buffer.h"
#include "base/error.h"
#include "base/pool.h"
#include "document/json_writer.h"
#include "io/compression.h"
#include "io/interrupt.h"
#include "io/output.h"
#include "io/source.h"
#include "manifest.h"
#include "pipeline/ordered.h"

namespace sluice::mix_tool {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBlockBytes = size_t{1} << 20;

std::string numbered(uint32_t number, uint32_t of) {
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "%05u-of-%05u", number, of);
  return name.data();
}

// Lines to a file, compressed in blocks that are cut at fixed offsets.
class BlockOutput {
 public:
  BlockOutput(io::OutputFile& file, int level)
      : file_(file), compression_(io::compression_of_name(file.path())), level_(level) {
    if (level_ == 0) level_ = io::levels_of(compression_).standard;
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::string_view some = bytes.substr(0, kBlockBytes - block_.size());
      block_.append(some);
      bytes.remove_prefix(some.size());
      if (block_.size() == kBlockBytes) flush();
    }
  }

  void finish() {
    // An empty file of a compressed kind is an empty frame, not nothing.
    if (block_.size() > 0 || file_.bytes_written() == 0) flush();
  }

 private:
  void flush() {
    io::interrupt::check();
    packed_.clear();
    io::compress_block(compression_, level_, block_.view(), packed_);
    file_.write(packed_.view());
    block_.clear();
  }

  io::OutputFile& file_;
  io::Compression compression_;
  int level_;
  Buffer block_;
  Buffer packed_;
};

// Where a document stands and where it comes from.
void append_place(const Mix& mix, const mix::MixedLine& line, uint64_t token, Buffer& out) {
  JsonWriter json(out);
  json.begin_object();
  json.key("token").number(token);
  json.key("tokens").number(line.head.tokens);
  json.key("source").string(mix.plan.sources[line.head.source].name);
  json.key("epoch").number(uint64_t{line.head.epoch});
  json.key("file").string(mix.inputs[line.head.input].name);
  json.key("id").raw(line.id);
  json.end_object();
  out.push_back('\n');
}

void check_head(const Mix& mix, const mix::LineHead& head, const std::string& path) {
  if (head.source < mix.plan.sources.size() && head.input < mix.inputs.size()) return;
  throw IoError(path, "tells of other sources than the plan");
}

void write_file(const Mix& mix, const std::vector<mix::LineFile>& lines, uint32_t file,
                uint64_t first_token, const MixedFiles& files, size_t memory,
                io::OutputSet& outputs) {
  BlockOutput shard(outputs.open(files.path(files.shard(file))), files.level);
  BlockOutput map(outputs.open(files.path(files.map(file))), files.level);
  Buffer place;
  mix::Merge merge(lines, file, memory);
  for (mix::MixedLine line; merge.next(line);) {
    check_head(mix, line.head, files.shard(file));
    shard.write(line.line);
    place.clear();
    append_place(mix, line, first_token, place);
    map.write(place.view());
    first_token += line.head.tokens;
  }
  shard.finish();
  map.finish();
  outputs.prepare();
}

std::vector<mix::LineFile> open_lines(const Mix& mix, const std::vector<std::string>& paths,
                                      uint32_t files) {
  std::vector<mix::LineFile> lines;
  for (const std::string& path : paths) lines.emplace_back(path, mix.digest, files);
  return lines;
}

}  // namespace

std::string MixedFiles::shard(uint32_t file) const {
  const std::string name = file < train ? "train/" + numbered(file, train)
                                        : "validation/" + numbered(file - train, validation);
  return name + "." + extension;
}

std::string MixedFiles::map(uint32_t file) const {
  std::string name = shard(file);
  std::ranges::replace(name, '/', '-');
  return "map/" + name;
}

std::vector<std::string> MixedFiles::paths() const {
  std::vector<std::string> all;
  for (uint32_t file = 0; file < this->all(); ++file) {
    all.push_back(path(shard(file)));
    all.push_back(path(map(file)));
  }
  all.push_back(manifest());
  return all;
}

void MixedFiles::refuse_others() const {
  std::set<std::string> own;
  for (const std::string& path : paths()) own.insert(fs::path(path).lexically_normal());
  std::error_code none;
  for (const char* const sub : kMixFolders) {
    for (const fs::directory_entry& entry : fs::directory_iterator(path(sub), none)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with('.') || own.contains(entry.path().lexically_normal())) continue;
      throw CheckError(entry.path().string() +
                       ": is no part of this mix; remove it, or name another folder");
    }
  }
}

void MixedFiles::refuse_other_mix(const std::string& own_manifest) const {
  std::error_code none;
  if (!fs::exists(manifest(), none)) return;
  std::string found;
  try {
    found = io::read_whole({.name = manifest(), .command = {}});
  } catch (const IoError&) {
    return;  // the job of another part has removed it meanwhile
  }
  if (found == own_manifest) return;
  throw CheckError(manifest() +
                   ": is of another mix, whose files would be taken for parts of this one; remove "
                   "the folder, or name another");
}

bool MixedFiles::are_there() const {
  std::error_code none;
  for (uint32_t file = 0; file < all(); ++file) {
    if (!fs::exists(path(shard(file)), none) || !fs::exists(path(map(file)), none)) return false;
  }
  return true;
}

std::vector<stats::FileUse> write_files(const Mix& mix, const mix::Layout& layout,
                                        const std::vector<std::string>& lines, const Part& part,
                                        const MixedFiles& files, uint64_t memory) {
  io::remove_stale_pending(files.paths());
  const std::vector<mix::LineFile> all = open_lines(mix, lines, files.all());
  const Manifest manifest = manifest_of(mix, layout, all, lines, files);
  if (part.of > 1) files.refuse_other_mix(manifest.json);
  std::vector<uint32_t> own;
  for (uint32_t file = 0; file < files.all(); ++file) {
    if (part.has(file)) own.push_back(file);
  }
  // A set of outputs a file: none is published before all are written.
  std::vector<io::OutputSet> outputs;
  for (size_t i = 0; i < own.size(); ++i) outputs.emplace_back(/*open_files=*/4);
  const pipeline::Crew crew(mix.run.threads);
  const size_t share = memory / 4 / crew.threads();
  using Lines = std::vector<mix::LineFile>;  // belong to one thread at a time
  Pool<Lines> pool([&] { return std::make_unique<Lines>(open_lines(mix, lines, files.all())); });
  crew.for_each(own.size(), [&](size_t i) {
    pool.with([&](Lines& opened) {
      write_file(mix, opened, own[i], manifest.first_tokens[own[i]], files, share, outputs[i]);
    });
  });
  io::OutputSet manifest_set;
  manifest_set.open(files.manifest()).write(manifest.json);
  manifest_set.prepare();
  manifest_set.withdraw();  // it tells of what is replaced now
  for (io::OutputSet& set : outputs) set.publish();
  if (files.are_there()) manifest_set.publish();  // else another part's job does

  std::vector<stats::FileUse> written;
  std::error_code none;
  for (const std::string& path : files.paths()) {
    const auto size = fs::file_size(path, none);
    if (!none) written.push_back({.path = path, .bytes = size});
  }
  return written;
}

}  // namespace sluice::mix_tool

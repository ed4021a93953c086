#include "pipeline/channels.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "base/error.h"

namespace sluice::pipeline {

uint32_t Channels::add(const std::string& path) {
  Stream& stream = streams_.emplace_back();
  if (!path.empty()) {
    begin_file(stream, path);
    open(*stream.file);
  }
  return static_cast<uint32_t>(streams_.size() - 1);
}

uint32_t Channels::add_on_demand(const std::string& path) {
  Stream& stream = streams_.emplace_back();
  begin_file(stream, path);
  stream.on_demand = true;
  return static_cast<uint32_t>(streams_.size() - 1);
}

uint32_t Channels::add_rolling(const std::string& pattern, uint64_t limit) {
  Stream& stream = streams_.emplace_back();
  stream.pattern.emplace(pattern);
  stream.limit = limit;
  begin_next_file(stream);
  open(*stream.file);
  return static_cast<uint32_t>(streams_.size() - 1);
}

void Channels::begin_file(Stream& stream, const std::string& path) {
  stream.compression = io::compression_of_name(path);
  const io::Levels levels = io::levels_of(stream.compression);
  stream.level = stream.compression == io::Compression::none
                     ? 0
                     : options_.compression_level.value_or(levels.standard);
  if (stream.compression != io::Compression::none &&
      (stream.level < levels.lowest || stream.level > levels.highest)) {
    throw ConfigError("--compression-level " + std::to_string(stream.level) + ": " +
                      std::string(io::to_string(stream.compression)) + " (" + path + ") has " +
                      std::to_string(levels.lowest) + " to " + std::to_string(levels.highest));
  }
  begun_.push_back(std::make_unique<File>(File{.path = path}));
  stream.file = begun_.back().get();
  stream.bytes = 0;
}

void Channels::begin_next_file(Stream& stream) {
  begin_file(stream, stream.pattern->path(stream.files++));
}

void Channels::open(File& file) {
  file.output = &outputs_.open(file.path);
  files_.push_back(file.output);
}

void Channels::cut(const Batch& batch, CutBatch& cut) {
  cut.clear();
  for (const Emission& emission : batch.emissions) {
    Stream& stream = streams_.at(emission.channel);  // a stage may name a route that is none
    if (stream.file == nullptr) continue;
    const char* data =
        emission.data != nullptr ? emission.data : batch.scratch.data() + emission.at;
    if (stream.limit != 0 && stream.bytes != 0 && stream.bytes + emission.size > stream.limit) {
      end_file(stream, cut);
      begin_next_file(stream);
    }
    take(stream, {data, emission.size}, cut);
  }
}

void Channels::take(Stream& stream, std::string_view bytes, CutBatch& cut) {
  stream.bytes += bytes.size();
  if (stream.compression == io::Compression::none) {
    CutBatch::Piece& piece = cut.pieces_.emplace_back();
    piece.file = stream.file;
    piece.bytes = bytes;
    return;
  }
  while (!bytes.empty()) {
    const size_t missing = options_.block_bytes - stream.pending.size();
    const size_t count = std::min(missing, bytes.size());
    if (count == options_.block_bytes) {  // a whole block in place: no copy
      CutBatch::Piece& piece = cut.pieces_.emplace_back();
      piece.file = stream.file;
      piece.compression = stream.compression;
      piece.level = stream.level;
      piece.bytes = bytes.substr(0, count);
    } else {
      if (stream.pending.capacity() == 0) stream.pending.reserve(options_.block_bytes);
      stream.pending.append(bytes.substr(0, count));
      if (count == missing) end_file(stream, cut);
    }
    bytes.remove_prefix(count);
  }
}

// Hands over the block that was being filled. A compressed file without a single byte still gets
// one (empty) frame, since readers take an empty file for a damaged one.
void Channels::end_file(Stream& stream, CutBatch& cut) {
  if (stream.file == nullptr || stream.compression == io::Compression::none) return;
  if (stream.pending.empty() && (stream.bytes != 0 || stream.on_demand)) return;
  CutBatch::Piece& piece = cut.pieces_.emplace_back();
  piece.file = stream.file;
  piece.compression = stream.compression;
  piece.level = stream.level;
  piece.block = std::exchange(stream.pending, Buffer());
  piece.bytes = piece.block.view();
}

void Channels::compress(CutBatch& cut) {
  for (CutBatch::Piece& piece : cut.pieces_) {
    if (piece.compression == io::Compression::none) continue;
    io::compress_block(piece.compression, piece.level, piece.bytes, piece.compressed);
  }
}

// All of a batch for one file at once, in few calls, however documents for different files are
// mixed.
void Channels::write(const CutBatch& cut) {
  std::vector<File*> files;
  for (const CutBatch::Piece& piece : cut.pieces_) {
    if (piece.file->gathered.empty()) files.push_back(piece.file);
    const bool plain = piece.compression == io::Compression::none;
    piece.file->gathered.push_back(plain ? piece.bytes : piece.compressed.view());
  }
  for (File* const file : files) {
    if (file->output == nullptr) open(*file);
    file->output->write(file->gathered);
    file->gathered.clear();
  }
}

void Channels::overwrite(const Overwrite& what) {
  const Stream& stream = streams_.at(what.channel);
  if (stream.file == nullptr) return;
  if (stream.compression != io::Compression::none) {
    throw std::logic_error("Channels::overwrite: " + stream.file->path + " is compressed");
  }
  stream.file->output->overwrite(what.offset, what.bytes);
}

void Channels::finish() {
  for (Stream& stream : streams_) {
    CutBatch cut;
    end_file(stream, cut);
    compress(cut);
    write(cut);
  }
}

std::string numbered_path(const std::string& pattern, uint32_t number) {
  return io::ShardPattern(pattern).path(number);
}

void refuse_leftover_shards(const std::string& pattern, uint32_t count) {
  const io::ShardPattern shards(pattern);
  std::error_code none;
  for (std::filesystem::directory_iterator entry(shards.folder(), none), end; !none && entry != end;
       entry.increment(none)) {
    const auto number = shards.number_of(entry->path().filename().native());
    if (number && *number >= count) {
      throw CheckError(shards.path(*number) + " is left of an earlier run with more shards than " +
                       std::to_string(count) + "; remove it, or choose another -o");
    }
  }
}

}  // namespace sluice::pipeline

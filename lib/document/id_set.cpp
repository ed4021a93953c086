#include "document/id_set.h"

#include <algorithm>

#include "base/error.h"
#include "io/lines.h"

namespace sluice {

IdSet IdSet::read(const std::string& path) {
  constexpr size_t kLongestId = size_t{1} << 20;
  IdSet ids;
  io::ChunkReader reader({{.name = path, .command = {}}}, {});
  io::LineJoiner joiner(kLongestId);
  io::LineBatch lines;
  for (io::Chunk chunk; reader.next(chunk);) {
    io::ChunkReader::expand(chunk);
    joiner.join(chunk, lines);
    io::for_each_line(lines, [&](std::string_view line, bool, uint64_t) {
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.empty()) ids.add(line);
    });
    for (const io::LostLine& lost : lines.lost) {
      throw IoError(path, lost.offset, "not a list of ids: " + std::string(lost.reason));
    }
  }
  ids.seal();
  return ids;
}

void IdSet::add(std::string_view id) { hashes_.push_back(hash128(id)); }

void IdSet::seal() {
  std::sort(hashes_.begin(), hashes_.end());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
}

bool IdSet::contains(std::string_view id) const {
  return std::binary_search(hashes_.begin(), hashes_.end(), hash128(id));
}

std::string IdSet::digest() const {
  IdSum sum;
  for (const Hash128& hash : hashes_) sum.add(hash);
  return std::to_string(hashes_.size()) + " ids " + sum.hex();
}

}  // namespace sluice

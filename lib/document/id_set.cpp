#include "document/id_set.h"

#include <algorithm>

#include "base/error.h"
#include "io/lines.h"
#include "unicode/list_text.h"

namespace sluice {

namespace {

constexpr size_t kLongestId = size_t{1} << 20;

[[noreturn]] void refuse(const std::string& path, uint64_t offset, std::string_view why) {
  throw IoError(path, offset, "not a list of ids: " + std::string(why));
}

// The id on a line, without what editors leave around it.
std::string_view id_on(std::string_view line, bool first) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (first && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

IdSet IdSet::read(const std::string& path) {
  IdSet ids;
  io::ChunkReader reader({{.name = path, .command = {}}}, {});
  io::LineJoiner joiner(kLongestId);
  io::LineBatch lines;
  for (io::Chunk chunk; reader.next(chunk);) {
    io::ChunkReader::expand(chunk);
    joiner.join(chunk, lines);
    io::for_each_line(lines, [&](std::string_view line, bool, uint64_t offset) {
      if (line.size() > kLongestId) refuse(path, offset, "a line is over 1 MiB long");
      if (find_no_list_text(line) != line.size()) refuse(path, offset, "a line is not UTF-8");
      const std::string_view id = id_on(line, /*first=*/offset == 0);
      if (!id.empty()) ids.add(id);
    });
    for (const io::LostLine& lost : lines.lost) refuse(path, lost.offset, lost.reason);
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

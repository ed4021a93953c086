#include "dedup/development_data.h"

#include "io/chunk.h"

namespace sluice::test {

std::string development_file(const std::string& name) {
  const std::string path = std::string(std::getenv("SLUICE_DATA")) + "/dedup/" + name;
  io::ChunkReader reader({{.name = path}}, {});
  std::string content;
  for (io::Chunk chunk; reader.next(chunk);) {
    io::ChunkReader::expand(chunk);
    content += chunk.bytes.view();
  }
  return content;
}

std::vector<std::string> development_lines(const std::string& name) {
  const std::string content = development_file(name);
  std::vector<std::string> lines;
  for (size_t at = 0; at < content.size();) {
    const size_t end = std::min(content.find('\n', at), content.size());
    lines.push_back(content.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace sluice::test

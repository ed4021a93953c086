#include "pipeline/spool.h"

#include <filesystem>
#include <string>
#include <system_error>

#include "base/buffer.h"
#include "io/output.h"
#include "io/source.h"

namespace sluice::pipeline {
namespace {

bool read_once(const io::Input& input) {
  if (!input.command.empty()) return false;
  std::error_code none;
  return input.is_stdin() || !std::filesystem::is_regular_file(input.name, none);
}

void copy(const io::Input& input, const std::string& path) {
  constexpr size_t kBytes = size_t{1} << 20;
  io::OutputSet outputs;
  io::OutputFile& out = outputs.open(path);
  const auto source = io::open_source(input);
  Buffer buffer;
  char* const room = buffer.grow(kBytes);
  while (const size_t count = source->read(room, kBytes)) out.write({room, count});
  outputs.publish();
}

}  // namespace

void spool(std::vector<Job>& jobs, const io::WorkFolder& work, const std::string& name) {
  size_t number = 0;
  for (Job& job : jobs) {
    for (io::Input& input : job.inputs) {
      if (!read_once(input)) continue;
      const std::string path = work.path(name + "-" + std::to_string(number++));
      copy(input, path);
      input.spool = path;
    }
  }
}

}  // namespace sluice::pipeline

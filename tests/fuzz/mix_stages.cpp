// What the stages of a mix read of each other, from any bytes: an Error, or something that can be
// read whole.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "mix/choice.h"
#include "mix/counts.h"
#include "mix/layout.h"
#include "mix/lines.h"
#include "stage_fuzz.h"

namespace sluice::mix {
namespace {

constexpr std::string_view kDigest = "fuzz";  // of the seeds
constexpr uint32_t kFiles = 3;

void read_counts(std::string_view bytes) {
  const CountFile file(bytes, "fuzz", kDigest);
  uint64_t documents = 0;
  for (uint32_t source = 0; source < 4; ++source) {
    file.for_each(source, [&](const Counted& one) {
      ++documents;
      if (one.tokens >> 48 != 0 || one.copies >> 16 != 0) __builtin_trap();
    });
  }
  if (documents > file.documents()) __builtin_trap();
}

void read_choice(std::string_view bytes) {
  const Layout layout = read_layout(bytes, "fuzz", kDigest);
  if (layout.files == 0) __builtin_trap();
  for (const SourceLayout& source : layout.sources) {
    if (source.choice.epochs > 100) continue;  // who wrote that has bounds
    source.choice.for_each_copy(1, 0, {.id = 7, .tokens = 1}, [](const Copy& copy) {
      if (file_of(shuffle_key(1, copy), kFiles) >= kFiles) __builtin_trap();
    });
  }
}

void read_lines(std::string_view bytes) {
  std::vector<LineFile> files;
  files.emplace_back(bytes, "fuzz", kDigest, kFiles);
  hash64(files.front().notes());
  for (uint32_t file = 0; file < kFiles; ++file) {
    Merge merge(files, file, /*resident=*/100);
    for (MixedLine line; merge.next(line);) {
      if (line.line.size() != line.head.line_bytes || line.id.size() != line.head.id_bytes) {
        __builtin_trap();
      }
      hash64(line.line);
      hash64(line.id);
    }
  }
}

void read_all(std::string_view bytes) {
  for (const auto read : {read_counts, read_choice, read_lines}) {
    try {
      read(bytes);
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace sluice::mix

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  sluice::mix::read_all(bytes);
  sluice::mix::read_all(sluice::fuzz::repaired(bytes));
  return 0;
}

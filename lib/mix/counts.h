// What a plan has to know of the documents of its sources: id hashes, tokens and copies.
//
//   CountWriter writer(out, digest, sources);             // out: an io::OutputFile
//   writer.add(source, {.id = id_hash(id), .tokens = 812});   // in any order
//   writer.finish(hash64("sluice-64k@1f3a"));
//
//   const CountFile counts("0-of-1.counts", digest);
//   counts.for_each(source, [&](const Counted& document) { … });
//
// 16 bytes a document. A reader belongs to one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/record_sort.h"
#include "io/output.h"
#include "io/stage_file.h"

namespace sluice::mix {

struct Counted {
  uint64_t id = 0;      // id_hash()
  uint64_t tokens = 0;  // less than 2^48
  uint32_t copies = 1;  // of an epoch, less than 2^16
};

class CountWriter {
 public:
  // `sources`: how many there are. Memory: 8 MiB.
  CountWriter(io::OutputFile& out, std::string_view digest, size_t sources);

  void add(uint32_t source, const Counted& document);
  // `tokenizer`: a hash of what counted the tokens; 0 if there are no documents.
  void finish(uint64_t tokenizer);

 private:
  void write_blocks();

  io::StageWriter file_;
  std::vector<std::vector<SortRecord>> blocks_;  // by source
  size_t waiting_ = 0;
  uint64_t documents_ = 0;
};

class CountFile {
 public:
  // Throws IoError, and ConfigError if it was made for other documents or options.
  CountFile(const std::string& path, std::string_view digest);
  // Bytes that outlive it; `name` is for messages.
  CountFile(std::string_view bytes, std::string name, std::string_view digest);

  uint64_t documents() const { return file_.values()[0]; }
  uint64_t tokenizer() const { return file_.values()[2]; }

  // In the order of writing. `use` takes a Counted.
  template <class Use>
  void for_each(uint32_t source, Use&& use) const {
    for (const io::StageSection& section : file_.sections(io::SectionType::records, source)) {
      for (const SortRecord& record : block(section)) use(unpacked(record));
      file_.drop_pages();
    }
  }

 private:
  void check(std::string_view digest) const;
  std::vector<SortRecord> block(const io::StageSection& section) const;
  static Counted unpacked(const SortRecord& record) {
    return {.id = record.key,
            .tokens = record.value >> 16,
            .copies = static_cast<uint32_t>(record.value & 0xFFFF)};
  }

  io::StageFile file_;
};

}  // namespace sluice::mix

// The documents of a mix on their way from the order of the sources to that of the mix.
//
//   LineWriter writer(out, digest, {.files = 12, .memory = 256 << 20});
//   writer.add({.key = shuffle_key(…), .file = file_of(…), …}, id, line);
//   writer.finish();
//
//   Merge merge(files, file);                  // all LineFiles of the mix; one file of it
//   for (MixedLine line; merge.next(line);) write(line.line);
//
// An external sort by distribution: a writer holds `memory` bytes of documents, and writes them as
// a sorted run for each file of the mix (a section of a stage file); a file of the mix is the merge
// of its runs, of which one head each is looked at. Order: the shuffle key, then the bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/buffer.h"
#include "io/output.h"
#include "io/stage_file.h"

namespace sluice::mix {

// Written as its bytes.
struct LineHead {
  uint64_t key = 0;  // shuffle_key()
  uint64_t tie = 0;  // a hash of the line, for keys that are equal
  uint64_t tokens = 0;
  uint32_t source = 0;
  uint32_t epoch = 0;
  uint32_t input = 0;  // which of the plan's files
  uint32_t file = 0;   // of the mix; those of validation behind those to train on
  uint32_t id_bytes = 0;
  uint32_t line_bytes = 0;

  // The order within a file of the mix; equal lines by where they come from.
  friend bool operator<(const LineHead& one, const LineHead& other) {
    return std::tie(one.key, one.tie, one.input) < std::tie(other.key, other.tie, other.input);
  }
};

struct MixedLine {
  LineHead head;
  std::string_view id;    // as JSON spells it
  std::string_view line;  // with its line end
};

// What a file of the mix holds.
struct FileTotals {
  uint64_t documents = 0;
  uint64_t tokens = 0;
  uint64_t bytes = 0;  // of its lines

  FileTotals& operator+=(const FileTotals& other);
};

class LineWriter {
 public:
  struct Options {
    uint32_t files = 1;
    size_t memory = size_t{64} << 20;  // bytes, and one line
  };

  LineWriter(io::OutputFile& out, std::string_view digest, const Options& options);

  void add(const LineHead& head, std::string_view id, std::string_view line);
  // `notes`: the caller's, for LineFile::notes().
  void finish(std::string_view notes = {});

 private:
  struct Entry {
    LineHead head;
    size_t at;  // in bytes_
    size_t size;
  };
  void write_runs();

  io::StageWriter file_;
  Options options_;
  Buffer bytes_;
  Buffer run_;  // that is written
  std::vector<Entry> entries_;
  std::vector<FileTotals> totals_;
};

// One thread at a time.
class LineFile {
 public:
  // Throws IoError, and ConfigError if it is of another mix.
  LineFile(const std::string& path, std::string_view digest, uint32_t files);
  LineFile(std::string_view bytes, std::string name, std::string_view digest, uint32_t files);

  const std::vector<FileTotals>& totals() const { return totals_; }  // by file of the mix
  std::string_view notes() const;
  const io::StageFile& file() const { return *file_; }

 private:
  void open(std::string_view digest, uint32_t files);

  std::unique_ptr<io::StageFile> file_;
  std::vector<FileTotals> totals_;
};

// Takes from each run its lines, each of which must be whole (IoError).
class Merge {
 public:
  // `memory`: bytes of what is read ahead of the runs, of which each has at least 4 KiB; one line
  // comes to it.
  Merge(const std::vector<LineFile>& files, uint32_t file, size_t memory = size_t{64} << 20);

  // False when there are no more. The line's views are valid until the next call.
  bool next(MixedLine& line);

 private:
  struct Run {
    const io::StageFile* file;
    const io::StageSection* section;
    uint64_t read = 0;  // of the section
    Buffer block;       // what was read last
    size_t at = 0;      // in it: behind what was taken
    LineHead head = {};
  };
  void check(const LineFile& file, const io::StageSection& section);
  // The head of the next line, which is not read before its turn has come. False behind the last.
  bool take_head(Run& run) const;
  MixedLine take_line(Run& run) const;
  std::string_view take(Run& run, size_t count) const;
  void fill(Run& run, size_t count) const;

  size_t memory_;
  size_t block_bytes_ = 0;
  size_t checked_ = 0;  // bytes, since pages were given back
  std::vector<Run> runs_;
  std::vector<Run*> heap_;  // those whose head was taken
  Run* last_ = nullptr;     // whose line was given
};

}  // namespace sluice::mix

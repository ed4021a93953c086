// Where bytes go: files that appear under their name whole or not at all, and standard output.
//
//   OutputSet outputs;
//   OutputFile& rejects = outputs.open("rejects.jsonl.zst");
//   OutputFile& kept = outputs.open("kept.jsonl.zst");
//   kept.write(bytes);
//   outputs.prepare();   // flush and fsync everything; after this only renames remain
//   outputs.publish();   // rename in the order of opening
//
// Until published, a file is a dot-file beside its final name (".kept.jsonl.zst.<host>-<pid>.tmp"),
// removed when the set is destroyed; after kill -9 the dot-file stays, and the final name is as it
// was before. A target that exists and is no regular file (/dev/null, a named pipe) and standard
// output ("-") are written directly.
//
// A new file has the mode that the umask leaves of 0666, a replaced one that of its predecessor. If
// a final name is a symbolic link, the link stays and its target is replaced.
//
// A set keeps at most a bounded number of files open, whatever the number of outputs; a file that
// is not among them is reopened when it is written to. Not thread-safe: a set and its files belong
// to one thread at a time. SIGPIPE has to be ignored (SIGXFSZ as well, where file sizes are
// limited).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sluice::io {

class OutputFile {
 public:
  virtual ~OutputFile() = default;

  // Writes all of it, in order. Throws IoError (with path and offset; full disk, quota),
  // DownstreamClosed on EPIPE, Interrupted.
  virtual void write(std::string_view bytes) = 0;
  // The pieces one after the other (writev).
  virtual void write(std::span<const std::string_view> pieces) = 0;
  // Replaces what was written before: `offset` + size <= bytes_written(). For headers that tell
  // what is known only at the end. IoError where it is gone already (a stream, a device).
  virtual void overwrite(uint64_t offset, std::string_view bytes) = 0;

  virtual const std::string& path() const = 0;
  virtual uint64_t bytes_written() const = 0;
};

class OutputSet {
 public:
  // `open_files`: how many descriptors the set may hold at a time; 0 means a quarter of
  // RLIMIT_NOFILE, at least 4 and at most 256.
  explicit OutputSet(size_t open_files = 0);
  ~OutputSet();  // discards what is not published
  OutputSet(OutputSet&&) noexcept;
  OutputSet& operator=(OutputSet&&) noexcept;

  // Creates the pending file at once, so that an unwritable folder is found before any input is
  // read. Missing parent folders are created. Throws IoError; ConfigError if the set already has
  // this path (/dev/null apart). The reference is valid as long as the set.
  OutputFile& open(const std::string& path);

  // Nothing can be written afterwards; streams are closed (standard output if it was a pipe that
  // could be opened anew).
  void prepare();
  // Removes what lies under the final names, for good: so that a record of earlier outputs is not
  // taken for one of those that are about to be published. The new files have its mode if they are
  // prepared already.
  void withdraw();
  void publish();  // prepares if that was not done; fsyncs the folders; afterwards the set is empty

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Removes dot-files that killed runs left behind for these final paths (those whose process is gone
// from this host); returns how many. A path with {} in its file's name stands for all files that
// are numbered by it, too (shard_pattern.h). Reads each folder once. For --resume.
size_t remove_stale_pending(std::span<const std::string> paths);

}  // namespace sluice::io

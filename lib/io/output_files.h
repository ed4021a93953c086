// The two kinds of output: files that appear when they are whole, and streams. Internal to io.
#pragma once

#include <sys/types.h>

#include <string>

#include "io/descriptor.h"
#include "io/open_files.h"
#include "io/output.h"

namespace sluice::io {

// A dot-file beside its target, removed by the destructor unless it was renamed.
class PendingFile : public OutputFile, public Closable {
 public:
  // `target` is where `path`, perhaps a symbolic link, leads.
  PendingFile(std::string path, std::string target, OpenFiles& open_files);
  ~PendingFile() override;

  void write(std::string_view bytes) override { write({&bytes, 1}); }
  void write(std::span<const std::string_view> pieces) override;
  void overwrite(uint64_t offset, std::string_view bytes) override;
  const std::string& path() const override { return path_; }
  uint64_t bytes_written() const override { return written_; }

  const std::string& target() const { return target_; }
  // To the disk, with the target's mode; closes it.
  void flush();
  // Removes what has its name; whether there was something.
  bool withdraw();
  // Gives it its name. Throws IoError if the dot-file was replaced or removed meanwhile.
  void rename();
  void close() override;

 private:
  void create();
  void reopen();
  void inherit_mode();

  const std::string path_;
  const std::string target_;
  const std::string pending_;
  OpenFiles& open_files_;
  Descriptor file_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  uint64_t written_ = 0;
  bool exists_ = false;
};

// Standard output, a device, a named pipe.
class DirectFile : public OutputFile {
 public:
  explicit DirectFile(std::string path);

  void write(std::string_view bytes) override { write({&bytes, 1}); }
  void write(std::span<const std::string_view> pieces) override;
  void overwrite(uint64_t offset, std::string_view bytes) override;
  const std::string& path() const override { return path_; }
  uint64_t bytes_written() const override { return written_; }

  // Closes what is ours, so that a reader sees the end.
  void close();

 private:
  const std::string path_;
  Descriptor owned_;
  int descriptor_ = -1;
  size_t most_ = 0;  // bytes that a call may write
  uint64_t written_ = 0;
};

// Makes the folder's entries last. File systems that cannot do so, and folders that may be written
// but not read (a drop box, mode 0333), are left alone: the files are whole all the same.
void sync_folder(const std::string& folder);

}  // namespace sluice::io

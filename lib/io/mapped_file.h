// A file as memory: mapped read-only, not read.
//
//   const MappedFile file("lid.176.bin");
//   parse(file.bytes());               // pages come from the disk as they are touched
//
// Opening takes no time and no memory of the process's own, whatever the size: pages lie in the
// system's cache, which all processes that map the file share, and are dropped under pressure. So a
// model of 9 GB can be used on a machine of 4 GB.
//
// The file must not be cut short while it is mapped: touching what is gone ends the process
// (SIGBUS). Replacing it by rename, as all tools here do, is safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::io {

class MappedFile {
 public:
  // Throws IoError: missing, unreadable, a directory, or (like a pipe) not a regular file.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;

  // Valid as long as this object, wherever it is moved to. Empty for an empty file.
  std::string_view bytes() const { return bytes_; }

  // Whether what is touched next lies all over the file, so that nothing beside it is read ahead.
  void expect_jumps(bool jumps) const;

  // Copies bytes that lie within the file, and leaves none of them resident: the system maps up to
  // a large page around what is touched.
  void copy(size_t offset, size_t count, char* to) const;

  // Takes what was touched out of the process's resident memory: after a pass over the whole file
  // that comes before the real work. It stays in the system's cache.
  void drop_pages() const;

 private:
  void advise(int advice) const;

  std::string_view bytes_;
};

}  // namespace sluice::io

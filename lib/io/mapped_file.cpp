#include "io/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "io/descriptor.h"

namespace sluice::io {

MappedFile::MappedFile(const std::string& path) {
  // Without O_NONBLOCK the opening of a named pipe would block.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!file.is_open()) throw_errno(path, "cannot be opened");
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw_errno(path, "cannot be examined");
  if (S_ISDIR(status.st_mode)) throw IoError(path, "is a directory, where a file is needed");
  if (!S_ISREG(status.st_mode)) {
    throw IoError(path, "is not a regular file, and only those can be mapped into memory");
  }
  if (status.st_size == 0) return;  // mmap(2) refuses empty mappings
  const auto size = static_cast<size_t>(status.st_size);
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (memory == MAP_FAILED) throw_errno(path, "cannot be mapped into memory");
  bytes_ = {static_cast<const char*>(memory), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

void MappedFile::advise(int advice) const {
  // What it returns does not matter: without the advice all is as it was.
  if (!bytes_.empty()) ::madvise(const_cast<char*>(bytes_.data()), bytes_.size(), advice);
}

void MappedFile::expect_jumps(bool jumps) const { advise(jumps ? MADV_RANDOM : MADV_NORMAL); }

void MappedFile::copy(size_t offset, size_t count, char* to) const {
  constexpr size_t kLargePage = size_t{2} << 20;
  std::memcpy(to, bytes_.data() + offset, count);
  const size_t begin = offset / kLargePage * kLargePage;
  const size_t end =
      std::min(bytes_.size(), (offset + count + kLargePage) / kLargePage * kLargePage);
  ::madvise(const_cast<char*>(bytes_.data()) + begin, end - begin, MADV_DONTNEED);
}

void MappedFile::drop_pages() const { advise(MADV_DONTNEED); }

}  // namespace sluice::io

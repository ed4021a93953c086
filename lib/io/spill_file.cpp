#include "io/spill_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/error.h"

namespace sluice::io {
namespace {

// For file systems that know no O_TMPFILE: a name for a moment.
Descriptor open_and_unlink(const std::string& folder) {
  std::string path = folder + "/.sluice-spill-XXXXXX";
  Descriptor file(::mkostemp(path.data(), O_CLOEXEC));
  if (file.is_open() && ::unlink(path.c_str()) != 0) throw_errno(path, "cannot be unlinked");
  return file;
}

}  // namespace

SpillFile::SpillFile(const std::string& folder) : name_(folder + "/(temporary file)") {
  file_ = Descriptor(::open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600));
  if (!file_.is_open() && (errno == EOPNOTSUPP || errno == EISDIR)) {
    file_ = open_and_unlink(folder);
  }
  if (!file_.is_open()) throw_errno(folder, "a temporary file cannot be made there");
}

void SpillFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0) {
      if (errno == EINTR) continue;
      throw_errno(name_, "cannot be written");
    }
    size_ += static_cast<uint64_t>(written);
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

void SpillFile::read(uint64_t offset, std::span<char> into) const {
  while (!into.empty()) {
    const ssize_t count =
        ::pread(file_.get(), into.data(), into.size(), static_cast<off_t>(offset));
    if (count < 0) {
      if (errno == EINTR) continue;
      throw_errno(name_, "cannot be read");
    }
    if (count == 0) throw IoError(name_, offset, "ends too early");
    offset += static_cast<uint64_t>(count);
    into = into.subspan(static_cast<size_t>(count));
  }
}

}  // namespace sluice::io

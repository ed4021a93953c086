#include "io/source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/error.h"
#include "io/command_source.h"
#include "io/descriptor.h"
#include "io/interrupt.h"
#include "io/wait.h"

namespace sluice::io {
namespace {

// A file, device, named pipe or standard input.
class FileSource : public Source {
 public:
  // `descriptor` stays open if it is not owned.
  FileSource(std::string name, int descriptor, Descriptor owned)
      : name_(std::move(name)), descriptor_(descriptor), owned_(std::move(owned)) {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw_errno(name_, "cannot be examined");
    if (S_ISDIR(status.st_mode)) {
      throw IoError(name_, "is a directory, where a file is needed");
    }
    regular_ = S_ISREG(status.st_mode);
    if (regular_) {
      const off_t begin = ::lseek(descriptor_, 0, SEEK_CUR);
      size_ = static_cast<uint64_t>(status.st_size - std::min(status.st_size, begin));
      ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
    } else if (S_ISFIFO(status.st_mode)) {
      enlarge_pipe(descriptor_);
    }
  }

  size_t read(char* room, size_t count) override {
    for (;;) {
      if (regular_) {
        interrupt::check();
      } else {
        wait_ready(descriptor_, POLLIN);
      }
      const ssize_t got = ::read(descriptor_, room, count);
      if (got >= 0) {
        offset_ += static_cast<uint64_t>(got);
        if (got == 0) check_end();
        return static_cast<size_t>(got);
      }
      if (errno != EINTR && errno != EAGAIN) {
        throw_errno(name_, "cannot be read at byte " + std::to_string(offset_));
      }
    }
  }

  std::optional<uint64_t> size() const override { return size_; }

 private:
  // A file that another program still writes, or cuts, would pass for a whole one. Files that the
  // kernel makes up as they are read have no size.
  void check_end() const {
    if (!regular_ || *size_ == 0 || offset_ == *size_) return;
    throw IoError(name_, offset_,
                  "the file ends here, but had " + std::to_string(*size_) +
                      " bytes when it was opened; it was changed while it was read");
  }

  const std::string name_;
  const int descriptor_;
  const Descriptor owned_;
  bool regular_ = false;
  std::optional<uint64_t> size_;
  uint64_t offset_ = 0;
};

std::unique_ptr<Source> open_file(const std::string& path) {
  // Without O_NONBLOCK the opening of a named pipe would block, and no signal end it.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!file.is_open()) throw_errno(path, "cannot be opened");
  const int descriptor = file.get();
  return std::make_unique<FileSource>(path, descriptor, std::move(file));
}

}  // namespace

std::unique_ptr<Source> open_source(const Input& input, const CommandOptions& options) {
  if (!input.spool.empty()) return open_file(input.spool);
  if (!input.command.empty()) return make_command_source(input, options);
  if (input.is_stdin()) {
    return std::make_unique<FileSource>("standard input", STDIN_FILENO, Descriptor());
  }
  return open_file(input.name);
}

}  // namespace sluice::io

#include "io/output_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "io/pending_name.h"
#include "io/wait.h"
#include "io/writer.h"

namespace sluice::io {
namespace {

constexpr mode_t kMode = 0666;  // less the umask

uint64_t total_size(std::span<const std::string_view> pieces) {
  uint64_t total = 0;
  for (const std::string_view piece : pieces) total += piece.size();
  return total;
}

// `path` is what the user calls the output that is to lie there.
void make_folder(const std::string& folder, const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw IoError(path, "its folder " + folder + " cannot be created: " + error.message());
  }
}

// A name that is too long, or a folder that may not be searched, would else be found by the rename,
// when all the work is done.
void require_possible(const std::string& target, const std::string& path) {
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) {
      throw IoError(path, "is a directory, where a file is to be written");
    }
  } else if (errno != ENOENT) {
    throw_errno(path, "cannot be written");
  }
}

// A named pipe has no end to write to until somebody reads it; waiting in open(2) no signal would
// end.
Descriptor open_stream(const std::string& path) {
  constexpr int kPauseMs = 20;
  for (;;) {
    Descriptor stream(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (stream.is_open()) return stream;
    if (errno != ENXIO && errno != EINTR) throw_errno(path, "cannot be opened for writing");
    pause_for(kPauseMs);
  }
}

// Standard output's open file is shared with other processes, which do not expect O_NONBLOCK; a
// pipe can be opened anew, and then is ours.
Descriptor reopen_pipe(int descriptor) {
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  return Descriptor(::open(link.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
}

}  // namespace

PendingFile::PendingFile(std::string path, std::string target, OpenFiles& open_files)
    : path_(std::move(path)),
      target_(std::move(target)),
      pending_(pending_name(target_)),
      open_files_(open_files) {
  make_folder(folder_of(target_), path_);
  require_possible(target_, path_);
  open_files_.make_room_for(*this);
  try {
    create();
  } catch (...) {
    open_files_.forget(*this);
    throw;
  }
}

PendingFile::~PendingFile() {
  open_files_.forget(*this);
  if (exists_) ::unlink(pending_.c_str());
}

void PendingFile::create() {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  file_ = Descriptor(::open(pending_.c_str(), kFlags, kMode));
  if (!file_.is_open() && errno == EEXIST) {
    // Of a process that had our number and was killed: in a container they repeat.
    ::unlink(pending_.c_str());
    file_ = Descriptor(::open(pending_.c_str(), kFlags, kMode));
  }
  if (!file_.is_open()) throw_errno(path_, "cannot be created");
  exists_ = true;
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) throw_errno(path_, "cannot be examined");
  device_ = status.st_dev;
  inode_ = status.st_ino;
}

void PendingFile::reopen() {
  if (file_.is_open()) return open_files_.touch(*this);
  open_files_.make_room_for(*this);
  file_ = Descriptor(::open(pending_.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file_.is_open()) {
    const int code = errno;
    open_files_.forget(*this);
    errno = code;
    throw_errno(path_, "cannot be opened again");
  }
}

void PendingFile::write(std::span<const std::string_view> pieces) {
  reopen();
  write_at(file_.get(), written_, pieces, path_);
  written_ += total_size(pieces);
}

void PendingFile::overwrite(uint64_t offset, std::string_view bytes) {
  reopen();
  write_at(file_.get(), offset, {&bytes, 1}, path_);
}

void PendingFile::close() {
  if (file_.close() != 0 && errno != EINTR) throw_errno(path_, "cannot be written");
}

void PendingFile::inherit_mode() {
  struct stat status {};
  if (::stat(target_.c_str(), &status) != 0) return;
  constexpr mode_t kPermissions = 0777;
  ::fchmod(file_.get(), status.st_mode & kPermissions);  // refused by some file systems; no loss
}

void PendingFile::flush() {
  reopen();
  inherit_mode();
  if (::fsync(file_.get()) != 0) throw_errno(path_, "cannot be flushed to the disk");
  open_files_.forget(*this);
  close();
}

bool PendingFile::withdraw() {
  if (::unlink(target_.c_str()) == 0) return true;
  if (errno != ENOENT) throw_errno(path_, "the earlier file cannot be removed");
  return false;
}

void PendingFile::rename() {
  struct stat status {};
  const bool is_ours = ::lstat(pending_.c_str(), &status) == 0 && status.st_dev == device_ &&
                       status.st_ino == inode_;
  if (!is_ours) {
    exists_ = false;  // not ours to remove
    throw IoError(path_, "the pending file " + pending_ + " was removed or replaced by another");
  }
  if (::rename(pending_.c_str(), target_.c_str()) != 0) throw_errno(path_, "cannot be renamed to");
  exists_ = false;
}

DirectFile::DirectFile(std::string path) : path_(std::move(path)), most_(kUnlimited) {
  if (path_ != "-") {
    owned_ = open_stream(path_);
    descriptor_ = owned_.get();
    return;
  }
  descriptor_ = STDOUT_FILENO;
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) throw_errno("standard output", "cannot be used");
  if (S_ISFIFO(status.st_mode)) {
    enlarge_pipe(descriptor_);
    owned_ = reopen_pipe(descriptor_);
    if (owned_.is_open()) descriptor_ = owned_.get();
  }
  // Readiness promises room for this much to one who would block.
  constexpr size_t kPromised = 4096;
  if (!S_ISREG(status.st_mode) && !owned_.is_open()) most_ = kPromised;
}

void DirectFile::write(std::span<const std::string_view> pieces) {
  write_stream(descriptor_, most_, written_, pieces, path_ == "-" ? "standard output" : path_);
  written_ += total_size(pieces);
}

void DirectFile::overwrite(uint64_t offset, std::string_view /*bytes*/) {
  throw IoError(path_ == "-" ? "standard output" : path_, offset,
                "cannot be written a second time, since it is no regular file");
}

void DirectFile::close() {
  if (!owned_.is_open()) return;
  descriptor_ = -1;
  if (owned_.close() != 0 && errno != EINTR) throw_errno(path_, "cannot be written");
}

void sync_folder(const std::string& folder) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.is_open() && errno == EACCES) return;  // files can be put there, but not listed
  if (!directory.is_open()) throw_errno(folder, "cannot be opened");
  if (::fsync(directory.get()) != 0 && errno != EINVAL && errno != ENOTSUP) {
    throw_errno(folder, "cannot be flushed to the disk");
  }
}

}  // namespace sluice::io

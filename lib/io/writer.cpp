#include "io/writer.h"

#include <poll.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/error.h"
#include "io/interrupt.h"
#include "io/wait.h"

namespace sluice::io {
namespace {

[[noreturn]] void throw_write_error(const std::string& path, uint64_t offset) {
  const int code = errno;
  if (code == EPIPE) throw DownstreamClosed(path);
  std::string what = "cannot be written: " + std::generic_category().message(code);
  if (code == ENOSPC || code == EDQUOT) {
    what += "; free some space or choose another folder, and run again";
  } else if (code == EFBIG) {
    what += "; raise the limit of file sizes (ulimit -f), and run again";
  }
  throw IoError(path, offset, what);
}

// The next vectors of a gathered write, which may begin within a piece.
class Gather {
 public:
  explicit Gather(std::span<const std::string_view> pieces) : pieces_(pieces) { skip_empty(); }

  bool done() const { return pieces_.empty(); }

  // Of `most` bytes together, or fewer.
  std::span<const iovec> next(size_t most = kUnlimited) {
    size_t count = 0;
    size_t within = within_;
    for (const std::string_view piece : pieces_.first(std::min(pieces_.size(), vectors_.size()))) {
      const size_t size = std::min(piece.size() - within, most);
      vectors_[count++] = {.iov_base = const_cast<char*>(piece.data()) + within, .iov_len = size};
      most -= size;
      if (most == 0) break;
      within = 0;
    }
    return {vectors_.data(), count};
  }

  void advance(size_t written) {
    within_ += written;
    while (!pieces_.empty() && within_ >= pieces_.front().size()) {
      within_ -= pieces_.front().size();
      pieces_ = pieces_.subspan(1);
    }
  }

 private:
  void skip_empty() { advance(0); }

  std::span<const std::string_view> pieces_;
  size_t within_ = 0;  // bytes of the first piece that are written
  std::array<iovec, 64> vectors_{};
};

}  // namespace

void write_at(int descriptor, uint64_t offset, std::span<const std::string_view> pieces,
              const std::string& path) {
  for (Gather gather(pieces); !gather.done();) {
    const auto vectors = gather.next();
    const ssize_t written = ::pwritev(descriptor, vectors.data(), static_cast<int>(vectors.size()),
                                      static_cast<off_t>(offset));
    if (written < 0) {
      if (errno == EINTR) continue;
      throw_write_error(path, offset);
    }
    offset += static_cast<uint64_t>(written);
    gather.advance(static_cast<size_t>(written));
  }
}

void write_stream(int descriptor, size_t most, uint64_t offset,
                  std::span<const std::string_view> pieces, const std::string& path) {
  const bool may_block = most != kUnlimited;
  for (Gather gather(pieces); !gather.done();) {
    if (may_block) {
      wait_ready(descriptor, POLLOUT);
    } else {
      interrupt::check();  // a reader who is fast enough would never let us wait
    }
    const auto vectors = gather.next(most);
    const ssize_t written = ::writev(descriptor, vectors.data(), static_cast<int>(vectors.size()));
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) throw_write_error(path, offset);
      wait_ready(descriptor, POLLOUT);
      continue;
    }
    offset += static_cast<uint64_t>(written);
    gather.advance(static_cast<size_t>(written));
  }
}

}  // namespace sluice::io

// Which of many files are open. Internal to io.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::io {

// A file that can be closed and opened again.
class Closable {
 public:
  virtual ~Closable() = default;
  virtual void close() = 0;
};

// Keeps at most `limit` files open: a further one closes the one that was used longest ago.
class OpenFiles {
 public:
  explicit OpenFiles(size_t limit) : limit_(limit) {}

  // To be called before `file` is opened.
  void make_room_for(Closable& file);
  void touch(const Closable& file);
  void forget(const Closable& file);

 private:
  struct Use {
    Closable* file;
    uint64_t time;
  };
  std::vector<Use>::iterator find(const Closable& file);

  const size_t limit_;
  std::vector<Use> open_;  // at most a few hundred: searched in full
  uint64_t clock_ = 0;
};

}  // namespace sluice::io

#include "io/open_files.h"

#include <algorithm>

namespace sluice::io {

std::vector<OpenFiles::Use>::iterator OpenFiles::find(const Closable& file) {
  return std::find_if(open_.begin(), open_.end(),
                      [&file](const Use& use) { return use.file == &file; });
}

void OpenFiles::make_room_for(Closable& file) {
  if (open_.size() >= limit_) {
    const auto oldest = std::min_element(
        open_.begin(), open_.end(), [](const Use& a, const Use& b) { return a.time < b.time; });
    Closable* closed = oldest->file;
    open_.erase(oldest);
    closed->close();
  }
  open_.push_back({.file = &file, .time = ++clock_});
}

void OpenFiles::touch(const Closable& file) {
  if (const auto use = find(file); use != open_.end()) use->time = ++clock_;
}

void OpenFiles::forget(const Closable& file) {
  if (const auto use = find(file); use != open_.end()) open_.erase(use);
}

}  // namespace sluice::io

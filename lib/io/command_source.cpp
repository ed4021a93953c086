#include "io/command_source.h"

#include <xxhash.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/buffer.h"
#include "base/error.h"
#include "base/format.h"
#include "io/child.h"
#include "io/wait.h"

namespace sluice::io {
namespace {

constexpr int kLongestBackoffMs = 60'000;

// Length and hash of a beginning of the output.
class Prefix {
 public:
  Prefix() : state_(XXH3_createState()) { reset(); }
  ~Prefix() { XXH3_freeState(state_); }
  Prefix(const Prefix&) = delete;
  Prefix& operator=(const Prefix&) = delete;

  void reset() {
    XXH3_128bits_reset(state_);
    size_ = 0;
  }
  void add(const char* bytes, size_t count) {
    XXH3_128bits_update(state_, bytes, count);
    size_ += count;
  }
  uint64_t size() const { return size_; }
  bool agrees_with(const Prefix& other) const {
    return size_ == other.size_ &&
           XXH128_isEqual(XXH3_128bits_digest(state_), XXH3_128bits_digest(other.state_)) != 0;
  }

 private:
  XXH3_state_t* state_;
  uint64_t size_ = 0;
};

class CommandSource : public Source {
 public:
  CommandSource(const Input& input, const CommandOptions& options)
      : input_(input), options_(options), backoff_ms_(first_backoff(options)) {
    child_.emplace(input_.name, input_.command);
  }

  size_t read(char* room, size_t count) override {
    while (!ended_) {
      if (const size_t got = read_new(room, count); got > 0) return got;
      const std::string failure = child_->finish();
      child_.reset();
      if (failure.empty()) {
        if (repeated_.size() < delivered_.size()) throw_changed();
        ended_ = true;
      } else {
        try_again(failure);
      }
    }
    return 0;
  }

 private:
  static int first_backoff(const CommandOptions& options) {
    return static_cast<int>(std::min<uint32_t>(options.first_backoff_ms, kLongestBackoffMs));
  }

  // Output that was not delivered yet; 0 at its end.
  size_t read_new(char* room, size_t count) {
    if (!skip_delivered()) return 0;
    const size_t got = child_->read(room, count);
    delivered_.add(room, got);
    repeated_.add(room, got);
    return got;
  }

  // Reads over what an earlier attempt delivered; false if the output ends before.
  bool skip_delivered() {
    if (repeated_.size() == delivered_.size()) return true;
    constexpr size_t kPiece = size_t{64} << 10;
    Buffer piece(kPiece);
    while (repeated_.size() < delivered_.size()) {
      const size_t wanted = std::min<uint64_t>(delivered_.size() - repeated_.size(), kPiece);
      const size_t got = child_->read(piece.data(), wanted);
      if (got == 0) return false;
      repeated_.add(piece.data(), got);
    }
    if (!repeated_.agrees_with(delivered_)) throw_changed();
    return true;
  }

  void try_again(const std::string& failure) {
    if (attempts_ > options_.retries) {
      throw IoError(input_.name, "the command failed " + count_of(attempts_, "time", "times") +
                                     ", at last with " + failure + " (" + input_.command + ")");
    }
    pause_for(backoff_ms_);
    backoff_ms_ = std::min(2 * backoff_ms_, kLongestBackoffMs);
    ++attempts_;
    repeated_.reset();
    child_.emplace(input_.name, input_.command);
  }

  [[noreturn]] void throw_changed() const {
    throw IoError(input_.name, delivered_.size(),
                  "the command was run again and its output is not the same as before (" +
                      input_.command + ")");
  }

  const Input input_;
  const CommandOptions options_;
  std::optional<Child> child_;
  Prefix delivered_;  // to the caller, over all attempts
  Prefix repeated_;   // read in this attempt
  uint64_t attempts_ = 1;
  int backoff_ms_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Source> make_command_source(const Input& input, const CommandOptions& options) {
  return std::make_unique<CommandSource>(input, options);
}

}  // namespace sluice::io

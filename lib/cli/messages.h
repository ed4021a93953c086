// Standard error as a person sees it: lines, and one line of progress that they never run into.
#pragma once

#include <string>
#include <string_view>

namespace sluice::cli {

// Writes to standard output and makes sure that it got there. Throws IoError (a full disk) or
// DownstreamClosed.
void print(std::string_view text);

// Text of which no byte may command a terminal, nor many of them fill it, as names and contents of
// inputs in a message: control characters (C0 but for newlines, DEL, C1) as \xNN, and what is
// longer than 4,000 bytes cut.
std::string printable(std::string_view line);

class Messages {
 public:
  enum class ProgressMode { automatic, always, never };

  explicit Messages(std::string tool) : tool_(std::move(tool)) {}
  ~Messages() { clear_progress(); }
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  // "auto", "always", "never".
  void set_progress(const std::string& mode);
  void set_quiet(bool quiet) { quiet_ = quiet; }

  bool shows_progress() const { return !quiet_ && progress_; }
  static bool on_terminal();

  // "sluice-cat: <line>"; errors are said even if quiet.
  void say(const std::string& line);
  void error(const std::string& line);
  // Text of several lines, as it is.
  void block(const std::string& text);
  void progress(const std::string& line);

 private:
  void clear_progress();

  std::string tool_;
  bool quiet_ = false;
  bool progress_ = false;
  bool progress_shown_ = false;
};

}  // namespace sluice::cli

#include "cli/messages.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/error.h"

namespace sluice::cli {
namespace {

// One write a line, so that the lines of several processes do not mix.
void put(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

}  // namespace

std::string printable(std::string_view line) {
  constexpr size_t kLongest = 4000;
  std::string text;
  for (size_t at = 0; at < line.size() && text.size() < kLongest; ++at) {
    const auto byte = static_cast<unsigned char>(line[at]);
    const bool c1 =
        byte == 0xC2 && at + 1 < line.size() && static_cast<unsigned char>(line[at + 1]) < 0xA0;
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F || c1) {
      static constexpr std::string_view kDigits = "0123456789abcdef";
      const unsigned char control = c1 ? static_cast<unsigned char>(line[++at]) : byte;
      text += "\\x";
      text.push_back(kDigits[control >> 4]);
      text.push_back(kDigits[control & 15]);
    } else {
      text.push_back(line[at]);
    }
  }
  if (text.size() >= kLongest) text += "…";
  return text;
}

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) throw DownstreamClosed("standard output");
    if (written < 0) throw_errno("standard output", "cannot be written");
    text.remove_prefix(static_cast<size_t>(written));
  }
}

bool Messages::on_terminal() { return ::isatty(STDERR_FILENO) != 0; }

void Messages::set_progress(const std::string& mode) {
  progress_ = mode == "always" || (mode == "auto" && on_terminal());
}

void Messages::say(const std::string& line) {
  if (!quiet_) error(line);
}

void Messages::error(const std::string& line) {
  clear_progress();
  put(tool_ + ": " + printable(line) + "\n");
}

void Messages::block(const std::string& text) {
  if (quiet_) return;
  clear_progress();
  put(text);
}

void Messages::progress(const std::string& line) {
  if (!shows_progress()) return;
  if (!on_terminal()) {
    put(tool_ + ": " + line + "\n");
    return;
  }
  put("\r\033[K" + line.substr(0, terminal_width() - 1));
  progress_shown_ = true;
}

void Messages::clear_progress() {
  if (progress_shown_) put("\r\033[K");
  progress_shown_ = false;
}

}  // namespace sluice::cli

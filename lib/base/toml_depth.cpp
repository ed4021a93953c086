#include "base/toml_depth.h"

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace sluice {
namespace {

// Outside of strings and comments, dots part keys (or stand in a number, once), and brackets are
// headers, lists or inline tables.
class DepthScan {
 public:
  DepthScan(std::string_view toml, const std::string& path) : rest_(toml), path_(path) {}

  void run() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '"' || c == '\'') {
        if (!skip_string(c)) return;
      } else if (c == '#') {
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      } else {
        take(c);
        rest_.remove_prefix(1);
      }
    }
  }

 private:
  void take(char c) {
    switch (c) {
      case '\n':
        ++line_;
        dots_ = 0;
        break;
      case ',':
        dots_ = 0;
        break;
      case '.':
        ++dots_;
        check();
        break;
      case '[':
      case '{':
        outer_dots_.push_back(dots_);
        outer_levels_ += 1 + dots_;
        dots_ = 0;
        check();
        break;
      case ']':
      case '}':
        if (outer_dots_.empty()) break;
        dots_ = outer_dots_.back();
        outer_dots_.pop_back();
        outer_levels_ -= 1 + dots_;
        break;
      default:
        break;
    }
  }

  // False if it does not end, where the parser will stop, too.
  bool skip_string(char quote) {
    const std::string_view three = quote == '"' ? R"(""")" : "'''";
    const bool long_string = rest_.starts_with(three);
    size_t at = long_string ? 3 : 1;
    for (; at < rest_.size(); ++at) {
      const char c = rest_[at];
      if (c == '\\' && quote == '"') ++at;
      if (c == '\n' && !long_string) return false;
      if (c == quote && (!long_string || rest_.substr(at).starts_with(three))) break;
    }
    if (at >= rest_.size()) return false;
    const size_t begin = at;
    // Up to two more quotes before the last three are the string's own.
    const size_t most = long_string ? 5 : 1;
    while (at < rest_.size() && at - begin < most && rest_[at] == quote) ++at;
    line_ += static_cast<uint32_t>(std::ranges::count(rest_.substr(0, at), '\n'));
    rest_.remove_prefix(at);
    return true;
  }

  void check() const {
    if (outer_levels_ + dots_ + 1 <= kMostTomlLevels) return;
    throw ConfigError(path_ + ":" + std::to_string(line_) +
                      ": keys, lists and tables lie more than " + std::to_string(kMostTomlLevels) +
                      " deep within one another (each part of a dotted key is a level); keys are "
                      "names, as key = 1 or table.key = 1");
  }

  std::string_view rest_;
  const std::string& path_;
  uint32_t line_ = 1;
  uint32_t dots_ = 0;                 // of the key at hand
  std::vector<uint32_t> outer_dots_;  // of the keys that open brackets belong to
  uint64_t outer_levels_ = 0;         // those dots and brackets
};

}  // namespace

void check_toml_depth(std::string_view toml, const std::string& path) {
  DepthScan(toml, path).run();
}

}  // namespace sluice

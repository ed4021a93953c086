// The tokenizer's states in which tags do not count: RCDATA, RAWTEXT, script data, PLAINTEXT,
// CDATA.
#include "base/ascii.h"
#include "html/scan.h"
#include "html/tokenizer.h"

namespace sluice::html {

// `p` is at "</": true if the end tag of `name` begins there.
bool Tokenizer::is_end_tag(const char* p, std::string_view name) const {
  const auto left = static_cast<size_t>(end_ - p);
  if (left < name.size() + 3 || name.empty()) return false;
  const char behind = p[name.size() + 2];
  return (is_space(behind) || behind == '/' || behind == '>') &&
         equals_ignoring_case({p + 2, name.size()}, name);
}

// False if there is no text, so that an end tag comes next.
bool Tokenizer::read_raw_text() {
  const char* end = end_;
  if (state_ == State::script) {
    end = find_script_end(at_);
  } else if (state_ != State::plaintext) {
    end = find_end_tag(at_);
  }
  const State state = state_;
  if (state_ != State::plaintext) state_ = State::data;
  const char* const change =
      state == State::rcdata ? find_any<'&', '\r', '\0'>(at_, end) : find_any<'\r', '\0'>(at_, end);
  return text(at_, end, state, change == end);
}

const char* Tokenizer::find_end_tag(const char* p) const {
  for (;; ++p) {
    p = find_byte(p, end_, '<');
    if (p == end_) return end_;
    if (p + 1 != end_ && p[1] == '/' && is_end_tag(p, last_start_tag_)) return p;
  }
}

// A script may hold "<!-- ... -->", and in that "<script> ... </script>", whose end tag does not
// end it.
const char* Tokenizer::find_script_end(const char* p) const {
  bool escaped = false;
  bool nested = false;             // within <script> within <!--
  const char* unescape = nullptr;  // while escaped: the next "-->"
  const auto find_unescape = [this](const char* from) {
    const size_t found = std::string_view(from, static_cast<size_t>(end_ - from)).find("-->");
    return found == std::string_view::npos ? end_ : from + found;
  };
  for (;;) {
    p = find_byte(p, end_, '<');
    if (escaped && unescape != end_ && unescape < p) {
      p = unescape + 3;
      escaped = nested = false;
      continue;
    }
    if (p == end_) return end_;
    const std::string_view rest(p + 1, static_cast<size_t>(end_ - p - 1));
    if (!escaped && rest.starts_with("!--")) {
      escaped = true;
      unescape = find_unescape(p + 2);  // its dashes may be those of "<!-->"
    } else if (rest.starts_with('/')) {
      if (!nested && is_end_tag(p, last_start_tag_)) return p;
      if (nested && is_end_tag(p, "script")) nested = false;
    } else if (escaped && !nested && rest.size() > 6 && starts_ignoring_case(rest, "script")) {
      const char behind = rest[6];
      nested = is_space(behind) || behind == '/' || behind == '>';
    }
    ++p;
  }
}

bool Tokenizer::read_cdata() {
  state_ = State::data;
  const std::string_view rest(at_, static_cast<size_t>(end_ - at_));
  const size_t found = rest.find("]]>");
  const char* const end = found == rest.npos ? end_ : at_ + found;
  const bool plain = find_any<'\r', '\0'>(at_, end) == end;
  const bool any = text(at_, end, State::cdata, plain);
  if (end != end_) at_ = end + 3;
  return any;
}

}  // namespace sluice::html

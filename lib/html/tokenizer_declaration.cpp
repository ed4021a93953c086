// The tokenizer's states behind "<!" and "<?": comments, doctypes, CDATA sections.
#include "base/ascii.h"
#include "html/scan.h"
#include "html/tokenizer.h"

namespace sluice::html {

namespace {

std::string_view view(const char* begin, const char* end) {
  return {begin, static_cast<size_t>(end - begin)};
}

const char* skip_spaces(const char* p, const char* end) {
  while (p != end && is_space(*p)) ++p;
  return p;
}

}  // namespace

bool Tokenizer::read_declaration(bool in_foreign) {
  const char* const p = at_ + 2;
  const std::string_view rest = view(p, end_);
  if (rest.starts_with("--")) return read_comment(p + 2);
  if (starts_ignoring_case(rest, "doctype")) {
    at_ = p + 7;
    return read_doctype();
  }
  if (in_foreign && rest.starts_with("[CDATA[")) {
    at_ = p + 7;
    return read_cdata();
  }
  return read_bogus_comment(p);
}

// `begin` is behind "<!--". Ends at "-->", "--!>", or at once at ">" or "->".
bool Tokenizer::read_comment(const char* begin) {
  token_.type = Token::Type::comment;
  token_.plain = false;
  for (const char* p = begin;; ++p) {
    p = find_byte(p, end_, '>');
    std::string_view text = view(begin, p);
    if (p == end_) {
      // A cut off end is none of the comment's text.
      for (const std::string_view cut : {"--!", "--", "-"}) {
        if (!text.ends_with(cut)) continue;
        text.remove_suffix(cut.size());
        break;
      }
      at_ = end_;
      token_.raw = text;
      return true;
    }
    size_t closing = text.ends_with("--") ? 2 : text.ends_with("--!") ? 3 : 0;
    if (text == "-") closing = 1;
    if (closing != 0 || text.empty()) {
      at_ = p + 1;
      token_.raw = text.substr(0, text.size() - closing);
      return true;
    }
  }
}

bool Tokenizer::read_bogus_comment(const char* begin) {
  const char* const end = find_byte(begin, end_, '>');
  token_.type = Token::Type::comment;
  token_.plain = false;
  token_.raw = view(begin, end);
  at_ = end == end_ ? end_ : end + 1;
  return true;
}

// A public or system identifier from its quote on. `ended`: a '>' or the page's end came before its
// closing quote.
const char* Tokenizer::doctype_id(const char* p, std::optional<std::string_view>& id, bool& ended) {
  const char quote = *p++;
  const char* const begin = p;
  while (p != end_ && *p != quote && *p != '>') ++p;
  ended = p == end_ || *p == '>';
  id = decode(view(begin, p), false, false, false);
  return ended ? p : p + 1;
}

// From behind "<!DOCTYPE".
bool Tokenizer::read_doctype() {
  token_.type = Token::Type::doctype;
  doctype_ = {};
  const auto finish = [this](const char* p, bool quirks) {
    doctype_.force_quirks = quirks || p == end_;
    const char* const end = find_byte(p, end_, '>');
    at_ = end == end_ ? end_ : end + 1;
    return true;
  };
  const auto is_quote = [this](const char* p) { return p != end_ && (*p == '"' || *p == '\''); };

  const char* p = skip_spaces(at_, end_);
  if (p == end_ || *p == '>') return finish(p, true);
  const char* const name = p;
  while (p != end_ && !is_space(*p) && *p != '>') ++p;
  doctype_.name = name_from(view(name, p));
  p = skip_spaces(p, end_);
  if (p == end_ || *p == '>') return finish(p, false);

  bool ended = false;
  const bool is_public = starts_ignoring_case(view(p, end_), "public");
  if (!is_public && !starts_ignoring_case(view(p, end_), "system")) return finish(p, true);
  p = skip_spaces(p + 6, end_);
  if (!is_quote(p)) return finish(p, true);
  if (is_public) {
    p = doctype_id(p, doctype_.public_id, ended);
    if (ended) return finish(p, true);
    p = skip_spaces(p, end_);
    if (p == end_ || *p == '>') return finish(p, false);
    if (!is_quote(p)) return finish(p, true);
  }
  p = doctype_id(p, doctype_.system_id, ended);
  if (ended) return finish(p, true);
  return finish(skip_spaces(p, end_), false);
}

}  // namespace sluice::html

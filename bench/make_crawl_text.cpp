#include "make_crawl_text.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/format.h"
#include "unicode/utf8.h"

namespace sluice::crawl {
namespace {

constexpr std::string_view kBlocks[] = {
    "address", "article", "aside", "blockquote", "body", "br",    "dd",     "div", "dl",   "dt",
    "footer",  "form",    "h1",    "h2",         "h3",   "h4",    "h5",     "h6",  "head", "header",
    "hr",      "html",    "li",    "main",       "nav",  "ol",    "option", "p",   "pre",  "script",
    "section", "style",   "table", "td",         "th",   "title", "tr",     "ul"};
static_assert(std::is_sorted(std::begin(kBlocks), std::end(kBlocks)));

constexpr std::pair<std::string_view, std::string_view> kReferences[] = {
    {"amp", "&"},    {"lt", "<"},    {"gt", ">"},    {"quot", "\""},  {"apos", "'"},
    {"nbsp", " "},   {"copy", "©"},  {"reg", "®"},   {"mdash", "—"},  {"ndash", "–"},
    {"hellip", "…"}, {"lsquo", "‘"}, {"rsquo", "’"}, {"ldquo", "“"},  {"rdquo", "”"},
    {"laquo", "«"},  {"raquo", "»"}, {"bull", "•"},  {"middot", "·"}, {"times", "×"},
    {"euro", "€"},   {"trade", "™"}, {"rarr", "→"},  {"larr", "←"}};

constexpr std::pair<std::string_view, std::string_view> kLanguages[] = {
    {"ar", "ara"}, {"ca", "cat"}, {"cs", "ces"}, {"da", "dan"}, {"de", "deu"}, {"el", "ell"},
    {"en", "eng"}, {"es", "spa"}, {"fa", "fas"}, {"fi", "fin"}, {"fr", "fra"}, {"hi", "hin"},
    {"hr", "hrv"}, {"hu", "hun"}, {"id", "ind"}, {"it", "ita"}, {"ja", "jpn"}, {"ko", "kor"},
    {"nb", "nob"}, {"nl", "nld"}, {"pl", "pol"}, {"pt", "por"}, {"ro", "ron"}, {"ru", "rus"},
    {"sv", "swe"}, {"tr", "tur"}, {"vi", "vie"}, {"zh", "zho"}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// Letters and digits from `at` on, in lower case; long names are none that matter.
std::string tag_name(std::string_view html, size_t at) {
  std::string name;
  while (at < html.size() && name.size() < 12 &&
         (is_letter(html[at]) || (html[at] >= '0' && html[at] <= '9'))) {
    name += lower(html[at++]);
  }
  return name;
}

// Where `</name` stands from `at` on, in any case; the end if nowhere.
size_t find_end_tag(std::string_view html, size_t at, std::string_view name) {
  while ((at = html.find("</", at)) != std::string_view::npos) {
    if (tag_name(html, at + 2) == name) return at;
    at += 2;
  }
  return html.size();
}

// Text without runs of white space, and without blank lines.
class Collapsed {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      if (is_space(c)) {
        space_ = true;
        continue;
      }
      if (space_ && !out_.empty() && out_.back() != '\n') out_ += ' ';
      space_ = false;
      out_ += c;
    }
  }
  void end_line() {
    if (!out_.empty() && out_.back() != '\n') out_ += '\n';
    space_ = false;
  }
  std::string take() {
    end_line();
    return std::move(out_);
  }

 private:
  std::string out_;
  bool space_ = false;
};

std::optional<uint64_t> number_of(std::string_view digits) {
  if (digits.empty() || digits.size() > 8) return std::nullopt;
  if (lower(digits.front()) != 'x') return parse_u64(digits);
  std::string padded(16 - (digits.size() - 1), '0');
  padded += digits.substr(1);
  return digits.size() > 1 ? parse_hex64(padded) : std::nullopt;
}

// `html` begins with '&': writes what the reference stands for and returns its length, or writes
// the '&' if it is none that is known.
size_t add_reference(std::string_view html, Collapsed& out) {
  const size_t end = html.substr(0, 12).find(';');
  const std::string_view name = html.substr(1, end == std::string_view::npos ? 0 : end - 1);
  if (name.starts_with("#")) {
    const auto value = number_of(name.substr(1));
    if (value && *value > 0 && *value < 0x110000 && !is_surrogate(static_cast<char32_t>(*value))) {
      char bytes[4];
      out.add({bytes, encode_utf8(static_cast<char32_t>(*value), bytes)});
      return end + 1;
    }
  }
  for (const auto& [known, text] : kReferences) {
    if (name == known) {
      out.add(text);
      return end + 1;
    }
  }
  out.add("&");
  return 1;
}

// `html[at]` is '<': returns where the text goes on.
size_t skip_markup(std::string_view html, size_t at, Collapsed& out) {
  if (html.substr(at, 4) == "<!--") {
    const size_t end = html.find("-->", at + 4);
    return end == std::string_view::npos ? html.size() : end + 3;
  }
  const size_t name_at = at + 1 + (html.substr(at + 1, 1) == "/" ? 1 : 0);
  if (name_at >= html.size() ||
      (!is_letter(html[name_at]) && html[name_at] != '!' && html[name_at] != '?')) {
    out.add("<");
    return at + 1;
  }
  const std::string name = tag_name(html, name_at);
  const size_t close = html.find('>', name_at);
  if (close == std::string_view::npos) return html.size();
  if (std::binary_search(std::begin(kBlocks), std::end(kBlocks), name)) out.end_line();
  const bool hidden = name == "script" || name == "style" || name == "noscript";
  if (hidden && name_at == at + 1) return find_end_tag(html, close + 1, name);
  return close + 1;
}

}  // namespace

std::string strip_tags(std::string_view html) {
  if (html.starts_with("\xEF\xBB\xBF")) html.remove_prefix(3);
  Collapsed out;
  for (size_t at = 0; at < html.size();) {
    const size_t next = std::min(html.find_first_of("<&", at), html.size());
    out.add(html.substr(at, next - at));
    if (next == html.size()) break;
    at = html[next] == '<' ? skip_markup(html, next, out)
                           : next + add_reference(html.substr(next), out);
  }
  return out.take();
}

std::string html_language(std::string_view html) {
  std::string head(html.substr(0, 4096));
  for (char& c : head) c = lower(c);
  const size_t tag = head.find("<html");
  if (tag == std::string::npos) return "";
  const size_t key = head.find("lang=", tag);
  if (key == std::string::npos || key > head.find('>', tag)) return "";
  return tag_name(head, key + 5 + (head[key + 5] == '"' || head[key + 5] == '\'' ? 1 : 0));
}

std::string_view three_letters(std::string_view language) {
  for (const auto& [two, three] : kLanguages) {
    if (language == two) return three;
  }
  return "";
}

}  // namespace sluice::crawl

#include "quality/lines.h"

#include <algorithm>

#include "base/ascii.h"
#include "quality/characters.h"
#include "quality/fingerprint.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

// Takes lines down.
class LineList {
 public:
  LineList(std::string_view text, std::vector<Line>& lines)
      : text_(text), ascii_(find_non_ascii(text) == text.size()), lines_(lines) {}

  void add(size_t begin, size_t end) { lines_.push_back(line(begin, end)); }

  Line line(size_t begin, size_t end) const {
    const std::string_view line = text_.substr(begin, end - begin);
    const bool begins_with_letter = !line.empty() && is_letter(line.front());  // as most do
    return {.begin = static_cast<uint32_t>(begin),
            .size = static_cast<uint32_t>(line.size()),
            .length = static_cast<uint32_t>(ascii_ ? line.size() : count_code_points(line)),
            .blank = !begins_with_letter && strip_left(line).empty()};
  }

  std::string_view text() const { return text_; }
  std::vector<Line>& lines() { return lines_; }

 private:
  std::string_view text_;
  bool ascii_;  // the whole text
  std::vector<Line>& lines_;
};

// Splits text[begin, end) at runs of `shortest` line feeds or more.
void split_at_runs(LineList& out, size_t begin, size_t end, size_t shortest) {
  const std::string_view text = out.text();
  for (size_t at = begin;;) {
    at = std::min(text.find('\n', at), end);
    if (at == end) break;
    size_t behind = at;
    while (behind < end && text[behind] == '\n') ++behind;
    if (behind - at >= shortest) {
      out.add(begin, at);
      begin = behind;
    }
    at = behind;
  }
  out.add(begin, end);
}

void split_at(LineList& out, std::string_view separator) {
  const std::string_view text = out.text();
  size_t begin = 0;
  for (size_t at; (at = text.find(separator, begin)) != text.npos; begin = at + separator.size()) {
    out.add(begin, at);
  }
  out.add(begin, text.size());
}

void split_at_newlines(LineList& out) {
  const std::string_view text = out.text();
  size_t begin = 0;
  for (size_t at; (at = text.find('\n', begin)) != text.npos; begin = at + 1) out.add(begin, at);
  out.add(begin, text.size());
}

// Leaves of each line what is inside the white space around it, and blank ones away.
void strip_lines(LineList& out) {
  std::erase_if(out.lines(), [](const Line& line) { return line.blank; });
  for (Line& line : out.lines()) {
    const std::string_view inside = strip(line.of(out.text()));
    if (inside.size() == line.size) continue;
    const size_t begin = static_cast<size_t>(inside.data() - out.text().data());
    line = out.line(begin, begin + inside.size());
  }
}

// The size of what ends a line at `at`, or 0.
size_t line_end(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(at);
  if (first == '\r') return byte(at + 1) == '\n' ? 2 : 1;
  if ((first >= '\n' && first <= '\f') || (first >= 0x1C && first <= 0x1E)) return 1;
  if (first == 0xC2 && byte(at + 1) == 0x85) return 2;                                   // U+0085
  if (first == 0xE2 && byte(at + 1) == 0x80 && (byte(at + 2) & 0xFE) == 0xA8) return 3;  // U+2028
  return 0;
}

void drop_empty_end(std::vector<Line>& lines) {
  if (lines.back().size == 0) lines.pop_back();
}

void split_universally(LineList& out) {
  const std::string_view text = out.text();
  if (!has_other_ends(text)) {
    split_at_newlines(out);
    return drop_empty_end(out.lines());
  }
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = line_end(text, at);
    if (end > 0) {
      out.add(begin, at);
      begin = at + end;
    }
    at += std::max<size_t>(end, 1);
  }
  if (begin < text.size()) out.add(begin, text.size());
}

}  // namespace

// Looks at every place, without branches, so that vectors do it.
bool has_other_ends(std::string_view text) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  uint8_t found = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char byte = bytes[i];
    const bool control = byte >= '\v' && byte <= '\r';
    const bool separator = byte >= 0x1C && byte <= 0x1E;
    found |= static_cast<uint8_t>(control | separator);
  }
  if (found != 0) return true;
  if (find_non_ascii(text) == text.size()) return false;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    found |= static_cast<uint8_t>((bytes[i] == 0xC2) & (bytes[i + 1] == 0x85));
  }
  for (size_t i = 0; i + 2 < text.size(); ++i) {
    found |= static_cast<uint8_t>((bytes[i] == 0xE2) & (bytes[i + 1] == 0x80) &
                                  ((bytes[i + 2] & 0xFE) == 0xA8));
  }
  return found != 0;
}

void split_lines(std::string_view text, LineSplit split, std::vector<Line>& lines) {
  lines.clear();
  LineList out(text, lines);
  switch (split) {
    case LineSplit::newline:
      return split_at_newlines(out);
    case LineSplit::ended:
      split_at_newlines(out);
      return drop_empty_end(lines);
    case LineSplit::newline_runs:
      return split_at_runs(out, 0, text.size(), 1);
    case LineSplit::universal:
      return split_universally(out);
    case LineSplit::stripped:
      split_at_newlines(out);
      return strip_lines(out);
    case LineSplit::double_newline:
      return split_at(out, "\n\n");
    case LineSplit::stripped_paragraphs:
      split_at(out, "\n\n");
      return strip_lines(out);
    case LineSplit::paragraphs: {
      const std::string_view inside = strip(text);
      const size_t begin = inside.empty() ? 0 : static_cast<size_t>(inside.data() - text.data());
      return split_at_runs(out, begin, begin + inside.size(), 2);
    }
  }
}

Duplicates find_duplicates(std::string_view text, std::span<const Line> lines, bool skip_blank,
                           FirstOf& first_of, std::vector<uint32_t>& counts) {
  Duplicates duplicates;
  first_of.clear(lines.size());
  counts.resize(lines.size());
  for (uint32_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    if (skip_blank && line.blank) continue;
    ++duplicates.lines;
    duplicates.characters += line.length;
    const uint32_t hash = static_cast<uint32_t>(fingerprint(text, line.begin, line.size));
    const uint32_t first = first_of.find_or_add(
        hash, i, [&](uint32_t earlier) { return lines[earlier].of(text) == line.of(text); });
    first_of.add_steps(first == i ? line.size : 2 * uint64_t{line.size});
    if (first == i) {
      ++duplicates.distinct;
      counts[i] = 1;
      continue;
    }
    ++duplicates.extra;
    duplicates.extra_characters += line.length;
    if (++counts[first] > 2) continue;
    ++duplicates.all;  // the first copy, once it turns out to be one
    duplicates.all_characters += line.length;
  }
  duplicates.all += duplicates.extra;
  duplicates.all_characters += duplicates.extra_characters;
  return duplicates;
}

}  // namespace sluice::quality

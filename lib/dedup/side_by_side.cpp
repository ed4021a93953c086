#include "dedup/side_by_side.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "chart/label.h"

namespace sluice::dedup {
namespace {

constexpr std::string_view kGutter = " | ";
constexpr size_t kLeastWidth = 40;

// The words of one side, in lines of the column's width.
class Column {
 public:
  explicit Column(size_t width) : width_(width) {}

  // `spaced`: white space stands before it.
  void add(std::string_view word, bool spaced) {
    const auto width = static_cast<size_t>(chart::width_of(word, chart::columns));
    if (used_ > 0 && used_ + (spaced ? 1 : 0) + width > width_) end_line();
    if (used_ > 0 && spaced) put(U' ');
    for (const char32_t c : chart::decode(word)) put(c);
  }
  // A sign that belongs to the word before or behind it.
  void put(char32_t c) {
    const auto columns = static_cast<size_t>(chart::columns(c));
    if (used_ + columns > width_) end_line();
    line_ += c;
    used_ += columns;
  }
  void end_line() {
    if (used_ == 0) return;
    lines_.push_back(chart::encode(line_) + std::string(width_ - used_, ' '));
    line_.clear();
    used_ = 0;
  }
  size_t lines() const { return lines_.size(); }
  std::vector<std::string> take() {
    end_line();
    return std::exchange(lines_, {});
  }

 private:
  size_t width_;
  std::u32string line_;
  size_t used_ = 0;
  std::vector<std::string> lines_;
};

class Page {
 public:
  Page(std::span<const std::string_view> one, std::span<const std::string_view> other,
       const SideBySideOptions& options)
      : one_(one),
        other_(other),
        options_(options),
        width_((options.width - kGutter.size()) / 2),
        left_(width_),
        right_(width_) {}

  std::string write(std::span<const DiffRun> runs) {
    for (size_t i = 0; i < runs.size() && rows_ < options_.most_rows; ++i) {
      add(runs[i], i == 0, i + 1 == runs.size());
      if (rows_ < options_.most_rows) continue;
      const auto more = static_cast<uint64_t>(
          std::count_if(runs.begin() + static_cast<ptrdiff_t>(i) + 1, runs.end(),
                        [](const DiffRun& run) { return !run.same; }));
      if (more > 0) text_ += "… and " + count_of(more, "more difference") + "\n";
      return std::move(text_);
    }
    flush();
    return std::move(text_);
  }

 private:
  void add(const DiffRun& run, bool first, bool last) {
    if (!run.same) {
      add_words(left_, one_, run.first, run.first_words, /*changed=*/true);
      add_words(right_, other_, run.second, run.second_words, /*changed=*/true);
      // What follows begins on the same row again.
      if (left_.lines() != right_.lines()) flush();
      return;
    }
    const size_t behind = first ? 0 : options_.context;
    const size_t before = last ? 0 : options_.context;
    if (run.first_words <= behind + before) return add_same(run, 0, run.first_words);
    add_same(run, 0, behind);
    flush();
    note(run.first_words - behind - before);
    add_same(run, run.first_words - before, before);
  }

  void add_same(const DiffRun& run, size_t from, size_t words) {
    add_words(left_, one_, run.first + from, words, /*changed=*/false);
    add_words(right_, other_, run.second + from, words, /*changed=*/false);
  }

  static void add_words(Column& column, std::span<const std::string_view> words, size_t from,
                        size_t count, bool changed) {
    for (size_t i = from; i < from + count; ++i) {
      // Words of scripts without spaces touch.
      const bool spaced = i == 0 || words[i - 1].data() + words[i - 1].size() != words[i].data();
      std::string shown = changed && i == from ? "[" : "";
      shown += words[i];
      if (changed && i + 1 == from + count) shown += ']';
      column.add(shown, spaced);
    }
  }

  // Ends the lines of both sides; where one has fewer, it is filled up.
  void flush() {
    const std::vector<std::string> left = left_.take();
    const std::vector<std::string> right = right_.take();
    const std::string none(width_, ' ');
    for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
      if (++rows_ > options_.most_rows) return;
      std::string line = i < left.size() ? left[i] : none;
      line += kGutter;
      line += i < right.size() ? right[i] : "";
      line.erase(line.find_last_not_of(' ') + 1);
      text_ += line + "\n";
    }
  }

  void note(size_t words) {
    const std::string note = "… " + count_of(words, "word") + " the same …";
    const size_t used = note.size() - 4;  // two signs of three bytes
    text_ += std::string(width_ + 1 > used / 2 ? width_ + 1 - used / 2 : 0, ' ') + note + "\n";
    ++rows_;
  }

  std::span<const std::string_view> one_;
  std::span<const std::string_view> other_;
  SideBySideOptions options_;
  size_t width_;
  Column left_;
  Column right_;
  std::string text_;
  size_t rows_ = 0;
};

}  // namespace

std::string side_by_side(std::string_view one, std::string_view other,
                         const SideBySideOptions& options) {
  if (options.width < kLeastWidth) {
    throw ConfigError("two texts side by side take " + std::to_string(kLeastWidth) +
                      " columns or more");
  }
  const std::vector<std::string_view> first = words_of(one);
  const std::vector<std::string_view> second = words_of(other);
  const std::vector<DiffRun> runs = difference(first, second);
  const bool differ =
      std::any_of(runs.begin(), runs.end(), [](const DiffRun& run) { return !run.same; });
  return differ ? Page(first, second, options).write(runs) : std::string();
}

}  // namespace sluice::dedup

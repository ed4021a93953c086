#include "base/iso_date.h"

#include <chrono>

namespace sluice {
namespace {

constexpr int64_t kMicroseconds = 1'000'000;

// Reads from the front of a text; after a failure nothing more is read.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }
  bool failed() const { return failed_; }

  bool take(char expected) {
    if (text_.empty() || text_.front() != expected) return false;
    text_.remove_prefix(1);
    return true;
  }
  // So many digits, a number of at most `most`.
  int number(size_t digits, int most) {
    int value = 0;
    for (size_t at = 0; at < digits; ++at) {
      if (!is_digit()) return fail();
      value = value * 10 + (text_.front() - '0');
      text_.remove_prefix(1);
    }
    return value <= most ? value : fail();
  }
  int64_t fraction() {
    if (!is_digit()) return fail();
    int64_t value = 0;
    for (int64_t unit = kMicroseconds / 10; is_digit(); unit /= 10) {
      value += unit * (text_.front() - '0');
      text_.remove_prefix(1);
    }
    return value;
  }
  int fail() {
    failed_ = true;
    text_ = {};
    return 0;
  }

 private:
  bool is_digit() const { return !text_.empty() && text_.front() >= '0' && text_.front() <= '9'; }

  std::string_view text_;
  bool failed_ = false;
};

int64_t days(Reader& reader) {
  using std::chrono::day;
  using std::chrono::month;
  const std::chrono::year year(reader.number(4, 9999));
  int of_month = 1;
  int of_day = 1;
  if (reader.take('-')) {
    of_month = reader.number(2, 12);
    if (reader.take('-')) of_day = reader.number(2, 31);
  }
  const std::chrono::year_month_day date(year, month(static_cast<unsigned>(of_month)),
                                         day(static_cast<unsigned>(of_day)));
  if (!date.ok()) return reader.fail();
  return std::chrono::sys_days(date).time_since_epoch().count();
}

// Microseconds of the day, of an offset too.
int64_t time_of_day(Reader& reader) {
  int64_t seconds = int64_t{3600} * reader.number(2, 24);
  if (!reader.take(':')) return reader.fail();
  seconds += int64_t{60} * reader.number(2, 59);
  int64_t fraction = 0;
  if (reader.take(':')) {
    seconds += reader.number(2, 60);
    if (reader.take('.') || reader.take(',')) fraction = reader.fraction();
  }
  return seconds * kMicroseconds + fraction;
}

int64_t offset(Reader& reader) {
  if (reader.at_end() || reader.take('Z') || reader.take('z')) return 0;
  const bool east = reader.take('+');
  if (!east && !reader.take('-')) return reader.fail();
  int64_t seconds = int64_t{3600} * reader.number(2, 23);
  if (reader.take(':') || !reader.at_end()) seconds += int64_t{60} * reader.number(2, 59);
  return (east ? seconds : -seconds) * kMicroseconds;
}

}  // namespace

std::optional<int64_t> parse_iso_date(std::string_view text) {
  constexpr size_t kWholeDate = 10;
  Reader reader(text);
  int64_t time = days(reader) * 86'400 * kMicroseconds;
  const bool has_time =
      text.size() > kWholeDate && (reader.take('T') || reader.take('t') || reader.take(' '));
  if (has_time) {
    time += time_of_day(reader);
    time -= offset(reader);
  }
  if (reader.failed() || !reader.at_end()) return std::nullopt;
  return time;
}

}  // namespace sluice

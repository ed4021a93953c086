#include "document/decimal.h"

#include <algorithm>
#include <cstdint>

namespace sluice {
namespace {

constexpr int64_t kLargestExponent = 100'000'000'000'000'000;

// A number as 0.<digits> * 10^exponent with a first digit that is not 0; no digits if it is zero.
struct Decimal {
  explicit Decimal(std::string_view spelling);

  bool is_zero() const { return digits.empty(); }
  // The digit at `at`, 0 behind the last. `digits` may hold one point, which is stepped over.
  char digit(size_t at) const {
    if (at >= point) ++at;
    return at < digits.size() ? digits[at] : '0';
  }

  bool negative = false;
  int64_t exponent = 0;
  std::string_view digits;
  size_t point = std::string_view::npos;  // in `digits`
};

int64_t read_exponent(std::string_view spelling) {
  const bool negative = spelling.starts_with('-');
  int64_t value = 0;
  for (const char c : spelling) {
    if (c == '-' || c == '+') continue;
    value = std::min(value * 10 + (c - '0'), kLargestExponent);
    if (value == kLargestExponent) break;
  }
  return negative ? -value : value;
}

Decimal::Decimal(std::string_view spelling) {
  negative = spelling.starts_with('-');
  if (negative) spelling.remove_prefix(1);
  const size_t e = std::min(spelling.find_first_of("eE"), spelling.size());
  if (e < spelling.size()) exponent = read_exponent(spelling.substr(e + 1));
  digits = spelling.substr(0, e);

  const size_t whole = std::min(digits.find('.'), digits.size());
  const size_t first = std::min(digits.find_first_not_of("0."), digits.size());
  exponent += static_cast<int64_t>(whole) - static_cast<int64_t>(first);
  if (first > whole) ++exponent;  // the point lies between, and is no digit
  digits.remove_prefix(first);
  if (first < whole && whole < e) point = whole - first;
}

std::strong_ordering compare_magnitudes(const Decimal& a, const Decimal& b) {
  if (a.is_zero() || b.is_zero()) return b.is_zero() <=> a.is_zero();
  if (a.exponent != b.exponent) return a.exponent <=> b.exponent;
  const size_t length = std::max(a.digits.size(), b.digits.size());
  for (size_t i = 0; i < length; ++i) {
    if (a.digit(i) != b.digit(i)) return a.digit(i) <=> b.digit(i);
  }
  return std::strong_ordering::equal;
}

}  // namespace

std::strong_ordering compare_numbers(std::string_view a, std::string_view b) {
  const Decimal left(a);
  const Decimal right(b);
  const bool left_negative = left.negative && !left.is_zero();
  const bool right_negative = right.negative && !right.is_zero();
  if (left_negative != right_negative) return right_negative <=> left_negative;
  return left_negative ? compare_magnitudes(right, left) : compare_magnitudes(left, right);
}

}  // namespace sluice

#include "quality/explanation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "base/format.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

constexpr size_t kWidth = 100;
constexpr size_t kValueWidth = 12;
constexpr size_t kThresholdWidth = 14;

struct Row {
  std::string rule;
  std::string value;
  std::string threshold;
  std::string verdict;
};

bool is_whole(double value) { return std::trunc(value) == value && std::abs(value) < 1e15; }

std::string with_digits(double value, int digits) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::general, digits);
  return {text.data(), end.ptr};
}

std::string number(double value) {
  return is_whole(value) ? with_thousands(static_cast<int64_t>(value)) : plain_double(value);
}

// With six digits, and as many more as it takes to lie on its side of the threshold.
std::string value_beside(double value, double threshold) {
  constexpr int kDigits = 6;
  constexpr int kAll = 17;
  if (is_whole(value)) return number(value);
  const auto side = [threshold](double one) { return one < threshold ? -1 : one > threshold; };
  for (int digits = kDigits; digits < kAll; ++digits) {
    const auto rounded = parse_double(with_digits(value, digits));
    if (rounded && side(*rounded) == side(value)) return plain_double(*rounded);
  }
  return plain_double(value);
}

// At most so many bytes of valid UTF-8, without line feeds.
std::string cut_to(std::string_view text, size_t size) {
  constexpr std::string_view kMore = "…";
  std::string cut(
      text.size() <= size ? text : text.substr(0, character_boundary(text, size - kMore.size())));
  if (cut.size() < text.size()) cut += kMore;
  std::ranges::replace_if(
      cut, [](char byte) { return static_cast<uint8_t>(byte) < ' '; }, ' ');
  return cut;
}

std::string padded(const std::string& text, size_t width, bool right) {
  const std::string room(width > text.size() ? width - text.size() : 0, ' ');
  return right ? room + text : text + room;
}

Row row_of(const RuleInfo& rule, const Finding& finding, bool is_reason) {
  Row row{.rule = rule.step + '/' + rule.reason, .value = "-", .threshold = {}, .verdict = {}};
  if (finding.value) row.value = value_beside(*finding.value, finding.threshold);
  if (finding.comparison != Comparison::none) {
    row.threshold =
        std::string(words_for(finding.comparison).sign) + ' ' + number(finding.threshold);
    row.verdict = is_reason ? "drops: the reason" : finding.drops ? "drops" : "keeps";
  }
  if (!finding.detail.empty()) row.verdict += ": " + finding.detail;
  return row;
}

void append(const Row& row, size_t width, std::string& out) {
  std::string line = padded(cut_to(row.rule, width), width, false) + ' ' +
                     padded(row.value, kValueWidth, true) + ' ' +
                     padded(row.threshold, kThresholdWidth, true) + "   ";
  line += cut_to(row.verdict, kWidth - line.size());
  out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

}  // namespace

std::string explain(const Filter& filter, const Judgement& judgement) {
  constexpr size_t kWidest = 52;
  std::vector<Row> rows;
  size_t width = 4;
  for (size_t i = 0; i < filter.rules().size(); ++i) {
    rows.push_back(row_of(filter.rules()[i], judgement.findings[i], judgement.first == i));
    width = std::clamp(rows.back().rule.size(), width, kWidest);
  }
  std::string out;
  append({"rule", "value", "drops if", "verdict"}, width, out);
  std::string_view profile;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (filter.profiles().size() > 1 && filter.rules()[i].profile != profile) {
      profile = filter.rules()[i].profile;
      out += '\n' + std::string(profile) + ":\n";
    }
    append(rows[i], width, out);
  }
  return out;
}

}  // namespace sluice::quality

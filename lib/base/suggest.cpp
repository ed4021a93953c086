#include "base/suggest.h"

#include <algorithm>
#include <vector>

namespace sluice {
namespace {

size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> two_ago(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], two_ago[j - 2] + 1);
      }
    }
    std::swap(two_ago, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names) {
  if (word.size() > 100) return {};
  const size_t limit = std::clamp<size_t>(word.size() / 3, 1, 3);
  std::string_view nearest;
  size_t best = limit + 1;
  for (const std::string_view name : names) {
    const size_t longer = std::max(word.size(), name.size());
    if (longer - std::min(word.size(), name.size()) >= best) continue;  // each letter more counts
    const size_t d = distance(word, name);
    if (d < best) {
      best = d;
      nearest = name;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names) {
  const std::string_view nearest = nearest_name(word, names);
  if (nearest.empty()) return {};
  return "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace sluice

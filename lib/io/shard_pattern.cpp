#include "io/shard_pattern.h"

#include "base/error.h"
#include "base/format.h"
#include "io/pending_name.h"

namespace sluice::io {
namespace {

constexpr std::string_view kNumber = "{}";
constexpr size_t kDigits = 5;

std::string digits_of(uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < kDigits) digits.insert(0, kDigits - digits.size(), '0');
  return digits;
}

// What is wrong with a pattern; empty if nothing is.
std::string_view fault_of(std::string_view pattern) {
  const size_t at = pattern.rfind(kNumber);
  if (at == std::string_view::npos) {
    return "several shards need {} where the number goes, as in part-{}.jsonl.zst";
  }
  if (pattern.find('/', at) != std::string_view::npos) {
    return "{} must stand in the file's name, not in that of its folder";
  }
  if (pattern.find(kNumber) != at) return "{} must stand there once, where the number goes";
  return {};
}

}  // namespace

bool ShardPattern::fits(std::string_view pattern) { return fault_of(pattern).empty(); }

ShardPattern::ShardPattern(const std::string& pattern) : folder_(folder_of(pattern)) {
  if (const auto fault = fault_of(pattern); !fault.empty()) {
    throw ConfigError("-o " + pattern + ": " + std::string(fault));
  }
  const size_t at = pattern.find(kNumber);
  before_ = pattern.substr(0, at);
  behind_ = pattern.substr(at + kNumber.size());
  const size_t slash = before_.rfind('/');
  name_at_ = slash == std::string::npos ? 0 : slash + 1;
}

std::string ShardPattern::path(uint64_t number) const {
  return before_ + digits_of(number) + behind_;
}

std::optional<uint64_t> ShardPattern::number_of(std::string_view file_name) const {
  const std::string_view before = std::string_view(before_).substr(name_at_);
  if (file_name.size() < before.size() + behind_.size() || !file_name.starts_with(before) ||
      !file_name.ends_with(behind_)) {
    return std::nullopt;
  }
  file_name.remove_prefix(before.size());
  file_name.remove_suffix(behind_.size());
  const std::optional<uint64_t> number = parse_u64(file_name);
  if (!number || digits_of(*number) != file_name) return std::nullopt;
  return number;
}

}  // namespace sluice::io

// Names of numbered files: "part-{}.jsonl.zst" stands for part-00000.jsonl.zst,
// part-00001.jsonl.zst and so on.
//
//   const ShardPattern pattern("out/part-{}.jsonl.zst");
//   pattern.path(7);                            // "out/part-00007.jsonl.zst"
//   pattern.number_of("part-00007.jsonl.zst");  // 7: a file name, without its folder
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::io {

class ShardPattern {
 public:
  // Throws ConfigError unless there is one {}, in the file's name.
  explicit ShardPattern(const std::string& pattern);

  // Whether the constructor takes it.
  static bool fits(std::string_view pattern);

  // Five digits at least.
  std::string path(uint64_t number) const;
  // The inverse, for names in folder(); nothing if path() makes no such name.
  std::optional<uint64_t> number_of(std::string_view file_name) const;
  // "." if the pattern names none.
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::string before_;  // the {}, with the folder as it was spelled
  std::string behind_;
  size_t name_at_;  // where the file's name begins in before_
};

}  // namespace sluice::io

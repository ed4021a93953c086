// Block lists of addresses (url/block_list.h) as options name them.
//
//   const BlockLists lists = read_block_lists({"ut1/", "own.txt"});
//   lists.entries.match(normal);
//   for (const std::string& file : lists.files) tool.reads(file);
#pragma once

#include <string>
#include <vector>

#include "url/block_list.h"

namespace sluice::cli {

// A file stands for itself, a directory for its lists, at any depth, sorted: the files that are
// called `domains` or `urls` (as UT1 has them) or *.txt. Throws IoError if it cannot be listed,
// ConfigError if it holds no list.
std::vector<std::string> list_files(const std::string& path);

struct BlockLists {
  url::BlockList entries;
  std::vector<std::string> files;  // that were read
};

// `paths`: files, plain, gzip or zstd, and directories. Throws, naming the file, where one cannot
// be read, is not UTF-8 or is empty.
BlockLists read_block_lists(const std::vector<std::string>& paths);

}  // namespace sluice::cli

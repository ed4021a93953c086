// Shard to shard: what files in an output directory are called.
#pragma once

#include <string>

#include "io/source.h"

namespace sluice::cli {

// An existing directory, or a path that ends in '/'.
bool names_directory(const std::string& path);

// directory/name; empty if there is no directory.
std::string in_directory(const std::string& directory, const std::string& name);

// The input's base name, "stdin.jsonl" for standard input, "pages.jsonl" for those of the shard
// "pages" (io::Input::shard); with an extension that one instead of
// .jsonl, .json, .ndjson, .gz, .zst: "a/part-7.jsonl.gz" and "jsonl.zst" give "part-7.jsonl.zst".
std::string shard_name(const io::Input& input, const std::string& extension);

}  // namespace sluice::cli

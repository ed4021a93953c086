// A profile in one file: what its steps use stands in their place.
//
//   const auto records = expand_profile(toml, "mine.toml", loading);
//   toml_of(records, {"step"})                // a file that judges as mine.toml does
//
// Names of steps are those that stats files tell: "c4" of `use = "datatrove/c4"`. Comments of files
// are lost. Words and sentences are named in [profile].
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml_records.h"
#include "quality/profile.h"

namespace sluice::quality {

// How the path of a list or model is to be written, which comes relative to where `path` is.
using Placing = std::function<std::string(const std::string& path)>;

// [profile] and its steps. Throws ConfigError as read_profile() does, and where the files that are
// used define words or sentences differently and the profile does not say which are right.
std::vector<Record> expand_profile(std::string_view toml, const std::string& path,
                                   const Loading& loading, const Placing& place = {});

}  // namespace sluice::quality

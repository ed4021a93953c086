// Names of outputs on their way: where an output really goes, and its dot-file beside it. Internal
// to io.
#pragma once

#include <string>
#include <string_view>

namespace sluice::io {

// The folder of a path, "." if it names none.
std::string folder_of(const std::string& path);

// What `path` stands for when it is a symbolic link, a dangling one too; else `path`. Throws
// IoError on a loop.
std::string resolve_link(const std::string& path);

// ".<base>.<host>-<pid>.tmp" in the folder of `target`. A base name that would be too long for the
// file system is cut and ends with "~" and a hash of the whole.
std::string pending_name(const std::string& target);

// What every pending name (without folder) for `target` made on this host begins with; its process
// follows.
std::string pending_start(const std::string& target);

// If `name` (without folder) is a pending name whose process does not exist any more: its
// pending_start(). Else empty. Whether it is one of this host, the start tells.
std::string_view stale_start(std::string_view name);

// The base name of the target, from a pending_start() made on this host; empty for one of another
// host. A name that was cut is not that of a file.
std::string_view base_of_start(std::string_view start);

}  // namespace sluice::io

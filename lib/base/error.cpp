#include "base/error.h"

#include <cerrno>
#include <system_error>

#include "base/format.h"

namespace sluice {

IoError::IoError(std::string_view path, std::string_view what)
    : Error(ExitCode::io, std::string(path) + ": " + std::string(what)) {}

IoError::IoError(std::string_view path, uint64_t offset, std::string_view what)
    : Error(ExitCode::io,
            std::string(path) + ": at byte " + with_thousands(offset) + ": " + std::string(what)) {}

DownstreamClosed::DownstreamClosed(std::string_view path)
    : Error(ExitCode::broken_pipe, std::string(path) + ": the reader closed the pipe") {}

Interrupted::Interrupted(int signal)
    : Error(ExitCode{static_cast<int>(ExitCode::signal_base) + signal},
            "interrupted by signal " + std::to_string(signal)) {}

void throw_errno(std::string_view path, std::string_view what) {
  const int code = errno;
  throw IoError(path, std::string(what) + ": " + std::generic_category().message(code));
}

}  // namespace sluice

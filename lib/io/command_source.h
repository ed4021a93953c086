// The output of a shell command as a source. Internal to io; source.h says what it promises.
#pragma once

#include <memory>

#include "io/source.h"

namespace sluice::io {

std::unique_ptr<Source> make_command_source(const Input& input, const CommandOptions& options);

}  // namespace sluice::io

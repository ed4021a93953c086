// What a call complains of, for tests of messages.
#pragma once

#include <string>

#include "base/error.h"

namespace sluice {

// The message of the ConfigError that `call` throws; empty if it throws none.
template <class Call>
std::string complaint_of(Call call) {
  try {
    call();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
}

}  // namespace sluice

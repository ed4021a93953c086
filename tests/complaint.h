// What a call complains of, for tests of messages.
#pragma once

#include <string>

#include "base/error.h"

namespace sluice {

// The message of the error of this kind that `call` throws; empty if it throws none.
template <class Exception = ConfigError, class Call>
std::string complaint_of(Call call) {
  try {
    call();
  } catch (const Exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace sluice

#include "base/error.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <string>

namespace sluice {
namespace {

template <class Raise>
std::string message_of(Raise raise) {
  try {
    raise();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Error, EachKindHasTheExitCodeOfTheContract) {
  EXPECT_EQ(static_cast<int>(CheckError("").code()), 1);
  EXPECT_EQ(static_cast<int>(ConfigError("").code()), 2);
  EXPECT_EQ(static_cast<int>(IoError("f", "").code()), 3);
  EXPECT_EQ(static_cast<int>(DownstreamClosed("-").code()), 128 + SIGPIPE);
  EXPECT_EQ(static_cast<int>(Interrupted(SIGINT).code()), 128 + SIGINT);
}

TEST(Error, IoErrorsOpenWithPathAndOffset) {
  EXPECT_STREQ(IoError("in.gz", "truncated").what(), "in.gz: truncated");
  EXPECT_STREQ(IoError("in.gz", 91204551, "truncated").what(),
               "in.gz: at byte 91,204,551: truncated");
}

TEST(Error, ThrowErrnoSaysWhatTheSystemSaid) {
  EXPECT_EQ(message_of([] {
              errno = ENOENT;
              throw_errno("in.jsonl", "cannot open");
            }),
            "in.jsonl: cannot open: No such file or directory");
}

}  // namespace
}  // namespace sluice

#include "cli/messages.h"

#include <gtest/gtest.h>

#include <functional>

namespace sluice::cli {
namespace {

// Standard error is no terminal here.
std::string said(const std::function<void(Messages&)>& body) {
  testing::internal::CaptureStderr();
  {
    Messages messages("sluice-test");
    body(messages);
  }
  return testing::internal::GetCapturedStderr();
}

TEST(Messages, LinesBearTheToolsName) {
  EXPECT_EQ(said([](Messages& messages) {
              messages.say("one");
              messages.error("two");
              messages.block("three\nfour\n");
            }),
            "sluice-test: one\nsluice-test: two\nthree\nfour\n");
}

// U+009B alone begins a command, as ESC [ does.
TEST(Messages, NoCharacterCommandsATerminal) {
  EXPECT_EQ(printable("a\x1B[31mb\x7F\xC2\x9B"
                      "31m\nü\xC2\xA0"),
            "a\\x1b[31mb\\x7f\\x9b31m\nü\xC2\xA0");
  EXPECT_LE(printable(std::string(1 << 20, '\1')).size(), 4010u);
}

TEST(Messages, QuietLeavesErrors) {
  EXPECT_EQ(said([](Messages& messages) {
              messages.set_quiet(true);
              messages.set_progress("always");
              messages.say("one");
              messages.block("three\n");
              messages.progress("half");
              messages.error("two");
            }),
            "sluice-test: two\n");
}

TEST(Messages, ProgressIsALineEachWhereThereIsNoTerminal) {
  const auto with = [](const std::string& mode) {
    return said([&](Messages& messages) {
      messages.set_progress(mode);
      messages.progress("half");
      messages.progress("all");
    });
  };
  EXPECT_EQ(with("always"), "sluice-test: half\nsluice-test: all\n");
  EXPECT_EQ(with("auto"), "");
  EXPECT_EQ(with("never"), "");
}

}  // namespace
}  // namespace sluice::cli

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

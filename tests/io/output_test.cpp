#include "io/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <vector>

#include "base/error.h"
#include "io/interrupt.h"
#include "io/support.h"
#include "sanitized.h"

namespace sluice::io {
namespace {

namespace fs = std::filesystem;
using test::read_file;
using test::temporary_path;
using test::write_file;

// A fresh folder for each test, since what else lies in it is what is tested.
class Output : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = temporary_path("folder");
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  void TearDown() override {
    fs::remove_all(folder_);
    interrupt::reset();  // a forked child shares the wake descriptor
  }

  std::string in_folder(const std::string& name) const { return folder_ + "/" + name; }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::string folder_;
};

using Names = std::vector<std::string>;

// To be called in a child: file modes mean nothing to root.
bool become_nobody() {
  constexpr uid_t kNobody = 65534;
  return ::getuid() != 0 || (::setgid(kNobody) == 0 && ::setuid(kNobody) == 0);
}

// Runs `body` in a child process, whose limits and signals it may change; returns its exit status,
// 0 if the body returned true.
int in_child(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      ::_exit(body() ? 0 : 1);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "in the child: %s\n", error.what());
      ::_exit(2);
    }
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

std::string message_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST_F(Output, AppearsUnderItsNameOnlyWhenPublished) {
  OutputSet outputs;
  OutputFile& file = outputs.open(in_folder("out.txt"));
  file.write("one ");
  const std::vector<std::string_view> pieces = {"two ", "", "three"};
  file.write(pieces);
  EXPECT_EQ(file.bytes_written(), 13U);
  EXPECT_FALSE(fs::exists(in_folder("out.txt")));
  ASSERT_EQ(names().size(), 1U);
  EXPECT_TRUE(names()[0].starts_with(".out.txt.")) << names()[0];
  EXPECT_TRUE(names()[0].ends_with("-" + std::to_string(::getpid()) + ".tmp")) << names()[0];

  outputs.prepare();
  EXPECT_FALSE(fs::exists(in_folder("out.txt")));
  outputs.publish();
  EXPECT_EQ(names(), Names{"out.txt"});
  EXPECT_EQ(read_file(in_folder("out.txt")), "one two three");
}

TEST_F(Output, ADestroyedSetLeavesWhatWasThere) {
  write_file(in_folder("out.txt"), "before");
  {
    OutputSet outputs;
    outputs.open(in_folder("out.txt")).write("after");
    outputs.prepare();
  }
  EXPECT_EQ(names(), Names{"out.txt"});
  EXPECT_EQ(read_file(in_folder("out.txt")), "before");
}

TEST_F(Output, ASetThatIsReplacedLeavesNothing) {
  OutputSet outputs;
  outputs.open(in_folder("a")).write("x");
  outputs = OutputSet();
  EXPECT_EQ(names(), Names{});
  outputs.open(in_folder("a")).write("y");
  outputs.publish();
  EXPECT_EQ(read_file(in_folder("a")), "y");
}

// Not published: 10,000 calls of fsync take a minute on a slow disk.
TEST_F(Output, ManyMoreFilesThanDescriptors) {
  const int status = in_child([&] {
    const rlimit limit = {.rlim_cur = 64, .rlim_max = 64};
    ::setrlimit(RLIMIT_NOFILE, &limit);
    OutputSet outputs;
    std::vector<OutputFile*> files;
    for (uint64_t i = 0; i < rounds_of(10'000); ++i) {
      files.push_back(&outputs.open(in_folder(std::to_string(i))));
    }
    for (const char* text : {"first,", "second"}) {
      for (OutputFile* file : files) file->write(text);
    }
    const Names pending = names();
    return pending.size() == files.size() &&
           std::all_of(pending.begin(), pending.end(), [&](const std::string& name) {
             return read_file(in_folder(name)) == "first,second";
           });
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(names(), Names{});
}

TEST_F(Output, PublishesFilesThatWereClosedMeanwhile) {
  constexpr int kFiles = 20;
  OutputSet outputs(/*open_files=*/4);
  std::vector<OutputFile*> files;
  for (int i = 0; i < kFiles; ++i) files.push_back(&outputs.open(in_folder(std::to_string(i))));
  for (const char* text : {"first,", "second"}) {
    for (OutputFile* file : files) file->write(text);
  }
  outputs.publish();
  for (int i = 0; i < kFiles; ++i) {
    EXPECT_EQ(read_file(in_folder(std::to_string(i))), "first,second");
  }
}

// A header that tells what is known only at the end.
TEST_F(Output, OverwritesWhatWasWrittenBeforeAlsoInAFileThatWasClosedMeanwhile) {
  OutputSet outputs(1);
  OutputFile& file = outputs.open(in_folder("a"));
  file.write("????body");
  outputs.open(in_folder("b")).write("other");
  file.overwrite(0, "head");
  file.write(".");
  EXPECT_EQ(file.bytes_written(), 9u);
  outputs.publish();
  EXPECT_EQ(read_file(in_folder("a")), "headbody.");
}

TEST_F(Output, AStreamCannotBeOverwritten) {
  OutputSet outputs;
  OutputFile& file = outputs.open("/dev/null");
  file.write("????body");
  EXPECT_THROW(file.overwrite(0, "head"), IoError);
}

// After the run the record of success must not be there without what it records.
TEST_F(Output, RenamesInTheOrderOfOpening) {
  OutputSet outputs;
  outputs.open(in_folder("first"));
  outputs.open(in_folder("second"));
  outputs.open(in_folder("last"));
  outputs.prepare();
  for (const std::string& name : names()) {
    if (name.starts_with(".second.")) fs::remove(in_folder(name));
  }
  EXPECT_NE(message_of([&] { outputs.publish(); }).find("second: the pending file"),
            std::string::npos);
  EXPECT_TRUE(fs::exists(in_folder("first")));
  EXPECT_FALSE(fs::exists(in_folder("last")));
  outputs = OutputSet();
  EXPECT_EQ(names(), Names{"first"});
}

TEST_F(Output, AWithdrawnFileIsGoneUntilItsSuccessorIsPublished) {
  write_file(in_folder("record"), "of earlier outputs");
  fs::permissions(in_folder("record"), fs::perms(0600));
  fs::create_symlink("record", in_folder("link"));
  OutputSet outputs;
  outputs.open(in_folder("link")).write("new");
  outputs.open(in_folder("none")).write("first of its name");
  outputs.open("/dev/null");
  outputs.prepare();
  outputs.withdraw();
  EXPECT_FALSE(fs::exists(in_folder("record")));
  EXPECT_TRUE(fs::exists("/dev/null"));
  outputs.publish();
  EXPECT_TRUE(fs::is_symlink(in_folder("link")));
  EXPECT_EQ(read_file(in_folder("record")), "new");
  EXPECT_EQ(fs::status(in_folder("record")).permissions(), fs::perms(0600));
}

TEST_F(Output, NeverPublishesAPendingFileOfAnother) {
  OutputSet outputs;
  outputs.open(in_folder("out")).write("mine");
  const std::string pending = in_folder(names()[0]);
  fs::remove(pending);
  write_file(pending, "another's");
  EXPECT_THROW(outputs.publish(), IoError);
  outputs = OutputSet();
  EXPECT_EQ(read_file(pending), "another's");
}

TEST_F(Output, KeepsTheModeOfTheTargetElseFollowsTheUmask) {
  write_file(in_folder("private"), "secret");
  fs::permissions(in_folder("private"), fs::perms(0600));
  const mode_t umask_before = ::umask(027);
  OutputSet outputs;
  outputs.open(in_folder("private"));
  outputs.open(in_folder("new"));
  outputs.publish();
  ::umask(umask_before);
  EXPECT_EQ(fs::status(in_folder("private")).permissions(), fs::perms(0600));
  EXPECT_EQ(fs::status(in_folder("new")).permissions(), fs::perms(0640));
}

TEST_F(Output, ASymbolicLinkStaysAndItsTargetIsReplaced) {
  fs::create_directory(in_folder("real"));
  fs::create_symlink("real/out.txt", in_folder("link"));  // dangling at first
  for (const char* text : {"one", "two"}) {
    OutputSet outputs;
    outputs.open(in_folder("link")).write(text);
    EXPECT_EQ(std::distance(fs::directory_iterator(in_folder("real")), {}), text[0] == 'o' ? 1 : 2)
        << "the pending file lies beside the link's target";
    outputs.publish();
    EXPECT_TRUE(fs::is_symlink(in_folder("link")));
    EXPECT_EQ(read_file(in_folder("real/out.txt")), text);
  }
  fs::create_symlink("loop", in_folder("loop"));
  OutputSet outputs;
  EXPECT_THROW(outputs.open(in_folder("loop")), IoError);
}

TEST_F(Output, LongNamesAreShortenedWhilePending) {
  const std::string longest(255, 'n');
  std::string other = longest;
  other.back() = 'm';  // the same beginning, yet another pending file
  OutputSet outputs;
  outputs.open(in_folder(longest)).write("n");
  outputs.open(in_folder(other)).write("m");
  EXPECT_EQ(names().size(), 2U);
  outputs.publish();
  EXPECT_EQ(names(), (Names{other, longest}));
  EXPECT_EQ(read_file(in_folder(other)), "m");
}

TEST_F(Output, MakesMissingFolders) {
  OutputSet outputs;
  outputs.open(in_folder("a/b/c.txt")).write("x");
  outputs.publish();
  EXPECT_EQ(read_file(in_folder("a/b/c.txt")), "x");
}

TEST_F(Output, RefusesWhatCannotBeBeforeAnythingIsWritten) {
  OutputSet outputs;
  outputs.open(in_folder("out"));
  EXPECT_THROW(outputs.open(in_folder("out")), ConfigError);
  EXPECT_THROW(outputs.open(in_folder("./out")), ConfigError);
  EXPECT_THROW(outputs.open(""), ConfigError);
  fs::create_directory(in_folder("directory"));
  EXPECT_NE(message_of([&] { outputs.open(in_folder("directory")); }).find("is a directory"),
            std::string::npos);
  write_file(in_folder("file"), "");
  EXPECT_THROW(outputs.open(in_folder("file/under")), IoError);
}

// Found when it is opened, not by the rename; with an error of our own, which has an exit code.
TEST_F(Output, WhatCannotBeWrittenIsNamedWhenItIsOpened) {
  write_file(in_folder("file"), "");
  const std::string long_name(300, 'n');
  for (const std::string& name : {long_name, "new/" + long_name, long_name + "/out",
                                  std::string("file/under"), std::string("file/a/b")}) {
    OutputSet outputs;
    try {
      outputs.open(in_folder(name));
      ADD_FAILURE() << name;
    } catch (const IoError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(in_folder(name) + ": ")) << error.what();
    }
  }
}

TEST_F(Output, AFolderThatMayNotBeSearchedIsAnIoError) {
  fs::create_directory(in_folder("locked"));
  fs::permissions(in_folder("locked"), fs::perms(0666));
  const int status = in_child([&] {
    if (!become_nobody()) return false;
    for (const char* name : {"locked/out", "locked/new/out"}) {
      OutputSet outputs;
      try {
        outputs.open(in_folder(name));
        return false;
      } catch (const IoError& error) {
        if (!std::string(error.what()).starts_with(in_folder(name) + ": ")) return false;
      }
    }
    return true;
  });
  EXPECT_EQ(status, 0);
}

// The files have their names by the time their folder is to be synced, so it must not fail then.
TEST_F(Output, AFolderThatMayBeWrittenButNotReadIsPublishedInto) {
  fs::create_directory(in_folder("box"));
  fs::permissions(in_folder("box"), fs::perms(0333));
  const int status = in_child([&] {
    if (!become_nobody()) return false;
    OutputSet outputs;
    outputs.open(in_folder("box/out")).write("x");
    outputs.publish();
    return true;
  });
  fs::permissions(in_folder("box"), fs::perms(0755));
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_file(in_folder("box/out")), "x");
}

TEST_F(Output, AWorkingFolderThatIsGoneIsAnIoError) {
  fs::create_directory(in_folder("gone"));
  const int status = in_child([&] {
    fs::current_path(in_folder("gone"));
    fs::remove(in_folder("gone"));
    OutputSet outputs;
    return message_of([&] { outputs.open("out"); }).starts_with("out: ");
  });
  EXPECT_EQ(status, 0);
}

TEST_F(Output, AFullDeviceIsNamedWithTheOffset) {
  OutputSet outputs;
  OutputFile& full = outputs.open("/dev/full");
  const std::string message = message_of([&] { full.write("x"); });
  EXPECT_NE(message.find("/dev/full: at byte 0"), std::string::npos) << message;
  EXPECT_NE(message.find("free some space"), std::string::npos) << message;
}

TEST_F(Output, APartialWriteIsContinuedAndThenFailsAtTheRightOffset) {
  const int status = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {.rlim_cur = 10'000, .rlim_max = 10'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    OutputSet outputs;
    OutputFile& file = outputs.open(in_folder("out"));
    file.write(std::string(9'000, 'x'));
    const std::string message = message_of([&] { file.write(std::string(9'000, 'y')); });
    return message.find("at byte 10,000") != std::string::npos &&
           message.find("ulimit -f") != std::string::npos;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(names(), Names{});
}

TEST_F(Output, NullAndPipesAreWrittenDirectly) {
  ASSERT_EQ(::mkfifo(in_folder("pipe").c_str(), 0600), 0);
  const pid_t reader = ::fork();
  if (reader == 0) {
    ::execl("/bin/sh", "sh", "-c", ("cat " + in_folder("pipe") + " > " + in_folder("copy")).c_str(),
            static_cast<char*>(nullptr));
    ::_exit(127);
  }
  const std::string text = test::prose(3'000'000, 2);  // more than a pipe holds
  {
    OutputSet outputs;
    outputs.open("/dev/null").write("x");
    outputs.open(in_folder("pipe")).write(text);  // waits for the reader
    outputs.publish();
  }
  int status = -1;
  ::waitpid(reader, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(test::same(read_file(in_folder("copy")), text));
  EXPECT_TRUE(fs::is_fifo(in_folder("pipe")));
}

TEST_F(Output, AClosedReaderIsDownstreamClosed) {
  const int status = in_child([&] {
    std::signal(SIGPIPE, SIG_IGN);
    int ends[2];
    if (::pipe(ends) != 0) return false;
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[1]);
    OutputSet outputs;
    OutputFile& out = outputs.open("-");
    out.write("heard");
    ::close(ends[0]);
    try {
      out.write("unheard");
    } catch (const DownstreamClosed& closed) {
      return closed.code() == ExitCode::broken_pipe;
    }
    return false;
  });
  EXPECT_EQ(status, 0);
}

// A tool that waits before it publishes (in a chain) must not keep the next one waiting for input.
TEST_F(Output, APreparedPipeIsAtItsEnd) {
  const int status = in_child([&] {
    int ends[2];
    if (::pipe(ends) != 0) return false;
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[1]);
    OutputSet outputs;
    outputs.open("-").write("all");
    outputs.prepare();
    ::close(STDOUT_FILENO);
    ::alarm(10);  // if the read waits for ever
    char bytes[8];
    return ::read(ends[0], bytes, sizeof bytes) == 3 && ::read(ends[0], bytes, sizeof bytes) == 0;
  });
  EXPECT_EQ(status, 0);
}

// How often this process has called write(2) or its kin; nothing if the kernel does not count.
std::optional<uint64_t> writes_so_far() {
  std::ifstream counters("/proc/self/io");
  std::string name;
  uint64_t value = 0;
  while (counters >> name >> value) {
    if (name == "syscw:") return value;
  }
  return std::nullopt;
}

// Documents that are kept and dropped in turn are as many pieces; a call for each costs more than
// all else that such a tool does.
TEST_F(Output, ManyPiecesGoIntoAPipeTogether) {
  if (!writes_so_far()) GTEST_SKIP() << "no /proc/self/io";
  const int status = in_child([&] {
    int ends[2];
    if (::pipe(ends) != 0) return false;
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[1]);
    OutputSet outputs;
    OutputFile& out = outputs.open("-");
    const std::vector<std::string_view> pieces(1000, "a document\n");
    const uint64_t before = *writes_so_far();
    out.write(pieces);
    const uint64_t calls = *writes_so_far() - before;
    outputs.prepare();
    ::close(STDOUT_FILENO);
    std::string text(20'000, '\0');
    const ssize_t size = ::read(ends[0], text.data(), text.size());
    return size == 11'000 && text.starts_with("a document\na doc") && calls <= 20;
  });
  EXPECT_EQ(status, 0);
}

// A socket cannot be opened anew, so it blocks, and takes little at a time.
TEST_F(Output, PiecesOfAllSizesGoThroughASocketInOrder) {
  std::vector<std::string> pieces;
  for (size_t i = 0; i < 3000; ++i) pieces.push_back(test::prose(i * i % 5000, i));
  const std::vector<std::string_view> views(pieces.begin(), pieces.end());
  std::string all;
  for (const std::string& piece : pieces) all += piece;
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  const pid_t writer = ::fork();
  if (writer == 0) {
    ::close(ends[0]);
    ::dup2(ends[1], STDOUT_FILENO);
    OutputSet outputs;
    outputs.open("-").write(views);
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  std::vector<char> buffer(10'000);
  for (ssize_t size = 0; (size = ::read(ends[0], buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<size_t>(size));
  }
  ::close(ends[0]);
  int status = -1;
  ::waitpid(writer, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(test::same(text, all));
}

TEST_F(Output, ASignalIsHeardWhereNothingIsWaitedFor) {
  const int status = in_child([&] {
    OutputSet outputs;
    OutputFile& out = outputs.open("/dev/null");
    interrupt::raise(SIGTERM);
    try {
      out.write("x");
    } catch (const Interrupted&) {
      return true;
    }
    return false;
  });
  EXPECT_EQ(status, 0);
}

TEST_F(Output, ASignalEndsTheWaitForAFullPipe) {
  const int status = in_child([&] {
    int ends[2];
    if (::pipe(ends) != 0) return false;
    ::dup2(ends[1], STDOUT_FILENO);
    struct sigaction action {};
    action.sa_handler = [](int number) { interrupt::raise(number); };
    ::sigaction(SIGALRM, &action, nullptr);
    ::alarm(1);
    OutputSet outputs;
    OutputFile& out = outputs.open("-");
    try {
      out.write(std::string(8'000'000, 'x'));  // nobody reads
    } catch (const Interrupted& stopped) {
      // The other processes that share the pipe's open file do not find it non-blocking.
      const bool blocking = (::fcntl(STDOUT_FILENO, F_GETFL) & O_NONBLOCK) == 0;
      return blocking && stopped.code() == ExitCode{128 + SIGALRM};
    }
    return false;
  });
  EXPECT_EQ(status, 0);
}

// kill -9 leaves the dot-file and nothing else; the next run clears it away.
TEST_F(Output, StalePendingFilesAreRemovedAndLivingOnesAreNot) {
  write_file(in_folder("out"), "before");
  const int status = in_child([&] {
    OutputSet outputs;
    outputs.open(in_folder("out")).write("half");
    std::raise(SIGKILL);
    return true;
  });
  EXPECT_EQ(status, SIGKILL);
  EXPECT_EQ(read_file(in_folder("out")), "before");
  EXPECT_EQ(names().size(), 2U);
  write_file(in_folder(".out.otherhost-1.tmp"), "");
  write_file(in_folder(".out.tmp"), "");

  OutputSet living;
  living.open(in_folder("out"));
  EXPECT_EQ(remove_stale_pending(std::vector{in_folder("out")}), 1U);
  EXPECT_EQ(names().size(), 4U);
  EXPECT_EQ(remove_stale_pending(std::vector{in_folder("out")}), 0U);
  EXPECT_EQ(remove_stale_pending(std::vector{in_folder("missing/out")}), 0U);
}

TEST_F(Output, APendingFileOfAnEarlierProcessWithOurNumberIsNoObstacle) {
  std::string pending;
  {
    OutputSet outputs;
    outputs.open(in_folder("out"));
    pending = in_folder(names()[0]);
  }
  write_file(pending, "left behind");
  OutputSet outputs;
  outputs.open(in_folder("out")).write("new");
  outputs.publish();
  EXPECT_EQ(read_file(in_folder("out")), "new");
}

}  // namespace
}  // namespace sluice::io

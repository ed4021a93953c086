#include "io/source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "base/error.h"
#include "io/interrupt.h"
#include "io/support.h"

namespace sluice::io {
namespace {

using test::temporary_path;
using test::write_file;

constexpr CommandOptions kQuickRetries = {.retries = 3, .first_backoff_ms = 1};

std::string read_all(Source& source, size_t count = 1000) {
  std::string all;
  std::string room(count, '\0');
  while (const size_t got = source.read(room.data(), room.size())) all.append(room, 0, got);
  return all;
}

std::string read_command(const std::string& command,
                         const CommandOptions& options = kQuickRetries) {
  return read_all(*open_source({.name = "name", .command = command}, options));
}

std::string failure_of(const std::string& command) {
  try {
    read_command(command);
  } catch (const IoError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

// A command that counts how often it ran in a file, $n in `script`.
std::string counting(const std::string& name, const std::string& script) {
  const std::string file = temporary_path(name);
  std::filesystem::remove(file);
  return "echo >> " + file + "; n=$(wc -l < " + file + "); " + script;
}

class Interrupts : public testing::Test {
 protected:
  void TearDown() override { interrupt::reset(); }
};

TEST(FileSource, DeliversTheFileAndKnowsItsSize) {
  const std::string path = temporary_path("file");
  const std::string text = test::prose(100'000, 1);
  write_file(path, text);
  const auto source = open_source({.name = path});
  EXPECT_EQ(source->size(), text.size());
  EXPECT_TRUE(test::same(read_all(*source), text));
}

// Half a file must not pass for a whole one, be it cut or still being written.
TEST(FileSource, AFileThatChangesWhileItIsReadIsAnError) {
  const std::string path = temporary_path("file");
  for (const size_t size : {size_t{10}, size_t{100'000}}) {
    write_file(path, test::prose(50'000, 1));
    const auto source = open_source({.name = path});
    char byte = 0;
    ASSERT_EQ(source->read(&byte, 1), 1u);
    std::filesystem::resize_file(path, size);
    EXPECT_THROW(read_all(*source), IoError) << size;
  }
}

TEST(FileSource, SaysWhatIsWrong) {
  EXPECT_THROW(open_source({.name = temporary_path("missing")}), IoError);
  try {
    open_source({.name = testing::TempDir()});
    FAIL();
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find("is a directory"), std::string::npos);
  }
}

TEST(FileSource, ANamedPipeIsReadToItsEnd) {
  const std::string path = temporary_path("pipe");
  ::unlink(path.c_str());
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string text = test::prose(3'000'000, 2);
  // Opened and waited on before there is a writer, which is not an end.
  const auto source = open_source({.name = path});
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    write_file(path, text);
  });
  EXPECT_EQ(source->size(), std::nullopt);
  EXPECT_TRUE(test::same(read_all(*source, 100'000), text));
  writer.join();
}

TEST_F(Interrupts, ASignalEndsTheWaitForAPipe) {
  const std::string path = temporary_path("pipe");
  ::unlink(path.c_str());
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto source = open_source({.name = path});
  std::thread interrupter([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    interrupt::raise(SIGTERM);
  });
  char room = 0;
  EXPECT_THROW(source->read(&room, 1), Interrupted);
  interrupter.join();
}

TEST_F(Interrupts, TheFirstSignalCounts) {
  EXPECT_EQ(interrupt::signal(), 0);
  EXPECT_NO_THROW(interrupt::check());
  interrupt::raise(SIGINT);
  interrupt::raise(SIGTERM);
  EXPECT_EQ(interrupt::signal(), SIGINT);
  try {
    interrupt::check();
    FAIL();
  } catch (const Interrupted& stopped) {
    EXPECT_EQ(stopped.code(), ExitCode{128 + SIGINT});
  }
  interrupt::reset();
  EXPECT_NO_THROW(interrupt::check());
  interrupt::raise(SIGTERM);
  EXPECT_EQ(interrupt::signal(), SIGTERM);
}

TEST_F(Interrupts, ASignalEndsAPauseBeforeARetry) {
  std::thread interrupter([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    interrupt::raise(SIGTERM);
  });
  EXPECT_THROW(read_command("false", {.retries = 4, .first_backoff_ms = 60'000}), Interrupted);
  interrupter.join();
}

TEST_F(Interrupts, ASignalEndsTheWaitForACommandThatClosedItsOutput) {
  std::thread interrupter([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    interrupt::raise(SIGTERM);
  });
  EXPECT_THROW(read_command("exec >&-; sleep 600"), Interrupted);
  interrupter.join();
}

TEST(CommandSource, DeliversTheOutput) {
  EXPECT_TRUE(test::same(read_command("seq 1 100000"), test::run("seq 1 100000")));
  EXPECT_EQ(read_command("true"), "");
  EXPECT_EQ(read_command("cat"), "") << "nothing is on its standard input";
}

TEST(CommandSource, AFailureIsTriedAgainAndNoByteIsSeenTwice) {
  EXPECT_EQ(read_command(counting("runs", "seq 1 50000; [ $n -ge 3 ]")), test::run("seq 1 50000"));
  // Each attempt comes farther than the one before.
  EXPECT_EQ(read_command(counting("farther", "seq 1 $((n * 20000)) | head -n 50000; [ $n -ge 3 ]")),
            test::run("seq 1 50000"));
  // The second attempt fails before it comes as far as the first.
  EXPECT_EQ(read_command(counting("nearer",
                                  "if [ $n -eq 2 ]; then seq 1 10; exit 1; fi; "
                                  "seq 1 50000; [ $n -eq 3 ]")),
            test::run("seq 1 50000"));
}

TEST(CommandSource, AnotherOutputOnTheSecondRunIsAnError) {
  for (const char* script :
       {"seq $n 50000; [ $n -ge 2 ]", "if [ $n -eq 1 ]; then seq 1 50000; exit 1; fi; seq 1 10"}) {
    const std::string message = failure_of(counting("changing", script));
    EXPECT_NE(message.find("not the same as before"), std::string::npos) << message;
  }
}

TEST(CommandSource, TheMessageTellsCommandStatusAndLastWords) {
  const std::string message =
      failure_of("echo one; echo first >&2; echo 'no such host' >&2; exit 22");
  EXPECT_NE(message.find("name: "), std::string::npos) << message;
  EXPECT_NE(message.find("4 times"), std::string::npos) << message;
  EXPECT_NE(message.find("exit status 22: no such host"), std::string::npos) << message;
  EXPECT_NE(message.find("echo one"), std::string::npos) << message;
  EXPECT_NE(failure_of("kill -9 $$").find("killed by signal 9"), std::string::npos);
}

TEST(CommandSource, MuchStandardErrorDoesNotBlockTheCommand) {
  const std::string noisy = "seq 1 100000 >&2; echo done";
  EXPECT_EQ(read_command(noisy), "done\n");
  const std::string message = failure_of(noisy + "; exit 1");
  EXPECT_NE(message.find("exit status 1: 100000"), std::string::npos) << message;
}

// The tools ignore SIGPIPE; the commands they start must not inherit that.
TEST(CommandSource, SignalsAreAtTheirDefaultsInTheCommand) {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  EXPECT_NE(failure_of("kill -s PIPE $$").find("killed by signal 13"), std::string::npos);
  std::signal(SIGPIPE, before);
}

TEST(CommandSource, DestroyedEarlyItKillsTheWholeGroup) {
  const std::string file = temporary_path("process");
  std::filesystem::remove(file);
  {
    const auto source = open_source(
        {.name = "name", .command = "sleep 600 & echo $! > " + file + "; echo x; wait"});
    char room = 0;
    ASSERT_EQ(source->read(&room, 1), 1U);
  }
  const pid_t sleeper = std::stoi(test::read_file(file));
  // Killed, and a zombie until init, or nobody, takes it.
  const auto lives = [&] {
    const std::string status = test::read_file("/proc/" + std::to_string(sleeper) + "/status");
    return status.find("State:\t") != std::string::npos &&
           status.find("State:\tZ") == std::string::npos &&
           status.find("State:\tX") == std::string::npos;
  };
  for (int tries = 0; lives() && tries < 1'000; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE(lives());
}

}  // namespace
}  // namespace sluice::io

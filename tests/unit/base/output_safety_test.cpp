// Outputs in folders that are shared with others, and interrupted outputs.
#include "base/files.h"
#include "unit/base/scratch_folder.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace osaca {
namespace {

using tests::content_of;
using tests::entries_in;
using tests::ScratchFolder;

constexpr uid_t somebody = 65533;

/// Only root can create files of another user.
bool give_away(const std::string &path) { return ::lchown(path.c_str(), somebody, somebody) == 0; }

TEST(OutputSafety, ALinkOfAnotherUserIsNotFollowed) {
  const ScratchFolder scratch;
  const std::string mine = scratch.with("home/secret", "mine");
  std::filesystem::create_symlink(mine, scratch / "r.json");
  if (!give_away(scratch / "r.json"))
    GTEST_SKIP() << "needs root";
  const std::optional<Error> error = write_file(scratch / "r.json", "x");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->where.file, scratch / "r.json");
  EXPECT_NE(error->message.find("symbolic link of another user"), std::string::npos) << error->message;
  EXPECT_TRUE(replace_file(scratch / "r.json", "x"));
  EXPECT_EQ(content_of(mine), "mine");
}

TEST(OutputSafety, ALinkOfAnotherUserBehindAnOwnOneIsNotFollowed) {
  const ScratchFolder scratch;
  const std::string mine = scratch.with("home/secret", "mine");
  std::filesystem::create_symlink(mine, scratch / "theirs");
  std::filesystem::create_symlink("theirs", scratch / "r.json");
  if (!give_away(scratch / "theirs"))
    GTEST_SKIP() << "needs root";
  EXPECT_TRUE(write_file(scratch / "r.json", "x"));
  EXPECT_EQ(content_of(mine), "mine");
}

TEST(OutputSafety, ADanglingLinkOfAnotherUserCreatesNothing) {
  const ScratchFolder scratch;
  std::filesystem::create_symlink("made", scratch / "r.json");
  if (!give_away(scratch / "r.json"))
    GTEST_SKIP() << "needs root";
  EXPECT_TRUE(write_file(scratch / "r.json", "x"));
  EXPECT_FALSE(std::filesystem::exists(scratch / "made"));
}

TEST(OutputSafety, WhatAnotherUserPutIntoASharedFolderIsNotWritten) {
  const ScratchFolder scratch;
  const std::string theirs = scratch.with("r.json", "theirs");
  const std::string pipe = scratch / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0666), 0);
  ASSERT_EQ(::chmod(scratch.path().c_str(), 01777), 0);
  if (!give_away(theirs) || !give_away(pipe))
    GTEST_SKIP() << "needs root";
  EXPECT_TRUE(write_file(theirs, "x"));
  EXPECT_TRUE(write_file(pipe, "x")) << "and does not wait for a reader";
  EXPECT_EQ(content_of(theirs), "theirs");
  EXPECT_FALSE(write_file(scratch / "new.json", "x"));
  EXPECT_FALSE(write_file(scratch / "new.json", "y"));
  EXPECT_EQ(content_of(scratch / "new.json"), "y");
}

TEST(OutputSafety, AnotherNameOfAFileInASharedFolderIsReplaced) {
  const ScratchFolder scratch;
  const std::string mine = scratch.with("home/secret", "mine");
  std::filesystem::create_directory(scratch / "shared");
  ASSERT_EQ(::chmod((scratch / "shared").c_str(), 01777), 0);
  std::filesystem::create_hard_link(mine, scratch / "shared/r.json");
  EXPECT_FALSE(write_file(scratch / "shared/r.json", "x"));
  EXPECT_EQ(content_of(scratch / "shared/r.json"), "x");
  EXPECT_EQ(content_of(mine), "mine");
}

TEST(OutputSafety, LinksInACircleAreAnError) {
  const ScratchFolder scratch;
  std::filesystem::create_symlink("b", scratch / "a");
  std::filesystem::create_symlink("a", scratch / "b");
  EXPECT_TRUE(write_file(scratch / "a", "x"));
}

TEST(OutputSafety, DevicesAndOpenFilesAreWritten) {
  const ScratchFolder scratch;
  EXPECT_FALSE(write_file("/dev/null", "x"));
  const std::string path = scratch.with("out", "before");
  const Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  const std::string open_file = "/dev/fd/" + std::to_string(file.number());
  std::filesystem::create_symlink(open_file, scratch / "link");
  EXPECT_FALSE(write_file(open_file, "through"));
  EXPECT_EQ(content_of(path), "through");
  EXPECT_FALSE(write_file(scratch / "link", "again"));
  EXPECT_EQ(content_of(path), "again");
  EXPECT_EQ(entries_in(scratch.path()), 2);
}

/// Writes two texts by turns, until a signal ends the process.
pid_t start_writing(const std::string &path, std::size_t bytes) {
  const pid_t child = ::fork();
  if (child == 0)
    for (char letter = 'a';; letter = letter == 'a' ? 'b' : 'a')
      if (write_file(path, std::string(bytes, letter)))
        ::_exit(1);
  return child;
}

void expect_whole(const std::string &path, std::size_t bytes) {
  const std::string text = content_of(path);
  EXPECT_EQ(text.size(), bytes);
  EXPECT_EQ(text.find_first_not_of(text.front()), std::string::npos);
}

/// True: another name of the file may be written, so it cannot be replaced.
void interrupt_writers(bool is_in_place) {
  constexpr std::size_t bytes = 200'000;
  const ScratchFolder scratch;
  const std::string path = scratch.with("r.json", std::string(bytes, 'a'));
  if (is_in_place)
    std::filesystem::create_hard_link(path, scratch / "other");
  for (int round = 0; round < 100; ++round) {
    const int signal = round % 2 == 0 ? SIGTERM : SIGINT;
    const pid_t child = start_writing(path, bytes);
    std::this_thread::sleep_for(std::chrono::microseconds(500 + 97 * round));
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    expect_whole(path, bytes);
    ASSERT_EQ(entries_in(scratch.path()), is_in_place ? 2 : 1) << "in round " << round;
  }
}

TEST(OutputSafety, AnInterruptedWriterLeavesNothing) { interrupt_writers(false); }

TEST(OutputSafety, AFileThatIsWrittenInPlaceIsWrittenToItsEnd) { interrupt_writers(true); }

TEST(OutputSafety, AKilledWriterLeavesAWholeFile) {
  constexpr std::size_t bytes = 200'000;
  const ScratchFolder scratch;
  const std::string path = scratch.with("r.json", std::string(bytes, 'a'));
  for (int round = 0; round < 100; ++round) {
    const pid_t child = start_writing(path, bytes);
    std::this_thread::sleep_for(std::chrono::microseconds(500 + 97 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    expect_whole(path, bytes);
  }
  EXPECT_FALSE(write_file(path, "new")) << "whatever is left there";
  EXPECT_EQ(content_of(path), "new");
}

} // namespace
} // namespace osaca

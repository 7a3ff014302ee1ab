// Files are replaced as a whole or not at all.
#include "base/files.h"
#include "unit/base/scratch_folder.h"

#include <array>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace osaca {
namespace {

using tests::content_of;
using tests::entries_in;
using tests::ScratchFolder;

mode_t permissions_of(const std::string &path) {
  struct stat status = {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777U;
}

TEST(WriteFile, LeavesNoTemporaryFiles) {
  const ScratchFolder scratch;
  EXPECT_FALSE(write_file(scratch / "r.json", "one"));
  EXPECT_FALSE(write_file(scratch / "r.json", "two"));
  EXPECT_EQ(content_of(scratch / "r.json"), "two");
  EXPECT_EQ(entries_in(scratch.path()), 1);
}

TEST(WriteFile, ReadersAlwaysSeeOneWholeText) {
  const ScratchFolder scratch;
  const std::string path = scratch.with("r.json", std::string(1 << 18, 'a'));
  const std::jthread writer([&] {
    for (int i = 0; i < 200; ++i)
      EXPECT_FALSE(write_file(path, std::string(1 << 18, static_cast<char>('a' + i % 2))));
  });
  for (int i = 0; i < 200; ++i) {
    const std::string text = content_of(path);
    ASSERT_EQ(text.size(), 1U << 18U);
    ASSERT_EQ(text.find_first_not_of(text.front()), std::string::npos);
  }
}

TEST(WriteFile, ManyWritersOfOneFileLeaveTheTextOfOne) {
  const ScratchFolder scratch;
  std::array<pid_t, 16> writers = {};
  for (std::size_t i = 0; i < writers.size(); ++i) {
    writers[i] = ::fork();
    if (writers[i] == 0) {
      const std::string text(100'000, static_cast<char>('a' + i));
      for (int k = 0; k < 20; ++k)
        (void)write_file(scratch / "r.json", text);
      ::_exit(0);
    }
  }
  for (const pid_t writer : writers)
    ::waitpid(writer, nullptr, 0);
  const std::string text = content_of(scratch / "r.json");
  EXPECT_EQ(text, std::string(100'000, text.front()));
  EXPECT_EQ(entries_in(scratch.path()), 1);
}

TEST(WriteFile, AFullDiskLeavesWhatWasThere) {
  const ScratchFolder scratch;
  const std::string path = scratch.with("r.json", "before");
  const pid_t child = ::fork();
  if (child == 0) { // files of this process are full at ten bytes
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit ten = {10, 10};
    ::setrlimit(RLIMIT_FSIZE, &ten);
    const std::optional<Error> error = write_file(path, std::string(1000, 'x'));
    ::_exit(error && error->where.file == path ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << "the error names the file that the user knows";
  EXPECT_EQ(content_of(path), "before");
  EXPECT_EQ(entries_in(scratch.path()), 1);
}

TEST(WriteFile, KeepsPermissionsAndObeysTheMask) {
  const ScratchFolder scratch;
  const std::string old = scratch.with("old", "x");
  ::chmod(old.c_str(), 0640);
  const mode_t mask = ::umask(0027);
  EXPECT_FALSE(write_file(old, "y"));
  EXPECT_FALSE(write_file(scratch / "new", "y"));
  ::umask(mask);
  EXPECT_EQ(permissions_of(old), 0640U);
  EXPECT_EQ(permissions_of(scratch / "new"), 0640U);
}

TEST(WriteFile, LinksStayAndLeadToTheNewText) {
  const ScratchFolder scratch;
  const std::string target = scratch.with("there/r.json", "old");
  std::filesystem::create_symlink("there/r.json", scratch / "link");
  std::filesystem::create_symlink("there/made.json", scratch / "dangling");
  std::filesystem::create_hard_link(target, scratch / "same");
  EXPECT_FALSE(write_file(scratch / "link", "new"));
  EXPECT_FALSE(write_file(scratch / "dangling", "made"));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "link"));
  EXPECT_EQ(content_of(target), "new");
  EXPECT_EQ(content_of(scratch / "same"), "new") << "another name of the same file";
  EXPECT_EQ(content_of(scratch / "there/made.json"), "made");
}

TEST(WriteFile, PipesAreWrittenInPlace) {
  const ScratchFolder scratch;
  const std::string pipe = scratch / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = content_of(pipe); });
  EXPECT_FALSE(write_file(pipe, "through the pipe"));
  reader.join();
  EXPECT_EQ(got, "through the pipe");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST(WriteFile, ReportsWriteErrors) {
  const ScratchFolder scratch;
  for (const std::string &path : {scratch / "none/r.json", scratch.path(), scratch / "r/",
                                  scratch / std::string(5000, 'x'), scratch / std::string(300, 'x')})
    EXPECT_TRUE(write_file(path, "x")) << path;
  EXPECT_EQ(entries_in(scratch.path()), 0);
}

TEST(WriteFile, NamesMayBeAsLongAsNamesCanBe) {
  const ScratchFolder scratch;
  EXPECT_FALSE(write_file(scratch / std::string(255, 'x'), "x"));
  EXPECT_EQ(content_of(scratch / std::string(255, 'x')), "x");
}

TEST(WriteFile, AFileThatMayNotBeWrittenStays) {
  const ScratchFolder scratch;
  const std::string path = scratch.with("r.json", "mine");
  ::chmod(scratch.path().c_str(), 0777);
  ::chmod(path.c_str(), 0444);
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534; // nothing is forbidden to root
    if (::geteuid() == 0 && ::setuid(nobody) != 0)
      ::_exit(2);
    ::_exit(write_file(path, "x") ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(content_of(path), "mine");
}

TEST(ReplaceFile, KeepsPermissionsAndLeavesNothingElseBehind) {
  const ScratchFolder scratch;
  const std::string path = scratch.with("a.c", "before");
  ::chmod(path.c_str(), 0640);
  EXPECT_FALSE(replace_file(path, "after"));
  EXPECT_EQ(content_of(path), "after");
  EXPECT_EQ(permissions_of(path), 0640U);
  EXPECT_EQ(entries_in(scratch.path()), 1);
}

TEST(ReplaceFile, CreatesNoFile) {
  const ScratchFolder scratch;
  const std::optional<Error> error = replace_file(scratch / "a.c", "x");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->text(), scratch / "a.c: cannot be written: No such file or directory");
  EXPECT_EQ(entries_in(scratch.path()), 0);
}

TEST(ReplaceFile, NeverWritesInPlace) {
  const ScratchFolder scratch;
  const std::string path = scratch.with("a.c", "before");
  std::filesystem::create_hard_link(path, scratch / "same");
  EXPECT_FALSE(replace_file(path, "after"));
  EXPECT_EQ(content_of(path), "after");
  EXPECT_EQ(content_of(scratch / "same"), "before");
}

TEST(ADescriptor, ClosesItsFileOnce) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe(ends), 0);
  Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  Descriptor moved(std::move(writing));
  EXPECT_FALSE(writing.is_open()); // NOLINT: the state after a move is defined
  EXPECT_TRUE(write_all(moved.number(), "x"));
  EXPECT_TRUE(moved.close());
  EXPECT_TRUE(moved.close()) << "the second time has no effect";
  char bytes[2] = {};
  EXPECT_EQ(::read(reading.number(), bytes, sizeof bytes), 1);
  EXPECT_EQ(::read(reading.number(), bytes, sizeof bytes), 0) << "the end, because the other end is closed";
}

TEST(ADescriptor, DoesNotCloseWhatItDoesNotOwn) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe(ends), 0);
  const Descriptor reading(ends[0]);
  const Descriptor writing(ends[1]);
  {
    const Descriptor lent(ends[1], false);
  }
  EXPECT_TRUE(write_all(writing.number(), "x"));
}

} // namespace
} // namespace osaca

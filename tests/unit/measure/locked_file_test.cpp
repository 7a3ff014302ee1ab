// Two processes with one file: the second is told who has it, and the file holds what the first wrote.
#include "measure/file/locked_file.h"

#include "run_process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

namespace osaca::measure {
namespace {

/// A process that holds a file locked until it is destroyed.
class Holder {
public:
  explicit Holder(const std::string &path) {
    int ready[2] = {-1, -1};
    if (::pipe(ready) != 0)
      return;
    process_ = ::fork();
    if (process_ == 0) {
      const auto file = LockedFile::open(path);
      const char answer = file ? 'y' : 'n';
      (void)!::write(ready[1], &answer, 1);
      ::pause();
      ::_exit(0);
    }
    char answer = 'n';
    (void)!::read(ready[0], &answer, 1);
    has_it_ = answer == 'y';
    ::close(ready[0]);
    ::close(ready[1]);
  }
  ~Holder() { end(); }
  void end() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    process_ = -1;
  }
  [[nodiscard]] bool has_it() const { return has_it_; }
  [[nodiscard]] std::string name() const { return "(process " + std::to_string(process_) + ")"; }

private:
  pid_t process_ = -1;
  bool has_it_ = false;
};

class LockedFiles : public testing::Test {
protected:
  void SetUp() override {
    auto made = tests::TemporaryFolder::create();
    ASSERT_TRUE(made);
    folder_.emplace(*std::move(made));
    path_ = (folder_->path() / "cpu.yml").string();
  }
  std::optional<tests::TemporaryFolder> folder_;
  std::string path_;
};

TEST_F(LockedFiles, AreRefusedWhileAnotherProcessWrites) {
  ASSERT_TRUE(tests::write_file(path_, "kept\n"));
  Holder holder(path_);
  ASSERT_TRUE(holder.has_it());
  const auto refused = LockedFile::open(path_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().where.file, path_);
  EXPECT_NE(refused.error().message.find("being written by another osaca measure " + holder.name()), std::string::npos)
      << refused.error().text();
  EXPECT_EQ(*tests::content_of(path_), "kept\n");
  holder.end(); // killed, not ended in order
  EXPECT_TRUE(LockedFile::open(path_));
}

TEST_F(LockedFiles, StayLockedWhenTheyAreReplaced) {
  auto file = LockedFile::open(path_);
  ASSERT_TRUE(file);
  LockedFile mine = *std::move(file);
  ASSERT_FALSE(mine.append("one\n"));
  ASSERT_FALSE(mine.replace("two\n"));
  ASSERT_FALSE(mine.append("three\n"));
  EXPECT_EQ(*mine.read(), "two\nthree\n");
  EXPECT_FALSE(Holder(path_).has_it());
  EXPECT_FALSE(std::filesystem::exists(path_ + ".new"));
  ASSERT_FALSE(mine.rewrite("four\n"));
  EXPECT_EQ(*mine.read(), "four\n");
  EXPECT_FALSE(Holder(path_).has_it());
}

TEST_F(LockedFiles, KeepLinksAndPermissionsWhenTheyAreReplaced) {
  namespace fs = std::filesystem;
  ASSERT_TRUE(tests::write_file(path_, "before\n"));
  const auto readable_by_owner = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(path_, readable_by_owner);
  const std::string link = (folder_->path() / "link").string();
  fs::create_symlink(path_, link);
  auto file = LockedFile::open(link);
  ASSERT_TRUE(file) << file.error().text();
  LockedFile mine = *std::move(file);
  EXPECT_FALSE(mine.replace("after\n"));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::status(path_).permissions(), readable_by_owner);
  EXPECT_EQ(*mine.read(), "after\n");
  EXPECT_FALSE(Holder(path_).has_it());
}

TEST_F(LockedFiles, StayLockedWhenChildrenEnd) {
  auto file = LockedFile::open(path_);
  ASSERT_TRUE(file);
  const pid_t child = ::fork();
  if (child == 0)
    ::_exit(0);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(Holder(path_).has_it());
}

TEST_F(LockedFiles, KnowTheirOtherNames) {
  auto file = LockedFile::open(path_);
  ASSERT_TRUE(file);
  const std::string link = (folder_->path() / "link").string();
  std::filesystem::create_symlink(path_, link);
  EXPECT_TRUE(file->is(link));
  EXPECT_FALSE(file->is(link + "s"));
  EXPECT_FALSE(file->is(folder_->path().string()));
}

TEST_F(LockedFiles, MayBeDevicesThatManyWrite) {
  auto file = LockedFile::open("/dev/null");
  ASSERT_TRUE(file) << file.error().text();
  LockedFile null = *std::move(file);
  EXPECT_TRUE(Holder("/dev/null").has_it());
  EXPECT_FALSE(null.replace("nothing"));
  EXPECT_EQ(*null.read(), "");
  EXPECT_FALSE(LockedFile::open("/nowhere/at/all"));
}

/// Each command that writes a file over a long time.
TEST_F(LockedFiles, AreRefusedByEveryCommand) {
  const std::string parts = path_ + ".parts";
  std::filesystem::create_directory(parts);
  const std::vector<std::pair<std::vector<std::string>, std::string>> commands = {
      {{"instructions", "--only", "ADD64rr", "-o", path_}, path_},
      {{"instructions", "--only", "ADD64rr", "-o", path_, "--resume"}, path_},
      {{"ports", "--only", "ADD64rr", "-o", path_}, path_},
      {{"ports", "--only", "ADD64rr", "--mixes", path_}, path_},
      {{"structure", "--only", "dispatch", "-o", path_}, path_},
      {{"memory", "--quick", "-o", path_}, path_},
      {{"memory", "--quick", "--overlay", path_}, path_},
      {{"counters", "-o", path_}, path_},
      {{"model", "--quick", "-o", path_}, parts + "/lock"}};
  for (const auto &[command, locked] : commands) {
    ASSERT_TRUE(tests::write_file(path_, "schema: osaca-measurements-1\n"));
    const Holder holder(locked);
    ASSERT_TRUE(holder.has_it());
    std::vector<std::string> words = {OSACA_MEASURE};
    words.insert(words.end(), command.begin(), command.end());
    const auto finished = tests::run(words);
    ASSERT_TRUE(finished) << finished.error().text();
    EXPECT_EQ(finished->exit_code, 2) << command.front();
    EXPECT_NE(finished->errors.find(path_ + ": is being written by another osaca measure " + holder.name()),
              std::string::npos)
        << command.front() << ": " << finished->errors;
    EXPECT_EQ(*tests::content_of(path_), "schema: osaca-measurements-1\n") << command.front();
  }
}

} // namespace
} // namespace osaca::measure

// What "below the project's root" means, on a real file system.
#include "driver/files/source_files.h"
#include "unit/base/scratch_folder.h"

#include <sys/stat.h>

namespace osaca::driver {
namespace {

using Access = SourceFile::Access;
using tests::ScratchFolder;

/// "project" with a file, and a file beside it that is nobody's business.
class SourceFilesTest : public ::testing::Test {
protected:
  void SetUp() override {
    inside_ = scratch_.with("project/src/a.c", "inside\n");
    outside_ = scratch_.with("private/secret.txt", "secret\n");
  }
  [[nodiscard]] SourceFiles below(const std::vector<std::string> &folders) const {
    return SourceFiles(SourceFolders(folders));
  }
  SourceFile read(const std::string &path) { return below({scratch_ / "project"}).read(path); }

  ScratchFolder scratch_;
  std::string inside_;
  std::string outside_;
};

TEST_F(SourceFilesTest, OfTheProjectAreRead) {
  const SourceFile file = read(inside_);
  EXPECT_EQ(file.access, Access::open);
  EXPECT_EQ(file.text, "inside\n");
}

TEST_F(SourceFilesTest, OfOtherFoldersAreThereButWithheld) {
  const SourceFile file = read(outside_);
  EXPECT_EQ(file.access, Access::withheld);
  EXPECT_EQ(file.text, "");
}

TEST_F(SourceFilesTest, OfFoldersThatTheUserAddsAreRead) {
  EXPECT_EQ(below({scratch_ / "project", scratch_ / "private"}).read(outside_).text, "secret\n");
  EXPECT_EQ(below({"/"}).read(outside_).text, "secret\n");
}

TEST_F(SourceFilesTest, AFolderWhoseNameOnlyBeginsLikeTheRootIsOutside) {
  EXPECT_EQ(read(scratch_.with("project-private/a.c", "x")).access, Access::withheld);
}

TEST_F(SourceFilesTest, NamesThatLeadOutOfTheRootAreOutside) {
  EXPECT_EQ(read(scratch_ / "project/../private/secret.txt").access, Access::withheld);
  EXPECT_EQ(read(scratch_ / "project/src/../../private/secret.txt").access, Access::withheld);
  EXPECT_EQ(read(scratch_ / "project/src/../src/a.c").access, Access::open);
}

TEST_F(SourceFilesTest, LinksCountAsWhatTheyLeadTo) {
  std::filesystem::create_symlink(outside_, scratch_ / "project/file.c");
  std::filesystem::create_directory_symlink(scratch_ / "private", scratch_ / "project/folder");
  std::filesystem::create_directory_symlink(scratch_ / "project", scratch_ / "other-name");
  EXPECT_EQ(read(scratch_ / "project/file.c").access, Access::withheld);
  EXPECT_EQ(read(scratch_ / "project/folder/secret.txt").access, Access::withheld);
  EXPECT_EQ(read(scratch_ / "other-name/src/a.c").access, Access::open);
  EXPECT_EQ(below({scratch_ / "other-name"}).read(inside_).access, Access::open) << "the root may be a link, too";
}

TEST_F(SourceFilesTest, WhatIsNoRegularFileIsMissing) {
  ASSERT_EQ(::mkfifo((scratch_ / "project/pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("loop", scratch_ / "project/loop");
  for (const std::string &path : {scratch_ / "project/pipe", scratch_ / "project/src", scratch_ / "project/loop",
                                  scratch_ / "project/none.c", std::string("/dev/zero"), std::string()})
    EXPECT_EQ(below({"/"}).read(path).access, Access::missing) << path;
}

TEST_F(SourceFilesTest, NamesThatNoFileCanHaveAreMissing) {
  const std::string cut = inside_ + std::string("\0.png", 5);
  for (const std::string &path :
       {cut, "/" + std::string(1 << 20, 'a'), scratch_ / std::string(5000, '/') + "project/src/a.c"})
    EXPECT_EQ(read(path).access, Access::missing);
}

TEST_F(SourceFilesTest, FilesOfAnySizeThatTakeNoSpaceAreMissing) {
  const std::string path = scratch_.with("project/holes.c", "");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40U);
  EXPECT_EQ(read(path).access, Access::missing);
}

TEST_F(SourceFilesTest, TogetherTakeOnlySoMuchMemory) {
  const std::string lines =
      scratch_.with("project/lines.c", std::string(16 << 20, '\n')); // each line is a string of its own
  SourceFiles files = below({scratch_ / "project"});
  int open = 0;
  for (int i = 0; i < 10; ++i)
    open += files.read(lines).access == Access::open ? 1 : 0;
  EXPECT_LE(open, 1) << "each takes half a gigabyte";
}

TEST_F(SourceFilesTest, ReadAheadAreTheSame) {
  std::filesystem::create_symlink(outside_, scratch_ / "project/file.c");
  std::filesystem::create_directory_symlink(scratch_ / "private", scratch_ / "project/folder");
  std::vector<std::string> paths = {inside_,
                                    outside_,
                                    scratch_ / "project/file.c",
                                    scratch_ / "project/folder/secret.txt",
                                    scratch_ / "project/none.c",
                                    scratch_ / "project/src",
                                    scratch_ / "none/a.c",
                                    ""};
  for (int i = 0; i < 100; ++i)
    paths.push_back(
        scratch_.with("project/src/" + std::to_string(i) + ".c", std::string(static_cast<std::size_t>(i), 'x')));
  SourceFiles ahead = below({scratch_ / "project"});
  paths.push_back(inside_);
  ahead.read_ahead(paths, 4);
  for (const std::string &path : paths) {
    const SourceFile expected = read(path);
    const SourceFile file = ahead.read(path);
    EXPECT_EQ(file.access, expected.access) << path;
    EXPECT_EQ(file.text, expected.text) << path;
  }
}

TEST_F(SourceFilesTest, MoreThanIsReadAheadAtOnceIsStillRead) {
  std::vector<std::string> paths;
  for (int i = 0; i < 10; ++i)
    paths.push_back(scratch_.with("project/" + std::to_string(i) + ".c", std::string(std::size_t{20} << 20U, 'x')));
  SourceFiles files = below({scratch_ / "project"});
  files.read_ahead(paths, 2);
  for (const std::string &path : paths)
    EXPECT_EQ(files.read(path).text.size(), std::size_t{20} << 20U);
}

} // namespace
} // namespace osaca::driver

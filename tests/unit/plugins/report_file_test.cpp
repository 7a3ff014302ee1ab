#include "folders.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace osaca {
namespace {

class ReportFile : public testing::Test {
protected:
  ReportFile() : folder_(testing::TempDir() + "osaca report file " + std::to_string(::getpid())) {
    arguments_.report_dir = folder_ + "/of/objects";
    std::filesystem::create_directories(folder_ + "/of/other");
    std::filesystem::current_path(folder_ + "/of");
  }
  ~ReportFile() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

  [[nodiscard]] std::string file_of(const OutputName &output) const { return report_file(arguments_, output); }

  std::filesystem::path before_ = std::filesystem::current_path();
  std::string folder_;
  Arguments arguments_;
};

TEST_F(ReportFile, IsNamedAfterTheObject) {
  EXPECT_EQ(file_of({"src/a-b"}), arguments_.report_dir + "/src-a--b.json");
  EXPECT_NE(file_of({"src/a-b"}), file_of({"src-a/b"}));
}

TEST_F(ReportFile, DependsOnTheFolderOfTheObject) {
  const std::string here = file_of({"a"});
  EXPECT_EQ(here, arguments_.report_dir + "/a.json");
  EXPECT_EQ(file_of({folder_ + "/of/a"}), here);
  EXPECT_EQ(file_of({"other/../a"}), here);
  std::filesystem::current_path(folder_ + "/of/other");
  EXPECT_EQ(file_of({"a"}), arguments_.report_dir + "/other-a.json");
  EXPECT_EQ(file_of({"../a"}), here);
  std::filesystem::current_path(folder_);
  const std::string outside = file_of({"a"});
  EXPECT_NE(outside, here);
  EXPECT_EQ(std::filesystem::path(outside).parent_path(), arguments_.report_dir);
}

TEST_F(ReportFile, IsNamedAfterTheSourceIfThereIsNoObject) {
  for (const char *object : {"", "-", "/dev/null"}) {
    EXPECT_EQ(file_of({object, "src/a"}), arguments_.report_dir + "/src-a.json");
    EXPECT_EQ(file_of({object, "-"}), arguments_.report_dir + "/unnamed.json");
  }
}

TEST_F(ReportFile, HasANameThatIsNotTooLong) {
  const std::string folder(300, 'x');
  const std::string first = std::filesystem::path(file_of({folder + "/a"})).filename();
  EXPECT_LT(first.size(), 256U);
  EXPECT_NE(first, std::filesystem::path(file_of({folder + "/b"})).filename());
}

TEST_F(ReportFile, IsTheOneThatTheUserNames) {
  arguments_.report = "mine.json";
  EXPECT_EQ(with_report_file(arguments_, {"a"}).report, "mine.json");
  EXPECT_FALSE(std::filesystem::exists(arguments_.report_dir));
}

TEST_F(ReportFile, CreatesItsFolder) {
  EXPECT_EQ(with_report_file(arguments_, {"a"}).report, arguments_.report_dir + "/a.json");
  EXPECT_TRUE(std::filesystem::is_directory(arguments_.report_dir));
}

TEST_F(ReportFile, OfAnEarlierCompileIsDroppedAndNoOther) {
  const std::string mine = with_report_file(arguments_, {"a"}).report;
  const std::string other = with_report_file(arguments_, {"b"}).report;
  std::ofstream(mine) << "{}";
  std::ofstream(other) << "{}";
  drop_old_report(arguments_, {"a"});
  EXPECT_FALSE(std::filesystem::exists(mine));
  EXPECT_TRUE(std::filesystem::exists(other));
}

TEST_F(ReportFile, OfThePartsOfAProgramAreDroppedTogether) {
  std::vector<std::string> gone;
  for (const char *part : {"bin/my-app.ltrans0", "bin/my-app.ltrans17"})
    gone.push_back(with_report_file(arguments_, {part}).report);
  std::vector<std::string> kept;
  for (const char *other : {"bin/my-app", "bin/my-app2.ltrans0", "my-app.ltrans0"})
    kept.push_back(with_report_file(arguments_, {other}).report);
  kept.push_back(arguments_.report_dir + "/bin-my--app.ltrans0.txt");
  for (const std::vector<std::string> &files : {gone, kept})
    for (const std::string &file : files)
      std::ofstream(file) << "{}";
  drop_old_reports(arguments_, "bin/my-app.ltrans");
  for (const std::string &file : gone)
    EXPECT_FALSE(std::filesystem::exists(file)) << file;
  for (const std::string &file : kept)
    EXPECT_TRUE(std::filesystem::exists(file)) << file;
}

TEST_F(ReportFile, NamedByTheUserIsNotDropped) {
  const std::string mine = with_report_file(arguments_, {"a"}).report;
  std::ofstream(mine) << "{}";
  Arguments only_report;
  only_report.report = mine;
  drop_old_report(only_report,
                  {"a"}); // it is written again, or stays: only report_dir is kept in step with the objects
  EXPECT_TRUE(std::filesystem::exists(mine));
}

} // namespace
} // namespace osaca

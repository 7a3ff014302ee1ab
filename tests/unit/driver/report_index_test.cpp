// The index of a build folder: what it returns, and when it is ignored.
#include "driver/commands/report_index.h"
#include "unit/base/scratch_folder.h"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace osaca::driver {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::ScratchFolder;

constexpr const char *this_build = "build 1";
constexpr FileStamp stamp{100, 1'700'000'000'000'000'000};

/// A report with one loop of this name.
Report report_of(const std::string &function) {
  Report report;
  KernelReport &kernel = report.kernels.emplace_back();
  kernel.function = function;
  kernel.cycles_per_iteration = Cycles(7, 2);
  kernel.findings.push_back(
      Finding{"osaca-port-bound", Severity::warning, {"a.c", 3, 1}, {0}, WrittenFinding{"busy", ""}, {}});
  kernel.summary.emplace().instruction_count = 1;
  return report;
}

ContentKey key_of(const std::string &name) { return content_key_of("{" + name + "}"); }

class ReportIndexTest : public ::testing::Test {
protected:
  [[nodiscard]] ReportIndex open(const std::string &build = this_build, std::size_t least_files = 1) const {
    return ReportIndex(scratch_.path(), build, least_files);
  }

  static void add(ReportIndex &index, const std::string &name) {
    index.add(key_of(name), report_of(name));
    index.add(name + ".o", stamp, {{"", 0, key_of(name)}});
  }

  void write_index_of(const std::vector<std::string> &names) const {
    ReportIndex index = open();
    for (const std::string &name : names)
      add(index, name);
    ASSERT_TRUE(index.write());
  }

  /// The functions of the loops that the index returns for this object.
  static std::vector<std::string> functions_of(ReportIndex &index, const std::string &object,
                                               const FileStamp &now = stamp) {
    std::vector<std::string> functions;
    const std::vector<IndexedDocument> *documents = index.documents_of(object, now);
    if (documents == nullptr)
      return functions;
    IndexReader reader;
    for (const IndexedDocument &document : *documents)
      if (const std::optional<Report> report = index.report(document.content, reader))
        for (const KernelReport &kernel : report->kernels)
          functions.push_back(kernel.function);
    return functions;
  }
  [[nodiscard]] std::vector<std::string> functions_of(const std::string &object) const {
    ReportIndex index = open();
    return functions_of(index, object);
  }

  [[nodiscard]] std::string file() const { return scratch_ / std::string(index_name); }

  ScratchFolder scratch_;
};

TEST_F(ReportIndexTest, ReturnsTheReportsThatWereAdded) {
  write_index_of({"a", "b"});
  EXPECT_THAT(functions_of("a.o"), ElementsAre("a"));
  EXPECT_THAT(functions_of("b.o"), ElementsAre("b"));
  EXPECT_THAT(functions_of("c.o"), IsEmpty());
  ReportIndex index = open();
  IndexReader reader;
  const Report report = *index.report(key_of("a"), reader);
  EXPECT_EQ(report.kernels.front().cycles_per_iteration, Cycles(7, 2));
  EXPECT_EQ(report.kernels.front().findings.front()->where, (SourceLocation{"a.c", 3, 1}));
}

TEST_F(ReportIndexTest, ReportsOfAChangedFileHaveToBeReadAgain) {
  write_index_of({"a"});
  ReportIndex index = open();
  EXPECT_THAT(functions_of(index, "a.o", {stamp.bytes + 1, stamp.written_ns}), IsEmpty());
  EXPECT_THAT(functions_of(index, "a.o", {stamp.bytes, stamp.written_ns + 1}), IsEmpty());
}

TEST_F(ReportIndexTest, KeepsUnchangedFilesAndForgetsRemovedOnes) {
  write_index_of({"a", "b", "c"});
  {
    ReportIndex index = open();
    EXPECT_NE(index.documents_of("a.o", stamp), nullptr);
    add(index, "d");
    EXPECT_TRUE(index.write());
  }
  EXPECT_THAT(functions_of("a.o"), ElementsAre("a"));
  EXPECT_THAT(functions_of("b.o"), IsEmpty());
  EXPECT_THAT(functions_of("d.o"), ElementsAre("d"));
}

TEST_F(ReportIndexTest, OfAnotherBuildIsIgnored) {
  write_index_of({"a"});
  ReportIndex index = open("build 2");
  EXPECT_THAT(functions_of(index, "a.o"), IsEmpty());
}

TEST_F(ReportIndexTest, DamagedBytesAreNeverReturned) {
  write_index_of({"a", "b"});
  const std::string whole = tests::content_of(file());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x15);
    scratch_.with(std::string(index_name), damaged);
    for (const char *name : {"a", "b"})
      EXPECT_THAT(functions_of(std::string(name) + ".o"), AnyOf(IsEmpty(), ElementsAre(name))) << "byte " << at;
  }
}

TEST_F(ReportIndexTest, TruncatedIsIgnored) {
  write_index_of({"a", "b"});
  const std::string whole = tests::content_of(file());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    scratch_.with(std::string(index_name), whole.substr(0, size));
    EXPECT_THAT(functions_of("a.o"), IsEmpty()) << size << " bytes";
  }
}

TEST_F(ReportIndexTest, SeveralWritersAndReadersNeverSeeHalfAnIndex) {
  write_index_of({"a"});
  std::vector<std::jthread> threads;
  for (int writer = 0; writer < 4; ++writer)
    threads.emplace_back([&, writer] {
      for (int round = 0; round < 20; ++round) {
        ReportIndex index = open();
        EXPECT_NE(index.documents_of("a.o", stamp), nullptr);
        add(index, "w" + std::to_string(writer));
        static_cast<void>(index.write());
      }
    });
  for (int round = 0; round < 100; ++round)
    EXPECT_THAT(functions_of("a.o"), ElementsAre("a"));
}

TEST_F(ReportIndexTest, IsNotReadThroughALinkAndReplacesIt) {
  write_index_of({"a"});
  const std::string target = scratch_ / "elsewhere";
  std::filesystem::rename(file(), target);
  std::filesystem::create_symlink(target, file());
  EXPECT_THAT(functions_of("a.o"), IsEmpty());
  const std::string before = tests::content_of(target);
  write_index_of({"b"});
  EXPECT_EQ(tests::content_of(target), before);
  EXPECT_FALSE(std::filesystem::is_symlink(file()));
}

TEST_F(ReportIndexTest, ThatOthersCanWriteIsIgnored) {
  write_index_of({"a"});
  ASSERT_EQ(::chmod(file().c_str(), 0666), 0);
  EXPECT_THAT(functions_of("a.o"), IsEmpty());
}

TEST_F(ReportIndexTest, IsNotWrittenToTheRootOfASourceTree) {
  scratch_.with(".git/HEAD", "");
  ReportIndex index = open();
  add(index, "a");
  EXPECT_FALSE(index.write());
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(ReportIndexTest, IsNotWrittenForAFewFiles) {
  ReportIndex index = open(this_build, 3);
  add(index, "a");
  add(index, "b");
  EXPECT_FALSE(index.write());
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(ReportIndexTest, LeavesNoOtherFiles) {
  write_index_of({"a"});
  write_index_of({"a", "b"});
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(scratch_.path()))
    names.push_back(entry.path().filename().string());
  EXPECT_THAT(names, ElementsAre(index_name));
}

// Within the grain of a file system's clock, a file can change twice without a new time of modification.
TEST_F(ReportIndexTest, AFileThatWasJustWrittenHasNoStamp) {
  const std::string object = scratch_.with("a.o", "x");
  EXPECT_FALSE(stamp_of(object));
  const timespec before[2] = {{1'700'000'000, 5}, {1'700'000'000, 5}};
  ASSERT_EQ(::utimensat(AT_FDCWD, object.c_str(), before, 0), 0);
  EXPECT_EQ(stamp_of(object), (FileStamp{1, 1'700'000'000'000'000'005}));
  EXPECT_FALSE(stamp_of(scratch_.path()));
}

} // namespace
} // namespace osaca::driver

// Finding and compiling source code that was not configured.
#include "measure/validation/source_compiler.h"
#include "measure/validation/source_trees.h"
#include "run_process.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace osaca::measure::validation {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;

class Sources : public testing::Test {
protected:
  Sources() : made_(tests::TemporaryFolder::create()) {}

  void SetUp() override { ASSERT_TRUE(made_); }

  [[nodiscard]] std::string folder() const { return made_->path().string() + "/solver"; }

  void write(const std::string &name, const std::string &text) const {
    const std::filesystem::path path = folder() + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }

  [[nodiscard]] std::string other_folder(const std::string &name) const {
    const std::filesystem::path path = made_->path() / name;
    std::filesystem::create_directories(path);
    return path.string();
  }

private:
  Expected<tests::TemporaryFolder> made_;
};

TEST_F(Sources, AreFoundWithTheirHeaders) {
  write("a.c", "int a;");
  write("include/a.h", "");
  write("deep/b.cpp", "int b;");
  write("notes.txt", "");
  const Expected<SourceTree> tree = source_tree(folder());
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->name, "solver");
  EXPECT_THAT(tree->files, SizeIs(2));
  EXPECT_THAT(tree->headers, ElementsAre(EndsWith("include/a.h")));
}

TEST_F(Sources, AreInTheSameOrderWhereverTheFolderIs) {
  std::vector<std::string> names;
  for (int i = 0; i < 20; ++i)
    write("f" + std::to_string(i) + ".c", "");
  const auto order = [](const std::string &place) {
    std::vector<std::string> found;
    const Expected<SourceTree> tree = source_tree(place);
    EXPECT_TRUE(tree);
    for (const SourceFile &file : tree ? tree->files : std::vector<SourceFile>{})
      found.push_back(std::filesystem::path(file.path).filename().string());
    return found;
  };
  const std::vector<std::string> here = order(folder());
  std::filesystem::rename(folder(), folder() + "-moved");
  EXPECT_EQ(order(folder() + "-moved"), here);
}

TEST_F(Sources, AFolderWithoutSourcesIsAnError) {
  write("notes.txt", "");
  ASSERT_FALSE(source_tree(folder()));
  EXPECT_THAT(source_tree(folder()).error().message, HasSubstr("no source file"));
  EXPECT_FALSE(source_tree(folder() + "/missing"));
}

TEST_F(Sources, ANameThatIsNoPackageIsRefused) {
  for (const char *name : {"", "-o", "../x", "a b", "A"})
    EXPECT_FALSE(source_of_package(name, other_folder("packages"))) << name;
}

TEST(MissingHeader, IsReadFromTheMessagesOfBothCompilers) {
  EXPECT_EQ(missing_header("a.c:1:10: fatal error: config.h: No such file or directory\n"), "config.h");
  EXPECT_EQ(missing_header("a.c:1:10: fatal error: 'sub/config.h' file not found\n"), "sub/config.h");
  EXPECT_EQ(missing_header("a.c:1:1: error: unknown type name 'x'\n"), "");
  EXPECT_EQ(missing_header("a.c:1:10: fatal error: ../../x.h: No such file or directory\n"), "");
  EXPECT_EQ(missing_header("a.c:1:10: fatal error: /etc/x.h: No such file or directory\n"), "");
}

TEST(FolderToInclude, IsThatOfTheNearestHeaderWhosePathFits) {
  const std::vector<std::string> headers = {"/p/a/include/x/h.h", "/p/b/include/x/h.h", "/p/b/include/x/k.h", "/p/h.h"};
  EXPECT_EQ(folder_to_include("x/h.h", "/p/b/source.c", headers), "/p/b/include");
  EXPECT_EQ(folder_to_include("x/h.h", "/p/a/source.c", headers), "/p/a/include");
  EXPECT_EQ(folder_to_include("k.h", "/p/a/source.c", headers), "/p/b/include/x");
  EXPECT_EQ(folder_to_include("missing.h", "/p/a/source.c", headers), "");
  EXPECT_EQ(folder_to_include(".h", "/p/a/source.c", headers), "");
}

TEST_F(Sources, AHeaderOfAConfigureScriptIsReplacedByAnEmptyOne) {
  write("a.c", "#include \"config.h\"\n#include <sub/own.h>\nint twice(int x) { return OWN * x; }\n");
  write("include/sub/own.h", "#define OWN 2\n");
  write("config.h.in", "#undef HAVE_IT\n");
  write("broken.c", "int x = ;\n");
  const auto compiler = driver::named_compiler("cc", "/usr/local/bin:/usr/bin:/bin");
  if (!compiler)
    GTEST_SKIP() << "there is no cc";
  const Expected<SourceTree> tree = source_tree(folder());
  ASSERT_TRUE(tree);
  SourceCompiler sources(*tree, other_folder("work"));
  const Build build{*compiler, {"-O1"}};
  const Expected<std::string> assembly = sources.compile({folder() + "/a.c"}, build);
  ASSERT_TRUE(assembly) << assembly.error().message;
  EXPECT_THAT(*assembly, HasSubstr("twice:"));
  EXPECT_FALSE(sources.compile({folder() + "/broken.c"}, build));
  EXPECT_FALSE(std::filesystem::exists(folder() + "/config.h")); // the source itself is untouched
}

} // namespace
} // namespace osaca::measure::validation

// The patches of TextEdits against git, and what it leaves alone.
#include "scan/annotation_edits.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace osaca::scan {
namespace {

namespace fs = std::filesystem;

class Folder {
public:
  Folder() : path_(fs::temp_directory_path() / ("osaca-edits-" + std::to_string(std::random_device()()))) {
    fs::create_directories(path_);
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] fs::path operator/(const std::string &name) const { return path_ / name; }
  [[nodiscard]] std::string text() const { return path_.string(); }

private:
  fs::path path_;
};

void write(const fs::path &file, const std::string &bytes) { std::ofstream(file, std::ios::binary) << bytes; }

std::string read(const fs::path &file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

std::string random_text(std::mt19937 &random) {
  static const std::vector<std::string> words = {"for (;;)", "", "  a", "}", "\t++b;", "for (;;)", "\xc3\xbc"};
  const std::string end = random() % 3 == 0 ? "\r\n" : "\n";
  std::string text;
  for (unsigned lines = random() % 40 + 1; lines > 0; --lines)
    text += words[random() % words.size()] + (lines == 1 && random() % 2 == 0 ? "" : end);
  return text;
}

void change_randomly(TextEdits &edits, std::mt19937 &random) {
  const std::size_t lines = edits.lines().size();
  for (unsigned changes = random() % 6; changes > 0 && lines > 0; --changes) {
    const std::size_t line = random() % lines;
    switch (random() % 3) {
    case 0: edits.insert_line(line, "#pragma new"); break;
    case 1: edits.remove_line(line); break;
    default:
      edits.insert_text(line, random() % (edits.lines()[line].size() - line_end(edits.lines()[line]).size() + 1),
                        "new ");
    }
  }
}

TEST(TextEdits, PatchesGiveGitTheSameResultAsEditing) {
  std::mt19937 random(20240611);
  const Folder folder;
  std::string patch;
  std::vector<std::string> expected;
  const std::vector<std::string> odd_names = {"with space.c", "quote\".c", "back\\slash.c", "\xc3\xbc.c", "tab\t.c"};
  for (std::size_t i = 0; i < 300; ++i) {
    const std::string name = i < odd_names.size() ? odd_names[i] : "f" + std::to_string(i) + ".c";
    TextEdits edits(random_text(random));
    write(folder / name, std::string(edits.original()));
    change_randomly(edits, random);
    if (i < odd_names.size())
      edits.insert_line(0, "#pragma new");
    patch += edits.patch(name);
    expected.push_back(edits.result());
  }
  write(folder / "the.patch", patch);
  const std::string command = "cd '" + folder.text() + "' && git init -q . && git apply --whitespace=nowarn the.patch";
  ASSERT_EQ(std::system(command.c_str()), 0);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(read(folder / (i < odd_names.size() ? odd_names[i] : "f" + std::to_string(i) + ".c")), expected[i]) << i;
}

TEST(TextEdits, NothingChangesWithoutEdits) {
  const TextEdits edits("a\r\nb\n\xef\xbb\xbf"
                        "c");
  EXPECT_EQ(edits.result(), edits.original());
  EXPECT_EQ(edits.patch("x.c"), "");
  EXPECT_TRUE(edits.empty());
}

TEST(TextEdits, NewLinesEndAsTheirNeighboursDo) {
  TextEdits edits("a\r\nb");
  edits.insert_line(1, "new");
  EXPECT_EQ(edits.result(), "a\r\nnew\r\nb");
}

TEST(TextEdits, SeveralEditsInOneLineUseColumnsOfTheOriginal) {
  TextEdits edits("one two three\n");
  edits.insert_text(0, 4, "A ");
  edits.insert_text(0, 8, "B ");
  edits.remove_text(0, 0, 4);
  EXPECT_EQ(edits.result(), "A two B three\n");
}

} // namespace
} // namespace osaca::scan

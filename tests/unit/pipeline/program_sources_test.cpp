// Sources of a program that line tables name: which of them are still what was compiled. The sums are md5sum's.
#include "pipeline/annotated/program_sources.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string source_text = "void f(double *a) {\n"
                                "#pragma osaca analyze\n"
                                "  for (int i = 0; i < 9; ++i)\n"
                                "    a[i] = 1;\n"
                                "}\n";
const std::string md5_of_text("\x39\xf6\x50\x35\x62\xd6\xf0\x79\xc7\x44\x90\x22\xef\x06\xf2\x0c", 16);
const std::string other_md5(16, '\1');

/// One header, which objects of a program were compiled with: its state in each (by its MD5), as it is now.
ProgramSources sources_of(const std::vector<LineFile> &files, bool all = false) {
  static const InputFile program = {"program", "program"};
  static const SourceFinder finder = [](const InputFile &, const std::string &name, const std::string &) {
    return Expected<SourceText>(SourceText{name, "identity", source_text, false});
  };
  ProgramSources sources(program, files, finder, all);
  sources.find_annotations();
  return sources;
}

const LineFile no_file = {}, now = {"a.h", "/w", md5_of_text}, before = {"a.h", "/w", other_md5},
               not_told = {"a.h", "/v", ""};

TEST(ProgramSources, ReadsTheSourcesThatWereCompiled) {
  const std::vector<LineFile> files = {no_file, now, not_told};
  const ProgramSources sources = sources_of(files);
  EXPECT_THAT(sources.annotations(), SizeIs(1));
  EXPECT_THAT(sources.annotated().source_of_file, ElementsAre(-1, 0, 0));
  EXPECT_THAT(sources.notes(), IsEmpty());
}

TEST(ProgramSources, WhereAnObjectSawItOtherwiseItsLinesAreNotLookedAt) {
  const std::vector<LineFile> now_first = {no_file, now, before}, before_first = {no_file, before, now};
  const ProgramSources one = sources_of(now_first), other = sources_of(before_first);
  EXPECT_THAT(one.annotations(), SizeIs(1));
  EXPECT_THAT(one.annotated().source_of_file, ElementsAre(-1, 0, -1));
  EXPECT_THAT(other.annotated().source_of_file, ElementsAre(-1, -1, 0));
  for (const ProgramSources *sources : {&one, &other})
    EXPECT_THAT(sources->notes(), ElementsAre(HasSubstr("have changed since they were compiled are ignored: a.h")));
}

TEST(ProgramSources, WhereAllIsAskedForOnlyTheSystemsHeadersAreLeftOut) {
  const std::string nest =
      "void f() {\n  for (;;)\n    for (;;)\n      ;\n#pragma osaca analyze\n  for (;;)\n    ;\n}\n";
  static const InputFile program = {"program", "program"};
  const SourceFinder finder = [&nest](const InputFile &, const std::string &name, const std::string &) {
    return Expected<SourceText>(SourceText{name, name, nest, false});
  };
  const std::vector<LineFile> files = {no_file,
                                       {"a.c", "/w", ""},
                                       {"../../usr/include/b.h", "/w/v", ""},
                                       {"/usr/aarch64-linux-gnu/include/c.h", "", ""},
                                       {"/opt/gcc/include/c++/15/vector", "", ""}};
  ProgramSources sources(program, files, finder, true);
  sources.find_annotations();
  using capture::AnnotationKind;
  struct Told {
    int line;
    AnnotationKind kind;
    bool is_innermost;
    bool operator==(const Told &) const = default;
  };
  std::vector<Told> told;
  for (const SourceAnnotation &annotation : sources.annotations())
    told.push_back({annotation.place.line, annotation.kind, annotation.is_innermost});
  const std::vector<Told> expected = {{6, AnnotationKind::pragma, false}, {2, AnnotationKind::all, false},
                                      {3, AnnotationKind::all, true},     {6, AnnotationKind::pragma, false},
                                      {6, AnnotationKind::pragma, false}, {6, AnnotationKind::pragma, false}};
  EXPECT_EQ(told, expected) << "an annotation counts in any header, other loops only in those of the program";
}

// A pragma before a statement that is no loop is about the loops of the code in it, inlined or not, as in the plugins.
TEST(AnnotatedText, HasAnnotatedStatements) {
  const AnnotatedText text = read_annotated_text("a.cc", "void f() {\n"
                                                         "  for (;;)\n"
                                                         "    g();\n"
                                                         "#pragma osaca analyze\n"
                                                         "  std::transform(a, b,\n"
                                                         "                 [] { for (;;); });\n"
                                                         "#pragma osaca analyze\n"
                                                         "  x = 3;\n"
                                                         "#pragma osaca analyze\n"
                                                         "  for (;;)\n"
                                                         "    g();\n"
                                                         "}\n");
  ASSERT_THAT(text.loops, SizeIs(5));
  EXPECT_EQ(text.loops[1].begin.line, 5);
  EXPECT_EQ(text.loops[1].end.line, 6);
  EXPECT_EQ(text.loops[2].parent, 1) << "the lambda's loop";
  EXPECT_EQ(text.loops[4].begin.line, 10);
  EXPECT_EQ(text.loops[4].parent, -1);
  ASSERT_THAT(text.annotations, SizeIs(3));
  EXPECT_EQ(text.annotations[0].loop, 1);
  EXPECT_TRUE(text.annotations[0].is_statement);
  EXPECT_FALSE(text.annotations[0].is_plain);
  EXPECT_TRUE(text.annotations[1].is_plain);
  EXPECT_EQ(text.annotations[2].loop, 4);
  EXPECT_FALSE(text.annotations[2].is_statement);
}

} // namespace
} // namespace osaca

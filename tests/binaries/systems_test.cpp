// Files of Windows and macOS beside what LLVM's own tools say of them, and beside Linux' objects of the same sources.
// That their loops are the right ones, binaries_test.cpp looks at.
#include "binary_inputs.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace osaca::test {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// By llvm-symbolizer: "0x1800010b0<tab>/folder/file.c:12". Lines that it does not know are left out.
std::map<std::uint64_t, int> lines_by_address(const std::string &text) {
  std::map<std::uint64_t, int> found;
  std::istringstream rows(text);
  std::string address, place;
  while (std::getline(rows, address, '\t') && std::getline(rows, place))
    if (const std::size_t colon = place.rfind(':'); colon != std::string::npos)
      found[std::stoull(address, nullptr, 16)] = std::atoi(place.c_str() + colon + 1);
  return found;
}

std::vector<int> lines_of(const Report &report) {
  std::vector<int> lines;
  for (const KernelReport &kernel : report.kernels)
    lines.push_back(kernel.source.line);
  return lines;
}

std::string problems_of(const Report &report) {
  std::string text;
  for (const Error &problem : report.problems)
    text += problem.text() + "\n";
  return text;
}

/// What is said of the code itself, whatever file it is in.
std::string figures_of(const Report &report) {
  std::ostringstream text;
  for (const KernelReport &kernel : report.kernels) {
    text << kernel.function << " " << kernel.cycles_per_iteration.to_double() << " " << kernel.source.line;
    for (const InstructionLine &instruction : kernel.instructions)
      text << " " << instruction.opcode;
    text << "\n";
  }
  return text.str();
}

struct WithLines {
  const char *name;
  const char *listed; ///< the file whose instructions were asked for
  const char *source = "shapes.cpp";
};

class SourceLines : public ::testing::TestWithParam<WithLines> {};

// By CodeView in the object, by a program database, by a .dSYM; names of functions come from there, too.
TEST_P(SourceLines, AreThoseThatTheSymbolizerSays) {
  const WithLines &input = GetParam();
  const auto lines = file(std::string(input.listed) + ".lines");
  ASSERT_TRUE(file(input.name) && lines);
  const std::map<std::uint64_t, int> right = lines_by_address(*lines);
  const Report report = analyzed({input.name}, {}, 1, open_input);
  ASSERT_THAT(problems_of(report), IsEmpty());
  std::size_t compared = 0;
  for (const KernelReport &kernel : report.kernels) {
    const auto address = address_of(kernel);
    const auto line = address ? right.find(*address) : right.end();
    if (line == right.end() || line->second == 0)
      continue;
    EXPECT_EQ(kernel.instructions.front().source.line, line->second) << kernel.function << " " << kernel.name;
    EXPECT_THAT(kernel.source.file, HasSubstr(input.source));
    ++compared;
  }
  EXPECT_GE(compared, 8U);
}

INSTANTIATE_TEST_SUITE_P(Systems, SourceLines,
                         ::testing::Values(WithLines{"x86-windows-full.exe", "x86-windows-symtab.exe"},
                                           WithLines{"aarch64-windows-full.exe", "aarch64-windows-symtab.exe"},
                                           WithLines{"x86-mac", "x86-mac"}, WithLines{"aarch64-mac", "aarch64-mac"},
                                           WithLines{"x86-windows-codeview.obj", "x86-windows-codeview.obj", "loops.c"},
                                           WithLines{"aarch64-windows-codeview.obj", "aarch64-windows-codeview.obj",
                                                     "loops.c"}),
                         [](const auto &test) {
                           std::string name = test.param.name;
                           std::replace_if(name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
                           return name;
                         });

TEST(WindowsPrograms, HaveTheirFunctionsNamesFromTheDatabase) {
  const auto undecorated = file("names.undecorated");
  ASSERT_TRUE(undecorated && file("x86-windows-full.exe"));
  // As llvm-undname writes it, but as other compilers' demanglers do.
  std::string right = *undecorated;
  for (const auto &[theirs, ours] : {std::pair(" *", "*"), std::pair("(void)", "()"), std::pair(") const\n", ")\n")})
    for (std::size_t at = right.find(theirs); at != std::string::npos; at = right.find(theirs, at))
      right.replace(at, std::string(theirs).size(), ours);
  std::set<std::string> names;
  for (const KernelReport &kernel : analyzed({"x86-windows-full.exe"}, {}, 1, open_input).kernels)
    names.insert(kernel.function);
  EXPECT_THAT(names, Contains("shapes::Matrix::scale(double)"));
  EXPECT_THAT(names, Contains("triad"));
  for (const std::string &name : names) {
    const bool is_cxx = name.find("::") != std::string::npos && name.ends_with(")");
    EXPECT_TRUE(!is_cxx || right.find("\n" + name + "\n") != std::string::npos) << name;
  }
  for (const std::string pattern : {"?scale@Matrix@shapes@@QEAAXN@Z", "shapes::Matrix::scale", "*::sc?le(double)"})
    for (const KernelReport &kernel : analyzed({"x86-windows-full.exe"}, {pattern}, 1, open_input).kernels)
      EXPECT_EQ(kernel.function, "shapes::Matrix::scale(double)") << pattern;
  EXPECT_THAT(problems_of(analyzed({"x86-windows-full.exe"}, {"shapes::Matrix::scale"}, 1, open_input)), IsEmpty());
}

TEST(WindowsPrograms, HaveLoopsWithoutNamesWithoutTheDatabase) {
  for (const std::string isa : {"x86", "aarch64"}) {
    const std::string name = isa + "-windows-full.exe";
    ASSERT_TRUE(file(name));
    const Report with = analyzed({name}, {}, 1, open_input);
    const Report without = analyzed({name});
    EXPECT_THAT(without.notes, Contains(HasSubstr(".pdb"))) << name;
    ASSERT_THAT(without.kernels, SizeIs(with.kernels.size())) << name;
    // Without names, it is not known where a called function begins, so its cost is missing.
    for (std::size_t k = 0; k < with.kernels.size(); ++k) {
      const bool has_calls = !with.kernels[k].calls.empty();
      EXPECT_EQ(without.kernels[k].complete, with.kernels[k].complete && !has_calls) << name;
      if (!has_calls) {
        EXPECT_EQ(without.kernels[k].cycles_per_iteration, with.kernels[k].cycles_per_iteration) << name;
      }
    }
  }
}

TEST(WindowsPrograms, DoNotTakeTheDatabaseOfAnotherBuild) {
  const std::string name = "x86-windows-full.exe";
  ASSERT_TRUE(file(name) && file("aarch64-windows-full.pdb"));
  const FileOpener open = [](const std::string &) { return open_input("aarch64-windows-full.pdb"); };
  EXPECT_THAT(analyzed({name}, {}, 1, open).notes, Contains(HasSubstr(".pdb")));
}

TEST(MacPrograms, SayWhereTheirLinesAreWithoutTheBundle) {
  for (const std::string name : {"x86-mac", "aarch64-mac"}) {
    ASSERT_TRUE(file(name));
    EXPECT_THAT(analyzed({name}).notes, Contains(HasSubstr("dsymutil"))) << name;
    EXPECT_THAT(analyzed({name}, {}, 1, open_input).notes, Not(Contains(HasSubstr("dsymutil")))) << name;
  }
}

// Not all code is the same: Windows passes arguments in other registers, which changes no opcode of these.
TEST(Objects, SayTheSameOnAllSystems) {
  for (const std::string isa : {"x86", "aarch64"}) {
    ASSERT_TRUE(file(isa + "-linux.o"));
    const std::string linux_objects = figures_of(analyzed({isa + "-linux.o"}));
    EXPECT_THAT(linux_objects, HasSubstr("\n"));
    EXPECT_EQ(figures_of(analyzed({isa + "-mac.o"})), linux_objects);
    EXPECT_EQ(figures_of(analyzed({isa + "-windows-dwarf.obj"})),
              figures_of(analyzed({isa + "-windows-codeview.obj"})));
    EXPECT_EQ(figures_of(analyzed({isa + "-big.obj"})), figures_of(analyzed({isa + "-windows-codeview.obj"})));
  }
}

TEST(Objects, OfWindowsHaveJumpTablesThatAreNoCode) {
  ASSERT_TRUE(file("x86-jump-table.obj"));
  const Report report = analyzed({"x86-jump-table.obj"});
  EXPECT_THAT(problems_of(report), IsEmpty());
  ASSERT_THAT(report.kernels, SizeIs(1));
  EXPECT_EQ(report.kernels[0].function, "choose");
  EXPECT_THAT(report.kernels[0].instructions, SizeIs(5));
  EXPECT_THAT(report.notes, Not(Contains(HasSubstr("not instructions"))));
}

TEST(LibrariesOfSystems, HaveTheLoopsOfTheirMembers) {
  for (const std::string isa : {"x86", "aarch64"}) {
    ASSERT_TRUE(file(isa + "-objects.lib") && file(isa + "-mac-archive.a"));
    const Report windows = analyzed({isa + "-objects.lib"});
    EXPECT_THAT(problems_of(windows), IsEmpty());
    EXPECT_THAT(windows.kernels, SizeIs(2 * analyzed({isa + "-windows-dwarf.obj"}).kernels.size()));
    const Report mac = analyzed({isa + "-mac-archive.a"});
    EXPECT_THAT(problems_of(mac), IsEmpty());
    EXPECT_EQ(figures_of(mac), figures_of(analyzed({isa + "-mac.o"})));
    EXPECT_EQ(mac.kernels.front().input.file, isa + "-mac-archive.a(a_member_with_a_long_name-" + isa + "-mac.o)");
  }
}

TEST(LibrariesOfSystems, ThatOnlyNameADllSaySo) {
  ASSERT_TRUE(file("imports.lib"));
  EXPECT_THAT(problems_of(analyzed({"imports.lib"})), HasSubstr("import library"));
}

TEST(UniversalFiles, GiveTheCodeForTheCore) {
  ASSERT_TRUE(file("universal") && file("universal.a"));
  for (const auto &[arch, isa, cpu] : {std::tuple{"zen4", "x86", "x86_64"}, std::tuple{"v2", "aarch64", "arm64"}}) {
    const Report program = analyzed({"universal"}, {}, 1, {}, arch);
    EXPECT_THAT(problems_of(program), IsEmpty());
    EXPECT_EQ(figures_of(program), figures_of(analyzed({std::string(isa) + "-mac"})));
    EXPECT_EQ(program.kernels.front().input.file, std::string("universal(") + cpu + ")");
    EXPECT_THAT(lines_of(program), Each(0));
    EXPECT_THAT(lines_of(analyzed({"universal"}, {}, 1, open_input, arch)), Contains(Gt(0)))
        << "its .dSYM is universal, too";
    EXPECT_EQ(figures_of(analyzed({"universal.a"}, {}, 1, {}, arch)),
              figures_of(analyzed({std::string(isa) + "-mac-archive.a"})));
  }
  const Report none = analyzed({"universal"}, {}, 1, {}, "x60");
  EXPECT_THAT(none.kernels, IsEmpty());
  EXPECT_THAT(problems_of(none), HasSubstr("x86-64 code"));
  EXPECT_THAT(problems_of(none), HasSubstr("aarch64 code"));
}

} // namespace
} // namespace osaca::test

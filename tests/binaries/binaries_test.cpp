// Programs, libraries and objects in all their shapes: every innermost loop that objdump's disassembly shows is found,
// in the right function, and no other.
#include "binary_inputs.h"
#include "disassembly.h"

#include "render/json/json_documents.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

namespace osaca::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::set<std::string> functions_in(const Report &report) {
  std::set<std::string> names;
  for (const KernelReport &kernel : report.kernels)
    names.insert(kernel.function);
  return names;
}

/// Cold parts with the functions that they are of.
std::vector<Listing> whole_functions(std::vector<Listing> listings) {
  std::map<std::string, std::vector<Listing *>> by_name;
  for (Listing &listing : listings)
    by_name[listing.function].push_back(&listing);
  for (Listing &cold : listings) {
    const std::size_t suffix = cold.function.find(".cold");
    const auto owner = suffix == std::string::npos ? by_name.end() : by_name.find(cold.function.substr(0, suffix));
    if (owner != by_name.end() && owner->second.size() == 1)
      owner->second.front()->lines.insert(owner->second.front()->lines.end(), cold.lines.begin(), cold.lines.end());
  }
  return listings;
}

/// Functions that jump into the middle of others, or are jumped into: which loops these have is a matter of taste.
std::set<std::uint64_t> entangled(const std::vector<Listing> &listings) {
  std::map<std::uint64_t, std::uint64_t> begins;
  for (const Listing &listing : listings)
    for (const Line &line : listing.lines)
      begins.emplace(line.address, listing.begin);
  std::set<std::uint64_t> found;
  for (const Listing &listing : listings)
    for (const Line &line : listing.lines) {
      const auto home = line.target ? begins.find(*line.target) : begins.end();
      if (home == begins.end() || home->second == *line.target || line.mnemonic.starts_with("call") ||
          line.mnemonic == "bl")
        continue;
      const bool is_own =
          std::ranges::any_of(listing.lines, [&](const Line &other) { return other.address == *line.target; });
      if (!is_own)
        found.insert({listing.begin, home->second});
    }
  return found;
}

struct Shape {
  const char *name;
  bool is_stripped = false;
  std::size_t least_loops = 8;
};

class Binaries : public ::testing::TestWithParam<Shape> {};

TEST_P(Binaries, HaveTheLoopsThatObjdumpShows) {
  const std::string name = GetParam().name;
  const auto listing = file(name + ".listing");
  const auto symbols = file(name + ".symbols");
  if (!file(name) || !listing || !symbols)
    GTEST_SKIP() << "needs the compiler and binutils of " << name;
  const Report report = analyzed({name});
  ASSERT_TRUE(report.problems.empty()) << report.problems.front().text();

  const auto names = names_by_address(*symbols);
  const std::vector<Listing> listings = whole_functions(read_listing(*listing));
  const std::set<std::uint64_t> unclear = entangled(listings);
  std::map<std::uint64_t, std::string> found; // header -> function
  for (const KernelReport &kernel : report.kernels)
    if (const auto address = address_of(kernel))
      found.emplace(*address, kernel.function);
    else
      for (const auto &[begin, symbol] : names)
        if (symbol == kernel.name && symbol == kernel.function)
          found.emplace(begin, kernel.function);

  std::size_t compared = 0;
  for (const Listing &function : listings) {
    if (function.function.find(".cold") != std::string::npos || function.function.find("@plt") != std::string::npos ||
        unclear.contains(function.begin) || function.lines.empty())
      continue;
    const FoundLoops loops = innermost_loops(function);
    if (!loops.is_certain)
      continue;
    std::set<std::string> right{"sub_" + [&] {
      std::ostringstream digits;
      digits << std::hex << function.begin;
      return digits.str();
    }()};
    if (const auto [first, last] = names.equal_range(function.begin); first != last)
      for (auto it = first; it != last; ++it)
        right.insert(it->second);
    for (const std::uint64_t header : loops.headers) {
      const auto loop = found.find(header);
      ASSERT_NE(loop, found.end()) << std::hex << header << " in " << function.function;
      const bool is_cold = loop->second.find(".cold") != std::string::npos;
      const bool is_decorated =
          function.function.starts_with('?'); // what C++'s functions are called, is tested on its own
      EXPECT_TRUE(is_cold || is_decorated || right.contains(loop->second))
          << loop->second << " is called " << function.function;
      ++compared;
    }
    for (auto loop = found.lower_bound(function.lines.front().address);
         loop != found.end() && loop->first <= function.lines.back().address && loop->first >= function.begin; ++loop)
      EXPECT_THAT(loops.headers, Contains(loop->first)) << std::hex << loop->first << " in " << function.function;
  }
  EXPECT_GE(compared, GetParam().least_loops);
}

/// As the whole program says it, under the name of the stripped one.
std::string in_json(const std::string &whole, const std::string &name) {
  Inputs inputs;
  inputs.files = {{whole, name}};
  inputs.read = [](const std::string &path) { return Expected<std::string>(file(path).value_or("")); };
  inputs.open = open_input;
  AnalyzeOptions options;
  options.archs = {"zen4"};
  return render_json(analyze_inputs(inputs, options, {}));
}

TEST(BinariesWithSeparateDebugInformation, SayTheSameAsWholeOnes) {
  for (const std::string name : {"separate-beside", "separate-hidden", "separate-checksum"}) {
    if (!file(name + "/program"))
      GTEST_SKIP() << "needs GCC for x86-64";
    const std::string whole = in_json(name + "/whole", "program");
    EXPECT_THAT(whole, HasSubstr("shapes.cpp")) << name;
    EXPECT_EQ(in_json(name + "/program", "program"), whole) << name;
  }
}

TEST(BinariesWithSeparateDebugInformation, AreNotMistakenForAnotherBuild) {
  if (!file("separate-other/program"))
    GTEST_SKIP() << "needs GCC for x86-64";
  const std::string said = in_json("separate-other/program", "program");
  EXPECT_THAT(said, Not(HasSubstr("shapes.cpp")));
  EXPECT_THAT(said, HasSubstr("no source lines"));
}

INSTANTIATE_TEST_SUITE_P(All, Binaries,
                         ::testing::Values(Shape{"x86-O0"}, Shape{"x86-O2"}, Shape{"x86-O3-v3"}, Shape{"x86-no-pie"},
                                           Shape{"x86-static", false, 500}, Shape{"x86-shared.so"},
                                           Shape{"x86-stripped", true}, Shape{"x86-shared-stripped.so", true},
                                           Shape{"x86-O2.o"}, Shape{"x86-lto"}, Shape{"x86-sections"},
                                           Shape{"x86-clang"}, Shape{"x86-clang-pie"}, Shape{"aarch64-O2"},
                                           Shape{"aarch64-static", false, 300}, Shape{"aarch64-stripped", true},
                                           Shape{"riscv64-O2"}, Shape{"riscv64-static", false, 300},
                                           Shape{"riscv64-stripped", true}, Shape{"x86-windows-symtab.exe"},
                                           Shape{"aarch64-windows-symtab.exe"}, Shape{"x86-mac"}, Shape{"aarch64-mac"},
                                           Shape{"x86-windows-codeview.obj"}, Shape{"aarch64-windows-codeview.obj"},
                                           Shape{"x86-mac.o"}, Shape{"aarch64-mac.o"}),
                         [](const auto &test) {
                           std::string name = test.param.name;
                           std::replace_if(name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
                           return name;
                         });

/// The same of a program with and without its symbols: what differs is only the names.
TEST(StrippedBinaries, HaveTheLoopsOfTheWholeOnes) {
  for (const auto &[whole, stripped] :
       {std::pair{"x86-O2", "x86-stripped"}, std::pair{"aarch64-O2", "aarch64-stripped"}}) {
    if (!file(whole) || !file(stripped))
      continue;
    const Report a = analyzed({whole});
    const Report b = analyzed({stripped});
    ASSERT_EQ(a.kernels.size(), b.kernels.size()) << whole;
    for (std::size_t k = 0; k < a.kernels.size(); ++k) {
      EXPECT_EQ(a.kernels[k].cycles_per_iteration, b.kernels[k].cycles_per_iteration)
          << whole << " " << a.kernels[k].name;
      EXPECT_EQ(a.kernels[k].instructions.size(), b.kernels[k].instructions.size());
    }
  }
}

TEST(Threads, DoNotChangeTheReport) {
  if (!file("x86-static"))
    GTEST_SKIP() << "needs a C library to link with";
  std::vector<std::string> names{"x86-static", "x86-O2.o", "x86-O2", "missing", "x86-archive.a"};
  std::erase_if(names, [](const std::string &name) { return name != "missing" && !file(name); });
  const std::string one = render_json(analyzed(names));
  for (const int jobs : {2, 3, 8})
    EXPECT_EQ(one, render_json(analyzed(names, {}, jobs))) << jobs;
}

TEST(FunctionNames, AreSymbolsOrWhatTheSourceCallsThem) {
  if (!file("x86-O2"))
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C++ compiler";
  for (const char *pattern :
       {"_ZN6shapes6Matrix5scaleEd", "shapes::Matrix::scale", "shapes::Matrix::scale(double)", "*Matrix::sc?le*"})
    EXPECT_EQ(functions_in(analyzed({"x86-O2"}, {pattern})), (std::set<std::string>{"_ZN6shapes6Matrix5scaleEd"}))
        << pattern;
  const std::set<std::string> both = functions_in(analyzed({"x86-O2"}, {"triad", "length"}));
  EXPECT_EQ(both, (std::set<std::string>{"triad", "length"}));
  // The loop is in "steps.constprop.0" or the like.
  EXPECT_FALSE(analyzed({"x86-O2"}, {"shapes::steps"}).kernels.empty());
  EXPECT_EQ(functions_in(analyzed({"x86-O2.s"}, {"tr?ad"})), (std::set<std::string>{"triad"}));
}

TEST(FunctionNames, GiveTheSameLoopsAsTheWholeFile) {
  if (!file("x86-O2"))
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C++ compiler";
  Report all = analyzed({"x86-O2"});
  std::erase_if(all.kernels, [](const KernelReport &kernel) { return kernel.function != "triad"; });
  Report one = analyzed({"x86-O2"}, {"triad"});
  all.notes = one.notes = {};
  EXPECT_EQ(render_json(all), render_json(one));
}

TEST(FunctionNames, ThatMeanNothingGetASuggestion) {
  if (!file("x86-O2") || !file("x86-O2.s"))
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C++ compiler";
  for (const std::string input : {"x86-O2", "x86-O2.o", "x86-O2.s"}) {
    const Report report = analyzed({input}, {"trida"});
    EXPECT_TRUE(report.kernels.empty());
    ASSERT_EQ(report.problems.size(), 1U) << input;
    EXPECT_THAT(report.problems[0].text(), HasSubstr("no function 'trida'")) << input;
    EXPECT_THAT(report.problems[0].text(), HasSubstr("did you mean 'triad'?")) << input;
  }
  // One of several inputs that has it is enough; a second pattern that means nothing is told all the same.
  EXPECT_TRUE(analyzed({"x86-O2.o", "x86-data.o"}, {"triad"}).problems.empty());
  const Report partly = analyzed({"x86-O2.o", "x86-data.o"}, {"triad", "nonsense"});
  EXPECT_FALSE(partly.kernels.empty());
  ASSERT_EQ(partly.problems.size(), 1U);
  EXPECT_THAT(partly.problems[0].text(), HasSubstr("'nonsense'"));
  EXPECT_THAT(analyzed({"x86-O2"}, {"gcd", "steps_*"}).problems.size(), 0U);
}

TEST(Archives, GiveTheLoopsOfTheirMembers) {
  if (!file("x86-archive.a"))
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C++ compiler";
  const Report archive = analyzed({"x86-archive.a"});
  const Report object = analyzed({"x86-O2.o"});
  const Report data = analyzed({"x86-data.o"});
  EXPECT_TRUE(archive.problems.empty());
  ASSERT_EQ(archive.kernels.size(), object.kernels.size() + data.kernels.size());
  EXPECT_EQ(archive.kernels.front().input.file, "x86-archive.a(x86-O2.o)");
  // One member of it has no code at all, which is a problem only where that is the only input.
  const Report empty = analyzed({"x86-empty.o"});
  ASSERT_EQ(empty.problems.size(), 1U);
  EXPECT_THAT(empty.problems[0].text(), HasSubstr("no machine code"));
}

TEST(DataInCode, GivesNoLoopsAndOneNote) {
  if (!file("x86-data.o"))
    GTEST_SKIP() << "needs an assembler for x86-64";
  for (const std::string input : {"x86-data.o", "x86-data.so"}) {
    const Report report = analyzed({input});
    EXPECT_TRUE(report.problems.empty()) << report.problems.front().text();
    ASSERT_EQ(report.kernels.size(), 2U) << input;
    EXPECT_EQ(report.kernels[0].function, "mix");
    EXPECT_EQ(report.kernels[0].instructions.size(), 3U);
    EXPECT_EQ(report.kernels[1].function, "behind");
    EXPECT_EQ(
        std::ranges::count_if(
            report.notes, [](const std::string &note) { return note.find("not instructions") != std::string::npos; }),
        1);
  }
}

// On Zen 4 the loop was measured at all places of a block: 1.0 cycles up to 42 bytes behind its border, 2.0 from there
// on.
TEST(CodePlaces, OfLinkedProgramsDecide) {
  if (!file("x86-placed.o"))
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C++ compiler";
  for (const std::string name : {"x86-placed-no-pie", "x86-placed-pie", "x86-placed.o"}) {
    const Report report = analyzed({name});
    ASSERT_EQ(report.kernels.size(), 2U) << name;
    EXPECT_EQ(report.kernels[0].cycles_per_iteration, Cycles(1)) << name;
    EXPECT_EQ(report.kernels[1].cycles_per_iteration, Cycles(2)) << name;
    ASSERT_TRUE(report.kernels[1].placement) << name;
    const CodePlacement &placement = *report.kernels[1].placement;
    EXPECT_EQ(placement.bytes_past_boundary, 48) << name;
    EXPECT_EQ(placement.boundary_bytes, 64) << name;
    const bool is_linked = !name.ends_with(".o");
    EXPECT_EQ(placement.known, is_linked ? CodePlacement::Known::address : CodePlacement::Known::alignment);
    EXPECT_EQ(placement.least, Cycles(is_linked ? 1 : 2))
        << "an object's section is aligned to 64 bytes: no linker can help";
  }
}

TEST(SourceLines, AreThoseOfTheObjectInEveryLinkedShape) {
  if (!file("x86-dwarf-5.o"))
    GTEST_SKIP() << "needs a GCC for x86-64 as the build's C++ compiler";
  const Report object = analyzed({"x86-dwarf-5.o"}, {"triad", "length"});
  ASSERT_GE(object.kernels.size(), 2U);
  for (const KernelReport &kernel : object.kernels)
    EXPECT_THAT(kernel.source.file, HasSubstr("shapes.cpp"));
  for (const std::string input :
       {"x86-dwarf-4", "x86-dwarf-5", "x86-dwarf-5-compressed", "x86-dwarf-4-gnu-compressed"}) {
    if (!file(input))
      continue;
    const Report linked = analyzed({input}, {"triad", "length"});
    ASSERT_EQ(linked.kernels.size(), object.kernels.size()) << input;
    for (std::size_t k = 0; k < linked.kernels.size(); ++k) {
      EXPECT_EQ(linked.kernels[k].function, object.kernels[k].function);
      ASSERT_EQ(linked.kernels[k].instructions.size(), object.kernels[k].instructions.size());
      for (std::size_t i = 0; i < linked.kernels[k].instructions.size(); ++i)
        EXPECT_EQ(linked.kernels[k].instructions[i].source.line, object.kernels[k].instructions[i].source.line)
            << input;
    }
  }
  const Report without = analyzed({"x86-O2"});
  EXPECT_THAT(without.notes, Contains(HasSubstr("no source lines")));
}

TEST(LinkTimeOptimisation, IsAnsweredWithOneMessage) {
  for (const std::string input : {"x86-slim.o", "x86-bitcode.o", "x86-slim.a"}) {
    if (!file(input))
      continue;
    const Report report = analyzed({input});
    EXPECT_TRUE(report.kernels.empty()) << input;
    ASSERT_EQ(report.problems.size(), 1U) << input;
    EXPECT_THAT(report.problems[0].text(), HasSubstr("-ffat-lto-objects")) << input;
    EXPECT_THAT(report.problems[0].text(), HasSubstr("linked program")) << input;
  }
  if (file("x86-fat.o")) {
    EXPECT_FALSE(analyzed({"x86-fat.o"}).kernels.empty());
  }
}

} // namespace
} // namespace osaca::test

#include "expectation/expectation.h"
#include "render/words/words.h"

#include <gtest/gtest.h>

namespace osaca {
namespace {

KernelReport kernel_of(Cycles cycles, const std::string &arch = "zen4", const std::string &role = "") {
  KernelReport kernel;
  kernel.source = {"a.c", 3, 3};
  kernel.arch = arch;
  kernel.role = loop_role_named(role);
  kernel.cycles_per_iteration = cycles;
  kernel.bounds = {{BoundKind::ports, cycles, {}}, {BoundKind::divider, Cycles(), {}}};
  return kernel;
}

std::vector<std::string> broken(const std::string &clauses, const std::vector<KernelReport> &kernels) {
  AnnotationReport annotation;
  annotation.source = {"a.c", 3, 3};
  std::vector<const KernelReport *> pointers;
  for (const KernelReport &kernel : kernels)
    pointers.push_back(&kernel);
  const ParsedExpectations parsed = parse_expectations(clauses);
  EXPECT_TRUE(parsed.problems.empty()) << parsed.problems.front();
  std::vector<std::string> messages;
  for (const Finding &finding : broken_expectations(parsed.expectations, annotation, pointers))
    messages.push_back(message_of(finding));
  return messages;
}

TEST(Expectations, CyclesPerIteration) {
  EXPECT_TRUE(broken("expect(cycles <= 4.0 per iteration)", {kernel_of(4)}).empty());
  EXPECT_EQ(broken("expect(cycles <= 4.0 per iteration)", {kernel_of(Cycles(41, 10))}).size(), 1U);
  EXPECT_EQ(broken("expect(cycles<4)", {kernel_of(4)}).size(), 1U);
  EXPECT_TRUE(broken("expect(cycles == 4)", {kernel_of(4)}).empty());
  EXPECT_EQ(broken("expect(cycles > 4)", {kernel_of(4)}).size(), 1U);
}

TEST(Expectations, AreBoundedInNumberAndInWhatIsSaidOfThem) {
  std::string in_one_clause = "expect(";
  std::string in_many;
  std::string wrong = "expect(";
  std::string cores = "expect(cycles <= 1, arch";
  for (int i = 0; i < 100000; ++i) {
    in_one_clause += "cycles <= 1, ";
    in_many += "no(divider) ";
    wrong += "cylces <= 1, ";
    cores += " core" + std::to_string(i);
  }
  for (const std::string &text : {in_one_clause + "cycles <= 1)", in_many, wrong + "cylces <= 1)", in_one_clause}) {
    const ParsedExpectations parsed = parse_expectations(text);
    EXPECT_GE(parsed.expectations.size() + parsed.problems.size(), 64U);
    EXPECT_LE(parsed.expectations.size() + parsed.problems.size(), 66U);
    EXPECT_NE(parsed.problems.back().find("only the first 64"), std::string::npos) << parsed.problems.back();
  }
  const ParsedExpectations parsed = parse_expectations(cores + ")");
  ASSERT_EQ(parsed.expectations.size(), 1U);
  EXPECT_EQ(parsed.expectations[0].archs.size(), 64U);
  EXPECT_EQ(parsed.problems.size(), 1U);
}

TEST(Expectations, CyclesPerSourceIteration) {
  KernelReport kernel = kernel_of(4);
  EXPECT_EQ(broken("expect(cycles <= 0.5 per source iteration)", {kernel}).size(), 1U) << "not known: not kept";
  kernel.source_iterations = 8;
  EXPECT_TRUE(broken("expect(cycles <= 0.5 per source iteration)", {kernel}).empty());
  kernel.source_iterations = 4;
  EXPECT_EQ(broken("expect(cycles <= 0.5 per source iteration)", {kernel}).size(), 1U);
}

TEST(Expectations, ALowerBoundConfirmsNoUpperLimit) {
  KernelReport kernel = kernel_of(2);
  kernel.complete = false;
  EXPECT_EQ(broken("expect(cycles <= 4)", {kernel}).size(), 1U);
  EXPECT_TRUE(broken("expect(cycles >= 1)", {kernel}).empty());
}

// At least 2 cycles: any number from there on may be the true one.
TEST(Expectations, ALowerBoundConfirmsAndRefutesOnlyWhatAllLargerFiguresDo) {
  KernelReport kernel = kernel_of(2);
  kernel.complete = false;
  const auto verdict = [&](const std::string &condition) -> std::string {
    const std::vector<std::string> messages = broken("expect(cycles " + condition + ")", {kernel});
    if (messages.empty())
      return "kept";
    return messages.front().find("cannot be verified") == std::string::npos ? "broken" : "unknown";
  };
  const std::pair<const char *, const char *> verdicts[] = {
      {"< 1", "broken"},   {"< 2", "broken"},   {"< 3", "unknown"},  {"<= 1", "broken"},
      {"<= 2", "unknown"}, {"== 1", "broken"},  {"== 2", "unknown"}, {"== 3", "unknown"},
      {">= 2", "kept"},    {">= 3", "unknown"}, {"> 1", "kept"},     {"> 2", "unknown"}};
  for (const auto &[condition, wanted] : verdicts)
    EXPECT_EQ(verdict(condition), wanted) << condition;
}

TEST(Expectations, HoldForTheirCoresOnly) {
  const std::vector<KernelReport> kernels = {kernel_of(4, "zen4"), kernel_of(9, "skx")};
  EXPECT_TRUE(broken("expect(cycles <= 4, arch zen4)", kernels).empty());
  EXPECT_EQ(broken("expect(cycles <= 4, arch zen4 skx)", kernels).size(), 1U);
  EXPECT_EQ(broken("expect(cycles <= 4)", kernels).size(), 1U);
  EXPECT_TRUE(broken("expect(cycles <= 4, arch v2)", kernels).empty()) << "that core is not analysed";
}

TEST(Expectations, AreAboutTheVectorBodyNotTheRemainder) {
  KernelReport body = kernel_of(4, "zen4", "vector body");
  body.vector_bits = 256;
  const std::vector<KernelReport> kernels = {body, kernel_of(20, "zen4", "remainder")};
  EXPECT_TRUE(broken("expect(cycles <= 4, vectorised)", kernels).empty());
  EXPECT_TRUE(broken("expect(vector >= 256 bits)", kernels).empty());
  EXPECT_EQ(broken("expect(vector >= 512)", kernels).size(), 1U);
}

/// As in a function with two loops, or a statement that calls it.
std::vector<KernelReport> two_loops() {
  KernelReport fast = kernel_of(1, "zen4", "vector body");
  fast.vector_bits = 256;
  return {fast, kernel_of(16)};
}

TEST(Expectations, AreAboutEachLoopOfAStatement) {
  std::vector<KernelReport> by_place = two_loops();
  by_place[0].written = WrittenElsewhere{"two", {"two.h", 2, 3}};
  by_place[1].written = WrittenElsewhere{"two", {"two.h", 5, 3}};
  std::vector<KernelReport> by_number = two_loops();
  by_number[0].part = {1, 2};
  by_number[1].part = {2, 2};
  for (const std::vector<KernelReport> &kernels : {by_place, by_number})
    for (const char *clause : {"expect(cycles <= 2)", "expect(vectorised)"}) {
      const std::vector<std::string> messages = broken(clause, kernels);
      ASSERT_EQ(messages.size(), 1U) << clause;
      EXPECT_NE(messages[0].find(kernels[0].written ? "two.h:5" : "loop 2 of 2"), std::string::npos) << messages[0];
    }
}

TEST(Expectations, OfAFunctionAreBrokenAtTheLoop) {
  std::vector<KernelReport> kernels = two_loops();
  kernels[0].source = {"a.c", 5, 3};
  kernels[1].source = {"a.c", 6, 3};
  AnnotationReport annotation;
  annotation.source = {"a.c", 4, 6};
  const ParsedExpectations parsed = parse_expectations("expect(cycles <= 2) bound(ports)");
  const Findings findings = broken_expectations(parsed.expectations, annotation, {kernels.data(), &kernels[1]});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0]->where, (SourceLocation{"a.c", 6, 3}));
}

TEST(Expectations, OfAFunctionAreNotAboutLoopsAroundOthers) {
  std::vector<KernelReport> kernels = {kernel_of(1), kernel_of(20)};
  kernels[0].source = {"a.c", 6, 5};
  kernels[1].source = {"a.c", 5, 3};
  kernels[1].role.reading = LoopRole::Reading::inner_loops_once;
  Finding call;
  call.rule = "osaca-call";
  call.facts = WrittenFinding{"it calls", ""};
  kernels[1].findings.push_back(call);
  AnnotationReport annotation;
  annotation.source = {"a.c", 4, 6};
  const auto count = [&](const char *clauses) {
    return broken_expectations(parse_expectations(clauses).expectations, annotation, {kernels.data(), &kernels[1]})
        .size();
  };
  EXPECT_EQ(count("expect(cycles <= 2)"), 0U);
  EXPECT_EQ(count("no(calls)"), 1U);
  annotation.source = {"a.c", 5, 3};
  EXPECT_EQ(count("expect(cycles <= 2)"), 1U) << "the loop around others is the annotated one";
}

TEST(Expectations, AreAboutEachCopyOfTheLoop) {
  std::vector<KernelReport> kernels = {kernel_of(1, "zen4", "vector body"), kernel_of(5, "zen4", "vector body"),
                                       kernel_of(2)};
  kernels[0].function = "f";
  kernels[1].function = "g";
  kernels[2].function = "h";
  kernels[0].vector_bits = kernels[1].vector_bits = 256;
  for (int i = 0; i < 3; ++i)
    kernels[static_cast<std::size_t>(i)].source_iterations = i == 2 ? 1 : 4;
  EXPECT_EQ(broken("expect(cycles <= 4)", kernels).size(), 1U);
  EXPECT_EQ(broken("expect(cycles <= 1.5 per source iteration)", kernels).size(), 1U) << "2 cycles in h";
  EXPECT_TRUE(broken("expect(cycles <= 2 per source iteration)", kernels).empty());
  EXPECT_EQ(broken("expect(vectorised)", kernels).size(), 1U);
}

TEST(Expectations, TheSlowestPathCounts) {
  KernelReport slow = kernel_of(9);
  slow.path_number = 2;
  EXPECT_EQ(broken("expect(cycles <= 4)", {kernel_of(4), slow}).size(), 1U);
}

TEST(Expectations, Bounds) {
  KernelReport kernel = kernel_of(4);
  kernel.bound_by = BoundKind::stores;
  EXPECT_EQ(broken("bound(ports)", {kernel}).size(), 1U);
  EXPECT_TRUE(broken("bound(ports or stores)", {kernel}).empty());
  kernel.bound_is_known = false;
  EXPECT_EQ(broken("bound(stores)", {kernel}).size(), 1U) << "nobody knows whether that is kept";
}

TEST(Expectations, WhatIsNotToBeThere) {
  KernelReport kernel = kernel_of(4);
  EXPECT_TRUE(broken("no(divider, calls)", {kernel}).empty());
  kernel.bounds = {{BoundKind::divider, Cycles(1), {}}};
  Finding call;
  call.rule = "osaca-call";
  call.facts = CallMade{"exp"};
  kernel.findings = {call};
  const std::vector<std::string> messages = broken("no(divider, calls, spills)", {kernel});
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_NE(messages[1].find("the loop calls exp"), std::string::npos);
  EXPECT_EQ(broken("no(osaca-call)", {kernel}).size(), 1U);
}

TEST(Expectations, ThePlaceOfTheCodeMayMakeNoDifference) {
  KernelReport kernel = kernel_of(1);
  EXPECT_NE(broken("no(alignment)", {kernel}).at(0).find("how the core fetches code"), std::string::npos);
  kernel.placement = CodePlacement{.block_bytes = 64, .least = 1, .most = 1};
  EXPECT_TRUE(broken("no(alignment)", {kernel}).empty());
  kernel.placement->most = Cycles(104, 100);
  EXPECT_TRUE(broken("no(alignment)", {kernel}).empty()) << "no prediction is that exact";
  kernel.placement->most = 2;
  EXPECT_NE(broken("no(alignment)", {kernel}).at(0).find("1.0 to 2.0 cycles per iteration, depending on the"),
            std::string::npos);
  kernel.placement->known = CodePlacement::Known::address;
  EXPECT_TRUE(broken("no(alignment)", {kernel}).empty()) << "it lies well";
  kernel.cycles_per_iteration = 2;
  EXPECT_EQ(broken("no(alignment)", {kernel}).size(), 1U);
}

TEST(Expectations, ALoopThatIsGoneKeepsNoPromiseButAbsence) {
  EXPECT_EQ(broken("expect(exists)", {}).size(), 1U);
  EXPECT_EQ(broken("expect(cycles <= 4)", {}).size(), 1U);
  EXPECT_TRUE(broken("no(divider)", {}).empty());
  EXPECT_TRUE(broken("expect(exists)", {kernel_of(1)}).empty());
}

TEST(Expectations, SeveralClausesInAnyLayout) {
  EXPECT_EQ(
      parse_expectations("expect(cycles <= 4.0 per iteration, arch zen4) bound(ports) no(divider)").expectations.size(),
      3U);
  EXPECT_EQ(
      parse_expectations("expect ( cycles<=4,vectorised , arch zen4|skx ),no(divider,spills)").expectations.size(), 4U);
  EXPECT_TRUE(parse_expectations("").problems.empty());
}

TEST(Expectations, MayBeInUpperCaseAsInFortran) {
  EXPECT_EQ(broken("EXPECT(CYCLES <= 3 PER ITERATION, ARCH ZEN4) BOUND(DIVIDER) No(Calls)", {kernel_of(4)}).size(), 2U);
  EXPECT_EQ(parse_expectations("DATA(L3)").data.level, "L3");
  EXPECT_EQ(parse_expectations("ROWS(64 kB)").data.row_bytes, parse_expectations("rows(64 kB)").data.row_bytes);
  const ParsedExpectations of_level = parse_expectations("EXPECT(CYCLES <= 9.8, DATA L3)");
  ASSERT_EQ(of_level.expectations.size(), 1U);
  EXPECT_EQ(std::get<CyclesCondition>(of_level.expectations[0].condition).level, "L3");
}

TEST(Expectations, ReportsErrorsInsteadOfGuessing) {
  for (const char *text : {"expct(cycles <= 4)",
                           "expect(cycles <= )",
                           "expect(cycles 4)",
                           "expect(cycles <= four)",
                           "expect()",
                           "expect",
                           "expect(cycles <= 4",
                           "bound(port)",
                           "no(division)",
                           "no()",
                           "expect(cycles <= 4 per loop)",
                           "expect(vector >= wide)",
                           "expect(cycles <= -1)",
                           "expect((cycles <= 4))",
                           "bound(arch zen4)",
                           "expect(cycles <= 4, arch)",
                           "expect(,)",
                           "expect(vector >= 99999999999)",
                           "\x01\xff",
                           ")",
                           "no(divider spills)"})
    EXPECT_FALSE(parse_expectations(text).problems.empty()) << text;
  EXPECT_NE(parse_expectations("bound(port)").problems[0].find("'ports'"), std::string::npos);
}

/// Four cycles with all data in the first level, ten and thirty behind it.
KernelReport kernel_with_memory() {
  KernelReport kernel = kernel_of(4);
  kernel.memory.emplace();
  for (const auto &[name, cycles] : {std::pair("L1", 4), std::pair("L3", 10), std::pair("MEM", 30)}) {
    MemoryLevelFigures level;
    level.name = name;
    level.cycles_per_iteration = Cycles(cycles);
    level.bound_by = cycles > 4 ? MemoryBoundKind::transfers : MemoryBoundKind::core;
    kernel.memory->levels.push_back(level);
  }
  return kernel;
}

TEST(Expectations, WhereTheDataAre) {
  EXPECT_EQ(parse_expectations("data(L3)").data.level, "L3");
  EXPECT_EQ(parse_expectations("data ( memory )").data.level, "MEM");
  EXPECT_EQ(parse_expectations("data(48 MB)").data.bytes, 48000000);
  EXPECT_EQ(parse_expectations("data(1.5 KiB)").data.bytes, 1536);
  EXPECT_FALSE(parse_expectations("expect(cycles <= 4)").data.names_a_place());
  const ParsedExpectations all =
      parse_expectations("rows(8000 floats) expect(cycles <= 9.8, data L3), data(L3) no(divider)");
  EXPECT_TRUE(all.problems.empty());
  EXPECT_EQ(all.expectations.size(), 2U) << "a place is no condition";
  EXPECT_EQ(all.data.level, "L3");
  EXPECT_EQ(all.data.row_bytes, 32000);
  EXPECT_EQ(parse_expectations("rows(8000)").data.row_elements, 8000);
}

TEST(Expectations, OfSeveralPlacesTheLastCountsAlone) {
  const DataPlace place = parse_expectations("data(48 MB) data(L2)").data;
  EXPECT_EQ(place.level, "L2");
  EXPECT_FALSE(place.bytes);
  const DataPlace rows = parse_expectations("rows(8000) rows(1 MiB)").data;
  EXPECT_EQ(rows.row_bytes, 1048576);
  EXPECT_FALSE(rows.row_elements);
}

TEST(Expectations, ReportsErrorsInDataClauses) {
  for (const char *text :
       {"data()", "data", "data(L3", "data(L3, L2)", "data(L0)", "data(48 TB)", "data(0)", "rows()", "rows(L3)",
        "rows(8000 shorts)", "rows(80 00)", "rows(-1)", "expect(cycles <= 4, data)", "expect(cycles <= 4, data 48 MB)",
        "expect(cycles <= 4, data L3 L2)", "expect(data L3)", "data((L3))", "date(L3)"})
    EXPECT_FALSE(parse_expectations(text).problems.empty()) << text;
  EXPECT_NE(parse_expectations("date(L3)").problems[0].find("'data'"), std::string::npos);
}

TEST(Expectations, CyclesWithDataInALevel) {
  const std::vector<KernelReport> kernels = {kernel_with_memory()};
  EXPECT_TRUE(broken("expect(cycles <= 10, data L3)", kernels).empty());
  EXPECT_EQ(broken("expect(cycles <= 9.8, data L3)", kernels).size(), 1U);
  EXPECT_TRUE(
      broken("expect(cycles <= 4) expect(cycles <= 30, data MEM) expect(cycles <= 4, data l1)", kernels).empty());
  EXPECT_EQ(broken("expect(data L3, cycles <= 9.8)", kernels).size(), 1U) << "in any order";
  const std::vector<std::string> messages = broken("expect(cycles <= 9.8, data L3)", kernels);
  EXPECT_NE(messages[0].find("with data in L3"), std::string::npos) << messages[0];
  EXPECT_TRUE(broken("expect(cycles <= 9.8, data L3, arch skx)", kernels).empty()) << "that core is not analysed";
}

TEST(Expectations, ALevelThatIsNotKnownKeepsNothing) {
  EXPECT_EQ(broken("expect(cycles <= 100, data L2)", {kernel_with_memory()}).size(), 1U);
  EXPECT_EQ(broken("expect(cycles <= 100, data L3)", {kernel_of(4)}).size(), 1U) << "a model without memory";
}

TEST(Expectations, ALevelsLeastConfirmsNoUpperLimit) {
  KernelReport kernel = kernel_with_memory();
  kernel.memory->levels[1].most_cycles = Cycles(14);
  EXPECT_EQ(broken("expect(cycles <= 12, data L3)", {kernel}).size(), 1U);
  EXPECT_TRUE(broken("expect(cycles >= 8, data L3)", {kernel}).empty());
}

TEST(Expectations, MemoryIsABoundLikeOthers) {
  KernelReport kernel = kernel_with_memory();
  EXPECT_EQ(broken("bound(memory)", {kernel}).size(), 1U);
  kernel.bound_by = BoundKind::memory;
  EXPECT_TRUE(broken("bound(memory)", {kernel}).empty());
  EXPECT_TRUE(broken("bound(ports or memory)", {kernel}).empty());
  EXPECT_EQ(broken("bound(ports)", {kernel}).size(), 1U);
}

} // namespace
} // namespace osaca

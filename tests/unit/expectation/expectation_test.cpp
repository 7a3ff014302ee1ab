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

TEST(Expectations, ALoopThatIsGoneKeepsNoPromiseButAbsence) {
  EXPECT_EQ(broken("expect(exists)", {}).size(), 1U);
  EXPECT_EQ(broken("expect(cycles <= 4)", {}).size(), 1U);
  EXPECT_TRUE(broken("no(divider)", {}).empty());
  EXPECT_TRUE(broken("expect(exists)", {kernel_of(1)}).empty());
}

TEST(Expectations, SeveralClausesInAnyLayout) {
  EXPECT_EQ(parse_expectations("expect(cycles <= 4.0 per iteration, arch zen4) bound(ports) no(divider)").expectations.size(), 3U);
  EXPECT_EQ(parse_expectations("expect ( cycles<=4,vectorised , arch zen4|skx ),no(divider,spills)").expectations.size(), 4U);
  EXPECT_TRUE(parse_expectations("").problems.empty());
}

TEST(Expectations, MistakesAreToldNeverGuessed) {
  for (const char *text :
       {"expct(cycles <= 4)", "expect(cycles <= )", "expect(cycles 4)", "expect(cycles <= four)", "expect()", "expect",
        "expect(cycles <= 4", "bound(port)", "no(division)", "no()", "expect(cycles <= 4 per loop)", "expect(vector >= wide)",
        "expect(cycles <= -1)", "expect((cycles <= 4))", "bound(arch zen4)", "expect(cycles <= 4, arch)", "expect(,)",
        "expect(vector >= 99999999999)", "\x01\xff", ")", "no(divider spills)"})
    EXPECT_FALSE(parse_expectations(text).problems.empty()) << text;
  EXPECT_NE(parse_expectations("bound(port)").problems[0].find("'ports'"), std::string::npos);
}

} // namespace
} // namespace osaca

// Calls are followed into functions of the same input.
#include "loops/callees.h"
#include "loops/regions.h"
#include "regions_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace osaca::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<Kernel> loops_of(const std::string &listing) {
  RegionSelection selection;
  selection.mode = RegionSelection::Mode::loops;
  const auto selected = select_kernels(toy_unit(listing), "toy.s", selection, 8);
  EXPECT_TRUE(selected) << selected.error().text();
  return selected ? selected->kernels : std::vector<Kernel>();
}

/// "f(...)" for each call: the instructions in the callee; "f: 3" for one that is not followed, with its status.
std::vector<std::string> calls_of(const Kernel &kernel) {
  std::vector<std::string> calls;
  for (const KernelCall &call : kernel.calls) {
    std::string text;
    for (int i = call.instruction + 1; i < call.end; ++i)
      text += (text.empty() ? "" : "; ") + kernel.instructions[static_cast<std::size_t>(i)].text;
    calls.push_back(call.status == CallStatus::followed
                        ? call.callee + "(" + text + ")"
                        : call.callee + ": " + std::to_string(static_cast<int>(call.status)));
  }
  return calls;
}

std::string unknown(const std::string &name, CallStatus status) {
  return name + ": " + std::to_string(static_cast<int>(status));
}

const std::string loop_of_f = "fn main:\n.L1:\n a\n call f\n b\n jne .L1\n ret\n";

TEST(Callees, AreExecutedWhereTheyAreCalled) {
  const auto all = loops_of("fn f:\n x\n y\n ret\n" + loop_of_f);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; call f; x; y; ret; b; jne .L1");
  EXPECT_THAT(calls_of(all[0]), ElementsAre("f(x; y; ret)"));
  EXPECT_TRUE(all[0].instructions[1].callee_follows);
  EXPECT_EQ(all[0].calls[0].caller, -1);
}

TEST(Callees, MayBeCalledSeveralTimesAndAtTheEnd) {
  const auto all = loops_of("fn f:\n x\n ret\nfn main:\n.L1:\n call f\n call f\n jmp .L2\n.L2:\n jne .L1\n ret\n");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "call f; x; ret; call f; x; ret; jmp .L2; jne .L1");
  EXPECT_THAT(calls_of(all[0]), ElementsAre("f(x; ret)", "f(x; ret)"));
}

TEST(Callees, CallOtherFunctions) {
  const auto all = loops_of("fn g:\n z\n ret\nfn f:\n x\n call g\n y\n ret\n" + loop_of_f);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; call f; x; call g; z; ret; y; ret; b; jne .L1");
  EXPECT_THAT(calls_of(all[0]), ElementsAre("f(x; call g; z; ret; y; ret)", "g(z; ret)"));
  EXPECT_EQ(all[0].calls[1].caller, 0);
}

TEST(Callees, EndInTailCalls) {
  const auto known = loops_of("fn g:\n z\n ret\nfn f:\n x\n jmp g\n" + loop_of_f);
  ASSERT_EQ(known.size(), 1U);
  EXPECT_EQ(body(known[0]), "a; call f; x; jmp g; z; ret; b; jne .L1");
  const auto elsewhere = loops_of("fn f:\n x\n jmp sin@PLT\n" + loop_of_f);
  ASSERT_EQ(elsewhere.size(), 1U);
  EXPECT_EQ(body(elsewhere[0]), "a; call f; x; jmp sin@PLT; b; jne .L1");
  EXPECT_THAT(calls_of(elsewhere[0]), ElementsAre("f(x; jmp sin@PLT)", unknown("sin", CallStatus::elsewhere)));
  EXPECT_TRUE(is_unknown_call(elsewhere[0].instructions[3]));
}

TEST(Callees, AreFollowedAlongBranchesThatAreNotTaken) {
  const auto all = loops_of("fn f:\n x\n je .L8\n y\n.L8:\n z\n ret\n" + loop_of_f);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; call f; x; je .L8; y; z; ret; b; jne .L1");
}

TEST(Callees, AreFollowedAroundCodeThatDoesNotReturn) {
  const auto all = loops_of("fn f:\n x\n je .L8\n call abort\n.L8:\n ret\n" + loop_of_f);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; call f; x; je .L8; ret; b; jne .L1");
  EXPECT_TRUE(all[0].instructions[3].is_taken);
}

TEST(Callees, HaveOnePathPerWayIfProbabilitiesAreKnown) {
  ParsedUnit unit = toy_unit("fn f:\n x\n je .L8\n y\n.L8:\n z\n ret\n" + loop_of_f);
  for (Instruction &instruction : unit.instructions)
    if (instruction.is_conditional)
      instruction.taken_probability = instruction.text == "je .L8" ? 0.75 : 0.9;
  const auto all = kernels_of_loop(unit, {{{9, 13}}, 10, {}, {}, 0}, 8);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(body(all[0]), "a; call f; x; je .L8; z; ret; b; jne .L1");
  EXPECT_EQ(body(all[1]), "a; call f; x; je .L8; y; z; ret; b; jne .L1");
  EXPECT_TRUE(all[0].path.share && std::abs(all[0].path.share->probability - 0.75) < 1e-9);
}

TEST(Callees, LoopsOnUnlikelyPathsDoNotMatter) {
  const auto all = loops_of("fn f:\n x\n je .L8\n ret\n.L8:\n y\n jne .L8\n ret\n" + loop_of_f);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(body(all[1]), "a; call f; x; je .L8; ret; b; jne .L1");
}

TEST(Callees, ThatDoNotReturnEndNoIteration) {
  const auto all = loops_of("fn f:\n x\n je .L8\n ret\n.L8:\n call abort\n" + loop_of_f);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; call f; x; je .L8; ret; b; jne .L1");
}

TEST(Callees, AreNotFollowedWithoutTheirCode) {
  EXPECT_THAT(calls_of(loops_of(loop_of_f).at(0)), ElementsAre(unknown("f", CallStatus::elsewhere)));
  EXPECT_THAT(calls_of(loops_of("fn main:\n.L1:\n call *\n jne .L1\n ret\n").at(0)),
              ElementsAre(unknown("", CallStatus::indirect)));
}

TEST(Callees, AreNotFollowedIntoLoopsAndRecursion) {
  const std::string loop = "fn f:\n.L5:\n x\n jne .L5\n ret\n";
  const auto with_loop = loops_of(loop + loop_of_f);
  ASSERT_EQ(with_loop.size(), 2U);
  EXPECT_THAT(calls_of(with_loop[1]), ElementsAre(unknown("f", CallStatus::has_loop)));
  EXPECT_THAT(calls_of(loops_of("fn f:\n call f\n ret\n" + loop_of_f).at(0)),
              ElementsAre("f(call f; ret)", unknown("f", CallStatus::recursive)));
  EXPECT_THAT(calls_of(loops_of("fn g:\n call f\n ret\nfn f:\n call g\n ret\n" + loop_of_f).at(0)),
              ElementsAre("f(call g; call f; ret; ret)", "g(call f; ret)", unknown("f", CallStatus::recursive)));
  EXPECT_THAT(calls_of(loops_of("fn main:\n.L1:\n call main\n jne .L1\n ret\n").at(0)),
              ElementsAre(unknown("main", CallStatus::recursive)));
}

TEST(Callees, AreFollowedToALimitedDepth) {
  std::string listing;
  for (int depth = 0; depth < 40; ++depth)
    listing += "fn f" + std::to_string(depth) + ":\n call f" + std::to_string(depth + 1) + "\n ret\n";
  const auto all = loops_of(listing + "fn main:\n.L1:\n call f0\n jne .L1\n ret\n");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].calls.back().status, CallStatus::too_deep);
  EXPECT_EQ(all[0].calls.size(), static_cast<std::size_t>(CallLimits().depth) + 1);
}

/// Each function calls the next one twice: 2^30 instructions if they were copied.
TEST(Callees, AreCopiedToALimitedSize) {
  std::string listing;
  for (int depth = 0; depth < 5; ++depth) {
    listing += "fn f" + std::to_string(depth) + ":\n";
    for (int call = 0; call < 30; ++call)
      listing += " call f" + std::to_string(depth + 1) + "\n";
    listing += " ret\n";
  }
  const auto all = loops_of(listing + "fn f5:\n ret\nfn main:\n.L1:\n call f0\n jne .L1\n ret\n");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_LE(static_cast<int>(all[0].instructions.size()), CallLimits().instructions + 2);
  EXPECT_TRUE(
      std::ranges::any_of(all[0].calls, [](const KernelCall &call) { return call.status == CallStatus::too_large; }));
}

TEST(Callees, OfAllLoopsTogetherAreCopiedToALimitedSize) {
  std::string listing = "fn f:\n x\n x\n x\n ret\nfn main:\n";
  for (int loop = 0; loop < 10; ++loop)
    listing += ".L" + std::to_string(loop) + ":\n call f\n jne .L" + std::to_string(loop) + "\n";
  const ParsedUnit unit = toy_unit(listing + " ret\n");
  Callees callees(unit, {.depth = 5, .instructions = 100, .instructions_of_unit = 10});
  const FlowGraph graph = flow_graph(unit, whole(unit));
  int followed = 0;
  const LoopForest forest = find_loops(graph);
  for (const LoopIndex loop : forest.innermost())
    followed +=
        callees.follow_calls(graph, LoopBlocks(graph, forest).of(loop))->calls.at(0).status == CallStatus::followed ? 1
                                                                                                                    : 0;
  EXPECT_EQ(followed, 2);
}

/// In a linked program, the code of a function that was only read to be called comes last, whatever its address.
TEST(Callees, KeepTheirAddresses) {
  ParsedUnit unit = toy_unit("fn main:\n.L1:\n a\n call f\n b\n jne .L1\n ret\nfn f:\n x\n ret\n");
  std::uint64_t address = 0x1180;
  for (AsmStatement &statement : unit.statements) {
    if (statement.kind == AsmStatementKind::label && statement.text == "f")
      address = 0x1150;
    statement.address = address;
    statement.address_modulus = 0; // final
    address += statement.kind == AsmStatementKind::instruction ? 4 : 0;
  }
  RegionSelection selection;
  selection.mode = RegionSelection::Mode::loops;
  const auto selected = select_kernels(unit, "toy", selection, 8);
  ASSERT_TRUE(selected && selected->kernels.size() == 1);
  EXPECT_TRUE(selected->kernels[0].place.is_final());
  EXPECT_THAT(selected->kernels[0].place.addresses, ElementsAre(0x1180, 0x1184, 0x1150, 0x1154, 0x1188, 0x118c));
}

TEST(Callees, AreFollowedFromMarkedCode) {
  const auto selected = select_kernels(
      toy_unit("fn f:\n x\n ret\nfn main:\n# OSACA-BEGIN\n a\n call f\n b\n# OSACA-END\n ret\n"), "toy.s", {}, 8);
  ASSERT_TRUE(selected);
  ASSERT_EQ(selected->kernels.size(), 1U);
  EXPECT_EQ(body(selected->kernels[0]), "a; call f; x; ret; b");
}

TEST(Callees, AreFollowedFromLoopsOfPlugins) {
  const auto all = kernels_of_loop(toy_unit("fn f:\n x\n ret\n" + loop_of_f), {{{5, 9}}, 6, {}, {}, 0}, 8);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(body(all[0]), "a; call f; x; ret; b; jne .L1");
}

TEST(Callees, LoopsWithoutCallsHaveNone) {
  EXPECT_THAT(loops_of("fn main:\n.L1:\n a\n jne .L1\n ret\n").at(0).calls, IsEmpty());
}

} // namespace
} // namespace osaca::testing

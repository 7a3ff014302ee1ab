// Loops that call functions of the same input are predicted as if these were inlined.
#include "loop_report.h"
#include "render/phrases.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace osaca {
namespace {

using ::testing::HasSubstr;

std::string function(const std::string &name, const std::string &body) {
  return ".p2align 4\n.type " + name + ", @function\n" + name + ":\n" + body + "ret\n.size " + name + ", .-" + name +
         "\n";
}

/// A loop that does `work` between `before` and `after`; the functions follow.
std::string loop_with(const std::string &work, const std::string &functions = "") {
  return ".text\n.p2align 6\n.type main, @function\nmain:\n.p2align 4\n.L1:\n" + work +
         "subq $1, %rbx\njne .L1\nret\n.size main, .-main\n" + functions;
}

const std::string horner = "mulsd %xmm1, %xmm0\naddsd %xmm2, %xmm0\nmulsd %xmm1, %xmm0\naddsd %xmm3, %xmm0\n";

/// Intel's Optimization Reference Manual: additions and products take 4 cycles on Skylake.
TEST(Calls, AChainPassesThroughTheCallee) {
  const KernelReport called = report_of_loop(loop_with("call f\n", function("f", horner)), "skl");
  EXPECT_TRUE(called.complete);
  EXPECT_EQ(called.bound(BoundKind::loop_carried), Cycles(16));
  EXPECT_EQ(called.cycles_per_iteration, report_of_loop(loop_with(horner), "skl").cycles_per_iteration);
}

TEST(Calls, TheCalleesInstructionsNeedPortsAndSlots) {
  const std::string work = "movaps %xmm4, %xmm0\n" + horner + horner + horner;
  const KernelReport called =
      report_of_loop(loop_with("movaps %xmm4, %xmm0\ncall f\n", function("f", horner + horner + horner)), "skl");
  const KernelReport inlined = report_of_loop(loop_with(work), "skl");
  EXPECT_EQ(called.instructions.size(), inlined.instructions.size() + 2); // the call and the return
  EXPECT_EQ(called.bound(BoundKind::ports), inlined.bound(BoundKind::ports));
  EXPECT_GE(called.cycles_per_iteration, inlined.cycles_per_iteration);
  ASSERT_EQ(called.calls.size(), 1U);
  EXPECT_EQ(called.calls[0].name, "f");
  EXPECT_EQ(called.calls[0].instructions, 13);
  EXPECT_TRUE(called.calls[0].cycles && *called.calls[0].cycles <= called.cycles_per_iteration);
  EXPECT_EQ(called.instructions[2].callee, "f");
  EXPECT_EQ(called.instructions[0].callee, "");
}

TEST(Calls, TheStackPointerIsBalanced) {
  const KernelReport saved = report_of_loop(
      loop_with("movaps %xmm4, %xmm0\ncall f\n",
                function("f", "pushq %rbx\nsubq $16, %rsp\nmovq %rdi, %rbx\naddq $16, %rsp\npopq %rbx\n")),
      "skl");
  EXPECT_TRUE(saved.complete);
  // rbx is saved and restored once per iteration: at most the forwarding of a store, and the loop's subtraction.
  EXPECT_LE(saved.bound(BoundKind::loop_carried), Cycles(8));
}

TEST(Calls, ValuesPassThroughTheCallersStack) {
  const KernelReport spilled = report_of_loop(
      loop_with("movsd %xmm0, 8(%rsp)\ncall f\naddsd 8(%rsp), %xmm0\n", function("f", "pushq %rax\npopq %rax\n")),
      "skl");
  const bool is_forwarded = std::ranges::any_of(spilled.edges, [](const Edge &edge) {
    return edge.through_memory && edge.from == 0 && edge.to == 5 && edge.distance == 0;
  });
  EXPECT_TRUE(is_forwarded);
}

TEST(Calls, UnknownOnesMakeTheLoopIncomplete) {
  const KernelReport elsewhere = report_of_loop(loop_with("call work@PLT\n"), "skl");
  EXPECT_FALSE(elsewhere.complete);
  ASSERT_EQ(elsewhere.calls.size(), 1U);
  EXPECT_EQ(elsewhere.calls[0].status, CallStatus::elsewhere);
  EXPECT_EQ(elsewhere.calls[0].name, "work");
  EXPECT_FALSE(report_of_loop(loop_with("call *%rax\n"), "skl").complete);
  EXPECT_FALSE(report_of_loop(loop_with("call *table(,%rax,8)\n"), "skl").complete);
  EXPECT_FALSE(report_of_loop(loop_with("call f\n", function("f", "call f\n")), "skl").complete);
  EXPECT_FALSE(report_of_loop(loop_with("call f\n", function("f", "call work\n")), "skl").complete);
  EXPECT_FALSE(
      report_of_loop(loop_with("call f\n", ".type f, @function\nf:\naddsd %xmm1, %xmm0\njmp work\n"), "skl").complete);
}

// The tables have figures for the C library's functions, which these are not.
TEST(Calls, FunctionsOfTheUnitAreTheUsersWhateverTheirName) {
  const std::string counting = ".L9:\naddsd %xmm1, %xmm0\nsubq $1, %rdi\njne .L9\n";
  for (const std::string name : {"exp", "sin", "memcpy", "time"}) {
    const KernelReport own = report_of_loop(loop_with("call " + name + "\n", function(name, counting)), "zen4");
    EXPECT_FALSE(own.complete) << name;
    ASSERT_EQ(own.calls.size(), 1U);
    EXPECT_EQ(own.calls[0].status, CallStatus::has_loop) << name;
  }
  EXPECT_EQ(report_of_loop(loop_with("call exp@PLT\n"), "zen4").calls.at(0).status, CallStatus::measured);
}

TEST(Calls, AreFollowedOnOtherIsas) {
  const std::string arm = ".type f, %function\nf:\nfmul d0, d0, d1\nret\n.type g, %function\ng:\n.L1:\nbl f\n"
                          "subs x19, x19, #1\nb.ne .L1\nret\n";
  const KernelReport on_arm = report_of_loop(arm, "n1");
  EXPECT_TRUE(on_arm.complete);
  EXPECT_EQ(on_arm.instructions.size(), 5U);
  EXPECT_EQ(on_arm.bound(BoundKind::loop_carried), Cycles(3)); // Arm Neoverse N1 guide: fmul 3 cycles
  const std::string riscv = ".type f, @function\nf:\nfmul.d fa0, fa0, fa1\nret\n.type g, @function\ng:\n.L1:\ncall f\n"
                            "addi s0, s0, -1\nbnez s0, .L1\nret\n";
  const KernelReport on_riscv = report_of_loop(riscv, "u74");
  EXPECT_EQ(on_riscv.calls.size(), 1U);
  EXPECT_EQ(on_riscv.calls.at(0).status, CallStatus::followed);
}

std::vector<KernelReport> whole(const std::string &text, const std::string &name, const std::string &arch = "skl") {
  AnalyzeOptions options;
  options.archs = {arch};
  options.functions = {name};
  options.whole_functions = true;
  const auto report = analyze(text, "loop.s", options);
  EXPECT_TRUE(report) << report.error().text();
  return report ? report->kernels : std::vector<KernelReport>();
}

TEST(WholeFunctions, HaveALatencyAndAThroughput) {
  const auto kernels = whole(loop_with("nop\n", function("f", horner)), "f");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_TRUE(kernels[0].is_function);
  ASSERT_EQ(kernels[0].result_latencies.size(), 1U);
  EXPECT_EQ(kernels[0].result_latencies[0].reg, "xmm0");
  EXPECT_EQ(kernels[0].result_latencies[0].cycles, Cycles(16));
  EXPECT_LT(kernels[0].cycles_per_iteration, Cycles(4)); // four operations on two ports
}

TEST(WholeFunctions, IncludeTheFunctionsThatTheyCall) {
  const auto kernels = whole(loop_with("nop\n", function("f", horner) + function("g", "call f\n" + horner)), "g");
  ASSERT_EQ(kernels.size(), 1U);
  ASSERT_EQ(kernels[0].result_latencies.size(), 1U);
  EXPECT_EQ(kernels[0].result_latencies[0].cycles, Cycles(32));
  EXPECT_TRUE(kernels[0].complete);
}

/// Every function is called and returns.
TEST(WholeFunctions, GetNoAdviceAboutTheirCallAndReturn) {
  for (const char *arch : {"emeraldrapids", "zen3", "zen4", "skl"}) {
    const auto kernels = whole(function("f", "imull %esi, %edi\nleal 3(%rdi), %eax\n"), "f", arch);
    ASSERT_EQ(kernels.size(), 1U);
    for (const Shared<Finding> &finding : kernels[0].findings)
      EXPECT_NE(finding->rule, "osaca-front-end-bound") << arch;
  }
}

TEST(WholeFunctions, SayThatTheirLoopsAreCountedOnce) {
  const auto kernels = whole(function("f", ".L9:\naddl %edi, %eax\ndecl %ecx\njne .L9\n"), "f");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(title_of(kernels[0]), "f, inner loops counted once");
}

/// Values that depend on no argument are there before the arguments are.
TEST(WholeFunctions, HaveALatencyFromTheirArguments) {
  const auto kernels = whole(loop_with("nop\n", function("f", "movsd k(%rip), %xmm2\nmulsd %xmm2, %xmm2\n"
                                                              "mulsd %xmm2, %xmm2\naddsd %xmm2, %xmm0\n")),
                             "f");
  ASSERT_EQ(kernels.size(), 1U);
  ASSERT_EQ(kernels[0].result_latencies.size(), 1U);
  EXPECT_EQ(kernels[0].result_latencies[0].cycles, Cycles(4)); // the addition
  const auto of_pointer = whole(loop_with("nop\n", function("f", "movsd (%rdi), %xmm0\naddsd %xmm0, %xmm0\n")), "f");
  ASSERT_EQ(of_pointer.size(), 1U);
  EXPECT_GT(of_pointer[0].result_latencies.at(0).cycles, Cycles(4)); // the load waits for the argument
  const auto without = whole(loop_with("nop\n", function("f", "movsd k(%rip), %xmm0\naddsd %xmm0, %xmm0\n")), "f");
  ASSERT_EQ(without.size(), 1U);
  EXPECT_GT(without[0].result_latencies.at(0).cycles, Cycles(4)); // from the beginning of the call
}

/// Intel's Optimization Reference Manual: additions and products take 4 cycles on Skylake, additions of integers 1.
TEST(WholeFunctions, HaveALatencyFromEachArgument) {
  const auto kernels =
      whole(loop_with("nop\n", function("f", "addq %rsi, %rdi\nmulsd %xmm1, %xmm2\ncvtsi2sdq %rdi, %xmm3\n"
                                             "addsd %xmm2, %xmm0\nleaq (%rdi,%rdx), %rax\n")),
            "f");
  ASSERT_EQ(kernels.size(), 1U);
  const auto times = [&](std::size_t result) {
    std::string text;
    for (const ArgumentLatency &argument : kernels[0].result_latencies.at(result).from_arguments)
      text += argument.reg + " " + argument.cycles.text() + ", ";
    return text;
  };
  EXPECT_EQ(times(0), "rdi 2.0, rsi 2.0, rdx 1.0, ");
  EXPECT_EQ(times(1), "xmm0 4.0, xmm1 8.0, xmm2 8.0, ");
  EXPECT_EQ(kernels[0].result_latencies[1].cycles, Cycles(8));
}

/// A polynomial by Estrin's method. 17.6 cycles were measured on Emerald Rapids in a chain of calls; the longest path
/// has a latency of 16.
TEST(WholeFunctions, HaveALatencyThatIncludesWaitingForPorts) {
  const std::string estrin = "vmovsd a(%rip), %xmm3\nvmovsd b(%rip), %xmm2\nvmovsd %xmm0, %xmm0, %xmm5\n"
                             "vmulsd %xmm0, %xmm0, %xmm1\nvfmadd213sd c(%rip), %xmm3, %xmm5\n"
                             "vfmadd213sd d(%rip), %xmm0, %xmm2\nvmulsd %xmm1, %xmm1, %xmm4\n"
                             "vfmadd132sd %xmm1, %xmm5, %xmm2\nvmovsd e(%rip), %xmm5\n"
                             "vfmadd213sd f(%rip), %xmm0, %xmm5\nvfmadd132sd g(%rip), %xmm3, %xmm0\n"
                             "vfmadd132sd %xmm1, %xmm5, %xmm0\nvmulsd %xmm4, %xmm0, %xmm0\n"
                             "vfmadd132sd h(%rip), %xmm2, %xmm0\n";
  const auto kernels = whole(loop_with("nop\n", function("f", estrin)), "f", "emeraldrapids");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_NEAR(kernels[0].result_latencies.at(0).cycles.to_double(), 17.6, 0.1 * 17.6);
  EXPECT_GT(kernels[0].result_latencies.at(0).cycles, Cycles(16));
}

/// Intel's manual on MULX: with the same register for both halves, it holds the upper half.
TEST(WholeFunctions, WaitForTheUpperHalfOfAProductInOneRegister) {
  const auto latency = [](const std::string &low) {
    const auto kernels =
        whole(loop_with("nop\n", function("f", "mulxq %rdi, " + low + ", %rax\naddq %rax, %rax\n")), "f");
    return kernels.at(0).result_latencies.at(0).cycles;
  };
  EXPECT_EQ(latency("%rax"), latency("%rcx"));
}

TEST(WholeFunctions, KeepValuesInMemoryBetweenCalls) {
  const auto kernels =
      whole(loop_with("nop\n", function("f", "addsd sum(%rip), %xmm0\nmovsd %xmm0, sum(%rip)\n")), "f");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_GE(kernels[0].bound(BoundKind::loop_carried), Cycles(8)); // an addition and a forwarded store
}

} // namespace
} // namespace osaca

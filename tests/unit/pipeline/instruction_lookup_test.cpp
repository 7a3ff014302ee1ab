#include "osaca/analyze.h"
#include "osaca/instruction_figures.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using FiguresStatus = CoreFigures::Status;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

InstructionLookup lookup_on(std::vector<std::string> archs, std::size_t most_forms = 40) {
  Expected<InstructionLookup> lookup =
      InstructionLookup::create({.archs = std::move(archs), .intel_syntax = false, .most_forms = most_forms});
  EXPECT_TRUE(lookup);
  return *std::move(lookup);
}

/// The figures of the only instruction on the only core.
CoreFigures figures_of(const std::string &arch, const std::string &text) {
  const Expected<LookupResult> found = lookup_on({arch}).find(text);
  if (!found || found->instructions.size() != 1 || found->instructions.front().cores.size() != 1) {
    ADD_FAILURE() << text << (found ? "" : ": " + found.error().message);
    return {};
  }
  return found->instructions.front().cores.front();
}

std::optional<Cycles> latency(const CoreFigures &core, std::string_view from, std::string_view to) {
  for (const OperandLatencyFigure &one : core.latencies)
    if (one.from == from && one.to == to)
      return one.cycles;
  return std::nullopt;
}

// Arm Neoverse V2 Software Optimization Guide, ASIMD multiply accumulate: latency 4 (2), with late forwarding of the
// accumulator.
TEST(InstructionLookup, NamesTheOperandsOfEachLatency) {
  const CoreFigures fmla = figures_of("v2", "fmla v0.2d, v1.2d, v2.2d");
  EXPECT_EQ(latency(fmla, "q1", "q0"), Cycles(4));
  EXPECT_EQ(latency(fmla, "q0", "q0"), Cycles(2));
}

// InstLatx64, Core i7-6700K: MOV r64, [m64] takes 4 cycles from the address, VMULPD ymm 4. uops.info:
// VMULPD_YMM_YMM_M256 on Skylake takes 4 cycles from the register and at most 11 from the address; a vector load takes
// 6 or 7.
TEST(InstructionLookup, AddsTheLoadToLatenciesFromTheAddress) {
  EXPECT_EQ(latency(figures_of("skl", "movq (%rdi), %rax"), "address", "rax"), Cycles(4));
  const CoreFigures multiplication = figures_of("skl", "vmulpd (%rdi), %ymm1, %ymm2");
  EXPECT_GE(latency(multiplication, "address", "ymm2"), Cycles(10));
  EXPECT_LE(latency(multiplication, "address", "ymm2"), Cycles(11));
  EXPECT_EQ(latency(multiplication, "ymm1", "ymm2"), Cycles(4));
}

TEST(InstructionLookup, ShowsForwardingOfStores) {
  const CoreFigures store = figures_of("skl", "movq %rax, (%rdi)");
  EXPECT_GT(latency(store, "rax", "memory"), Cycles(0));
  EXPECT_THAT(store.latencies, SizeIs(1));
}

// AMD's and Intel's optimisation manuals list `xor reg, reg` with one register as a zero idiom, not with two.
TEST(InstructionLookup, AppliesIdiomsToTheOperandsGiven) {
  for (const char *arch : {"zen4", "skl"}) {
    const CoreFigures zero = figures_of(arch, "xorl %eax, %eax");
    EXPECT_EQ(zero.shortcut, RenameShortcut::zero_idiom);
    EXPECT_TRUE(zero.breaks_dependency);
    EXPECT_THAT(zero.latencies, IsEmpty());
    EXPECT_EQ(zero.limit, ThroughputLimit::dispatch);
    const CoreFigures other = figures_of(arch, "xorl %eax, %ecx");
    EXPECT_EQ(other.shortcut, RenameShortcut::none);
    EXPECT_EQ(latency(other, "eax", "ecx"), Cycles(1));
  }
  EXPECT_EQ(figures_of("zen4", "movq %rax, %rbx").shortcut, RenameShortcut::eliminated);
}

// Intel's manual: ADC reads the carry flag; the result of CMP are the flags only.
TEST(InstructionLookup, ShowsFlagsOnlyWhereTheyDiffer) {
  const CoreFigures addition = figures_of("skl", "addq %rax, %rbx");
  EXPECT_THAT(addition.latencies, SizeIs(2)); // from both registers to rbx
  EXPECT_EQ(latency(figures_of("skl", "cmpq %rax, %rbx"), "rax", "cf"), Cycles(1));
}

TEST(InstructionLookup, KnowsTheLimitOfTheThroughput) {
  EXPECT_EQ(figures_of("skl", "vdivpd %ymm0, %ymm1, %ymm2").limit, ThroughputLimit::divider);
  EXPECT_EQ(figures_of("skl", "imulq %rax, %rbx").limit, ThroughputLimit::ports);
}

TEST(InstructionLookup, SaysThatFiguresAreNotKnown) {
  EXPECT_EQ(figures_of("skl", "vaddpd %zmm0, %zmm1, %zmm2").status,
            FiguresStatus::no_figures); // Skylake has no AVX-512
  EXPECT_EQ(figures_of("zen4", "rep movsb").status, FiguresStatus::repeats);
}

TEST(InstructionLookup, DistinguishesMissingInstructionsFromMissingFigures) {
  EXPECT_TRUE(figures_of("skl", "vaddpd %zmm0, %zmm1, %zmm2").is_absent);
  const CoreFigures cpuid = figures_of("skl", "cpuid"); // each core has it
  EXPECT_EQ(cpuid.status, FiguresStatus::no_figures);
  EXPECT_FALSE(cpuid.is_absent);
}

// AVX-512 is part of Ice Lake and Zen 4, and not of Skylake and Zen 3.
TEST(InstructionLookup, NamesTheCoresThatHaveFigures) {
  for (const char *query : {"vaddpd %zmm0, %zmm1, %zmm2", "VADDPDZrr"}) {
    const Expected<LookupResult> found = lookup_on({"skl", "zen3"}).find(query);
    ASSERT_TRUE(found);
    EXPECT_THAT(found->instructions.front().known_on, IsSupersetOf({"icx", "zen4"}));
    EXPECT_THAT(found->instructions.front().known_on, Not(Contains(AnyOf("skl", "zen3"))));
  }
  EXPECT_THAT(lookup_on({"zen4"}).find("vaddpd %zmm0, %zmm1, %zmm2")->instructions.front().known_on, IsEmpty());
}

// A locked operation is one instruction (Intel SDM, volume 2: LOCK is a prefix), so it takes at least what its parts
// take.
TEST(InstructionLookup, AddsTheLockPrefixToItsInstruction) {
  for (const char *text : {"lock xaddq %rax, (%rdi)", "lock; xaddq %rax, (%rdi)", "LOCK xadd [rdi], rax"}) {
    const Expected<LookupResult> found = lookup_on({"skl"}).find(text);
    ASSERT_TRUE(found);
    ASSERT_THAT(found->instructions, SizeIs(1)) << text;
    const InstructionFigures &locked = found->instructions.front();
    EXPECT_EQ(locked.prefix, "LOCK_PREFIX");
    EXPECT_EQ(locked.opcode, "XADD64rm");
    EXPECT_THAT(locked.text, AnyOf(StartsWith("lock "), StartsWith("LOCK ")));
    const CoreFigures prefix = figures_of("skl", "lock");
    const CoreFigures rest = figures_of("skl", "xaddq %rax, (%rdi)");
    const CoreFigures &core = locked.cores.front();
    EXPECT_EQ(core.dispatch_slots, prefix.dispatch_slots + rest.dispatch_slots);
    EXPECT_GE(core.throughput_cycles, std::max(prefix.throughput_cycles, rest.throughput_cycles));
    EXPECT_EQ(core.latencies.size(), rest.latencies.size());
    EXPECT_THAT(core.source, AllOf(HasSubstr(prefix.source), HasSubstr(rest.source)));
  }
  EXPECT_THAT(lookup_on({"skl"}).find("nop; nop")->instructions, SizeIs(2));
  AnalyzeOptions options;
  options.archs = {"skl"};
  const Expected<Report> loop = analyze("lock xaddq %rax, (%rdi)\n", "loop.s", options);
  ASSERT_TRUE(loop);
  EXPECT_EQ(figures_of("skl", "lock xaddq %rax, (%rdi)").throughput_cycles, loop->kernels.front().cycles_per_iteration);
}

TEST(InstructionLookup, AcceptsCoresOfSeveralInstructionSets) {
  const InstructionLookup lookup = lookup_on({"v2", "skl", "sifive-p670"});
  const Expected<LookupResult> addition = lookup.find("addq %rax, %rbx");
  ASSERT_TRUE(addition);
  ASSERT_THAT(addition->instructions, SizeIs(1));
  ASSERT_THAT(addition->instructions.front().cores, SizeIs(3));
  EXPECT_EQ(addition->instructions.front().cores[0].status, FiguresStatus::other_isa);
  EXPECT_EQ(addition->instructions.front().cores[1].status, FiguresStatus::known);
  EXPECT_EQ(addition->instructions.front().cores[2].status, FiguresStatus::other_isa);
  // x1 and the others are names of registers in both.
  const Expected<LookupResult> both = lookup.find("mul x1, x2, x3");
  ASSERT_TRUE(both);
  EXPECT_THAT(both->instructions, SizeIs(2));
  EXPECT_THAT(lookup_on({"v2"}).find("addq %rax, %rbx").error().message, HasSubstr("x86-64"));
}

// A figure of zero means that the core does the work at rename. Everything else takes time.
TEST(InstructionLookup, NeverShowsAnUnknownFigureAsZero) {
  for (const char *arch : {"zen5", "adl-p", "v2", "rocket"}) {
    const Expected<LookupResult> all = lookup_on({arch}, 100000).find("*");
    ASSERT_TRUE(all);
    EXPECT_GT(all->instructions.size(), 500U);
    EXPECT_EQ(all->more_forms, 0U);
    for (const InstructionFigures &instruction : all->instructions) {
      const CoreFigures &core = instruction.cores.front();
      if (core.status != FiguresStatus::known || core.shortcut != RenameShortcut::none)
        continue;
      EXPECT_GT(core.throughput_cycles.value_or(Cycles(1)), Cycles(0)) << instruction.text;
      for (const OperandLatencyFigure &one : core.latencies)
        EXPECT_GT(one.cycles.value_or(Cycles(1)), Cycles(0)) << instruction.text << " from " << one.from;
    }
  }
}

// The body of an endless loop takes the latency through its own result, or the time of independent copies.
TEST(InstructionLookup, AgreesWithTheAnalysisOfALoop) {
  for (const char *arch : {"skl", "zen4", "adl-p"})
    for (const std::string text : {"imulq %rax, %rbx", "vfmadd231pd %ymm0, %ymm1, %ymm2", "vaddpd %ymm0, %ymm1, %ymm2",
                                   "addq (%rdi), %rax", "vdivpd %ymm0, %ymm1, %ymm2", "movq (%rdi), %rdi",
                                   "shldq $3, %rax, %rbx", "vmovupd %ymm0, (%rdi)", "popcntq %rax, %rbx"}) {
      AnalyzeOptions options;
      options.archs = {arch};
      const Expected<Report> report = analyze(text + "\n", "loop.s", options);
      ASSERT_TRUE(report);
      const CoreFigures core = figures_of(arch, text);
      Cycles expected = core.throughput_cycles.value_or(Cycles(0));
      for (const OperandLatencyFigure &one : core.latencies)
        if (one.cycles && (one.from == one.to || (one.from == "address" && one.to == "rdi")) && one.to != "memory")
          expected = std::max(expected, *one.cycles);
      EXPECT_EQ(report->kernels.front().cycles_per_iteration, expected) << arch << ": " << text;
    }
}

TEST(InstructionLookup, RefusesWhatIsNotOneLine) {
  const InstructionLookup lookup = lookup_on({"zen4"});
  for (const std::string text :
       {"", "  \t", "nop\nnop", "nop\rnop", ".rept 1000000000", "# nop", "foo:", "\x01",
        "nop; nop; nop; nop; nop; nop; nop; nop; nop", "%%%", "(", "{", "*%rax", "\"", "nop \\"})
    EXPECT_FALSE(lookup.find(text)) << text;
  EXPECT_FALSE(lookup.find(std::string(1000000, '*')));
  EXPECT_FALSE(lookup.find(std::string(1000000, 'a')));
  EXPECT_TRUE(lookup.find(std::string(299, '*') + "r"));
}

} // namespace
} // namespace osaca

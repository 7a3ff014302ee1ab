// Loops whose number of iterations is visible in the code. What is expected follows from executing the loop's counter
// here.
#include "decode_lines.h"

#include "base/format.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace osaca::testing {
namespace {

std::vector<Kernel> kernels_of(Isa isa, const std::string &text, RegionSelection regions) {
  DecodeOptions options;
  options.isa = isa;
  options.regions = std::move(regions);
  const auto decoded = decode_assembly(text, "loops.s", options);
  EXPECT_TRUE(decoded) << text;
  return decoded ? decoded->kernels : std::vector<Kernel>();
}

/// The iterations of a run of the only innermost loop; empty: not known.
std::optional<int> iterations_of(Isa isa, const std::string &text) {
  const std::vector<Kernel> kernels = kernels_of(isa, text, {RegionSelection::Mode::loops, {}, {}});
  if (kernels.size() != 1) {
    ADD_FAILURE() << kernels.size() << " loops in " << text;
    return std::nullopt;
  }
  const std::optional<ShortRun> &run = kernels[0].short_run;
  return run && !run->is_example ? std::optional(run->iterations) : std::nullopt;
}

struct Jump {
  const char *name;
  std::function<bool(std::int64_t, std::int64_t)> is_taken;
  bool is_unsigned = false;
};

template <class Compare> std::function<bool(std::int64_t, std::int64_t)> of_unsigned(Compare compare) {
  return [compare](std::int64_t a, std::int64_t b) {
    return compare(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
  };
}

const std::vector<Jump> jumps = {{"jne", std::not_equal_to<>()},
                                 {"jl", std::less<>()},
                                 {"jle", std::less_equal<>()},
                                 {"jg", std::greater<>()},
                                 {"jge", std::greater_equal<>()},
                                 {"jb", of_unsigned(std::less<>()), true},
                                 {"jbe", of_unsigned(std::less_equal<>()), true},
                                 {"ja", of_unsigned(std::greater<>()), true},
                                 {"jae", of_unsigned(std::greater_equal<>()), true},
                                 {"jnz", std::not_equal_to<>()}};

/// Executes the counter, for at most 1000 iterations.
std::optional<int> executed(std::int64_t first, std::int64_t step, std::int64_t limit, const Jump &jump) {
  for (int iterations = 1; iterations <= 1000; ++iterations) {
    first += step;
    if (!jump.is_taken(first, limit))
      return iterations;
  }
  return std::nullopt;
}

/// Runs of one iteration, and of more than 64, are not short runs.
std::optional<int> as_short_run(std::optional<int> iterations) {
  return iterations && *iterations >= 2 && *iterations <= 64 ? iterations : std::nullopt;
}

std::string nest_with(const std::string &before, const std::string &body, const std::string &once = "") {
  return "f:\n" + once + ".Louter:\n leaq 1(%rdi), %rdi\n" + before + ".Linner:\n nop\n" + body +
         " decq %r15\n jne .Louter\n ret\n";
}

TEST(CountedLoops, AreCountedAsTheyAreExecuted) {
  std::mt19937 random(20261130);
  const auto number = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
  int known = 0;
  int known_unsigned = 0;
  for (int i = 0; i < 900; ++i) {
    const int first = number(-50, 50);
    const int step = number(-5, 5);
    const int limit = number(-60, 60);
    const Jump &jump = jumps[static_cast<std::size_t>(number(0, static_cast<int>(jumps.size()) - 1))];
    const bool is_in_register = number(0, 1) == 1;
    const std::string begin = first == 0 ? " xorl %eax, %eax\n" : format_text(" movq ${}, %rax\n", first);
    const std::string end = is_in_register ? " cmpq %rdx, %rax\n" : format_text(" cmpq ${}, %rax\n", limit);
    const std::string text = nest_with(begin, format_text(" addq ${}, %rax\n{} {} .Linner\n", step, end, jump.name),
                                       is_in_register ? format_text(" movq ${}, %rdx\n", limit) : "");
    const auto expected = as_short_run(executed(first, step, limit, jump));
    const auto found = iterations_of(Isa::x86_64, text);
    if (found || !jump.is_unsigned) // unsigned comparisons of negative numbers are not followed
      EXPECT_EQ(found, expected) << text;
    known += found.has_value() ? 1 : 0;
    known_unsigned += found && jump.is_unsigned ? 1 : 0;
  }
  EXPECT_GT(known, 100);
  EXPECT_GT(known_unsigned, 10);
}

TEST(CountedLoops, MayCountPointers) {
  EXPECT_EQ(
      iterations_of(Isa::x86_64, nest_with(" movq %rsi, %rax\n", " addq $16, %rax\n cmpq %rax, %rdx\n jne .Linner\n",
                                           " leaq 160(%rsi), %rdx\n")),
      10);
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with(" leaq 32(%rsi), %rdx\n movq %rsi, %rax\n",
                                                 " addq $4, %rax\n cmpq %rdx, %rax\n jb .Linner\n addq $64, %rsi\n")),
            8)
      << "both ends move with the outer loop";
}

TEST(CountedLoops, MayCountDown) {
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with(" movl $12, %ecx\n", " decl %ecx\n jne .Linner\n")), 12);
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with(" movl $12, %ecx\n", " subl $3, %ecx\n jnz .Linner\n")), 4);
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with(" movl $7, %ecx\n", " decl %ecx\n jns .Linner\n")), 8);
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with(" movl $5, %ecx\n", " decq %rcx\n testq %rcx, %rcx\n jg .Linner\n")),
            5);
}

TEST(CountedLoops, OfOtherArchitectures) {
  const auto in_aarch64 = [&](int begin, const std::string &body) {
    return iterations_of(Isa::aarch64, "f:\n.Louter:\n mov x3, " + std::to_string(begin) +
                                           "\n.Linner:\n fadd d0, d0, d1\n" + body +
                                           " subs x9, x9, #1\n b.ne .Louter\n ret\n");
  };
  EXPECT_EQ(in_aarch64(8, " subs x3, x3, #1\n b.ne .Linner\n"), 8);
  EXPECT_EQ(in_aarch64(8, " sub x3, x3, #2\n cbnz x3, .Linner\n"), 4);
  EXPECT_EQ(in_aarch64(8, " subs x3, x3, #1\n bne .Linner\n"), 8);
  EXPECT_EQ(in_aarch64(16, " ldr d1, [x3], #8\n cmp x3, #96\n bne .Linner\n"), 10);
  EXPECT_EQ(in_aarch64(0, " add x3, x3, #8\n cmp x3, #80\n b.ne .Linner\n"), 10);
  EXPECT_EQ(in_aarch64(0, " add x3, x3, #8\n cmp x3, #81\n b.lo .Linner\n"), 11);
  EXPECT_EQ(in_aarch64(0, " sub x3, x3, #1\n cmn x3, #8\n b.ne .Linner\n"), std::nullopt) << "not understood";
  const auto in_riscv = [&](const std::string &body) {
    return iterations_of(Isa::riscv64, "f:\n li a4, 24\n.Louter:\n li a3, 0\n.Linner:\n fadd.d fa0, fa0, fa1\n" + body +
                                           " addi a5, a5, -1\n bnez a5, .Louter\n ret\n");
  };
  EXPECT_EQ(in_riscv(" addi a3, a3, 4\n bne a3, a4, .Linner\n"), 6);
  EXPECT_EQ(in_riscv(" addi a3, a3, 5\n blt a3, a4, .Linner\n"), 5);
  EXPECT_EQ(in_riscv(" addi a3, a3, 1\n addi a6, a3, -9\n bnez a6, .Linner\n"), 9);
}

TEST(CountedLoops, AreNotGuessed) {
  const std::string counting = " addq $1, %rax\n cmpq $8, %rax\n jne .Linner\n";
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with(" xorl %eax, %eax\n", counting)), 8);
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with(" movq (%rdi), %rax\n", counting)), std::nullopt) << "begins anywhere";
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with("", counting, " xorl %eax, %eax\n")), std::nullopt)
      << "only the first run begins at zero";
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with(" xorl %eax, %eax\n", " call g\n" + counting)), std::nullopt)
      << "the function may change the counter";
  EXPECT_EQ(iterations_of(Isa::x86_64,
                          nest_with(" xorl %ebx, %ebx\n", " call g\n addq $1, %rbx\n cmpq $8, %rbx\n jne .Linner\n")),
            8)
      << "functions keep this register";
  EXPECT_EQ(iterations_of(Isa::x86_64,
                          nest_with(" xorl %eax, %eax\n", " testl %edx, %edx\n je .Lend\n" + counting + ".Lend:\n")),
            std::nullopt)
      << "a break";
  EXPECT_EQ(iterations_of(Isa::x86_64, nest_with(" xorl %eax, %eax\n", " imulq %rdx, %rax\n" + counting)),
            std::nullopt);
}

TEST(CountedLoops, ShareTheLoopAroundThem) {
  const std::vector<Kernel> kernels = kernels_of(
      Isa::x86_64,
      "f:\n.Louter:\n xorl %eax, %eax\n.La:\n nop\n addq $1, %rax\n cmpq $4, %rax\n jne .La\n xorl %eax, %eax\n"
      ".Lb:\n nop\n nop\n addq $1, %rax\n cmpq $6, %rax\n jne .Lb\n decq %r15\n jne .Louter\n ret\n",
      {RegionSelection::Mode::loops, {}, {}});
  ASSERT_EQ(kernels.size(), 2U);
  ASSERT_TRUE(kernels[0].short_run && kernels[1].short_run);
  EXPECT_EQ(kernels[0].short_run->instructions, 4 * 4);
  EXPECT_EQ(kernels[1].short_run->instructions, 6 * 5);
  EXPECT_EQ(kernels[0].short_run->instructions_of_runs, 4 * 4 + 6 * 5);
  EXPECT_EQ(kernels[1].short_run->around->instructions.size(), 2U + 4 * 4 + 6 * 5 + 2);
}

// The code does not show how often the inner loop runs. The second loop, for the rest, counts as one iteration.
TEST(CountedLoops, WithoutACountHaveAnExample) {
  const std::string rows = "f:\n.Louter:\n xorl %eax, %eax\n.La:\n nop\n addq $1, %rax\n cmpq %rdx, %rax\n jne .La\n"
                           ".Lb:\n nop\n nop\n incq %rax\n cmpq %rsi, %rax\n jne .Lb\n decq %r15\n jne .Louter\n ret\n";
  const std::vector<Kernel> kernels = kernels_of(Isa::x86_64, rows, {RegionSelection::Mode::loops, {}, {}});
  ASSERT_EQ(kernels.size(), 2U);
  ASSERT_TRUE(kernels[0].short_run && kernels[0].short_run->is_example);
  EXPECT_EQ(kernels[0].short_run->iterations, 8);
  EXPECT_EQ(kernels[0].short_run->around->instructions.size(), 1U + 8 * 4 + 5 + 2);

  const std::string with_a_break =
      "f:\n.Louter:\n.La:\n testq %rcx, %rax\n je .Lout\n addq $1, %rax\n cmpq %rdx, %rax\n"
      " jne .La\n.Lout:\n decq %r15\n jne .Louter\n ret\n";
  for (const Kernel &kernel : kernels_of(Isa::x86_64, with_a_break, {RegionSelection::Mode::loops, {}, {}}))
    EXPECT_FALSE(kernel.short_run) << "runs may end earlier";
}

TEST(CountedLoops, HaveNoShortRunsIfTheLikelyPathAvoidsThem) {
  EXPECT_EQ(iterations_of(Isa::x86_64, "f:\n.Louter:\n testl %edx, %edx\n jne .Lrare\n.Lback:\n decq %r15\n"
                                       " jne .Louter\n ret\n.Lrare:\n xorl %eax, %eax\n.Linner:\n nop\n"
                                       " addq $1, %rax\n cmpq $8, %rax\n jne .Linner\n jmp .Lback\n"),
            std::nullopt);
}

int length_of_function(const std::string &text, const std::string &name) {
  const std::vector<Kernel> kernels =
      kernels_of(Isa::x86_64, text, {.mode = RegionSelection::Mode::whole, .functions = {name}});
  EXPECT_EQ(kernels.size(), 1U) << text;
  return kernels.empty() ? 0 : static_cast<int>(kernels[0].instructions.size());
}

const std::string counted_function = "g:\n xorl %eax, %eax\n.Lg:\n addsd %xmm0, %xmm0\n addq $1, %rax\n cmpq $5, %rax\n"
                                     " jne .Lg\n ret\n";

TEST(CountedLoops, InFunctionsRunAsOften) {
  EXPECT_EQ(length_of_function(counted_function, "g"), 1 + 5 * 4 + 1);
  const std::string table =
      "h:\n xorl %ecx, %ecx\n.Lh:\n xorl %eax, %eax\n.Li:\n nop\n incl %eax\n cmpl $3, %eax\n jl .Li\n"
      " incl %ecx\n cmpl $4, %ecx\n jl .Lh\n ret\n";
  EXPECT_EQ(length_of_function(table, "h"), 1 + 4 * (1 + 3 * 4 + 3) + 1) << "two loops, one inside the other";
}

TEST(CountedLoops, LetCallsBeFollowed) {
  const std::vector<Kernel> kernels =
      kernels_of(Isa::x86_64, counted_function + "f:\n.Lf:\n call g\n decq %rbx\n jne .Lf\n ret\n",
                 {.mode = RegionSelection::Mode::loops, .functions = {"f"}});
  ASSERT_EQ(kernels.size(), 1U);
  ASSERT_EQ(kernels[0].calls.size(), 1U);
  EXPECT_EQ(kernels[0].calls[0].status, CallStatus::followed);
  EXPECT_EQ(kernels[0].instructions.size(), 3U + 1 + 5 * 4 + 1);
}

TEST(CountedLoops, EndTheirRunsAtTheLastBranch) {
  const std::vector<Kernel> kernels =
      kernels_of(Isa::x86_64, counted_function, {.mode = RegionSelection::Mode::whole, .functions = {"g"}});
  ASSERT_EQ(kernels.size(), 1U);
  std::string branches;
  for (const Instruction &instruction : kernels[0].instructions)
    if (instruction.is_conditional)
      branches += instruction.is_taken ? 't' : instruction.ends_run ? 'e' : 'n';
  EXPECT_EQ(branches, "tttte");
}

} // namespace
} // namespace osaca::testing

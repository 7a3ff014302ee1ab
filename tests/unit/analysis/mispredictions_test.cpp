// What branches cost that are predicted wrongly, against loops over random bits that were timed on a Zen 4
// (docs/understand/analysis.md).
#include "advice_sample.h"
#include "analysis/analyze_kernel.h"
#include "decode/decoder.h"
#include "model/library/library.h"
#include "report/loop_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca {
namespace {

using testing::AllOf;
using testing::Eq;
using testing::HasSubstr;

KernelReport with_rate(const std::string &text, double rate, const std::string &arch = "zen4") {
  AnalyzeOptions options;
  options.archs = {arch};
  options.mispredicted = rate;
  const auto report = analyze(text, "loop.s", options);
  EXPECT_TRUE(report) << report.error().text();
  return report ? report->kernels.back() : KernelReport();
}

double with_mispredictions(const KernelReport &kernel) {
  return kernel.cycles_per_iteration.to_double() + kernel.mispredictions->cycles().value();
}

const std::string bit_of_memory = ".L1:\ntestb $1, (%rdi)\njz .L2\nnop\n.L2:\nincq %rdi\ncmpq %rsi, %rdi\njne .L1\n";
const std::string bit_behind_products =
    ".L1:\nmovzbl (%rdi), %eax\nimull $1, %eax, %eax\nimull $1, %eax, %eax\nimull $1, %eax, %eax\n"
    "imull $1, %eax, %eax\ntestb $1, %al\njz .L2\nnop\n.L2:\nincq %rdi\ncmpq %rsi, %rdi\njne .L1\n";

// Of two branches only one is random, so a half and a tenth of its executions are a quarter and a twentieth of all.
TEST(Mispredictions, AreNearWhatLoopsOverRandomBitsTake) {
  EXPECT_NEAR(with_mispredictions(with_rate(bit_of_memory, 0.25)), 12.29, 0.15 * 12.29);
  EXPECT_NEAR(with_mispredictions(with_rate(bit_of_memory, 0.05)), 3.95, 0.15 * 3.95);
}

TEST(Mispredictions, CostMoreWhereTheBranchWaitsLonger) {
  const double near = with_rate(bit_of_memory, 0.25).mispredictions->cycles_each.value();
  // The loop's own branch waits for none of the four products: half of twelve cycles more, less what a load to a
  // register takes less.
  EXPECT_NEAR(with_rate(bit_behind_products, 0.25).mispredictions->cycles_each.value() - near, 6, 0.51);
}

TEST(Mispredictions, AreNotPartOfThePrediction) {
  const KernelReport without = report_of_loop(bit_of_memory, "zen4");
  EXPECT_FALSE(without.mispredictions) << "nobody said how often";
  AnalyzeOptions options;
  options.archs = {"zen4"};
  options.mispredicted = 0.5;
  EXPECT_EQ(analyze(bit_of_memory, "loop.s", options)->kernels.front().cycles_per_iteration,
            without.cycles_per_iteration);
}

TEST(Mispredictions, AreOfConditionalBranches) {
  EXPECT_FALSE(with_rate(".L1:\naddq $1, %rax\njmp .L1\n", 0.5).mispredictions);
}

TEST(Mispredictions, OfAProfileAreThoseOfWhoGuessesTheMoreFrequentWay) {
  DecodeOptions decode;
  decode.isa = Isa::x86_64;
  Expected<DecodedInput> decoded = decode_assembly(bit_of_memory, "loop.s", decode);
  ASSERT_TRUE(decoded);
  const Expected<MachineModel> model = ModelLibrary::shipped().load("zen4");
  ASSERT_TRUE(model);
  Kernel kernel = decoded->kernels.at(0);
  std::vector<double> taken = {0.9, 0.25};
  for (Instruction &instruction : kernel.instructions)
    if (instruction.is_conditional && !taken.empty()) {
      instruction.taken_probability = taken.front();
      taken.erase(taken.begin());
    }
  ASSERT_TRUE(taken.empty());
  EXPECT_FALSE(analyze_kernel(kernel, *model, 0, {}).mispredictions) << "a compiler's guess is no profile";
  kernel.frequency.source = LoopFrequency::Source::profile;
  const Boxed<Mispredictions> found = analyze_kernel(kernel, *model, 0, {}).mispredictions;
  ASSERT_TRUE(found);
  EXPECT_EQ(found->branches, 2);
  EXPECT_DOUBLE_EQ(found->per_iteration, 0.35) << "0.1 + 0.25";
  EXPECT_DOUBLE_EQ(found->rate, 0.175);
}

TEST(Mispredictions, OfALoopAroundOthersAreThoseOfItsOwnBranches) {
  DecodeOptions decode;
  decode.isa = Isa::x86_64;
  Expected<DecodedInput> decoded = decode_assembly(bit_of_memory, "loop.s", decode);
  ASSERT_TRUE(decoded);
  const Expected<MachineModel> model = ModelLibrary::shipped().load("zen4");
  ASSERT_TRUE(model);
  Kernel kernel = decoded->kernels.at(0);
  kernel.frequency.source = LoopFrequency::Source::profile;
  kernel.encloses_loops = true;
  for (Instruction &instruction : kernel.instructions) {
    instruction.is_of_inner_loop = instruction.mnemonic != "jne";
    if (instruction.mnemonic == "jne")
      instruction.taken_probability = 0.75; // of the other one nobody knows: it does not matter
  }
  const Boxed<Mispredictions> found = analyze_kernel(kernel, *model, 0, {}).mispredictions;
  ASSERT_TRUE(found);
  EXPECT_EQ(found->branches, 1);
  EXPECT_DOUBLE_EQ(found->per_iteration, 0.25);
}

TEST(Mispredictions, WhatTheModelDoesNotKnowIsSaid) {
  const std::string loop = ".L1:\nldr x0, [x1], #8\nadd x2, x2, x0\nsubs x3, x3, #1\nb.ne .L1\n";
  const KernelReport kernel = with_rate(loop, 0.5, "v2"); // LLVM has its default there, which is no figure of this core
  ASSERT_TRUE(kernel.mispredictions);
  EXPECT_EQ(kernel.mispredictions->branches, 1);
  EXPECT_FALSE(kernel.mispredictions->cycles());
}

TEST(Mispredictions, RatesAreReadAsPeopleWriteThem) {
  EXPECT_EQ(parse_misprediction_rate("3%").value(), 0.03);
  EXPECT_EQ(parse_misprediction_rate("0.03").value(), 0.03);
  EXPECT_EQ(parse_misprediction_rate("0").value(), 0);
  EXPECT_EQ(parse_misprediction_rate("100%").value(), 1);
  for (const char *wrong : {"", "%", "3", "101%", "-1%", "nan", "inf", "3 %%", "0.03x", "1e-2"})
    EXPECT_FALSE(parse_misprediction_rate(wrong)) << wrong;
  EXPECT_THAT(parse_misprediction_rate("3").error().message, testing::HasSubstr("percentages need a percent sign"));
}

// The element of an array selects the case. Zen 4: 4 cycles of the load, 1 of the branch and 17 after it.
TEST(PathOnData, ASwitchDependsOnItsIndirectJump) {
  const auto message = [](const std::string &text) {
    const KernelReport report = report_of_text(text, "zen4");
    for (const Finding &finding : report.findings)
      if (finding.rule == "osaca-path-on-data")
        return message_of(finding);
    return std::string("none");
  };
  const std::string cases = ".L1:\naddq $1, %rcx\njmp .L9\n.L2:\nsubq $1, %rcx\njmp .L9\n.L9:\nincq %rdi\n"
                            "cmpq %rdi, %rsi\njne .Lloop\nret\n";
  EXPECT_THAT(message("movzbl (%rdi), %eax\njmp *.Ltable(,%rax,8)\n" + cases),
              AllOf(HasSubstr("an indirect jump"), HasSubstr("up to 22 more cycles")));
  EXPECT_THAT(message("movzbl (%rdi), %eax\nmovslq (%rdx,%rax,4), %rax\naddq %rdx, %rax\njmp *%rax\n" + cases),
              HasSubstr("an indirect jump"));
  EXPECT_THAT(message("movl %edi, %eax\nandl $1, %eax\njmp *.Ltable(,%rax,8)\n" + cases), Eq("none"))
      << "a counter alternates between the cases";
}

TEST(PathOnData, ABranchOnAnElementMayBeMispredicted) {
  const std::string rest = "addsd %xmm0, %xmm1\n.L2:\naddq $8, %rdi\ncmpq %rdi, %rsi";
  EXPECT_THAT(advice(report_of("movsd (%rdi), %xmm0\ncomisd %xmm0, %xmm2\njbe .L2\n" + rest), "osaca-path-on-data"),
              HasSubstr("without branches"));
  EXPECT_EQ(advice(report_of("movsd (%rdi), %xmm0\ntestl $64, %edi\nje .L2\n" + rest), "osaca-path-on-data"),
            "no osaca-path-on-data")
      << "it depends on the address only";
  EXPECT_EQ(advice(report_of("movsd (%rdi), %xmm0\ncomisd %xmm0, %xmm2\njbe .Lfound\n" + rest), "osaca-path-on-data"),
            "no osaca-path-on-data")
      << "it leaves the loop";
}

TEST(PathOnData, AKnownRateOfMispredictionsIsReportedInstead) {
  AnalyzeOptions options;
  options.archs = {"zen4"};
  options.mispredicted = 0.1;
  const auto report = analyze(".Lloop:\nmovsd (%rdi), %xmm0\ncomisd %xmm0, %xmm2\njbe .L2\naddsd %xmm0, %xmm1\n.L2:\n"
                              "addq $8, %rdi\ncmpq %rdi, %rsi\njne .Lloop\n",
                              "test", options);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->kernels.at(0).mispredictions);
  EXPECT_EQ(advice(report->kernels.at(0), "osaca-path-on-data"), "no osaca-path-on-data");
}

} // namespace
} // namespace osaca

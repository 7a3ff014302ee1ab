// Cores that execute in program order: loops are simulated, and reports show their stalls. Loops that are too long for
// that have lower bounds, and every form of a report says so.
#include "collection/collect.h"
#include "decode/decoder.h"
#include "model/library/library.h"
#include "osaca/analyze.h"
#include "osaca/blocks.h"
#include "osaca/read_report.h"
#include "render/ci/ci_formats.h"
#include "render/diagnostics/diagnostics.h"
#include "render/html.h"
#include "render/json/json_documents.h"
#include "render/phrases.h"
#include "render/text/kernel_tables.h"
#include "render/text/report_text.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace osaca {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string daxpy_on_arm =
    "1:\nldr d0, [x0], #8\nfmul d1, d0, d8\nldr d2, [x1]\nfadd d3, d1, d2\nstr d3, [x1], #8\n"
    "subs x2, x2, #1\nb.ne 1b\n";
const std::string daxpy_on_riscv =
    "1:\nfld fa0, 0(a0)\nfmul.d fa1, fa0, fs0\nfld fa2, 0(a1)\nfadd.d fa3, fa1, fa2\nfsd fa3, 0(a1)\n"
    "addi a0, a0, 8\naddi a1, a1, 8\naddi a2, a2, -1\nbnez a2, 1b\n";

Report report_on(const std::string &arch, const std::string &assembly) {
  AnalyzeOptions options;
  options.archs = {arch};
  auto report = analyze(assembly, "a.s", options);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : Report{};
}

bool is_in_order(const std::string &arch) {
  const auto model = compiler_model(arch);
  EXPECT_TRUE(model) << arch;
  return model && model->core().in_order.value;
}

// Arm's, SiFive's, SpacemiT's and Intel's manuals say it of their cores.
TEST(InOrderCores, AreThoseThatTheirMakersCallSo) {
  for (const char *arch : {"cortex-a53", "cortex-a55", "cortex-a510", "cortex-a520", "sifive-u74", "sifive-x280",
                           "spacemit-x60", "bonnell"})
    EXPECT_TRUE(is_in_order(arch)) << arch;
  for (const char *arch : {"cortex-a57", "cortex-a72", "cortex-a78", "neoverse-n1", "neoverse-v2", "apple-m1",
                           "sifive-p670", "silvermont", "skylake", "znver4"})
    EXPECT_FALSE(is_in_order(arch)) << arch;
}

// The models here say it of the same cores as LLVM's.
TEST(InOrderCores, AreTheSameToOurModelsAndToLlvm) {
  for (const ModelSummary &summary : ModelLibrary::shipped().list()) {
    const auto model = ModelLibrary::shipped().load(summary.name);
    ASSERT_TRUE(model) << summary.name;
    EXPECT_EQ(model->core().in_order.value, is_in_order(summary.compiler_cpu)) << summary.name;
  }
}

// The cycles are those of insn_bench_aarch64's table of a Raspberry Pi 3. The model's forwarding and address_cycles are
// from the same rows; so this checks that the format and the simulation give them back. The last loop follows from
// Arm's description in GCC.
TEST(InOrderCores, TakeAsLongAsMeasuredOnACortexA53) {
  const auto cycles = [](const std::string &body) {
    return report_on("a53", "1:\n" + body + "b 1b\n").kernels.front().cycles_per_iteration.to_double();
  };
  EXPECT_EQ(cycles("ldrb w0, [x28, #16]\nand x28, x28, x0\n"), 4);
  EXPECT_EQ(cycles("str x0, [x28]\nldr x0, [x28]\n"), 3);
  EXPECT_EQ(cycles("str q0, [x28]\nldr q0, [x28]\n"), 5);
  EXPECT_EQ(cycles("fmadd d0, d1, d2, d0\n"), 4);
  EXPECT_EQ(cycles("fmadd d0, d0, d2, d1\n"), 8);
  // An addition and the store of its sum are issued together, as is a comparison and its branch.
  EXPECT_EQ(report_on("a53", "1:\nadd x0, x0, #1\nstr x0, [x1]\nsubs x2, x2, #1\nb.ne 1b\n")
                .kernels.front()
                .cycles_per_iteration,
            Cycles(2));
}

class InOrderCore : public ::testing::TestWithParam<std::string> {
protected:
  [[nodiscard]] static bool is_arm() { return GetParam().starts_with("cortex"); }
  [[nodiscard]] static Report report() { return report_on(GetParam(), is_arm() ? daxpy_on_arm : daxpy_on_riscv); }

  /// More instructions than are simulated.
  [[nodiscard]] static Report report_of_long_loop() {
    std::string assembly = "1:\n";
    for (int i = 0; i < 2001; ++i)
      assembly += is_arm() ? "add x3, x4, x5\n" : "add a3, a4, a5\n";
    return report_on(GetParam(), assembly + (is_arm() ? "subs x2, x2, #1\nb.ne 1b\n" : "bnez a2, 1b\n"));
  }
};

TEST_P(InOrderCore, PredictsTheStallsOfProgramOrder) {
  const Report made = report();
  ASSERT_EQ(made.kernels.size(), 1U);
  const KernelReport &kernel = made.kernels.front();
  EXPECT_TRUE(kernel.complete);
  EXPECT_FALSE(kernel.executes_in_order());
  EXPECT_TRUE(kernel.bound_is_known);
  // A load, a multiplication, an addition and a store in a row: 10 cycles and more on any of these (llvm-mca 22: 11 to
  // 21).
  EXPECT_GE(kernel.cycles_per_iteration, Cycles(10));
  EXPECT_LE(kernel.cycles_per_iteration, Cycles(21));
  Cycles stalls = 0;
  for (const Stall &stall : kernel.stalls)
    stalls += stall.cycles;
  EXPECT_EQ(stalls, kernel.cycles_per_iteration);
}

TEST_P(InOrderCore, ShowsWhichInstructionsWaitForWhat) {
  const Report made = report();
  const std::string text = render_text(made, {});
  EXPECT_THAT(text, HasSubstr("cycles of stalls in program order"));
  EXPECT_THAT(text, HasSubstr(is_arm() ? "fmul (line 3) waits for the result of ldr (line 2)"
                                       : "fmul.d (line 3) waits for the result of fld (line 2)"));
  EXPECT_THAT(text, Not(HasSubstr("at least")));
  EXPECT_THAT(text, Not(HasSubstr("schedulers")));
}

TEST_P(InOrderCore, HasATimeline) {
  AnalyzeOptions options;
  options.archs = {GetParam()};
  options.timeline_iterations = 2;
  const auto made = analyze(is_arm() ? daxpy_on_arm : daxpy_on_riscv, "a.s", options);
  ASSERT_TRUE(made);
  const std::vector<TimelineUop> &timeline = made->kernels.front().timeline;
  ASSERT_FALSE(timeline.empty());
  EXPECT_TRUE(std::ranges::is_sorted(timeline, {}, &TimelineUop::issued));
  EXPECT_EQ(timeline.back().iteration, 1);
}

TEST_P(InOrderCore, StallsAreReadBackFromJson) {
  const Report made = report();
  const auto read = read_report(render_json(made), "r.json");
  ASSERT_TRUE(read) << read.error().message;
  const std::vector<Stall> &before = made.kernels.front().stalls;
  const std::vector<Stall> &after = read->kernels.front().stalls;
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(after[i].instruction, before[i].instruction);
    EXPECT_EQ(after[i].cause, before[i].cause);
    EXPECT_EQ(after[i].of, before[i].of);
    EXPECT_EQ(after[i].distance, before[i].distance);
    EXPECT_EQ(after[i].port, before[i].port);
  }
  EXPECT_TRUE(read->kernels.front().complete);
}

TEST_P(InOrderCore, PredictsBlocks) {
  const auto analyzer = BlockAnalyzer::create(GetParam());
  ASSERT_TRUE(analyzer);
  const BlockResult result = analyzer->analyze(is_arm() ? "2000028b" : "3385c500"); // add, add
  EXPECT_EQ(name_of(result.status), "ok");
}

TEST_P(InOrderCore, LongLoopsHaveLowerBoundsInEveryForm) {
  Report made = report_of_long_loop();
  KernelReport &kernel = made.kernels.front();
  EXPECT_FALSE(kernel.complete);
  EXPECT_TRUE(kernel.executes_in_order());
  EXPECT_FALSE(kernel.bound_is_known);
  kernel.source = {"a.c", 3, 1};
  Finding any; // for forms that show only loops with findings
  any.rule = "osaca-call";
  any.facts = WrittenFinding{"a finding", ""};
  kernel.findings.push_back(any);
  const Collection collection = collect({{"a.o", made}}, {}, {});
  const auto at_least = AnyOf(HasSubstr("at least"), HasSubstr(">= "), HasSubstr("≥"));
  EXPECT_THAT(render_text(made, {}), HasSubstr("prediction: at least "));
  EXPECT_THAT(render_text(made, {}), HasSubstr("executes in program order"));
  EXPECT_THAT(render_diagnostics(made, {}, false), HasSubstr("at least "));
  EXPECT_THAT(render_diagnostics(made, {}, false), HasSubstr("executes in program order"));
  EXPECT_THAT(overview_of(made, {}), HasSubstr(">= "));
  EXPECT_THAT(render_markdown(collection, {}), at_least);
  EXPECT_THAT(render_junit(collection), HasSubstr("at least "));
  EXPECT_THAT(render_junit(collection), HasSubstr("per iteration (at least)"));
  EXPECT_THAT(render_ctest(collection), HasSubstr("(at least)"));
  EXPECT_THAT(render_sarif(collection, {}), HasSubstr("\"lowerBoundOnly\": true"));
  EXPECT_THAT(render_remarks(collection), HasSubstr("at least "));
  EXPECT_THAT(figure_of_cycles(kernel), at_least);
  EXPECT_THAT(render_html(collection), HasSubstr("\"inOrder\":true"));
  const std::string text = render_json(made);
  EXPECT_EQ(nlohmann::json::parse(text).at("kernels").at(0).at("prediction").at("lower_bound_only"), true);
  const auto read = read_report(text, "r.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->kernels.front().executes_in_order());
  EXPECT_FALSE(read->kernels.front().complete);
}

INSTANTIATE_TEST_SUITE_P(OnCores, InOrderCore, ::testing::Values("cortex-a53", "cortex-a55", "x60", "sifive-u74"),
                         [](const auto &one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(OutOfOrderCores, ArePredictedAsEver) {
  const KernelReport kernel = report_on("cortex-a72", daxpy_on_arm).kernels.front();
  EXPECT_TRUE(kernel.complete);
  EXPECT_TRUE(kernel.bound_is_known);
  EXPECT_FALSE(kernel.executes_in_order());
}

} // namespace
} // namespace osaca

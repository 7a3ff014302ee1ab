// Cores without a model of their own: the nearest relative's figures, and what reports say of that.
#include "decode/decoder.h"
#include "loop_report.h"
#include "model/library/library.h"
#include "osaca/analyze.h"
#include "pipeline/arch_resolution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace osaca {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string square_roots = ".L3:\nvsqrtpd (%rdi,%rax), %ymm0\nvmovupd %ymm0, (%rsi,%rax)\naddq $32, %rax\n"
                                 "cmpq $12288, %rax\njne .L3\n";

// Measured on an Emerald Rapids: 11.99 cycles.
TEST(Relatives, ASapphireRapidsTakesRootsLikeAnEmeraldRapids) {
  const KernelReport kernel = report_of_loop(square_roots, "sapphirerapids");
  EXPECT_NEAR(kernel.cycles_per_iteration.to_double(), 11.99, 0.05 * 11.99);
  EXPECT_EQ(kernel.bound_by, BoundKind::divider);
  EXPECT_EQ(kernel.arch, "sapphirerapids");
  ASSERT_FALSE(kernel.arch_notes.empty());
  EXPECT_THAT(kernel.arch_notes.front().text,
              AllOf(HasSubstr("this CPU has no model"), HasSubstr("nearest relative, emeraldrapids")));
  EXPECT_EQ(kernel.instructions.front().origin, Origin::composed)
      << "nobody says that it was measured or published for this core";
}

TEST(Relatives, ShortNamesLeadThere) {
  EXPECT_EQ(report_of_loop(square_roots, "SPR").arch, "sapphirerapids");
  EXPECT_EQ(report_of_loop(square_roots, "GraniteRapids").arch, "graniterapids");
}

// By what the makers say of these cores. Where the pipes differ, there is none.
TEST(Relatives, AreCoresOfTheSameKind) {
  const ModelLibrary &library = ModelLibrary::shipped();
  const std::pair<const char *, const char *> relatives[] = {{"sapphirerapids", "emeraldrapids"},
                                                             {"graniterapids", "emeraldrapids"},
                                                             {"graniterapids-d", "emeraldrapids"},
                                                             {"raptorlake", "adl-p"},
                                                             {"clearwaterforest", "arl-e"},
                                                             {"icelake-client", "icx"},
                                                             {"cooperlake", "skx"},
                                                             {"cannonlake", "skx"},
                                                             {"ivybridge", "snb"},
                                                             {"core-avx-i", "snb"},
                                                             {"cortex-a76", "n1"},
                                                             {"cortex-x3", "v2"},
                                                             {"apple-a15", "m1"}};
  for (const auto &[cpu, model] : relatives) {
    EXPECT_EQ(library.relative_of(cpu), model) << cpu;
    EXPECT_EQ(library.canonical_name(cpu), "") << cpu << " is no other name of a model";
  }
  for (const char *cpu : {"silvermont", "goldmont", "nehalem", "diamondrapids", "bdver4", "neoverse-n2", "neoverse-v3",
                          "cortex-a78", "apple-m4", "emeraldrapids", "zen4", ""})
    EXPECT_EQ(library.relative_of(cpu), "") << cpu;
}

TEST(Relatives, HaveEveryFigureOfTheModelAndCallNoneTheirOwn) {
  for (const ModelSummary &summary : ModelLibrary::shipped().list())
    for (const StandIn &stand_in : summary.stand_ins) {
      const Expected<MachineModel> relative = resolve_arch(stand_in.cpu);
      const Expected<MachineModel> model = resolve_arch(summary.name);
      ASSERT_TRUE(relative && model) << stand_in.cpu;
      EXPECT_EQ(relative->name(), stand_in.cpu);
      EXPECT_THAT(relative->data().notes.front().text, AllOf(HasSubstr(summary.title), HasSubstr(stand_in.because)));
      const std::vector<std::string> opcodes = model->data().table->opcodes();
      EXPECT_EQ(relative->coverage().forms,
                (std::map<Origin, int>{{Origin::composed, static_cast<int>(opcodes.size())}}));
      for (std::size_t i = 0; i < opcodes.size(); i += 37) {
        const std::optional<FormEntry> own = model->find(opcodes[i]);
        const std::optional<FormEntry> same = relative->find(opcodes[i]);
        ASSERT_TRUE(own && same) << opcodes[i];
        EXPECT_EQ(own->cost.demands, same->cost.demands) << opcodes[i];
        EXPECT_EQ(own->cost.latency_cycles, same->cost.latency_cycles) << opcodes[i];
        EXPECT_EQ(same->cost.provenance.origin, Origin::composed) << opcodes[i];
      }
    }
}

// One output does not name the divider as the bound and say that there is none, whatever the core.
TEST(Relatives, NoReportBoundByTheDividerSaysThatThereIsNone) {
  int bound_by_divider = 0;
  for (const CompilerCpu &cpu : compiler_cpus()) {
    if (cpu.isa != Isa::x86_64 || !cpu.has_scheduling_model)
      continue;
    const KernelReport kernel =
        report_of_loop(".L3:\nvsqrtpd %zmm1, %zmm0\nsqrtpd %xmm1, %xmm2\ndecq %rax\njne .L3\n", cpu.name);
    if (kernel.bound_by != BoundKind::divider)
      continue;
    ++bound_by_divider;
    for (const ArchNote &note : kernel.arch_notes)
      EXPECT_THAT(note.text, Not(HasSubstr("no divider"))) << cpu.name;
  }
  EXPECT_GT(bound_by_divider, 10);
}

} // namespace
} // namespace osaca

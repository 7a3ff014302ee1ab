// What is concluded from tables that are made up, and above all what is not.
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/forwarding_cases.h"
#include "measure/core_probes/fusion_operands.h"
#include "measure/core_probes/model_comparison.h"
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe_finding.h"
#include "measure/core_probes/window_table.h"

#include "model/read/model_reader.h"

#include <gmock/gmock.h>

#include <set>

namespace osaca::measure::core_probes {
namespace {

using testing::HasSubstr;

TEST(DispatchWidth, IsTheFastestRateIfThatIsAWholeNumber) {
  const Expected<double> six = slots_per_cycle({5.99, 4.2, 6.02});
  ASSERT_TRUE(six);
  EXPECT_DOUBLE_EQ(*six, 6);
  EXPECT_FALSE(slots_per_cycle({5.99, 7.23}));
  EXPECT_FALSE(slots_per_cycle({}));
}

TEST(WholeSlot, IsRoundedOrUndetermined) {
  EXPECT_EQ(whole_slot(0.05), false);
  EXPECT_EQ(whole_slot(0.93), true);
  EXPECT_FALSE(whole_slot(0.5));
  EXPECT_FALSE(whole_slot(-3)); // disturbed
  EXPECT_FALSE(whole_slot(2));
}

// Eight additions on four units take two cycles; twelve instructions are dispatched in two, too, if six are in a cycle.
TEST(Units, AreNeededIfTheTimeGrowsByTheShareOfWhatIsTested) {
  const double slot = 1.0 / 6;
  EXPECT_EQ(needs_units({2.0, 3.0, 8, 4, slot}), true);
  EXPECT_EQ(needs_units({2.0, 2.02, 8, 4, slot}), false);
  EXPECT_FALSE(needs_units({2.0, 2.5, 8, 4, slot}));
}

TEST(Units, AreUnknownIfDispatchHidesThem) { EXPECT_FALSE(needs_units({2.0, 3.0, 8, 4, 0.25})); }

WindowRow row(std::string name, WindowResource resource, std::optional<int> fillers) {
  return {name, name, "add %rax, %rcx", resource, fillers, {}};
}

const ProbeFinding &named(const std::vector<ProbeFinding> &found, const std::string &name) {
  for (const ProbeFinding &one : found)
    if (one.name == "window." + name || one.name == "schedulers." + name)
      return one;
  static const ProbeFinding none;
  ADD_FAILURE() << "no finding " << name;
  return none;
}

TEST(WindowTable, NeedsTwoKindsOfCodeForTheReorderBuffer) {
  const std::vector<ProbeFinding> found =
      conclude_window({row("moves", WindowResource::order, 318), row("nops", WindowResource::order, 317),
                       row("short_nops", WindowResource::compressed_order, 630)});
  EXPECT_EQ(named(found, "reorder_buffer").value, 320);
  const std::vector<ProbeFinding> alone =
      conclude_window({row("moves", WindowResource::order, 318), row("nops", WindowResource::order, std::nullopt)});
  EXPECT_FALSE(named(alone, "reorder_buffer").value);
}

TEST(WindowTable, TellsRegistersFromPlacesInTheOrder) {
  const std::vector<ProbeFinding> found = conclude_window(
      {row("moves", WindowResource::order, 318), row("nops", WindowResource::order, 318),
       row("additions", WindowResource::registers, 180), row("vectors", WindowResource::registers, 316)});
  EXPECT_EQ(named(found, "registers.additions").value, 180);
  EXPECT_FALSE(named(found, "registers.vectors").value);
  EXPECT_THAT(named(found, "registers.vectors").concluded, HasSubstr("reorder buffer"));
}

TEST(WindowTable, SaysNothingOfSchedulersThatNeverFill) {
  const std::vector<ProbeFinding> found =
      conclude_schedulers({row("moves", WindowResource::order, 318), row("nops", WindowResource::order, 318),
                           row("imul", WindowResource::scheduler, 24), row("slow", WindowResource::scheduler, 318),
                           row("none", WindowResource::scheduler, std::nullopt)});
  EXPECT_EQ(named(found, "imul").value, 24);
  EXPECT_FALSE(named(found, "slow").value);
  EXPECT_FALSE(named(found, "none").value);
}

// Flags as the manuals describe them (Intel SDM volume 2, "Flags Affected"; volume 1, appendix B for the conditions).
TEST(FusionOperands, KnowTheFlags) {
  constexpr std::uint64_t smallest = std::uint64_t{1} << 63;
  EXPECT_TRUE(flags_of("cmp", 1, 2, false).carry);
  EXPECT_TRUE(flags_of("cmp", 2, 2, false).zero);
  EXPECT_TRUE(flags_of("sub", smallest, 1, false).overflow);
  EXPECT_TRUE(flags_of("add", smallest - 1, 1, false).overflow);
  EXPECT_TRUE(flags_of("add", ~std::uint64_t{0}, 1, false).carry);
  EXPECT_TRUE(flags_of("inc", ~std::uint64_t{0}, 0, false).zero);
  EXPECT_FALSE(flags_of("inc", ~std::uint64_t{0}, 0, false).carry); // is left as it was
  EXPECT_TRUE(flags_of("dec", 5, 0, true).carry);
  EXPECT_FALSE(flags_of("and", smallest, smallest, true).carry); // is cleared
  EXPECT_TRUE(flags_of("test", 3, 3, false).parity);
  EXPECT_FALSE(flags_of("xor", 3, 2, false).parity);
}

TEST(FusionOperands, LetNoJumpBeTaken) {
  for (const std::string_view operation : {"cmp", "test", "add", "sub", "and", "or", "xor", "inc", "dec"})
    for (const std::string_view condition : conditions) {
      const auto chosen = not_taken(operation, condition);
      if (!chosen)
        continue;
      const FlagValues flags = flags_of(operation, chosen->destination, chosen->source, chosen->carry_before);
      EXPECT_FALSE(holds(condition, flags)) << operation << " j" << condition;
    }
  EXPECT_FALSE(not_taken("and", "no")); // there is never an overflow: always taken
  EXPECT_FALSE(not_taken("test", "ae"));
  EXPECT_TRUE(not_taken("cmp", "no"));
}

TEST(ForwardingCases, CoverAllWidthsAndEveryPlace) {
  std::set<std::string> names;
  int crossing = 0;
  int beyond = 0;
  for (const ForwardingCase &one : forwarding_cases()) {
    EXPECT_TRUE(names.insert(name_of(one)).second) << name_of(one);
    crossing += one.crosses_line ? 1 : 0;
    beyond += one.is_contained() ? 0 : 1;
  }
  EXPECT_GT(names.size(), 49U); // seven by seven, and offsets
  EXPECT_GE(crossing, 6);
  EXPECT_GT(beyond, 10);
  EXPECT_TRUE(names.contains("forwarding.general_64_to_general_32.at_4"));
  EXPECT_TRUE(names.contains("forwarding.zmm_to_xmm.at_48"));
}

TEST(StructureFile, HoldsUndeterminedFindingsWithTheReason) {
  ProbeFinding finding;
  finding.name = "window.reorder_buffer";
  finding.unit = "entries";
  finding.concluded = "no \"step\"";
  finding.curve = Curve{"fillers", "cycles", {{16, 1.5}, {32, 2}}};
  const std::string text = finding_yaml(finding);
  EXPECT_THAT(text, HasSubstr("value: null"));
  EXPECT_THAT(text, HasSubstr("could_not_be_told: \"no \\\"step\\\"\""));
  EXPECT_THAT(text, HasSubstr("points: [[16, 1.500], [32, 2.000]]"));
  finding.value = 1;
  finding.unit = yes_or_no;
  EXPECT_THAT(finding_yaml(finding), HasSubstr("value: \"yes\""));
}

MachineModel small_model() {
  const ModelReading reading = read_model(R"(schema: osaca-model-1
name: small
title: Small
isa: x86-64
sources:
  test: {kind: measured, text: "made up"}
core:
  dispatch_width: {value: 4, source: test}
  reorder_buffer: {value: 97, source: test}
  ports: [{name: P0}, {name: L0, kind: load}, {name: S0, kind: store}]
  loads:
    - {kind: gpr, max_bits: 64, ports: [L0], latency: 5, indexed_extra: 2, slots: 0, source: test}
  stores:
    - {kind: gpr, max_bits: 64, ports: [S0], forward: 6, slots: 0, source: test}
  dispatch_splits: {among_first: 3, per_cycle: 2, source: test}
  store_commit: {block_bytes: 64, per_cycle: 2, crossing_apart: true, source: test}
  memory_renaming: {loads: [MOV64rm], ports: L0, source: test}
  bypasses:
    - {from: ["VPADD?rr"], to: [VMULPSrr], delays: 1, source: test}
  fusion:
    - {first: [CMP64rr], second: ["JCC_*"], source: test}
  idioms:
    - {kind: zero, eliminated: false, source: test, match: [XOR64rr]}
forms:
  - {match: [CMP64rr], ports: [P0], latency: 1, source: test}
)",
                                          "small.yml", {});
  EXPECT_TRUE(reading.data) << (reading.problems.empty() ? "" : reading.problems.front().text());
  return MachineModel(reading.data.value_or(MachineModel::Data{}));
}

ProbeFinding asked(Aspect aspect, std::string subject, double value, std::string unit = "cycles") {
  ProbeFinding finding;
  finding.name = "x";
  finding.aspect = aspect;
  finding.subject = std::move(subject);
  finding.value = value;
  finding.unit = std::move(unit);
  return finding;
}

TEST(ModelledValue, FollowsTheRulesOfTheModel) {
  const MachineModel model = small_model();
  EXPECT_EQ(modelled_value(model, asked(Aspect::dispatch_width, "", 4)), 4);
  EXPECT_EQ(modelled_value(model, asked(Aspect::reorder_buffer, "", 97)), 97);
  EXPECT_EQ(modelled_value(model, asked(Aspect::load_latency, "mov (%rax), %rax", 5)), 5);
  EXPECT_EQ(modelled_value(model, asked(Aspect::load_latency, "mov (%rax,%rcx), %rax", 5)), 7);
  EXPECT_EQ(modelled_value(model, asked(Aspect::fuses, "cmp %rbx, %rax; je | add %rbx, %rax; je", 1)), 1);
  EXPECT_EQ(modelled_value(model, asked(Aspect::zero_idiom, "xor %rax, %rax", 1, yes_or_no)), 1);
  EXPECT_EQ(modelled_value(model, asked(Aspect::eliminated, "xor %rax, %rax", 1, yes_or_no)), 0);
  EXPECT_FALSE(modelled_value(model, asked(Aspect::taken_branch_cycles, "", 1)));
  EXPECT_FALSE(modelled_value(model, asked(Aspect::none, "", 1)));
}

TEST(ModelledValue, FollowsTheMechanismsOfTheModel) {
  const MachineModel model = small_model();
  EXPECT_EQ(modelled_value(model, asked(Aspect::split_among_first, "", 3, "macro-ops")), 3);
  EXPECT_EQ(modelled_value(model, asked(Aspect::splits_per_cycle, "", 2, "per cycle")), 2);
  EXPECT_EQ(modelled_value(model, asked(Aspect::ops_read_per_cycle, "", 8, "macro-ops")), 0) << "it has no such rule";
  EXPECT_EQ(modelled_value(model, asked(Aspect::crossing_stores_apart, "", 1, yes_or_no)), 1);
  EXPECT_EQ(modelled_value(model, asked(Aspect::grouped_accesses, "", 0, yes_or_no)), 0);
  EXPECT_EQ(modelled_value(model, asked(Aspect::renamed_loads_in_turns, "", 1, yes_or_no)), 1);
  EXPECT_EQ(modelled_value(model, asked(Aspect::loads_bound_in_turn, "", 1, yes_or_no)), 0) << "it has no such rule";
  EXPECT_EQ(modelled_value(model, asked(Aspect::results_block, "", 1, yes_or_no)), 0) << "it has no such rule";
  EXPECT_EQ(modelled_value(model, asked(Aspect::dispatch_groups, "", 1, yes_or_no)), 0) << "it has no such rule";
}

/// Of several pairs the one that is farthest from what was measured.
TEST(ModelledValue, ComparesLateReadersPairByPair) {
  const MachineModel model = small_model();
  const std::string late = "vpaddd %xmm2, %xmm1, %xmm4; vmulps %xmm0, %xmm4, %xmm0";
  const std::string at_once = "vpaddd %xmm2, %xmm1, %xmm4; vaddps %xmm0, %xmm4, %xmm0";
  EXPECT_EQ(modelled_value(model, asked(Aspect::reader_delay, late, 1)), 1);
  EXPECT_EQ(modelled_value(model, asked(Aspect::reader_delay, at_once, 0)), 0);
  EXPECT_EQ(modelled_value(model, asked(Aspect::reader_delay, late + " | " + at_once, 1)), 0);
  EXPECT_EQ(modelled_value(model, asked(Aspect::reader_delay, late + " | " + at_once, 0)), 1);
  EXPECT_FALSE(modelled_value(model, asked(Aspect::reader_delay, "vpaddd %xmm2, %xmm1, %xmm4", 0)));
}

TEST(AComparison, ShowsFirstWhatDiffers) {
  const MachineModel model = small_model();
  const std::vector<PropertyComparison> all =
      compared(model, {asked(Aspect::dispatch_width, "", 4, "operations per cycle"),
                       asked(Aspect::reorder_buffer, "", 160, "entries")});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].agrees);
  EXPECT_FALSE(all[1].agrees);
  const std::string text = comparison_text(all, "small");
  EXPECT_THAT(text, HasSubstr("1 of 2 figures agree"));
  EXPECT_LT(text.find("160"), text.find("operations per cycle"));
}

} // namespace
} // namespace osaca::measure::core_probes

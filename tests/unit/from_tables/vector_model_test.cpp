// RISC-V: models made from tables that state LMUL and SEW.
#include "measure/from_tables/vector_table.h"

#include "base/format.h"
#include "measure/from_tables/table_model.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/model_figures.h"
#include "model/read/model_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::measure::from_tables {
namespace {

using testing::HasSubstr;

const std::string vector_core = R"(schema: osaca-model-1
name: small
title: "A small core"
isa: riscv64
compiler_cpu: spacemit-x60
compiler_ports:
  SMX60_VIEU: VI
  SMX60_VFP: VF
  SMX60_VLS: VL
  SMX60_IEUA: I
  SMX60_IEUB: I
sources:
  lab: {kind: published, text: "a laboratory"}
core:
  dispatch_width: {value: 2, source: lab}
  in_order: {value: true, source: lab}
  ports: [{name: I}, {name: VI}, {name: VF}, {name: VL, kind: load}]
  loads:
    - {kind: gpr, max_bits: 64, ports: [VL], latency: 4, slots: 0, source: lab}
    - {kind: vector, max_bits: 64, ports: [I], latency: 2, slots: 0, source: lab}
    - {kind: vector, max_bits: 128, ports: [VL], latency: 6, slots: 0, source: lab}
  stores:
    - {kind: gpr, max_bits: 64, ports: [VL], forward: 4, slots: 0, source: lab}
  vector_length: {bits: 128, form_group: 1, source: lab}
forms:
  - {match: [VXOR_VV], ports: [VI], latency: 7, source: lab}
  - {match: [VMUL_VV], ports: [VF], latency: 5, source: lab}
  - {match: [VAESEM_VV], ports: [VI], latency: 3, source: lab}
  - {match: [VLE16_V], ports: [], latency: 0, source: lab}
)";

/// One row: assembly, "@e32,m2" and cycles.
struct Row {
  const char *assembly;
  const char *setting;
  double cycles;
};

const std::vector<Row> rows = {{"vadd.vv v8,v16,v24", "e32,m1", 1},      {"vadd.vv v8,v16,v24", "e32,m2", 2},
                               {"vadd.vv v8,v16,v24", "e32,m4", 4},      {"vadd.vv v8,v16,v24", "e32,m8", 8},
                               {"vadd.vv v8,v16,v24,v0.t", "e32,m1", 2}, {"vadd.vv v8,v16,v24,v0.t", "e32,m2", 4},
                               {"vsub.vv v8,v16,v24", "e32,m1", 1},      {"vsub.vv v8,v16,v24", "e32,m2", 2},
                               {"vsub.vv v8,v16,v24", "e32,m4", 4},      {"vsub.vv v8,v16,v24", "e8,m8", 9},
                               {"vsub.vv v8,v16,v24", "e32,m8", 8},      {"vadd.vx v8,v16,t0", "e8,m8", 9},
                               {"vadd.vx v8,v16,t0", "e32,m1", 1},       {"vxor.vv v8,v16,v24", "e32,m1", 1},
                               {"vxor.vv v8,v16,v24", "e32,m8", 8.1},    {"vfdiv.vv v8,v16,v24", "e32,m1", 12.5},
                               {"vle32.v v8,(t0)", "e32,m2", 3.3},       {"vmul.vv v8,v16,v24", "e32,m1", 1},
                               {"vaesem.vv v8,v16", "e32,m1", 2},        {"vaesem.vv v8,v16", "e32,m4", 8},
                               {"vle16.v v8,(t0)", "e16,m1", 3},         {"vle16.v v8,(t0)", "e16,m2", 4},
                               {"vle16.v v8,(t0)", "e32,m8", 8}};

PublishedTable table_of_rows(const std::vector<Row> &all) {
  std::string text = "instruction,asm,latency_cycles,reciprocal_throughput_cycles,note\n";
  for (const Row &row : all)
    text += format_text("\"{} @{}\",\"{}\",,{},\n", row.assembly, row.setting, row.assembly, row.cycles);
  return read_published_table("csv", {text, "t.csv", "riscv64", ""}).value();
}

class VectorModel : public testing::Test {
protected:
  static void SetUpTestSuite() {
    made = new TableModel(
        model_from_tables(read_description(vector_core, "small.yml").value(), {table_of_rows(rows)}, "lab").value());
    model = new MachineModel(read_model(made->yaml, "made.yml", {}).data.value());
  }
  static void TearDownTestSuite() {
    delete model;
    delete made;
  }

  static Cost cost(const std::string &text, const VectorType &type) {
    std::optional<Instruction> instruction = OpcodeFinder::create(Isa::riscv64).value().find(text);
    instruction->vector_type = type;
    return cost_of(*model, *instruction, -1).value();
  }
  static double cycles(const std::string &text, int log_group, int log_element_bits) {
    return port_throughput(
        cost(text, {static_cast<std::int8_t>(log_group), static_cast<std::int8_t>(log_element_bits)}).demands);
  }

  static inline const TableModel *made = nullptr;
  static inline const MachineModel *model = nullptr;
};

TEST_F(VectorModel, HasTheCyclesOfTheTable) {
  EXPECT_EQ(made->rows, static_cast<int>(rows.size()));
  for (const Row &row : rows) {
    const VectorTypes types = table_of_rows({row}).rows.front().vector_types;
    for (int group = -3; group <= 3; ++group)
      for (int element = 3; element <= 6; ++element)
        if (types.contains(group, element)) {
          EXPECT_NEAR(cycles(row.assembly, group, element), row.cycles, 0.15) << row.assembly << " @" << row.setting;
        }
  }
}

TEST_F(VectorModel, TakesPortsFromTheCompiler) {
  const VectorType one{0, 5};
  EXPECT_EQ(cost("vadd.vv v8,v16,v24", one).demands.front().ports, PortSet(2));
  EXPECT_EQ(cost("vfdiv.vv v8,v16,v24", one).demands.front().ports, PortSet(4));
  EXPECT_EQ(cost("vle32.v v8,(t0)", {1, 5}).demands.front().ports, PortSet(8));
}

// LLVM has no figures of vaesem.vv on this core, and another pipe for vmul.vv.
TEST_F(VectorModel, TakesPortsAndLatenciesOfFormsFromTheDescriptionFirst) {
  EXPECT_EQ(cost("vmul.vv v8,v16,v24", {0, 5}).demands.front().ports, PortSet(4));
  EXPECT_EQ(cost("vaesem.vv v8,v16", {2, 5}).demands.front(), (PortDemand{PortSet(2), 8}));
  EXPECT_EQ(cost("vaesem.vv v8,v16", {2, 5}).latency_cycles, Cycles(3));
}

// llvm-mca-22 -mcpu=spacemit-x60: vle16.v has a latency of 3 with e32,m1, and 4 with e16,m2.
TEST_F(VectorModel, LoadsHaveTheLatencyOfTheCore) {
  EXPECT_EQ(cost("vle16.v v8,(t0)", {0, 4}).load_latency_cycles, Cycles(6));
  EXPECT_EQ(cost("vle16.v v8,(t0)", {1, 4}).load_latency_cycles, Cycles(6 + 1));
}

// llvm-mca-22 -mcpu=spacemit-x60: vxor.vv has a latency of 4 with LMUL 1, and 16 with LMUL 8.
TEST_F(VectorModel, ProlongsTheLatencyOfTheFormAsTheCompilerDoes) {
  EXPECT_EQ(cost("vxor.vv v8,v16,v24", {0, 5}).latency_cycles, Cycles(7));
  EXPECT_EQ(cost("vxor.vv v8,v16,v24", {3, 5}).latency_cycles, Cycles(7 + 12));
}

/// vxor.vv takes eight times as long for eight registers as for one, but more than four times as long for four.
TEST(VectorModelOutOfOrder, RegistersOfAGroupAreSeparateOperations) {
  std::string core = vector_core;
  const std::string in_order = "  in_order: {value: true, source: lab}\n";
  core.erase(core.find(in_order), in_order.size());
  const auto made = model_from_tables(read_description(core, "small.yml").value(),
                                      {table_of_rows({{"vxor.vv v8,v16,v24", "e32,m1", 1},
                                                      {"vxor.vv v8,v16,v24", "e32,m4", 6},
                                                      {"vxor.vv v8,v16,v24", "e32,m8", 8}})},
                                      "lab")
                        .value();
  const MachineModel model(read_model(made.yaml, "made.yml", {}).data.value());
  std::optional<Instruction> instruction = OpcodeFinder::create(Isa::riscv64).value().find("vxor.vv v8,v16,v24");
  instruction->vector_type = VectorType{3, 5};
  EXPECT_EQ(cost_of(model, *instruction, -1)->latency_cycles, Cycles(7));
  instruction->vector_type = VectorType{2, 5};
  EXPECT_GT(cost_of(model, *instruction, -1)->latency_cycles, Cycles(7)) << "6 cycles for 4 registers";
}

TEST_F(VectorModel, EstimatesMissingSettingsFromFormsThatAreAlike) {
  EXPECT_EQ(cycles("vadd.vv v8,v16,v24", 3, 3), 9) << "as vsub.vv, not as with SEW 32";
  EXPECT_EQ(cycles("vadd.vx v8,v16,t0", 2, 5), 4);
}

TEST_F(VectorModel, EstimatesSettingsThatNoFormOfTheOperationHas) {
  EXPECT_EQ(cycles("vaesem.vv v8,v16", 1, 5), 4) << "between LMUL 1 and 4";
  EXPECT_EQ(cycles("vxor.vv v8,v16,v24", 1, 5), 2) << "as vadd.vv and vsub.vv";
}

TEST_F(VectorModel, MemoryAccessesDependOnTheNumberOfElements) {
  EXPECT_EQ(cycles("vle16.v v8,(t0)", 1, 5), 3) << "as with e16,m1, which has as many elements";
  EXPECT_EQ(cycles("vle16.v v8,(t0)", 3, 6), 4) << "as with e16,m2";
  EXPECT_EQ(cycles("vle16.v v8,(t0)", 2, 4), 8) << "as with e32,m8";
}

TEST_F(VectorModel, IsItsOwnDescription) {
  const auto again =
      model_from_tables(read_description(made->yaml, "made.yml").value(), {table_of_rows(rows)}, "lab").value();
  EXPECT_EQ(again.yaml, made->yaml);
  EXPECT_THAT(made->yaml, HasSubstr("lab_vector: {kind: composed"));
}

TEST(VectorTable, KeepsWhatRowsSayAndReportsOthers) {
  const Catalogue catalogue = Catalogue::create(Isa::riscv64, "spacemit-x60").value();
  PublishedTable table = table_of_rows({{"vadd.vv v8,v16,v24", "e32,m1", 1}, {"vnonsense v8", "e32,m1", 1}});
  const PublishedTable second =
      table_of_rows({{"vadd.vv v8,v16,v24", "e32,m1", 3}, {"vadd.vv v8,v16,v24", "e32,m2", 3}});
  VectorTable made = vector_rows({table, second}, catalogue).value();
  EXPECT_EQ(made.unreadable, 1);
  const CyclesBySetting expected = {{{0, 5}, 1}, {{1, 5}, 3}};
  EXPECT_EQ((made.cycles.at({"VADD_VV", false})), expected) << "the first table comes first";
  add_missing_settings(made, catalogue);
  EXPECT_EQ((made.cycles.at({"VADD_VV", false})), expected);
}

} // namespace
} // namespace osaca::measure::from_tables

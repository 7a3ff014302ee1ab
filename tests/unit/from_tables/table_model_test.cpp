#include "measure/from_tables/table_model.h"

#include "decode/block_reader.h"
#include "measure/from_tables/port_fit.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/model_figures.h"
#include "model/library/library.h"
#include "small_core.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace osaca::measure::from_tables {
namespace {

using testing::HasSubstr;

const std::string table_rows = "asm,latency_cycles,reciprocal_throughput_cycles\n"
                               "\"addq %rbx, %rax\",1,0.25\n"
                               "\"imulq %rbx, %rax\",3,1\n"
                               "\"vaddpd %ymm0, %ymm0, %ymm0\",4,0.5\n"
                               "\"vaddps %ymm0, %ymm0, %ymm0\",4,0.5\n"
                               "\"vaddpd %xmm0, %xmm0, %xmm0\",4,0.5\n"
                               "\"vandpd %ymm0, %ymm0, %ymm0\",1,1\n"
                               "\"vdivpd %ymm0, %ymm0, %ymm0\",17,11\n"
                               "\"popcntq %rbx, %rax\",5,2\n"
                               "\"vpermq $1, %ymm0, %ymm0\",2,0.5\n"
                               "\"vpmovzxbw (%rsi), %ymm0\",,1.5\n"
                               "\"vmovmskpd %ymm0, %eax\",,1\n";

PublishedTable table_of(const std::string &text) {
  return read_published_table("csv", {text, "t.csv", "x86-64", ""}).value();
}

TableModel make(const std::string &core, const std::string &table) {
  const Description description = read_description(core, "small.yml").value();
  return model_from_tables(description, {table_of(table)}, "lab").value();
}

class FromTables : public testing::Test {
public:
  static void SetUpTestSuite() { made = new TableModel(make(small_core, table_rows)); }
  static void TearDownTestSuite() { delete made; }

  /// The model's figures for an instruction; cycles of a chain through its first operand, and per copy.
  static std::pair<double, double> figures(const std::string &text) {
    const Description read = read_description(unmarked(made->yaml), "made.yml").value();
    OpcodeFinder finder = OpcodeFinder::create(Isa::x86_64).value();
    const Instruction instruction = finder.find(text).value();
    const Cost cost = cost_of(read.model, instruction, -1).value();
    return {cost.latency_cycles.to_double(), modelled_throughput(read.model, instruction, cost)};
  }

  /// Without the marks, so that the parts from tables are read too.
  static std::string unmarked(std::string yaml) {
    for (std::size_t at; (at = yaml.find("# ----")) != std::string::npos;)
      yaml.replace(at, 6, "#");
    return yaml;
  }

  static const TableModel *made;
};
const TableModel *FromTables::made = nullptr;

TEST_F(FromTables, HaveTheFiguresOfTheTable) {
  EXPECT_EQ(figures("addq %rbx, %rax"), (std::pair{1.0, 0.25}));
  EXPECT_EQ(figures("imulq %rbx, %rax"), (std::pair{3.0, 1.0}));
  EXPECT_EQ(figures("vaddpd %ymm1, %ymm2, %ymm3"), (std::pair{4.0, 0.5}));
}

// InstLatx64's rows of a Zen 4. Measured on another Zen 4, from the vector: `pinsrd` 1 cycle, `cvtsi2ss` 3.
TEST(FromTablesOfTwoInstructions, VectorsDoNotWaitForTheTransferOfAnotherInput) {
  const TableModel made = make(small_core, "asm,latency_cycles,reciprocal_throughput_cycles\n"
                                           "\"insertps $1, %xmm0, %xmm0\",1,0.5\n"
                                           "\"cvtdq2ps %xmm0, %xmm0\",3,0.5\n"
                                           "\"pextrd $1, %xmm0, %eax; pinsrd $1, %eax, %xmm0\",8,1.5\n"
                                           "\"cvtss2si %xmm0, %eax; cvtsi2ss %eax, %xmm0\",12,2\n");
  const Description read = read_description(FromTables::unmarked(made.yaml), "made.yml").value();
  OpcodeFinder finder = OpcodeFinder::create(Isa::x86_64).value();
  const auto latency = [&](const std::string &text, int from) {
    const Cost cost = cost_of(read.model, finder.find(text).value(), -1).value();
    for (const OperandLatency &exception : cost.operand_latencies)
      if (exception.from == from)
        return exception.cycles.to_double();
    return cost.latency_cycles.to_double();
  };
  EXPECT_EQ(latency("pinsrd $1, %eax, %xmm0", 0), 1);
  EXPECT_GT(latency("pinsrd $1, %eax, %xmm0", 1), 1);
  EXPECT_EQ(latency("cvtsi2ss %eax, %xmm0", 0), 3);
  EXPECT_GT(latency("cvtsi2ss %eax, %xmm0", 1), 3);
}

// LLVM's model has four ports for vandpd, and one cycle of a multiplier for popcnt.
TEST_F(FromTables, KeepToTheThroughputWhereItContradictsLlvm) {
  EXPECT_EQ(figures("vandpd %ymm1, %ymm2, %ymm3"), (std::pair{1.0, 1.0}));
  EXPECT_EQ(figures("vdivpd %ymm1, %ymm2, %ymm3"), (std::pair{17.0, 11.0}));
  EXPECT_EQ(figures("popcntq %rbx, %rax"), (std::pair{5.0, 2.0}));
}

TEST_F(FromTables, ComposeFormsWithoutARow) {
  EXPECT_EQ(figures("vsubpd %ymm1, %ymm2, %ymm3"), (std::pair{4.0, 0.5})) << "LLVM treats it as an addition";
  EXPECT_THAT(made->yaml, HasSubstr("VSUBPDYrr"));
  EXPECT_THAT(made->yaml, HasSubstr("lab_relatives: {kind: composed"));
}

TEST_F(FromTables, FitFormsWithMemoryToTheirRows) { EXPECT_EQ(figures("vpmovzxbw (%rsi), %ymm0").second, 1.5); }

TEST_F(FromTables, LeaveEntriesOfTheDescriptionAlone) {
  EXPECT_EQ(figures("vpermq $1, %ymm0, %ymm1"), (std::pair{7.0, 1.0}));
}

TEST_F(FromTables, AreTheSameEachTime) {
  EXPECT_EQ(make(small_core, table_rows).yaml, made->yaml);
  EXPECT_EQ(make(made->yaml, table_rows).yaml, made->yaml) << "a model is a description, too";
}

TEST_F(FromTables, SayWhereEachFigureIsFrom) {
  EXPECT_THAT(made->yaml, HasSubstr("lab_confirmed: {kind: published, text: \"a laboratory; ports: LLVM's (znver4)"));
  EXPECT_EQ(made->rows, 11);
  EXPECT_EQ(made->unreadable, 0);
}

TEST_F(FromTables, DoNotCallADerivedLatencyPublished) {
  const std::size_t entry = made->yaml.find("VMOVMSKPDYrr");
  ASSERT_NE(entry, std::string::npos);
  const std::size_t source = made->yaml.find("source: ", entry);
  EXPECT_EQ(made->yaml.substr(source, 22), "source: lab_throughput");
  EXPECT_THAT(made->yaml, HasSubstr("lab_throughput: {kind: composed"));
}

TEST(TableModels, NeedACompleteDescription) {
  const auto problem = [](std::string core, const std::string &source) {
    const Expected<Description> description = read_description(core, "core.yml");
    if (!description)
      return description.error().message;
    const auto model = model_from_tables(*description, {table_of(table_rows)}, source);
    return model ? std::string() : model.error().message;
  };
  EXPECT_EQ(problem(small_core, "lab"), "");
  EXPECT_THAT(problem(small_core, "elsewhere"), HasSubstr("no source 'elsewhere'"));
  std::string without_cpu = small_core;
  without_cpu.erase(without_cpu.find("compiler_cpu: znver4\n"), 21);
  EXPECT_THAT(problem(without_cpu, "lab"), HasSubstr("compiler_cpu"));
  EXPECT_NE(problem("schema: osaca-model-1\nname: [", "lab"), "");
}

// Whatever throughput a table has, the fitted ports allow it and no more.
TEST(PortFits, GiveTheThroughputOfTheTable) {
  const Description core = read_description(small_core, "small.yml").value();
  const Catalogue catalogue = Catalogue::create(Isa::x86_64, "znver4").value();
  const PortFitter fitter(core.model);
  for (const char *opcode : {"VADDPDYrr", "VPSHUFBYrr", "IMUL64rr", "VDIVPDYrr", "VCVTDQ2PDYrr", "VPERM2F128rri"})
    for (const double cycles : {0.25, 0.33, 0.5, 0.8, 1.0, 1.5, 2.0, 3.3, 7.0, 20.0}) {
      const KnownForm *form = catalogue.find(opcode);
      ASSERT_NE(form, nullptr) << opcode;
      const FittedPorts fitted = fitter.fit(*form, KnownThroughput{cycles, false});
      const double slots = fitted.slots.to_double() / 6;
      EXPECT_TRUE(throughputs_agree(std::max(port_throughput(fitted.demands), slots), cycles))
          << opcode << " " << cycles;
    }
}

// A slow operation that is no division keeps one of its own ports busy.
TEST(PortFits, UseADividerForDivisionsOnly) {
  const Description core = read_description(small_core, "small.yml").value();
  const Catalogue catalogue = Catalogue::create(Isa::x86_64, "znver4").value();
  const PortFitter fitter(core.model);
  const PortSet divider = core.model.core().ports_of_kind(PortKind::divider);
  const auto uses_divider = [&](const char *opcode) {
    const FittedPorts fitted = fitter.fit(*catalogue.find(opcode), KnownThroughput{12, false});
    EXPECT_EQ(fitted.origin, PortOrigin::slow_unit) << opcode;
    EXPECT_EQ(port_throughput(fitted.demands), 12) << opcode;
    return std::ranges::any_of(fitted.demands, [&](const PortDemand &one) { return (one.ports & divider) != 0; });
  };
  EXPECT_TRUE(uses_divider("VDIVPDYrr"));
  for (const char *opcode : {"CRC32r64r64", "IMUL64rr", "VPERM2F128rri", "ADD64rr"})
    EXPECT_FALSE(uses_divider(opcode)) << opcode;
}

// LLVM's znver4: 5 cycles with 256 bits, and 10 with 512 bits. Sums of both take as long as each other in this table.
TEST_F(FromTables, ScaleDivisionsAsLlvmDoes) {
  const std::string rows = table_rows + "\"vaddpd %zmm0, %zmm0, %zmm0\",4,0.5\n\"vaddps %zmm0, %zmm0, %zmm0\",4,0.5\n"
                                        "\"vmulpd %zmm0, %zmm0, %zmm0\",4,0.5\n\"vmulpd %ymm0, %ymm0, %ymm0\",4,0.5\n";
  const std::string yaml = unmarked(make(small_core, rows).yaml);
  const MachineModel model = read_description(yaml, "made.yml").value().model;
  const std::optional<FormEntry> wide = model.find("VDIVPDZrr");
  ASSERT_TRUE(wide);
  EXPECT_EQ(port_throughput(wide->cost.demands), 22) << "twice the 11 cycles of the row with 256 bits";
  EXPECT_EQ(wide->cost.latency_cycles, Cycles(17)) << "LLVM has one latency for both";
}

// LLVM's znver4 has 5 cycles, less than a load of the core takes.
TEST_F(FromTables, LetAGatherTakeAtLeastItsLoads) {
  const std::string rows = table_rows + "\"vgatherqpd %ymm13, (%rsi,%ymm14), %ymm0\",,4\n";
  const std::string yaml = unmarked(make(small_core, rows).yaml);
  const std::optional<FormEntry> gather = read_description(yaml, "made.yml").value().model.find("VGATHERQPDYrm");
  ASSERT_TRUE(gather);
  EXPECT_EQ(gather->cost.load_latency_cycles, Cycles(6 + 3)) << "the fourth element, one per cycle";
}

// Forms with three ports are known, so a form with three copies per cycle uses these ports.
TEST(PortFits, UseSetsThatOtherFormsUse) {
  std::string three_units = small_core;
  const std::string unit = "  Zn4ALU3: A3\n"; // LLVM has four ALUs, this core three
  three_units.replace(three_units.find(unit), unit.size(), "  Zn4ALU3: A2\n");
  const Description core = read_description(three_units, "small.yml").value();
  const Catalogue catalogue = Catalogue::create(Isa::x86_64, "znver4").value();
  PortFitter fitter(core.model);
  const KnownForm *add = catalogue.find("ADD64rr");
  const KnownForm *rotate = catalogue.find("ROL64r1");
  ASSERT_TRUE(add != nullptr && rotate != nullptr);
  fitter.learn(*add, {1.0 / 3, false});
  const FittedPorts fitted = fitter.fit(*rotate, KnownThroughput{1.0 / 3, false});
  EXPECT_EQ(fitted.demands, fitter.compiler_demands(*add));
  EXPECT_EQ(fitted.origin, PortOrigin::similar);
}

// Arm's guides have one figure for sums and differences of a kind, of 32 and of 64 bits.
TEST_F(FromTables, GiveShiftsWithoutARowThoseOfASum) {
  const std::string rows = "asm,latency_cycles,reciprocal_throughput_cycles\n"
                           "\"add x0, x0, x1\",1,0.333\n\"add x0, x0, x1, lsl #2\",1,0.333\n"
                           "\"add x0, x0, x1, lsr #17\",2,1\n\"sub x0, x0, x1\",1,0.333\n"
                           "\"and x0, x0, x1\",1,0.333\n\"and x0, x0, x1, lsr #17\",1,0.333\n";
  const Description core =
      read_description(small_arm_core("neoverse-n1", "N1UnitS: [A0, A1], N1UnitM: A2"), "small.yml").value();
  const PublishedTable table = read_published_table("csv", {rows, "t.csv", "aarch64", ""}).value();
  const std::string yaml = unmarked(model_from_tables(core, {table}, "lab").value().yaml);
  const MachineModel model = read_description(yaml, "made.yml").value().model;
  for (const char *opcode : {"ADDXrs", "ADDWrs", "SUBXrs", "SUBWrs"}) {
    const std::optional<FormEntry> entry = model.find(opcode);
    ASSERT_TRUE(entry && entry->shifted_far) << opcode;
    EXPECT_EQ(entry->shifted_far->latency_cycles, Cycles(2)) << opcode;
    EXPECT_EQ(entry->cost.latency_cycles, Cycles(1)) << opcode;
    EXPECT_FALSE(entry->shifted) << opcode;
  }
  EXPECT_FALSE(model.find("ANDXrs")->shifted_far);
}

// insn_bench_aarch64's rows of a Cortex-X1: madd one per cycle, mneg and umull two per cycle. It has two multipliers.
TEST_F(FromTables, TellMultiplicationsFromMultiplyAdds) {
  const std::string rows = "asm,latency_cycles,reciprocal_throughput_cycles\n"
                           "\"madd x0, x1, x1, x0\",2,1\n\"mneg x0, x0, x1\",2,0.5\n\"umull x0, w0, w1\",2,0.5\n"
                           "\"crc32b w0, w0, w1\",2,1\n\"umulh x0, x0, x1\",3,0.5\n";
  const Description core =
      read_description(small_arm_core("cortex-x1", "V1UnitM0: A0, V1UnitM1: A1, V1UnitS: [A2, A3]"), "small.yml")
          .value();
  const PublishedTable table = read_published_table("csv", {rows, "t.csv", "aarch64", ""}).value();
  const std::string yaml = unmarked(model_from_tables(core, {table}, "lab").value().yaml);
  const MachineModel model = read_description(yaml, "made.yml").value().model;
  for (const char *opcode : {"MADDXrrr", "MSUBXrrr"}) {
    const std::optional<FormEntry> entry = model.find(opcode);
    ASSERT_TRUE(entry && entry->zero_addend) << opcode;
    EXPECT_EQ(entry->zero_addend->demands, (std::vector<PortDemand>{{3, 1}})) << opcode;
    EXPECT_EQ(entry->cost.demands, (std::vector<PortDemand>{{1, 1}})) << opcode;
  }
  EXPECT_FALSE(model.find("UMADDLrrr")->zero_addend) << "no row has an addend";
}

// InstLatx64's rows of a Tremont are too slow for some pairs of registers. Zeroing takes the same units, which LLVM
// knows.
TEST_F(FromTables, BelieveThePortsThatExplainAnIdiom) {
  const auto cycles_of_xor = [](const std::string &core, const char *cycles) {
    const std::string rows = "asm,latency_cycles,reciprocal_throughput_cycles\n\"xorl %eax, %eax\",0.25,0.25\n"
                             "\"xorl %ebx, %eax\",1," +
                             std::string(cycles) + "\n\"addl %ebx, %eax\",1,0.25\n";
    const Description read = read_description(unmarked(make(core, rows).yaml), "made.yml").value();
    OpcodeFinder finder = OpcodeFinder::create(Isa::x86_64).value();
    const Instruction instruction = finder.find("xorl %ebx, %eax").value();
    return modelled_throughput(read.model, instruction, cost_of(read.model, instruction, -1).value());
  };
  std::string executed = small_core;
  executed.replace(executed.find("eliminated: true"), 16, "eliminated: false");
  EXPECT_DOUBLE_EQ(cycles_of_xor(executed, "0.35"), 0.25);
  EXPECT_NEAR(cycles_of_xor(executed, "1"), 1, 0.01) << "another operation, as on Zen 1";
  EXPECT_NEAR(cycles_of_xor(small_core, "0.35"), 0.35, 0.01) << "the idiom takes no port";
}

// Intel's optimization manual: instructions of 512 bits close port 1. InstLatx64 has 0.5 cycles for these, LLVM one
// port.
TEST(TableModels, DoNotGuessAPortThatWideVectorsClose) {
  OpcodeFinder finder = OpcodeFinder::create(Isa::x86_64).value();
  for (const char *core : {"icx", "rkl", "tgl"}) {
    const MachineModel model = ModelLibrary::shipped().load(core).value();
    const PortSet closed = model.core().wide_vectors->closed_ports;
    for (const char *text : {"vpaddd %zmm1, %zmm2, %zmm3", "vpsubq %zmm1, %zmm2, %zmm3",
                             "vblendmps %zmm1, %zmm2, %zmm3", "vpternlogd $1, %zmm1, %zmm2, %zmm3"}) {
      const Cost cost = cost_of(model, finder.find(text).value(), -1).value();
      EXPECT_DOUBLE_EQ(port_throughput(cost.demands), 0.5) << core << text;
      EXPECT_EQ(cost.demands.front().ports & closed, 0U) << core << text;
    }
  }
}

// LLVM's figure of a load contains the way to the cache, which the core's part has, too.
TEST(TableModels, CountALoadWithoutARowOnce) {
  const MachineModel model = ModelLibrary::shipped().load("m1").value();
  OpcodeFinder finder = OpcodeFinder::create(Isa::aarch64).value();
  for (const char *load : {"ld1 { v0.8b }, [x0]", "ld1 { v0.2s }, [x0]"}) { // 5 cycles of 128 bits, in the table
    const std::optional<Instruction> instruction = finder.find(load);
    ASSERT_TRUE(instruction) << load;
    const std::optional<Cost> cost = cost_of(model, *instruction, -1);
    ASSERT_TRUE(cost) << load;
    EXPECT_LE(cost->load_latency_cycles + cost->latency_cycles, Cycles(6)) << load;
  }
}

// Arm's pipeline description in GCC: an addition reaches the next one after a cycle. LLVM counts three, and two of them
// are saved by a reader in the same pipe; through the addend, a multiply-add reaches the next one sooner.
TEST(CompilerLatencies, AreThoseOfAChain) {
  const Catalogue catalogue = Catalogue::create(Isa::aarch64, "cortex-a53").value();
  const KnownForm *add = catalogue.find("ADDWri");
  const KnownForm *multiply = catalogue.find("FMULDrr");
  ASSERT_TRUE(add != nullptr && multiply != nullptr);
  EXPECT_EQ(add->compiler.latency_cycles, Cycles(3));
  EXPECT_EQ(compiler_latency(*add, {1, 0}), Cycles(1));
  EXPECT_EQ(compiler_latency(*multiply, {1, 0}), multiply->compiler.latency_cycles) << "no reader needs it later";
  const Catalogue other = Catalogue::create(Isa::aarch64, "cortex-a57").value();
  const KnownForm *fused = other.find("FMADDDrrr");
  ASSERT_NE(fused, nullptr);
  EXPECT_LT(compiler_latency(*fused, {3, 0}), compiler_latency(*fused, {1, 0}));
}

TEST(CsvTables, RefuseWhatIsNone) {
  const auto error = [](const std::string &text) {
    const auto table = read_csv_table({text, "t.csv", "x86-64", ""});
    return table ? std::string() : table.error().text();
  };
  EXPECT_THAT(error(""), HasSubstr("not a table"));
  EXPECT_THAT(error("a,b\n1,2\n"), HasSubstr("not a table"));
  EXPECT_THAT(error("asm,latency_cycles\n\"nop\n"), HasSubstr("no end"));
  EXPECT_THAT(error("asm,latency_cycles\n\"nop\"x,1\n"), HasSubstr("t.csv:2"));
  EXPECT_THAT(error("asm,latency_cycles\n" + std::string(3000, 'a')), HasSubstr("longer than"));
  EXPECT_THAT(error("asm,latency_cycles\n" + std::string(100, ',')), HasSubstr("more than"));
  const PublishedTable table = table_of("asm,latency_cycles\n\"a, \"\"b\"\"\",1\n\n nop,x\nnop,2\n");
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].assembly, "a, \"b\"");
  EXPECT_EQ(table.rows[1].line, 5);
  EXPECT_EQ(table.unmapped.size(), 1u);
}

} // namespace
} // namespace osaca::measure::from_tables

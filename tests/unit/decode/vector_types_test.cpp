// RISC-V's vectors: the figures by LMUL and SEW, against what llvm-mca 22 prints for the same instruction behind the
// same vsetvli, and where the type in force comes from.
#include "decode/block_reader.h"
#include "decode_lines.h"

#include <algorithm>

namespace osaca {
namespace {

struct Figures {
  const char *cpu;
  const char *type;
  const char *text;
  int latency;
  double throughput; ///< cycles
};

/// llvm-mca-22 -mtriple riscv64 -mcpu=CPU -instruction-tables, behind `vsetvli zero, a0, TYPE, ta, ma`.
constexpr Figures of_llvm_mca[] = {
    {"sifive-x280", "e8, m1", "vadd.vv v8, v16, v24", 4, 2.00},
    {"sifive-x280", "e8, m1", "vle32.v v8, (a0)", 4, 8.00},
    {"sifive-x280", "e8, m1", "vse32.v v8, (a0)", 1, 8.00},
    {"sifive-x280", "e8, m1", "vredsum.vs v8, v16, v24", 47, 47.00},
    {"sifive-x280", "e32, m1", "vadd.vv v8, v16, v24", 4, 2.00},
    {"sifive-x280", "e32, m1", "vle32.v v8, (a0)", 4, 2.00},
    {"sifive-x280", "e32, m1", "vse32.v v8, (a0)", 1, 2.00},
    {"sifive-x280", "e32, m1", "vfmacc.vv v8, v16, v24", 8, 2.00},
    {"sifive-x280", "e32, m1", "vredsum.vs v8, v16, v24", 37, 37.00},
    {"sifive-x280", "e32, m8", "vadd.vv v8, v16, v24", 4, 16.00},
    {"sifive-x280", "e32, m8", "vle32.v v8, (a0)", 4, 16.00},
    {"sifive-x280", "e32, m8", "vse32.v v8, (a0)", 1, 16.00},
    {"sifive-x280", "e32, m8", "vfmacc.vv v8, v16, v24", 8, 16.00},
    {"sifive-x280", "e32, m8", "vredsum.vs v8, v16, v24", 51, 51.00},
    {"sifive-x280", "e32, mf2", "vadd.vv v8, v16, v24", 4, 1.00},
    {"sifive-x280", "e32, mf2", "vle32.v v8, (a0)", 4, 1.00},
    {"sifive-x280", "e32, mf2", "vse32.v v8, (a0)", 1, 1.00},
    {"sifive-x280", "e32, mf2", "vfmacc.vv v8, v16, v24", 8, 1.00},
    {"sifive-x280", "e32, mf2", "vredsum.vs v8, v16, v24", 36, 36.00},
    {"spacemit-x60", "e8, m1", "vadd.vv v8, v16, v24", 4, 2.00},
    {"spacemit-x60", "e8, m1", "vle32.v v8, (a0)", 8, 8.00},
    {"spacemit-x60", "e8, m1", "vse32.v v8, (a0)", 8, 8.00},
    {"spacemit-x60", "e8, m1", "vredsum.vs v8, v16, v24", 7, 2.00},
    {"spacemit-x60", "e32, m1", "vadd.vv v8, v16, v24", 4, 2.00},
    {"spacemit-x60", "e32, m1", "vle32.v v8, (a0)", 3, 3.00},
    {"spacemit-x60", "e32, m1", "vse32.v v8, (a0)", 3, 3.00},
    {"spacemit-x60", "e32, m1", "vfmacc.vv v8, v16, v24", 5, 1.00},
    {"spacemit-x60", "e32, m1", "vredsum.vs v8, v16, v24", 7, 2.00},
    {"spacemit-x60", "e32, m8", "vadd.vv v8, v16, v24", 16, 16.00},
    {"spacemit-x60", "e32, m8", "vle32.v v8, (a0)", 16, 16.00},
    {"spacemit-x60", "e32, m8", "vse32.v v8, (a0)", 19, 19.00},
    {"spacemit-x60", "e32, m8", "vfmacc.vv v8, v16, v24", 8, 8.00},
    {"spacemit-x60", "e32, m8", "vredsum.vs v8, v16, v24", 35, 35.00},
    {"spacemit-x60", "e32, mf2", "vadd.vv v8, v16, v24", 4, 1.00},
    {"spacemit-x60", "e32, mf2", "vle32.v v8, (a0)", 3, 3.00},
    {"spacemit-x60", "e32, mf2", "vse32.v v8, (a0)", 2, 2.00},
    {"spacemit-x60", "e32, mf2", "vfmacc.vv v8, v16, v24", 5, 1.00},
    {"spacemit-x60", "e32, mf2", "vredsum.vs v8, v16, v24", 5, 2.00},
    {"sifive-p670", "e8, m1", "vadd.vv v8, v16, v24", 2, 0.50},
    {"sifive-p670", "e8, m1", "vle32.v v8, (a0)", 8, 4.00},
    {"sifive-p670", "e8, m1", "vse32.v v8, (a0)", 8, 4.00},
    {"sifive-p670", "e8, m1", "vredsum.vs v8, v16, v24", 2, 1.00},
    {"sifive-p670", "e32, m1", "vadd.vv v8, v16, v24", 2, 0.50},
    {"sifive-p670", "e32, m1", "vle32.v v8, (a0)", 8, 1.00},
    {"sifive-p670", "e32, m1", "vse32.v v8, (a0)", 8, 1.00},
    {"sifive-p670", "e32, m1", "vfmacc.vv v8, v16, v24", 6, 0.50},
    {"sifive-p670", "e32, m1", "vredsum.vs v8, v16, v24", 2, 1.00},
    {"sifive-p670", "e32, m8", "vadd.vv v8, v16, v24", 4, 4.00},
    {"sifive-p670", "e32, m8", "vle32.v v8, (a0)", 8, 8.00},
    {"sifive-p670", "e32, m8", "vse32.v v8, (a0)", 8, 8.00},
    {"sifive-p670", "e32, m8", "vfmacc.vv v8, v16, v24", 6, 4.00},
    {"sifive-p670", "e32, m8", "vredsum.vs v8, v16, v24", 16, 8.00},
    {"sifive-p670", "e32, mf2", "vadd.vv v8, v16, v24", 2, 0.50},
    {"sifive-p670", "e32, mf2", "vle32.v v8, (a0)", 8, 1.00},
    {"sifive-p670", "e32, mf2", "vse32.v v8, (a0)", 8, 1.00},
    {"sifive-p670", "e32, mf2", "vfmacc.vv v8, v16, v24", 6, 0.50},
    {"sifive-p670", "e32, mf2", "vredsum.vs v8, v16, v24", 2, 1.00},
};

DecodeOptions for_core(const std::string &text, const std::string &cpu) {
  DecodeOptions options = testing::whole_text(Isa::riscv64, text);
  options.scheduling_cpus = {cpu};
  return options;
}

/// Of the last instruction of the text.
CompilerCost last_cost(const std::string &text, const std::string &cpu) {
  const auto decoded = decode_assembly(text, "text.s", for_core(text, cpu));
  if (!decoded) {
    ADD_FAILURE() << text << ": " << decoded.error().text();
    return {};
  }
  return decoded->compiler.costs_of(decoded->kernels.front().instructions.back()).front();
}

double throughput_of(const CompilerCost &cost) {
  double most = 0;
  for (const CompilerCost::ResourceUse &use : cost.uses)
    most = std::max(most, use.cycles.to_double() / static_cast<double>(use.units.size()));
  return most;
}

TEST(VectorTypes, FiguresAreThoseOfLlvmMca) {
  for (const Figures &row : of_llvm_mca) {
    const CompilerCost cost =
        last_cost("vsetvli zero, a0, " + std::string(row.type) + ", ta, ma\n" + row.text + "\n", row.cpu);
    EXPECT_TRUE(cost.known) << row.cpu << ' ' << row.type << ' ' << row.text;
    EXPECT_EQ(cost.latency_cycles, Cycles(row.latency)) << row.cpu << ' ' << row.type << ' ' << row.text;
    EXPECT_NEAR(throughput_of(cost), row.throughput, 0.01) << row.cpu << ' ' << row.type << ' ' << row.text;
  }
}

TEST(VectorTypes, FiguresThatDependOnAnUnknownTypeAreNotKnown) {
  EXPECT_FALSE(last_cost("vadd.vv v8, v16, v24\n", "sifive-x280").known);
  EXPECT_FALSE(last_cost("vsetvl a1, a0, a2\nvadd.vv v8, v16, v24\n", "sifive-x280").known) << "a register";
  EXPECT_FALSE(last_cost("vsetvli a1, a0, e8, m1, ta, ma\nvfmacc.vv v8, v16, v24\n", "sifive-x280").known)
      << "there are no such elements";
  EXPECT_FALSE(last_cost("vsetvli a1, a0, e8, m8, ta, ma\nvle64.v v8, (a0)\n", "sifive-x280").known) << "64 registers";
  EXPECT_TRUE(last_cost("vmv.x.s a0, v8\n", "sifive-x280").known) << "does not depend on it";
  EXPECT_TRUE(last_cost("vl1re8.v v8, (a0)\n", "sifive-x280").known);
  EXPECT_TRUE(last_cost("add a0, a0, a1\n", "sifive-x280").known);
}

TEST(VectorTypes, CommentsOfLlvmMcaSetThem) {
  const auto cost = [](const std::string &comments) {
    return throughput_of(last_cost(comments + "vadd.vv v8, v16, v24\n", "sifive-x280"));
  };
  EXPECT_EQ(cost("# LLVM-MCA-RISCV-LMUL M8\n"), 16);
  EXPECT_EQ(cost("# LLVM-MCA-RISCV-LMUL M1\n# LLVM-MCA-RISCV-SEW E32\n"), 2);
  EXPECT_EQ(cost("vsetvli a1, a0, e32, m8, ta, ma\n# LLVM-MCA-RISCV-LMUL M1\n"), 2);
  EXPECT_EQ(cost("# LLVM-MCA-RISCV-LMUL M1\nvsetvli a1, a0, e32, m8, ta, ma\n"), 16);
  EXPECT_FALSE(last_cost("# LLVM-MCA-RISCV-LMUL M1\nvle32.v v8, (a0)\n", "sifive-x280").known)
      << "the width of the elements counts as well";
}

/// "m2 e32" of the first vector addition of each kernel; "?" where a part is not known.
std::string types_in(const std::string &text) {
  DecodeOptions options;
  options.isa = Isa::riscv64;
  const auto decoded = decode_assembly(text, "loop.s", options);
  std::string all;
  if (!decoded)
    return decoded.error().text();
  for (const Kernel &kernel : decoded->kernels)
    for (const Instruction &instruction : kernel.instructions)
      if (instruction.opcode == "VADD_VV") {
        const VectorType &type = instruction.vector_type;
        all += (all.empty() ? "" : ", ") +
               (type.log_group ? "m" + std::to_string(1 << *type.log_group) : std::string("?")) + " " +
               (type.log_element_bits ? "e" + std::to_string(1 << *type.log_element_bits) : std::string("?"));
        break;
      }
  return all;
}

const std::string addition_loop = ".L1:\nvadd.vv v8, v8, v16\naddi a0, a0, -1\nbnez a0, .L1\n";

TEST(VectorTypes, AMaskIsNotAnySourceThatIsV0) {
  const auto is_masked = [](const std::string &text) {
    const auto decoded = decode_assembly(text + "\n", "text.s", for_core(text, "sifive-x280"));
    return decoded.value().kernels.front().instructions.front().is_masked;
  };
  EXPECT_TRUE(is_masked("vadd.vv v8, v16, v24, v0.t"));
  EXPECT_TRUE(is_masked("vle32.v v8, (a0), v0.t"));
  EXPECT_TRUE(is_masked("vmerge.vvm v8, v16, v24, v0"));
  EXPECT_FALSE(is_masked("vadd.vv v8, v16, v0"));
  EXPECT_FALSE(is_masked("vmand.mm v8, v16, v0"));
  EXPECT_FALSE(is_masked("vle32.v v0, (a0)"));
  EXPECT_FALSE(is_masked("add a0, a0, a1"));
}

TEST(VectorTypes, ComeFromTheCodeBeforeALoop) {
  EXPECT_EQ(types_in("f:\nvsetvli a1, zero, e32, m2, ta, ma\n" + addition_loop), "m2 e32");
  EXPECT_EQ(types_in("f:\n" + addition_loop), "? ?") << "whatever the caller has set";
  EXPECT_EQ(types_in("f:\nvsetvli a1, zero, e32, m2, ta, ma\ncall g\n" + addition_loop), "? ?");
  EXPECT_EQ(types_in("f:\nvsetvli a1, zero, e32, m2, ta, ma\nbeqz a1, .L2\nvsetvli a1, zero, e32, m4, ta, ma\n.L2:\n" +
                     addition_loop),
            "? e32")
      << "two ways lead there";
  EXPECT_EQ(types_in("f:\nvsetvli a1, zero, e32, m2, ta, ma\nj .L1\n.L3:\nret\n" + addition_loop), "m2 e32");
  EXPECT_EQ(types_in("f:\nvsetvli a1, zero, e32, m2, ta, ma\nret\n.type g,@function\n.globl g\ng:\n" + addition_loop),
            "? ?");
}

TEST(VectorTypes, GoAroundABackEdge) {
  EXPECT_EQ(types_in("f:\nvsetvli a1, zero, e8, m1, ta, ma\n.L1:\nvadd.vv v8, v8, v16\n"
                     "vsetvli a1, zero, e64, m4, ta, ma\naddi a0, a0, -1\nbnez a0, .L1\n"),
            "m4 e64");
  EXPECT_EQ(types_in("f:\nvsetvli a1, zero, e8, m1, ta, ma\n.L1:\nvsetivli zero, 4, e16, m2, ta, ma\n"
                     "vadd.vv v8, v8, v16\naddi a0, a0, -1\nbnez a0, .L1\n"),
            "m2 e16");
  EXPECT_EQ(
      types_in("f:\nvsetvli a1, zero, e32, m2, ta, ma\n.L0:\n" + addition_loop + "addi a2, a2, -1\nbnez a2, .L0\n"),
      "m2 e32, m2 e32")
      << "two loops";
}

} // namespace
} // namespace osaca

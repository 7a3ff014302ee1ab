// Who reads and writes what on RISC-V. Expected as in the unprivileged specification and that of the vector extension.
#include "decode_lines.h"

namespace osaca {
namespace {

using testing::expect_effects;
using testing::Row;

void expect_riscv(const std::vector<Row> &rows) { expect_effects(Isa::riscv64, rows); }

TEST(RiscvOperands, LoadsAndStores) {
  expect_riscv({
      {"ld a0, 8(a1)", "a1", "a0", "load8"},
      {"lw a0, (a1)", "a1", "a0", "load4"},
      {"lhu a0, (a1)", "a1", "a0", "load2"},
      {"lb a0, -1(a1)", "a1", "a0", "load1"},
      {"sd a0, 8(a1)", "a0 a1", "", "store8"},
      {"sb zero, (a1)", "a1", "", "store1"},
      {"fld fa0, (a1)", "a1", "fa0", "load8"},
      {"flw fa0, (a1)", "a1", "fa0", "load4"},
      {"fsd fa0, (sp)", "fa0 sp", "", "store8"},
      {"fsw fa0, (a1)", "fa0 a1", "", "store4"},
  });
}

TEST(RiscvOperands, Arithmetic) {
  expect_riscv({
      {"add a0, a1, a2", "a1 a2", "a0"},
      {"addi a0, a0, 1", "a0", "a0"},
      {"mv a0, a1", "a1", "a0"},
      {"li a0, 1", "", "a0"},
      {"neg a0, a1", "a1", "a0"},
      {"mulw a0, a1, a2", "a1 a2", "a0"},
      {"slli a0, a1, 3", "a1", "a0"},
      {"sh3add a0, a1, a2", "a1 a2", "a0"},
      {"fmadd.d fa0, fa1, fa2, fa3", "fa1 fa2 fa3", "fa0"},
      {"fnmsub.s fa0, fa1, fa2, fa0", "fa0 fa1 fa2", "fa0"},
      {"feq.d a0, fa0, fa1", "fa0 fa1", "a0"},
      {"fcvt.d.w fa0, a0", "a0", "fa0"},
      {"fsgnj.d fa0, fa1, fa1", "fa1", "fa0"},
  });
}

TEST(RiscvOperands, Branches) {
  expect_riscv({
      {"beq a0, a1, .L", "a0 a1", ""},
      {"bnez a0, .L", "a0", ""},
      {"bltu a0, a1, .L", "a0 a1", ""},
      {"j .L", "", ""},
      {"jr a5", "a5", ""},
      {"ret", "ra", ""},
  });
}

TEST(RiscvOperands, Atomics) {
  expect_riscv({
      {"amoadd.d a0, a1, (a2)", "a1 a2", "a0", "load8 store8"},
      {"amoswap.w.aq a0, a1, (a2)", "a1 a2", "a0", "load4 store4"},
      {"lr.w a0, (a1)", "a1", "a0", "load4"},
      {"sc.d a0, a1, (a2)", "a1 a2", "a0", "store8"},
  });
}

TEST(RiscvOperands, VectorsDependOnTheVectorConfiguration) {
  expect_riscv({
      {"vsetvli t0, a0, e64, m1, ta, ma", "a0", "t0 vl vtype"},
      {"vsetivli zero, 4, e32, m1, ta, ma", "", "vl vtype"},
      {"vle64.v v8, (a0)", "a0 vl vtype", "v8", "load0"},
      {"vse64.v v8, (a0)", "a0 v8 vl vtype", "", "store0"},
      {"vlse64.v v8, (a0), a1", "a0 a1 vl vtype", "v8", "load0"},
      {"vluxei64.v v8, (a0), v9", "a0 v9 vl vtype", "v8", "load0"},
      {"vsuxei64.v v8, (a0), v9", "a0 v8 v9 vl vtype", "", "store0"},
      {"vfadd.vv v8, v9, v10", "v9 v10 vl vtype", "v8"},
      {"vfmul.vf v8, v9, fa0", "v9 fa0 vl vtype", "v8"},
      {"vadd.vi v8, v9, 1", "v9 vl vtype", "v8"},
  });
}

TEST(RiscvOperands, VectorAccumulatorsAreReadAndWritten) {
  expect_riscv({
      {"vfmacc.vv v8, v9, v10", "v8 v9 v10 vl vtype", "v8"},
      {"vfmacc.vf v8, fa0, v10", "v8 fa0 v10 vl vtype", "v8"},
      {"vfnmsac.vv v8, v9, v10", "v8 v9 v10 vl vtype", "v8"},
      {"vmacc.vx v8, a0, v10", "v8 a0 v10 vl vtype", "v8"},
      {"vfmadd.vv v8, v9, v10", "v8 v9 v10 vl vtype", "v8"},
      {"vfwmacc.vv v8, v10, v11", "v8 v10 v11 vl vtype", "v8"},
  });
}

TEST(RiscvOperands, VectorReductionsTakeTheirStartFromTheLastSource) {
  expect_riscv(
      {{"vfredosum.vs v8, v9, v10", "v9 v10 vl vtype", "v8"}, {"vredsum.vs v8, v9, v8", "v8 v9 vl vtype", "v8"}});
}

} // namespace
} // namespace osaca

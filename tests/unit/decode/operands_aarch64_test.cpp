// Who reads and writes what on AArch64. Expected as in the operation sections of the Arm Architecture Reference Manual.
// A vector register is called q0, whatever its arrangement; scalable ones z0, even where only the lowest element is
// written.
#include "decode_lines.h"

namespace osaca {
namespace {

using testing::expect_effects;
using testing::Row;

void expect_aarch64(const std::vector<Row> &rows) { expect_effects(Isa::aarch64, rows); }

TEST(AArch64Operands, LoadsAndStores) {
  expect_aarch64({
      {"ldr x0, [x1]", "x1", "x0", "load8"},
      {"ldr w0, [x1, #4]", "x1", "w0", "load4"},
      {"ldr x0, [x1, x2, lsl #3]", "x1 x2", "x0", "load8"},
      {"ldr w0, [x1, w2, sxtw #2]", "x1 w2", "w0", "load4"},
      {"ldrb w0, [x1]", "x1", "w0", "load1"},
      {"ldrsh x0, [x1]", "x1", "x0", "load2"},
      {"ldrsw x0, [x1]", "x1", "x0", "load4"},
      {"ldur d0, [x1, #-8]", "x1", "d0", "load8"},
      {"ldr q0, [x1]", "x1", "q0", "load16"},
      {"str x0, [x1]", "x0 x1", "", "store8"},
      {"str s0, [sp, #4]", "s0 sp", "", "store4"},
      {"strh w0, [x1]", "w0 x1", "", "store2"},
      {"str xzr, [x1]", "x1", "", "store8"},
      {"prfm pldl1keep, [x1]", "x1", "", "load0"},
  });
}

TEST(AArch64Operands, PreAndPostIndexedAccessesUpdateTheirBase) {
  expect_aarch64({
      {"ldr x0, [x1, #8]!", "x1", "x0 x1", "load8", "x1"},
      {"ldr x0, [x1], #8", "x1", "x0 x1", "load8", "x1"},
      {"ldr d0, [x1], #8", "x1", "d0 x1", "load8", "x1"},
      {"str q0, [x1], #16", "q0 x1", "x1", "store16", "x1"},
      {"strb w0, [x1, #-1]!", "w0 x1", "x1", "store1", "x1"},
      {"ldp x0, x2, [x1], #16", "x1", "x0 x2 x1", "load16", "x1"},
      {"stp x29, x30, [sp, #-32]!", "x29 x30 sp", "sp", "store16", "sp"},
      {"ld1 {v0.2d}, [x1], #16", "x1", "q0 x1", "load16", "x1"},
      {"ld1 {v0.2d}, [x1], x2", "x1 x2", "q0 x1", "load16", "x1"},
      {"st1 {v0.2d}, [x1], #16", "q0 x1", "x1", "store16", "x1"},
  });
}

TEST(AArch64Operands, Pairs) {
  expect_aarch64({
      {"ldp x0, x1, [x2]", "x2", "x0 x1", "load16"},
      {"ldp w0, w1, [x2]", "x2", "w0 w1", "load8"},
      {"ldp q0, q1, [x2, #32]", "x2", "q0 q1", "load32"},
      {"ldpsw x0, x1, [x2]", "x2", "x0 x1", "load8"},
      {"stp d0, d1, [x2]", "d0 d1 x2", "", "store16"},
      {"ldnp q0, q1, [x2]", "x2", "q0 q1", "load32"},
  });
}

TEST(AArch64Operands, IntegerArithmetic) {
  expect_aarch64({
      {"add x0, x1, x2", "x1 x2", "x0"},
      {"add x0, x0, #1", "x0", "x0"},
      {"add x0, xzr, x2", "x2", "x0"},
      {"madd x0, x1, x2, x3", "x1 x2 x3", "x0"},
      {"mul x0, x1, x2", "x1 x2", "x0"},
      {"smull x0, w1, w2", "w1 w2", "x0"},
      {"sdiv x0, x1, x2", "x1 x2", "x0"},
      {"mov x0, x1", "x1", "x0"},
      {"mov x0, #1", "", "x0"},
      {"movk x0, #1, lsl #16", "x0", "x0"},
      {"bfi x0, x1, #4, #8", "x0 x1", "x0"},
      {"ubfx x0, x1, #4, #8", "x1", "x0"},
      {"extr x0, x1, x2, #3", "x1 x2", "x0"},
      {"adrp x0, table", "", "x0"},
  });
}

TEST(AArch64Operands, FlagsAreWrittenByFormsWithSAndReadByConditions) {
  expect_aarch64({
      {"adds x0, x1, x2", "x1 x2", "x0 nzcv"},
      {"subs x0, x0, #1", "x0", "x0 nzcv"},
      {"cmp x0, x1", "x0 x1", "nzcv"},
      {"tst x0, #1", "x0", "nzcv"},
      {"cmn w0, w1", "w0 w1", "nzcv"},
      {"adc x0, x1, x2", "x1 x2 nzcv", "x0"},
      {"sbcs x0, x1, x2", "x1 x2 nzcv", "x0 nzcv"},
      {"csel x0, x1, x2, eq", "x1 x2 nzcv", "x0"},
      {"cset w0, ne", "nzcv", "w0"},
      {"ccmp x0, x1, #0, eq", "x0 x1 nzcv", "nzcv"},
      {"fcmp d0, d1", "d0 d1", "nzcv"},
      {"fcsel d0, d1, d2, gt", "d1 d2 nzcv", "d0"},
      {"and x0, x1, x2", "x1 x2", "x0"},
  });
}

TEST(AArch64Operands, Branches) {
  expect_aarch64({
      {"b .L", "", ""},
      {"b.ne .L", "nzcv", ""},
      {"cbz x0, .L", "x0", ""},
      {"cbnz w0, .L", "w0", ""},
      {"tbz x0, #3, .L", "w0", ""},
      {"tbnz w0, #31, .L", "w0", ""},
      {"br x0", "x0", ""},
  });
}

TEST(AArch64Operands, FloatingPointAccumulators) {
  expect_aarch64({
      {"fmadd d0, d1, d2, d3", "d1 d2 d3", "d0"},
      {"fmla v0.2d, v1.2d, v2.2d", "q0 q1 q2", "q0"},
      {"fmla v0.2d, v1.2d, v2.d[1]", "q0 q1 q2", "q0"},
      {"fmls v0.4s, v1.4s, v2.4s", "q0 q1 q2", "q0"},
      {"fadd v0.2d, v1.2d, v2.2d", "q1 q2", "q0"},
      {"sdot v0.4s, v1.16b, v2.16b", "q0 q1 q2", "q0"},
      {"bsl v0.16b, v1.16b, v2.16b", "q0 q1 q2", "q0"},
      {"faddp d0, v1.2d", "q1", "d0"},
      {"mla v0.4s, v1.4s, v2.4s", "q0 q1 q2", "q0"},
  });
}

TEST(AArch64Operands, WritingOneLaneKeepsTheOthers) {
  expect_aarch64({
      {"mov v0.d[1], x1", "q0 x1", "q0"},
      {"mov v0.d[1], v1.d[0]", "q0 q1", "q0"},
      {"ld1 {v0.d}[1], [x1]", "q0 x1", "q0", "load8"},
      {"xtn2 v0.4s, v1.2d", "q0 q1", "q0"},
      {"xtn v0.2s, v1.2d", "q1", "d0"},
      {"dup v0.2d, v1.d[0]", "q1", "q0"},
      {"ld1r {v0.2d}, [x1]", "x1", "q0", "load8"},
      {"fmov x0, d1", "d1", "x0"},
  });
}

TEST(AArch64Operands, SveOperationsWithMergingPredicates) {
  expect_aarch64({
      {"fmla z0.d, p0/m, z1.d, z2.d", "z0 z1 z2 p0", "z0"},
      {"fadd z0.d, p0/m, z0.d, z1.d", "z0 z1 p0", "z0"},
      {"fadd z0.d, z1.d, z2.d", "z1 z2", "z0"},
      {"fabs z0.d, p0/m, z1.d", "z0 z1 p0", "z0"},
      {"sel z0.d, p0, z1.d, z2.d", "z1 z2 p0", "z0"},
      {"mov z0.d, p0/m, z1.d", "z0 z1 p0", "z0"},
      {"movprfx z0, z1", "z1", "z0"},
      {"faddv d0, p0, z1.d", "z1 p0", "z0"},
      {"fadda d0, p0, d0, z1.d", "z0 z1 p0", "z0"},
      {"mad z0.s, p0/m, z1.s, z2.s", "z0 z1 z2 p0", "z0"},
  });
}

TEST(AArch64Operands, SvePredicatesAndCounters) {
  expect_aarch64({
      {"whilelo p0.d, x0, x1", "x0 x1", "p0 nzcv"},
      {"ptrue p0.d", "", "p0"},
      {"fcmgt p1.d, p0/z, z0.d, z1.d", "p0 z0 z1", "p1"},
      {"cmpgt p1.d, p0/z, z0.d, z1.d", "p0 z0 z1", "p1 nzcv"},
      {"ptest p0, p1.b", "p0 p1", "nzcv"},
      {"incd x0", "x0", "x0"},
      {"cntd x0", "", "x0"},
  });
}

TEST(AArch64Operands, SveMemory) {
  expect_aarch64({
      {"ld1d {z0.d}, p0/z, [x0, x1, lsl #3]", "p0 x0 x1", "z0", "load0"},
      {"ld1w {z0.s}, p0/z, [x0, #1, mul vl]", "p0 x0", "z0", "load0"},
      {"st1d {z0.d}, p0, [x0, x1, lsl #3]", "p0 x0 x1 z0", "", "store0"},
      {"ld1d {z0.d}, p0/z, [x0, z1.d, lsl #3]", "p0 x0 z1", "z0", "load0"},
      {"st1d {z0.d}, p0, [x0, z1.d]", "p0 x0 z0 z1", "", "store0"},
      {"ld1rd {z0.d}, p0/z, [x0]", "p0 x0", "z0", "load8"},
      {"ldr z0, [x0]", "x0", "z0", "load0"},
  });
}

TEST(AArch64Operands, Atomics) {
  expect_aarch64({
      {"ldadd x0, x1, [x2]", "x0 x2", "x1", "load8 store8"},
      {"casal w0, w1, [x2]", "w0 w1 x2", "w0", "load4 store4"},
      {"ldxr x0, [x1]", "x1", "x0", "load8"},
      {"stxr w0, x1, [x2]", "x1 x2", "w0", "store8"},
      {"swp x0, x1, [x2]", "x0 x2", "x1", "load8 store8"},
  });
}

} // namespace
} // namespace osaca

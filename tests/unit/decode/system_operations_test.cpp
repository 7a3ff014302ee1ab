#include "kernel/system_operations.h"

#include <gtest/gtest.h>

namespace osaca::test {
namespace {

TEST(SystemOperations, AreToldByName) {
  for (const char *opcode : {"CLFLUSH", "CLFLUSHOPT", "CPUID", "XGETBV", "LDMXCSR", "MOV64rc", "MOV64cr", "MOV16sr",
                             "RDTSCP", "RDRAND64r", "SYSCALL", "IN8rr", "OUT32ir", "INSB", "POPF64", "MASKMOVDQU64"})
    EXPECT_EQ(system_operation(Isa::x86_64, opcode), SystemOperation::system) << opcode;
  for (const char *opcode : {"FBSTPm", "FSIN", "FXSAVE64", "XRSTOR", "ENTER"})
    EXPECT_EQ(system_operation(Isa::x86_64, opcode), SystemOperation::microcoded) << opcode;
  for (const char *opcode : {"SYSxt", "MRS", "MSR", "ISB", "DSB", "SVC"})
    EXPECT_EQ(system_operation(Isa::aarch64, opcode), SystemOperation::system) << opcode;
  EXPECT_EQ(system_operation(Isa::riscv64, "FENCE_I"), SystemOperation::system);
}

TEST(SystemOperations, AreNotOrdinaryOnes) {
  for (const char *opcode :
       {"MOV64rr",       "MOV64rm", "MOV32rr",    "POP64r",    "PUSH64r",   "INC64r",   "INSERTPSrri", "STMXCSR",
        "LEA64r",        "LEAVE64", "STOSB",      "LODSB",     "LZCNT64rr", "SHL64rCL", "OR64rr",      "VMOVUPSYrm",
        "VMASKMOVPSYrm", "FADD32m", "PREFETCHT0", "VMULPDYrr", "CLD",       "INT64",    "SQRT_F"})
    EXPECT_EQ(system_operation(Isa::x86_64, opcode), SystemOperation::none) << opcode;
  for (const char *opcode : {"MSUBXrrr", "HINT", "ADDXrr", "LDARX", "SBCXr", "BL", "SMULHrr", "DUPv4i32lane"})
    EXPECT_EQ(system_operation(Isa::aarch64, opcode), SystemOperation::none) << opcode;
  EXPECT_EQ(system_operation(Isa::riscv64, "FENCE"), SystemOperation::none);
}

} // namespace
} // namespace osaca::test

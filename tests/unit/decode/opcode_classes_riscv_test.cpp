// RISC-V: the major opcode, the lowest seven bits, tells floating point from vectors (The RISC-V Instruction Set
// Manual, "RV32/64G Instruction Set Listings" and "V Standard Extension").
#include "all_encoded.h"
#include "decode_lines.h"

#include <cstdint>

namespace osaca {
namespace {

using testing::all_encoded;
using testing::instruction_of;

struct Classes {
  bool is_vector = false;
  bool is_scalar = false;
};

Classes expected_of(std::uint32_t word) {
  const unsigned major = word & 0x7fU;
  const unsigned width = word >> 12U & 7U;
  switch (major) {
  case 0b0000111:
  case 0b0100111: { // loads and stores of both kinds, by width
    const bool is_scalar = width >= 1 && width <= 4;
    return {!is_scalar, is_scalar};
  }
  case 0b1010011:
  case 0b1000011:
  case 0b1000111:
  case 0b1001011:
  case 0b1001111: return {false, true};
  case 0b1010111: return {width != 7, false}; // 7: vsetvl and its like
  case 0b1110111: return {true, false};
  default: return {};
  }
}

TEST(OpcodeClassesOfRiscv, MajorOpcodesTell) {
  int vectors = 0;
  int scalars = 0;
  for (const EncodedInstruction &made : all_encoded(Isa::riscv64)) {
    if (made.bytes.size() != 4)
      continue;
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i)
      word |= static_cast<std::uint32_t>(made.bytes[i]) << (8 * i);
    const Classes expected = expected_of(word);
    EXPECT_EQ(made.instruction.is_vector_packed, expected.is_vector) << made.instruction.text;
    EXPECT_EQ(made.instruction.is_scalar_fp, expected.is_scalar) << made.instruction.text;
    vectors += expected.is_vector ? 1 : 0;
    scalars += expected.is_scalar ? 1 : 0;
  }
  EXPECT_GT(vectors, 300);
  EXPECT_GT(scalars, 80);
}

TEST(OpcodeClassesOfRiscv, ANopIsOneHoweverItIsWritten) {
  for (const char *text : {"nop", "c.nop", "addi x0, x0, 0", "addi zero, zero, 0"})
    EXPECT_TRUE(instruction_of(Isa::riscv64, text).is_nop) << text;
  for (const char *text : {"addi a0, a0, 0", "addi a0, zero, 0", "li a0, 0", "mv a0, a1", "add x0, x0, x0"})
    EXPECT_FALSE(instruction_of(Isa::riscv64, text).is_nop) << text;
}

} // namespace
} // namespace osaca

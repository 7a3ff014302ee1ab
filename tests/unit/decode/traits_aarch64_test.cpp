// AArch64: which instructions work on several elements at a time. The encoding says so as well: the top level of the
// Arm Architecture Reference Manual's table "Data Processing -- Scalar Floating-Point and Advanced SIMD" tells scalars
// from vectors.
#include "all_encoded.h"
#include "decode_lines.h"

#include <cstdint>

namespace osaca {
namespace {

using testing::all_encoded;
using testing::instruction_of;

TEST(TraitsOfAarch64, ScalarsAreNotPackedWhateverLettersTheirNamesHave) {
  for (const char *text :
       {"frintz d0, d1", "frintz s0, s1", "fcvtzs x0, d1", "fcvtzs w0, s1", "fcvtzu d0, d1", "scvtf d0, d1",
        "fmul d0, d1, v2.d[1]", "fadd d0, d1, d2", "ldr d0, [x0]", "fmov d0, x1", "ldr s0, [x0, :lo12:q1]"}) {
    const Instruction made = instruction_of(Isa::aarch64, text);
    EXPECT_FALSE(made.is_vector_packed) << text;
    EXPECT_TRUE(made.is_scalar_fp) << text;
  }
  for (const char *text : {"ins v0.d[1], x1", "umov x0, v1.d[1]", "mov d0, v1.d[1]", "add d0, d1, d2"})
    EXPECT_FALSE(instruction_of(Isa::aarch64, text).is_vector_packed) << text;
}

TEST(TraitsOfAarch64, SeveralElementsArePacked) {
  for (const char *text :
       {"frintz v0.2d, v1.2d", "fcvtzs v0.2s, v1.2s", "fadd v0.2s, v1.2s, v2.2s", "faddp d0, v1.2d", "ldr q0, [x0]",
        "stp q0, q1, [x0]", "dup v0.4s, w1", "ld1r { v0.2d }, [x0]", "fadd z0.d, z1.d, z2.d", "movprfx z0, z1"}) {
    const Instruction made = instruction_of(Isa::aarch64, text);
    EXPECT_TRUE(made.is_vector_packed) << text;
    EXPECT_FALSE(made.is_scalar_fp) << text;
  }
}

std::uint32_t word_of(const std::vector<std::uint8_t> &bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4 && i < bytes.size(); ++i)
    word |= static_cast<std::uint32_t>(bytes[i]) << (8 * i);
  return word;
}

std::uint32_t bits(std::uint32_t word, int high, int low) { return word >> low & ((1U << (high - low + 1)) - 1); }

bool is_scalar_or_vector_operation(std::uint32_t word) { return bits(word, 27, 25) == 0b111; }
bool is_scalar_encoding(std::uint32_t word) { return bits(word, 28, 28) == 1; }
/// "Advanced SIMD scalar pairwise" reads a vector; SHA-1 and SHA-256 work on vectors.
bool reads_vectors_all_the_same(std::uint32_t word) {
  return bits(word, 31, 30) == 0b01 &&
         ((bits(word, 21, 17) == 0b11000 && bits(word, 11, 10) == 0b10) ||
          (bits(word, 29, 28) == 0b01 && bits(word, 11, 10) == 0b00) ||
          (bits(word, 29, 28) == 0b01 && bits(word, 21, 17) == 0b10100 && bits(word, 11, 10) == 0b10));
}

TEST(TraitsOfAarch64, NoOpcodeThatIsEncodedAsAScalarIsPacked) {
  int scalar = 0;
  int packed = 0;
  for (const EncodedInstruction &made : all_encoded(Isa::aarch64)) {
    const std::uint32_t word = word_of(made.bytes);
    if (!is_scalar_or_vector_operation(word) || reads_vectors_all_the_same(word))
      continue;
    if (is_scalar_encoding(word)) {
      EXPECT_FALSE(made.instruction.is_vector_packed) << made.instruction.text << ' ' << made.instruction.opcode;
      ++scalar;
    } else {
      packed += made.instruction.is_vector_packed ? 1 : 0;
    }
  }
  EXPECT_GT(scalar, 300);
  EXPECT_GT(packed, 300);
}

/// "Floating-point data-processing" and its like; among "Advanced SIMD scalar" the mnemonic tells what computes with
/// fractions.
TEST(TraitsOfAarch64, OpcodesThatAreEncodedAsFloatingPointAre) {
  int count = 0;
  for (const EncodedInstruction &made : all_encoded(Isa::aarch64)) {
    const std::uint32_t word = word_of(made.bytes);
    const Instruction &instruction = made.instruction;
    const bool is_floating = bits(word, 30, 30) == 0 && bits(word, 28, 25) == 0b1111 && bits(word, 29, 29) == 0;
    const bool is_advanced = bits(word, 31, 30) == 0b01 && bits(word, 28, 25) == 0b1111;
    const std::string_view name = instruction.mnemonic;
    if (is_floating) {
      EXPECT_TRUE(instruction.is_scalar_fp) << instruction.text << ' ' << instruction.opcode;
    } else if (is_advanced && !reads_vectors_all_the_same(word)) {
      EXPECT_EQ(instruction.is_scalar_fp, name.starts_with('f') || name == "scvtf" || name == "ucvtf")
          << instruction.text << ' ' << instruction.opcode;
    }
    count += instruction.is_scalar_fp ? 1 : 0;
  }
  EXPECT_GT(count, 300);
}

/// "Loads and stores" with V set access one register of the given size; those of lists of vectors tell by their names.
TEST(TraitsOfAarch64, LoadsAndStoresOfOneElementAreNotPacked) {
  int count = 0;
  for (const EncodedInstruction &made : all_encoded(Isa::aarch64)) {
    const std::uint32_t word = word_of(made.bytes);
    const bool is_one_register = bits(word, 29, 27) == 0b111 && bits(word, 26, 26) == 1 && bits(word, 25, 25) == 0;
    const bool is_atomic = bits(word, 24, 24) == 0 && bits(word, 21, 21) == 1 && bits(word, 11, 10) == 0;
    if (!is_one_register || is_atomic)
      continue;
    const bool is_quad = bits(word, 31, 30) == 0 && bits(word, 23, 23) == 1;
    EXPECT_EQ(made.instruction.is_vector_packed, is_quad) << made.instruction.text;
    EXPECT_EQ(made.instruction.is_scalar_fp, !is_quad) << made.instruction.text;
    ++count;
  }
  EXPECT_GT(count, 30);
}

} // namespace
} // namespace osaca

// AArch64: which instructions work on several elements at a time. The encoding says so as well: the top level of the
// Arm Architecture Reference Manual's table "Data Processing -- Scalar Floating-Point and Advanced SIMD" tells scalars
// from vectors.
#include "decode/code/instruction_forms.h"
#include "decode_lines.h"

#include <cstdint>

namespace osaca {
namespace {

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
  InstructionEncoder encoder(Isa::aarch64);
  int scalar = 0;
  int packed = 0;
  for (const InstructionForm &form : instruction_forms(Isa::aarch64)) {
    std::vector<OperandChoice> choices;
    for (const FormOperand &operand : form.operands)
      choices.push_back(operand.kind == FormOperand::Kind::reg && !operand.registers.empty() ? operand.registers.front()
                                                                                             : OperandChoice{1});
    const auto made = encoder.encode(form, choices);
    if (form.group != InstructionForm::Group::ordinary || !made || made->bytes.size() != 4)
      continue;
    const std::uint32_t word = word_of(made->bytes);
    if (!is_scalar_or_vector_operation(word) || reads_vectors_all_the_same(word))
      continue;
    if (is_scalar_encoding(word)) {
      EXPECT_FALSE(made->instruction.is_vector_packed) << made->instruction.text << ' ' << made->instruction.opcode;
      ++scalar;
    } else {
      packed += made->instruction.is_vector_packed ? 1 : 0;
    }
  }
  EXPECT_GT(scalar, 300);
  EXPECT_GT(packed, 300);
}

} // namespace
} // namespace osaca

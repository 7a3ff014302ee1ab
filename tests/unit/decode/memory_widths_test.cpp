// How many bytes loads and stores move, over all opcodes: the encoding says so as well (Arm Architecture Reference
// Manual, "Loads and Stores"; The RISC-V Instruction Set Manual, "RV32/64G Instruction Set Listings" and the chapters
// on "C", "A", "Zabha" and "Zcb").
#include "all_encoded.h"
#include "decode_lines.h"

#include <array>
#include <cstdint>
#include <optional>

namespace osaca {
namespace {

using testing::all_encoded;

std::uint32_t encoded_word(const std::vector<std::uint8_t> &bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4 && i < bytes.size(); ++i)
    word |= static_cast<std::uint32_t>(bytes[i]) << (8 * i);
  return word;
}

unsigned field(std::uint32_t word, int high, int low) { return word >> low & ((1U << (high - low + 1)) - 1); }

/// Of the only memory operand; empty if there are none or several.
std::optional<int> accessed_width(const Instruction &instruction) {
  std::optional<int> found;
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand)) {
      if (found)
        return std::nullopt;
      found = memory->width_bytes;
    }
  return found;
}

std::optional<int> exclusive_bytes(std::uint32_t word) {
  const unsigned size = field(word, 31, 30);
  const bool is_pair = field(word, 21, 21) == 1 && field(word, 23, 23) == 0;
  if (!is_pair)
    return 1 << size;
  return size >= 2 ? 2 << size : 8 << (size & 1U); // exclusive pairs; compare and swap of pairs
}

std::optional<int> pair_bytes(std::uint32_t word) {
  const unsigned size = field(word, 31, 30);
  if (field(word, 26, 26) == 1)
    return size == 3 ? std::nullopt : std::optional<int>(8 << size);
  if (size == 1)
    return field(word, 22, 22) == 1 ? 8 : 16; // sign-extended words; a tag with two registers
  return size == 3 ? std::nullopt : std::optional<int>(size == 0 ? 8 : 16);
}

std::optional<int> structure_bytes(std::uint32_t word) {
  const int vector_bytes = field(word, 30, 30) == 1 ? 16 : 8;
  const unsigned opcode = field(word, 15, 12);
  if (field(word, 24, 24) == 0) { // several structures
    switch (opcode) {
    case 0b0000:
    case 0b0010: return 4 * vector_bytes;
    case 0b0100:
    case 0b0110: return 3 * vector_bytes;
    case 0b1000:
    case 0b1010: return 2 * vector_bytes;
    case 0b0111: return vector_bytes;
    default: return std::nullopt;
    }
  }
  const int count = static_cast<int>(field(word, 13, 13) * 2 + field(word, 21, 21)) + 1;
  const unsigned scale = field(word, 15, 14);
  const unsigned size = field(word, 11, 10);
  if (scale == 3) // to all lanes
    return count << size;
  const int lane_bytes = scale == 0 ? 1 : scale == 1 ? 2 : size == 0 ? 4 : 8;
  return count * lane_bytes;
}

std::optional<int> atomic_bytes(std::uint32_t word) {
  const unsigned size = field(word, 31, 30);
  const unsigned operation = field(word, 14, 12);
  if (field(word, 26, 26) == 1)
    return size == 0 ? 2 : 1 << size; // 0: bfloat16
  const bool is_special =
      field(word, 15, 15) == 1 && (operation == 1 || operation == 2 || operation == 3 || operation == 5);
  if (is_special)
    return size == 3 ? 64 : 8; // 64 bytes at once; what translation tables need
  return 1 << size;
}

std::optional<int> one_register_bytes(std::uint32_t word) {
  const unsigned size = field(word, 31, 30);
  const unsigned kind = field(word, 23, 22);
  const bool is_vector = field(word, 26, 26) == 1;
  const bool has_plain_offset = field(word, 24, 24) == 1;
  if (!has_plain_offset && field(word, 21, 21) == 1 && field(word, 10, 10) == 1)
    return is_vector ? std::nullopt : std::optional<int>(8); // with a signed address
  if (!has_plain_offset && field(word, 21, 21) == 1 && field(word, 11, 10) == 0)
    return atomic_bytes(word);
  if (is_vector)
    return kind >= 2 && size == 0 ? 16 : 1 << size;
  return size == 3 && kind == 2 ? std::nullopt : std::optional<int>(1 << size); // the former: a prefetch
}

/// Empty: not a load or store, a prefetch, or one of a group that this does not know.
std::optional<int> aarch64_bytes(std::uint32_t word) {
  const unsigned group = field(word, 29, 27);
  const bool is_vector = field(word, 26, 26) == 1;
  const unsigned size = field(word, 31, 30);
  if (group == 0b111 && field(word, 25, 25) == 0)
    return one_register_bytes(word);
  if (group == 0b011 && field(word, 25, 24) == 0b00) // a literal
    return size == 3 ? std::nullopt : std::optional<int>(is_vector ? 4 << size : size == 1 ? 8 : 4);
  if (group == 0b101 && field(word, 25, 25) == 0)
    return pair_bytes(word);
  if (field(word, 29, 24) == 0b001000)
    return exclusive_bytes(word);
  if (field(word, 29, 24) == 0b011001 && field(word, 21, 21) == 0 && field(word, 11, 10) == 0)
    return 1 << size;
  if (field(word, 31, 31) == 0 && field(word, 29, 25) == 0b00110)
    return structure_bytes(word);
  return std::nullopt;
}

/// log2 of an element's bytes in memory and in the register.
struct Elements {
  unsigned in_memory;
  unsigned in_register;
};

/// The manual's "SVE Memory - Contiguous Load" and "- Contiguous Store", without those of 128-bit elements.
std::optional<int> scalable_eighths(std::uint32_t word) {
  constexpr std::array<Elements, 16> load_elements = {{{0, 0},
                                                       {0, 1},
                                                       {0, 2},
                                                       {0, 3},
                                                       {2, 3},
                                                       {1, 1},
                                                       {1, 2},
                                                       {1, 3},
                                                       {1, 3},
                                                       {1, 2},
                                                       {2, 2},
                                                       {2, 3},
                                                       {0, 3},
                                                       {0, 2},
                                                       {0, 1},
                                                       {3, 3}}};
  const unsigned kind = field(word, 15, 13);
  const bool has_high_bit = field(word, 20, 20) == 1;
  const int several = static_cast<int>(field(word, 22, 21)) + 1;
  if (field(word, 31, 25) == 0b1010010) {
    const Elements elements = load_elements[field(word, 24, 21)];
    if (kind == 0b010 || kind == 0b011 || kind == 0b101)
      return 8 >> (elements.in_register - elements.in_memory);
    return kind == 0b110 || (kind == 0b111 && !has_high_bit) ? std::optional(8 * several) : std::nullopt;
  }
  if (field(word, 31, 25) != 0b1110010)
    return std::nullopt;
  if (kind == 0b011 || (kind == 0b111 && has_high_bit))
    return 8 * several;
  const unsigned in_memory = field(word, 24, 23);
  const unsigned in_register = field(word, 22, 21);
  if ((kind != 0b010 && kind != 0b111) || in_register < in_memory)
    return std::nullopt;
  return 8 >> (in_register - in_memory);
}

std::optional<int> riscv_bytes(std::uint32_t word) {
  const unsigned width = field(word, 14, 12);
  switch (field(word, 6, 0)) {
  case 0b0000011: return width == 7 ? std::nullopt : std::optional<int>(1 << (width & 3U));
  case 0b0100011: return width > 3 ? std::nullopt : std::optional<int>(1 << width);
  case 0b0000111:
  case 0b0100111:
    return width >= 1 && width <= 4 ? std::optional<int>(1 << width) : std::optional<int>(0); // 0: vl decides
  case 0b0101111: return width <= 4 ? std::optional<int>(1 << width) : std::nullopt;
  default: return std::nullopt;
  }
}

std::optional<int> compressed_bytes(std::uint32_t word) {
  constexpr std::array<int, 8> by_function = {0, 8, 4, 8, 0, 8, 4, 8};
  const unsigned function = field(word, 15, 13);
  const unsigned quadrant = field(word, 1, 0);
  if (quadrant == 0 && function == 4)
    return field(word, 10, 10) == 0 ? 1 : 2;
  if ((quadrant == 0 || quadrant == 2) && by_function[function] != 0)
    return by_function[function];
  return std::nullopt;
}

TEST(MemoryWidths, AreThoseOfTheEncodingOnAArch64) {
  int count = 0;
  for (const EncodedInstruction &made : all_encoded(Isa::aarch64)) {
    const std::optional<int> expected = aarch64_bytes(encoded_word(made.bytes));
    const std::optional<int> width = accessed_width(made.instruction);
    if (!expected || !width)
      continue;
    EXPECT_EQ(*width, *expected) << made.instruction.text << ' ' << made.instruction.opcode;
    ++count;
  }
  EXPECT_GT(count, 400);
}

TEST(MemoryWidths, AreSharesOfTheVectorLengthWhereItDecides) {
  int count = 0;
  for (const EncodedInstruction &made : all_encoded(Isa::aarch64)) {
    const std::optional<int> expected = scalable_eighths(encoded_word(made.bytes));
    if (!expected || !accessed_width(made.instruction))
      continue;
    for (const Operand &operand : made.instruction.operands)
      if (const MemoryOperand *memory = as_memory(operand)) {
        EXPECT_EQ(memory->width_eighths, *expected) << made.instruction.text << ' ' << made.instruction.opcode;
        EXPECT_EQ(memory->width_bytes, 0) << made.instruction.text;
      }
    ++count;
  }
  EXPECT_GT(count, 90);
}

/// As in the manual's pseudocode: an offset times elements times bytes of an element in memory.
TEST(MemoryWidths, OffsetsCountWhatAnAccessTransfersFromOneRegister) {
  struct Row {
    const char *text;
    std::int64_t eighths;
    int bytes;
    int width_bytes;
  };
  for (const Row &row : {Row{"ld1b {z0.b}, p0/z, [x0, #1, mul vl]", 8, 0, 0},
                         {"ld1b {z0.d}, p0/z, [x0, #3, mul vl]", 3, 0, 0},
                         {"ld1sw {z0.d}, p0/z, [x0, #-2, mul vl]", -8, 0, 0},
                         {"ld3d {z0.d-z2.d}, p0/z, [x0, #3, mul vl]", 24, 0, 0},
                         {"st1h {z0.s}, p0, [x0, #1, mul vl]", 4, 0, 0},
                         {"ldr z0, [x0, #9, mul vl]", 72, 0, 0},
                         {"str p0, [x0, #9, mul vl]", 9, 0, 0},
                         {"prfd pldl1keep, p0, [x0, #1, mul vl]", 8, 0, 0},
                         {"ld1rd {z0.d}, p0/z, [x0, #16]", 0, 16, 8},
                         {"ld1rb {z0.d}, p0/z, [x0, #5]", 0, 5, 1},
                         {"ld1rqd {z0.d}, p0/z, [x0, #16]", 0, 16, 16},
                         {"ld1rob {z0.b}, p0/z, [x0, #32]", 0, 32, 32},
                         {"ld1d {z0.d}, p0/z, [z1.d, #8]", 0, 8, 0}}) {
    const Instruction instruction = testing::instruction_of(Isa::aarch64, row.text);
    for (const Operand &operand : instruction.operands)
      if (const MemoryOperand *memory = as_memory(operand)) {
        EXPECT_EQ(memory->displacement_eighths, row.eighths) << row.text;
        EXPECT_EQ(memory->displacement, row.bytes) << row.text;
        EXPECT_EQ(memory->width_bytes, row.width_bytes) << row.text;
        EXPECT_EQ(memory->symbol, "") << row.text;
      }
  }
}

TEST(MemoryWidths, AreThoseOfTheEncodingOnRiscv) {
  int count = 0;
  for (const EncodedInstruction &made : all_encoded(Isa::riscv64)) {
    const std::uint32_t word = encoded_word(made.bytes);
    const std::optional<int> expected = made.bytes.size() == 2 ? compressed_bytes(word) : riscv_bytes(word);
    const std::optional<int> width = accessed_width(made.instruction);
    if (!expected || !width)
      continue;
    EXPECT_EQ(*width, *expected) << made.instruction.text << ' ' << made.instruction.opcode;
    ++count;
  }
  EXPECT_GT(count, 60);
}

} // namespace
} // namespace osaca

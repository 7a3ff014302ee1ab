// x86: which instructions compute one floating-point number. The encoding says so as well: in VEX and EVEX a scalar
// ignores the bits for the length of vectors, so that the same instruction is read whatever they are; with anything
// else another length is another instruction, or none.
#include "all_encoded.h"
#include "decode/block_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace osaca {
namespace {

using testing::all_encoded;
using Bytes = std::vector<std::uint8_t>;

std::size_t opcode_at(const Bytes &code) {
  const std::set<std::uint8_t> prefixes = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x67};
  std::size_t at = 0;
  while (at < code.size() && prefixes.contains(code[at]))
    ++at;
  return at;
}

/// The same code with another length of vectors; none: it has no such bits, or they mean something else.
std::optional<Bytes> with_other_length(Bytes code) {
  const std::size_t at = opcode_at(code);
  const auto at_least = [&](std::size_t bytes) { return code.size() > at + bytes; };
  constexpr std::uint8_t length_of_vex = 0x04, length_of_evex = 0x60, length_256_of_evex = 0x20,
                         rounding_of_evex = 0x10;
  if (at_least(2) && code[at] == 0xc5) {
    code[at + 1] ^= length_of_vex;
    return code;
  }
  const bool is_xop = at_least(2) && code[at] == 0x8f && (code[at + 1] & 0x1fU) >= 8;
  if (at_least(3) && (code[at] == 0xc4 || is_xop)) {
    code[at + 2] ^= length_of_vex;
    return code;
  }
  if (at_least(4) && code[at] == 0x62 && (code[at + 3] & rounding_of_evex) == 0) {
    const unsigned length = code[at + 3] & length_of_evex;
    code[at + 3] =
        static_cast<std::uint8_t>((code[at + 3] & ~unsigned{length_of_evex}) | (length == 0 ? length_256_of_evex : 0U));
    return code;
  }
  return std::nullopt;
}

bool has_vector_register(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && !operand.implicit && reg->kind == RegisterKind::vector;
  });
}

enum class OtherLength { same_instruction, other_instruction, none };

OtherLength read_at_other_length(BlockReader &reader, const Bytes &other, const std::string &opcode) {
  if (reader.read(other) != static_cast<int>(other.size()))
    return OtherLength::none;
  return reader.instruction(false).opcode == opcode ? OtherLength::same_instruction : OtherLength::other_instruction;
}

TEST(OpcodeClassesOfX86, ScalarsIgnoreTheLengthOfVectors) {
  // LLVM reads these at one length only.
  const std::set<std::string> scalars_of_one_length = {"vcomxsh",   "vfcmaddcsh", "vfmaddcsh", "vfpclasssh",
                                                       "vfrczsd",   "vfrczss",    "vgetexpsh", "vrndscalesh",
                                                       "vscalefsh", "vucomxsh"};
  BlockReader reader = *BlockReader::create(Isa::x86_64, {});
  int scalar = 0;
  int packed = 0;
  for (const EncodedInstruction &encoded : all_encoded(Isa::x86_64)) {
    const Instruction &instruction = encoded.instruction;
    const std::optional<Bytes> other = with_other_length(encoded.bytes);
    if (!other || !has_vector_register(instruction))
      continue;
    const OtherLength read = read_at_other_length(reader, *other, instruction.opcode);
    const bool is_scalar = read == OtherLength::same_instruction ||
                           (read == OtherLength::none && scalars_of_one_length.contains(instruction.mnemonic));
    EXPECT_EQ(instruction.is_scalar_fp, is_scalar) << instruction.text << ' ' << instruction.opcode;
    EXPECT_FALSE(instruction.is_scalar_fp && instruction.is_vector_packed) << instruction.text;
    scalar += is_scalar ? 1 : 0;
    packed += instruction.is_vector_packed ? 1 : 0;
  }
  EXPECT_GT(scalar, 500);
  EXPECT_GT(packed, 5000);
}

TEST(OpcodeClassesOfX86, OldEncodingsAreOfTheClassOfNewOnes) {
  std::map<std::string, const Instruction *> by_mnemonic;
  for (const EncodedInstruction &encoded : all_encoded(Isa::x86_64))
    if (has_vector_register(encoded.instruction))
      by_mnemonic.emplace(encoded.instruction.mnemonic, &encoded.instruction);
  int compared = 0;
  for (const auto &[mnemonic, old] : by_mnemonic)
    if (const auto found = by_mnemonic.find("v" + mnemonic); found != by_mnemonic.end()) {
      EXPECT_EQ(old->is_scalar_fp, found->second->is_scalar_fp) << mnemonic;
      EXPECT_EQ(old->is_vector_packed, found->second->is_vector_packed) << mnemonic;
      ++compared;
    }
  EXPECT_GT(compared, 200);
}

/// Escape opcodes D8 to DF are x87's; what does not compute is told by the Intel manual's table of control
/// instructions.
TEST(OpcodeClassesOfX86, TheRegisterStackComputesOneNumber) {
  const std::set<std::string> control = {"fincstp", "fdecstp",       "ffree",         "ffreep", "fninit", "fnclex",
                                         "fnstcw",  "fldcw",         "fnstenv",       "fldenv", "fnsave", "frstor",
                                         "fnstsw",  "fnop",          "fxch",          "fneni",  "fndisi", "fnsetpm",
                                         "fsetpm",  "fneni8087_nop", "fndisi8087_nop"};
  int computing = 0;
  for (const EncodedInstruction &encoded : all_encoded(Isa::x86_64)) {
    const std::size_t at = opcode_at(encoded.bytes);
    if (at >= encoded.bytes.size() || (encoded.bytes[at] & 0xf8U) != 0xd8)
      continue;
    const Instruction &instruction = encoded.instruction;
    EXPECT_EQ(instruction.is_scalar_fp, !control.contains(instruction.mnemonic)) << instruction.text;
    EXPECT_FALSE(instruction.is_vector_packed) << instruction.text;
    computing += instruction.is_scalar_fp ? 1 : 0;
  }
  EXPECT_GT(computing, 100);
}

/// 0F 18, 0F 0D and EVEX's 0F38 C6 and C7 with 1, 2, 5 or 6 in ModRM; 0F 1F does nothing at all.
TEST(OpcodeClassesOfX86, PrefetchesAndNopsAreTheirOpcodes) {
  int prefetches = 0;
  int nops = 0;
  for (const EncodedInstruction &encoded : all_encoded(Isa::x86_64)) {
    const Bytes &code = encoded.bytes;
    std::size_t at = opcode_at(code);
    while (at + 1 < code.size() && (code[at] == 0x66 || (code[at] & 0xf0U) == 0x40))
      ++at;
    const auto byte = [&](std::size_t i) { return at + i < code.size() ? unsigned{code[at + i]} : 0U; };
    const bool is_evex_prefetch = byte(0) == 0x62 && (byte(1) & 7U) == 2 && (byte(4) == 0xc6 || byte(4) == 0xc7);
    const bool is_prefetch = (byte(0) == 0x0f && (byte(1) == 0x18 || byte(1) == 0x0d)) || is_evex_prefetch;
    const bool is_nop = byte(0) == 0x90 || (byte(0) == 0x0f && byte(1) == 0x1f);
    EXPECT_EQ(encoded.instruction.is_prefetch, is_prefetch) << encoded.instruction.text;
    EXPECT_EQ(encoded.instruction.is_nop, is_nop) << encoded.instruction.text;
    prefetches += is_prefetch ? 1 : 0;
    nops += is_nop ? 1 : 0;
  }
  EXPECT_GT(prefetches, 8);
  EXPECT_GT(nops, 4);
}

} // namespace
} // namespace osaca

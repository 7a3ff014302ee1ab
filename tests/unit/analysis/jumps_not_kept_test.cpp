// Jumps that the op cache does not keep: Intel's microcode of 2019 for Skylake.
#include "analysis/bounds/front_end.h"
#include "code_sample.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace osaca {
namespace {

using namespace sample;

/// Four macro-ops dispatched per cycle; six read from the op cache, or 16 bytes and five instructions decoded.
MachineModel::Data core_with_the_erratum() {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(4);
  data.core.taken_branch_cycles = SourcedCycles{Cycles(1), {}};
  data.core.fetch = Fetch{4096, 0, 0, {}, {}, {}};
  data.core.op_cache = OpCache{256, 6, 1, 3, 5, 16, 0, {}, 32, UnkeptJumps{32, 64, {}}};
  data.core.fusion = {{.first = {"ADD64ri8"}, .second = {"JCC"}, .second_mnemonic = {}, .provenance = {}}};
  return data;
}

Instruction opcode_of_size(const char *opcode, int bytes) {
  Instruction made = instruction(opcode, {});
  made.size_bytes = bytes;
  return made;
}

Instruction conditional_jump(bool is_taken) {
  Instruction made = opcode_of_size("JCC", 2);
  made.is_branch = made.is_conditional = true;
  made.is_taken = is_taken;
  return made;
}

Kernel linked_at(std::uint64_t address, std::vector<Instruction> code) {
  Kernel loop = kernel(std::move(code));
  for (const Instruction &one : loop.instructions) {
    loop.place.addresses.push_back(address);
    address += static_cast<std::uint64_t>(one.size_bytes);
  }
  return loop;
}

std::vector<int> lost(const Kernel &loop) { return jumps_not_kept(bound(loop, core_with_the_erratum()), 0); }

CodeSupply supply(const Kernel &loop) { return front_end(bound(loop, core_with_the_erratum())).code; }

// Measured on a Skylake without loop buffer (Stack Overflow, "MITE (legacy pipeline) used instead of DSB (uops cache)
// when jump is not quite aligned on 32 bytes"): six additions of 2 bytes, `addq $-2, %rsi` and `jne`. The micro-ops
// come from the decoders if the jump begins 1 or 2 bytes before a multiple of 32, or 1 to 3 bytes after it, and from
// the op cache otherwise. They also come from the op cache if the jump begins at a multiple; uiCA has no fusion at 64.
TEST(JumpsNotKept, AreThoseThatWereMeasured) {
  const auto is_decoded = [](std::uint64_t jump_address) {
    std::vector<Instruction> code(6, sized(2));
    code.push_back(opcode_of_size("ADD64ri8", 4));
    code.push_back(conditional_jump(true));
    return !lost(linked_at(jump_address - 16, std::move(code))).empty();
  };
  for (const int after : {-2, -1, 1, 2, 3})
    EXPECT_TRUE(is_decoded(128U + static_cast<std::uint64_t>(after))) << after;
  for (const int after : {-10, -4, -3, 0, 4, 5, 10})
    EXPECT_FALSE(is_decoded(128U + static_cast<std::uint64_t>(after))) << after;
}

// Intel's document: jumps of all kinds, calls and returns, if they cross a multiple of 32 bytes or end at one.
TEST(JumpsNotKept, AreOfAllKinds) {
  Instruction call = sized(5);
  call.is_call = true;
  Instruction ret = sized(1);
  ret.is_return = true;
  const std::pair<Instruction, std::uint64_t> cases[] = {
      {conditional_jump(false), 2}, {conditional_jump(true), 2}, {jump(5), 5}, {call, 5}, {ret, 1}};
  for (const auto &[one, bytes] : cases)
    for (std::uint64_t begin = 0; begin <= 32; ++begin) {
      const bool touches = begin < 32 && begin + bytes >= 32;
      EXPECT_EQ(lost(linked_at(begin, {one, sized(3)})).size(), touches ? 1U : 0U) << bytes << " at " << begin;
    }
  EXPECT_TRUE(lost(linked_at(31, {sized(5)})).empty());
}

// The jump ends at 32. The decoders take the first 16 bytes with five instructions in one cycle, and the others with
// six in two. At 2 the jump begins at 32: eleven macro-ops are read in two cycles, and dispatched in 11 / 4.
TEST(JumpsNotKept, AreDecodedWithTheirBlock) {
  std::vector<Instruction> code(10, sized(3));
  code.push_back(conditional_jump(true));
  const CodeSupply decoded = supply(linked_at(0, code));
  EXPECT_EQ(decoded.limit, CodeSupply::Limit::jumps);
  EXPECT_EQ(decoded.cycles, Cycles(3));
  EXPECT_EQ(decoded.lost_bytes, 32);
  EXPECT_EQ(decoded.lost_jumps, std::vector<int>{10});
  EXPECT_EQ(decoded.least, Cycles(2));
  const CodeSupply kept = supply(linked_at(2, code));
  EXPECT_EQ(kept.limit, CodeSupply::Limit::entries);
  EXPECT_EQ(kept.cycles, Cycles(2));
  EXPECT_EQ(kept.most, decoded.most);
  EXPECT_GE(kept.most, Cycles(3));
}

// The first jump, which is not taken, ends at 32: its line of 64 bytes and what follows it are decoded. The code
// before this line, 12 instructions of 5 bytes, is read from the op cache in two cycles.
TEST(JumpsNotKept, LeaveWhatStandsBeforeTheirBlock) {
  std::vector<Instruction> code(12, sized(5));
  code.push_back(opcode_of_size("NOP", 4));
  code.insert(code.end(), 6, sized(5));
  code.push_back(conditional_jump(false));
  code.insert(code.end(), 14, sized(5));
  code.push_back(conditional_jump(true));
  const CodeSupply supplied = supply(linked_at(64 - 64, std::move(code)));
  EXPECT_EQ(supplied.lost_bytes, 6 * 5 + 2 + 14 * 5 + 2);
  EXPECT_EQ(supplied.lost_jumps, std::vector<int>{19});
  EXPECT_EQ(supplied.cycles, Cycles(3 + 7)); // 13 macro-ops in entries of six; 104 bytes in groups of 16
}

TEST(JumpsNotKept, AreAssumedToBeKeptAtUnknownAddresses) {
  std::vector<Instruction> code(10, sized(3));
  code.push_back(conditional_jump(true));
  const CodeSupply anywhere = supply(kernel(code));
  EXPECT_EQ(anywhere.cycles, Cycles(2));
  EXPECT_TRUE(anywhere.lost_jumps.empty());
  EXPECT_GE(anywhere.most, Cycles(3));
  Kernel aligned = linked_at(0, code); // the linker keeps the lowest 5 bits, so the jump always ends at 32
  aligned.place.modulus = 32;
  EXPECT_EQ(supply(aligned).cycles, Cycles(3));
  aligned.place.modulus = 2;
  EXPECT_EQ(supply(aligned).cycles, Cycles(2));
}

} // namespace
} // namespace osaca

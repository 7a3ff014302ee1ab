// When a loop is told that its loads are taken for others. What was measured (AMD EPYC Genoa, 2026): stores and plain
// loads 4096 bytes further through the same register, so many pairs in a loop: 8 cost nothing, 12 about 165 cycles;
// through the stack pointer 2 nothing, 3 44 cycles; vectors, bytes and other registers never.
#include "analysis/analyze_kernel.h"
#include "sample.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca {
namespace {

using namespace sample;

FormEntry any_form(const std::string &opcode) {
  FormEntry entry;
  entry.opcode = opcode;
  entry.cost.provenance = {Origin::measured, "made up"};
  return entry;
}

MachineModel core_that_mistakes() {
  MachineModel::Data data;
  data.core.dispatch_width.value = Cycles(6);
  data.core.memory_renaming.emplace().loads = {"MOV64rm"};
  data.core.address_aliasing = AddressAliasing{12, 4, 8, 2, Cycles(20), {}};
  data.forms = {any_form("MOV64mr"), any_form("MOV64rm"), any_form("MOVZX32rm8")};
  return MachineModel(std::move(data));
}

bool is_warned_of(const Kernel &kernel) {
  const KernelReport report = analyze_kernel(kernel, core_that_mistakes(), -1, {});
  return std::ranges::any_of(report.findings,
                             [](const Finding &finding) { return finding.rule == "osaca-4k-aliasing"; });
}

Kernel pairs(int count, int apart, const Register &base = rax, const Register &loaded_from = rax, int width = 8,
             const std::string &load = "MOV64rm") {
  std::vector<Instruction> code;
  for (int i = 0; i < count; ++i) {
    code.push_back(instruction("MOV64mr", {memory(base, 64 * i, 8, true), reads(rcx)}));
    code.push_back(
        instruction(load, {writes(rbx), memory(&base == &rax ? loaded_from : base, 64 * i + apart, width, false)}));
  }
  return kernel(std::move(code));
}

TEST(Aliasing, IsReportedForMoreLoadsThanTheCoreLearns) {
  EXPECT_FALSE(is_warned_of(pairs(8, 4096)));
  EXPECT_TRUE(is_warned_of(pairs(12, 4096)));
  EXPECT_TRUE(is_warned_of(pairs(12, -8192)));
}

TEST(Aliasing, IsReportedEarlierOnTheStack) {
  EXPECT_FALSE(is_warned_of(pairs(2, 4096, rsp)));
  EXPECT_TRUE(is_warned_of(pairs(3, 4096, rsp)));
}

TEST(Aliasing, NeedsTheSameWordOfAPage) {
  EXPECT_TRUE(is_warned_of(pairs(12, 4097, rax, rax, 4)));
  EXPECT_FALSE(is_warned_of(pairs(12, 4100, rax, rax, 4)));
  EXPECT_FALSE(is_warned_of(pairs(12, 4096 + 32)));
  EXPECT_FALSE(is_warned_of(pairs(12, 0))) << "that is the store's own value";
}

TEST(Aliasing, NeedsARenamedLoadThroughTheSameRegister) {
  EXPECT_FALSE(is_warned_of(pairs(12, 4096, rax, rbx)));
  EXPECT_FALSE(is_warned_of(pairs(12, 4096, rax, rax, 1, "MOVZX32rm8")));
}

} // namespace
} // namespace osaca

#include "kernel/calling_convention.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

constexpr CallingConvention system_v = {{{{"xmm0", "ymm0", "zmm0"},
                                          {"xmm1", "ymm1", "zmm1"},
                                          {"xmm2", "ymm2", "zmm2"},
                                          {"xmm3", "ymm3", "zmm3"},
                                          {"xmm4", "ymm4", "zmm4"},
                                          {"xmm5", "ymm5", "zmm5"}}},
                                        {{{"rdi", "edi", "dil", "di"},
                                          {"rsi", "esi", "sil", "si"},
                                          {"rdx", "edx", "dl", "dx"},
                                          {"rcx", "ecx", "cl", "cx"},
                                          {"r8", "r8d", "r8b", "r8w"},
                                          {"r9", "r9d", "r9b", "r9w"}}},
                                        {"rax", "eax", "al", "ax"}};
constexpr CallingConvention aapcs = {
    {{{"d0", "s0", "q0", "v0", "z0"},
      {"d1", "s1", "q1", "v1", "z1"},
      {"d2", "s2", "q2", "v2", "z2"},
      {"d3", "s3", "q3", "v3", "z3"},
      {"d4", "s4", "q4", "v4", "z4"},
      {"d5", "s5", "q5", "v5", "z5"}}},
    {{{"x0", "w0"}, {"x1", "w1"}, {"x2", "w2"}, {"x3", "w3"}, {"x4", "w4"}, {"x5", "w5"}}},
    {"x0", "w0"}};
constexpr CallingConvention riscv = {{{{"fa0"}, {"fa1"}, {"fa2"}, {"fa3"}, {"fa4"}, {"fa5"}}},
                                     {{{"a0"}, {"a1"}, {"a2"}, {"a3"}, {"a4"}, {"a5"}}},
                                     {"a0"}};

constexpr auto kept_x86 = std::to_array<std::string_view>(
    {"rbx", "rbp", "rsp", "r12", "r13", "r14", "r15", "ebx", "ebp", "r12d", "r13d", "r14d", "r15d"});
constexpr auto kept_aarch64 =
    std::to_array<std::string_view>({"sp",  "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29",
                                     "w19", "w20", "w21", "w22", "w23", "w24", "w25", "w26", "w27", "w28", "w29"});
constexpr auto kept_riscv =
    std::to_array<std::string_view>({"sp", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11"});

std::span<const std::string_view> names_kept(Isa isa) {
  switch (isa) {
  case Isa::x86_64: return kept_x86;
  case Isa::aarch64: return kept_aarch64;
  case Isa::riscv64: break;
  }
  return kept_riscv;
}

} // namespace

const CallingConvention &calling_convention(Isa isa) {
  return isa == Isa::x86_64 ? system_v : isa == Isa::aarch64 ? aapcs : riscv;
}

bool is_kept_by_calls(Isa isa, std::string_view name) { return std::ranges::count(names_kept(isa), name) > 0; }

} // namespace osaca

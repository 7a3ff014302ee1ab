// Steps of addresses that a loop computes from its induction variables: against loops whose steps are evident, and
// against random arithmetic that is carried out.
#include "analysis/graph/address.h"
#include "decode/decoder.h"
#include "sample.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>
#include <string>

namespace osaca {
namespace {

MachineModel::Data with_vectors_of(int bits) {
  MachineModel::Data core;
  core.core.vector_length = VectorLength{bits, 0, {}};
  return core;
}

/// The accesses of the one loop in the text. The core knows no instruction: costs do not matter.
std::vector<MemoryAccess> accesses_of(Isa isa, const std::string &text, const MachineModel::Data &core = {}) {
  DecodeOptions options;
  options.isa = isa;
  const Expected<DecodedInput> decoded = decode_assembly(text, "loop.s", options);
  EXPECT_TRUE(decoded && decoded->kernels.size() == 1) << text;
  if (!decoded || decoded->kernels.size() != 1)
    return {};
  const CostedKernel kernel = sample::bound(decoded->kernels.front(), core);
  std::vector<MemoryAccess> accesses = analyze_addresses(kernel).accesses;
  for (MemoryAccess &access : accesses)
    access.memory = nullptr; // the kernel's
  return accesses;
}

/// The step of the first access: "128", "8*reg + 16", "8/8vl", "even" or "?".
std::string step_in(Isa isa, const std::string &body, const MachineModel::Data &core = {}) {
  const std::string end = isa == Isa::x86_64    ? "decq %r15\njne .L1\n"
                          : isa == Isa::aarch64 ? "subs x9, x9, #1\nb.ne .L1\n"
                                                : "addi t6, t6, -1\nbnez t6, .L1\n";
  const std::vector<MemoryAccess> accesses = accesses_of(isa, ".L1:\n" + body + "\n" + end, core);
  if (accesses.empty())
    return "none";
  const MemoryAccess &access = accesses.front();
  if (access.step_bytes)
    return std::to_string(*access.step_bytes);
  if (!access.even_step)
    return "?";
  const std::string bytes = access.even_step->bytes == 0 ? "" : " + " + std::to_string(access.even_step->bytes);
  switch (access.even_step->of) {
  case EvenStep::Of::reg: return std::to_string(access.even_step->factor) + "*reg" + bytes;
  case EvenStep::Of::vector_length: return std::to_string(access.even_step->factor) + "/8vl" + bytes;
  case EvenStep::Of::other: break;
  }
  return "even";
}

TEST(DerivedAddresses, FollowCopiesAndShiftsOnX86) {
  const auto step = [](const std::string &body) { return step_in(Isa::x86_64, body); };
  EXPECT_EQ(step("movq %rax, %rdx\nsalq $7, %rdx\nincq %rax\nvaddsd (%rdi,%rdx), %xmm0, %xmm0"), "128");
  EXPECT_EQ(step("leaq (%rax,%rax,2), %rdx\nmovsd (%rdi,%rdx,8), %xmm0\nincq %rax"), "24");
  EXPECT_EQ(step("imulq $40, %rax, %rdx\nmovsd (%rdi,%rdx), %xmm0\naddq $2, %rax"), "80");
  EXPECT_EQ(step("movslq %eax, %rdx\nmovsd (%rdi,%rdx,8), %xmm0\ndecl %eax"), "-8");
  EXPECT_EQ(step("movl %eax, %edx\nnegl %edx\nmovsd (%rdi,%rdx,8), %xmm0\ndecl %eax"), "8");
  EXPECT_EQ(step("movq %rax, %rdx\nsalq $32, %rdx\nsarq $29, %rdx\nmovsd (%rdi,%rdx), %xmm0\nincq %rax"), "8");
  EXPECT_EQ(step("movq %rax, %rdx\nsarq $3, %rdx\nmovsd (%rdi,%rdx), %xmm0\nincq %rax"), "?") << "not each time";
  EXPECT_EQ(step("movq %rsi, %rdi\nmovsd (%rdi), %xmm0\naddq $8, %rsi"), "8");
  EXPECT_EQ(step("movsd (%rdi), %xmm0\nleaq 16(%rdi), %rsi\nmovq %rsi, %rdi"), "16");
  EXPECT_EQ(step("movsd (%rdi), %xmm0\nxorl %edi, %edi"), "0");
  EXPECT_EQ(step("movsd (%rdi), %xmm0\naddq %rdi, %rdi"), "?") << "doubles";
}

TEST(DerivedAddresses, MayStepByWhatARegisterHolds) {
  const auto step = [](const std::string &body) { return step_in(Isa::x86_64, body); };
  EXPECT_EQ(step("movsd (%rdi), %xmm0\naddq %rdx, %rdi"), "1*reg");
  EXPECT_EQ(step("movsd (%rdi), %xmm0\nleaq 16(%rdi,%rdx,8), %rdi"), "8*reg + 16");
  EXPECT_EQ(step("movq %rax, %rcx\nimulq %rdx, %rcx\nmovsd (%rdi,%rcx,8), %xmm0\nincq %rax"), "8*reg");
  EXPECT_EQ(step("imulq %rcx, %rcx\nmovsd (%rdi,%rcx), %xmm0"), "?");
  EXPECT_EQ(step("movsd (%rdi), %xmm0\naddq %rdx, %rdi\nmovq (%rbx), %rdx"), "?") << "it is loaded anew";
  EXPECT_EQ(step_in(Isa::aarch64, "madd x3, x2, x4, x8\nldr d0, [x3]\nadd x2, x2, #1"), "1*reg");
  EXPECT_EQ(step_in(Isa::riscv64, "mul t0, t1, t2\nadd t0, t0, a0\nfld fa0, 0(t0)\naddi t1, t1, 2"), "2*reg");
}

TEST(DerivedAddresses, FollowTheArithmeticOfOtherIsas) {
  EXPECT_EQ(step_in(Isa::aarch64, "lsl x3, x2, #7\nldr d0, [x8, x3]\nadd x2, x2, #1"), "128");
  EXPECT_EQ(step_in(Isa::aarch64, "sxtw x3, w2\nldr d0, [x8, x3, lsl #3]\nadd w2, w2, #2"), "16");
  EXPECT_EQ(step_in(Isa::aarch64, "add x3, x8, w2, sxtw #4\nldr d0, [x3]\nsub w2, w2, #1"), "-16");
  EXPECT_EQ(step_in(Isa::aarch64, "ldr d0, [x8], #24"), "24");
  EXPECT_EQ(step_in(Isa::aarch64, "ldp q0, q1, [x8], #64"), "64");
  EXPECT_EQ(step_in(Isa::aarch64, "ld1 {v0.2d}, [x8], x1"), "1*reg");
  EXPECT_EQ(step_in(Isa::riscv64, "slli t0, t1, 3\nadd t0, t0, a0\nfld fa0, 0(t0)\naddiw t1, t1, 1"), "8");
  EXPECT_EQ(step_in(Isa::riscv64, "slli t0, t1, 32\nsrli t0, t0, 29\nadd t0, t0, a0\nfld fa0, 0(t0)\naddiw t1, t1, 1"),
            "8");
  EXPECT_EQ(step_in(Isa::riscv64, "sh3add t0, t1, a0\nfld fa0, 0(t0)\naddi t1, t1, 1"), "8");
}

TEST(DerivedAddresses, CountInVectorsWhereTheirLengthIsNotKnown) {
  EXPECT_EQ(step_in(Isa::aarch64, "ld1d {z0.d}, p0/z, [x8]\nincb x8"), "8/8vl");
  EXPECT_EQ(step_in(Isa::aarch64, "ld1d {z0.d}, p0/z, [x8, x2, lsl #3]\nincd x2"), "8/8vl");
  EXPECT_EQ(step_in(Isa::aarch64, "ld1d {z0.d}, p0/z, [x8]\naddvl x8, x8, #2"), "16/8vl");
  EXPECT_EQ(step_in(Isa::aarch64, "ld1d {z0.d}, p0/z, [x8]\nrdvl x1, #1\nadd x8, x8, x1"), "8/8vl");
  EXPECT_EQ(step_in(Isa::riscv64, "vsetvli t0, a0, e32, m2, ta, ma\nvle32.v v8, (a1)\nslli t1, t0, 2\nadd a1, a1, t1"),
            "16/8vl");
}

TEST(DerivedAddresses, CountInBytesWhereTheLengthOfVectorsIsKnown) {
  EXPECT_EQ(step_in(Isa::aarch64, "ld1d {z0.d}, p0/z, [x8]\nincb x8", with_vectors_of(128)), "16");
  EXPECT_EQ(step_in(Isa::aarch64, "ld1d {z0.d}, p0/z, [x8]\nincb x8", with_vectors_of(512)), "64");
  EXPECT_EQ(step_in(Isa::aarch64, "ld1d {z0.d}, p0/z, [x8, x2, lsl #3]\nincd x2", with_vectors_of(256)), "32");
  EXPECT_EQ(step_in(Isa::aarch64, "ld1d {z0.d}, p0/z, [x8]\naddvl x8, x8, #-2", with_vectors_of(256)), "-64");
  EXPECT_EQ(step_in(Isa::riscv64, "vsetvli t0, a0, e32, m2, ta, ma\nvle32.v v8, (a1)\nslli t1, t0, 2\nadd a1, a1, t1",
                    with_vectors_of(256)),
            "64");
}

/// Of each access: its offset and its width in bytes.
std::string places_in(const std::string &body, const MachineModel::Data &core) {
  std::string all;
  for (const MemoryAccess &access : accesses_of(Isa::aarch64, ".L1:\n" + body + "\nsubs x9, x9, #1\nb.ne .L1\n", core))
    all += (all.empty() ? "" : " ") + std::to_string(access.address.offset) + ":" + std::to_string(access.width_bytes) +
           (access.comparable ? "" : "?");
  return all;
}

TEST(DerivedAddresses, OffsetsAndWidthsInVectorsAreBytesWhereTheirLengthIsKnown) {
  const std::string body = "ld1d {z0.d}, p0/z, [x8]\nld1d {z1.d}, p0/z, [x8, #1, mul vl]\n"
                           "ld1b {z2.d}, p0/z, [x8, #2, mul vl]\nld2w {z4.s, z5.s}, p0/z, [x8, #-2, mul vl]\n"
                           "str p0, [x8, #3, mul vl]\nld1rd {z3.d}, p0/z, [x8, #8]";
  EXPECT_EQ(places_in(body, with_vectors_of(512)), "0:64 64:64 16:8 -128:128 24:8 8:8");
  EXPECT_EQ(places_in(body, with_vectors_of(128)), "0:16 16:16 4:2 -32:32 6:2 8:8");
  EXPECT_EQ(places_in("ld1d {z0.d}, p0/z, [x8]\nst1d {z0.d}, p0, [x8, #1, mul vl]", {}), "0:0? 0:0?");
}

/// An instruction on four registers, as text and as what it does.
struct Step {
  std::string text;
  std::function<void(std::array<std::int64_t, 4> &)> run;
};

constexpr std::array<const char *, 4> register_names = {"%rax", "%rbx", "%rcx", "%rdx"};

Step random_step(std::mt19937 &random) {
  const auto below = [&random](unsigned limit) { return random() % limit; };
  const std::size_t a = below(4);
  const std::size_t b = below(4);
  const std::size_t c = below(4);
  const auto number = static_cast<std::int64_t>(below(64)) - 32;
  const unsigned scale = below(4);
  switch (below(8)) {
  case 0: return {std::string("movq ") + register_names[b] + ", " + register_names[a], [=](auto &r) { r[a] = r[b]; }};
  case 1: return {"addq $" + std::to_string(number) + ", " + register_names[a], [=](auto &r) { r[a] += number; }};
  case 2: return {std::string("addq ") + register_names[b] + ", " + register_names[a], [=](auto &r) { r[a] += r[b]; }};
  case 3: return {std::string("subq ") + register_names[b] + ", " + register_names[a], [=](auto &r) { r[a] -= r[b]; }};
  case 4:
    return {"salq $" + std::to_string(scale) + ", " + register_names[a],
            [=](auto &r) { r[a] *= std::int64_t{1} << scale; }};
  case 5:
    return {"imulq $" + std::to_string(number) + ", " + register_names[b] + ", " + register_names[a],
            [=](auto &r) { r[a] = r[b] * number; }};
  case 6: return {std::string("imulq ") + register_names[b] + ", " + register_names[a], [=](auto &r) { r[a] *= r[b]; }};
  default:
    return {"leaq " + std::to_string(number) + "(" + register_names[b] + "," + register_names[c] + "," +
                std::to_string(1U << scale) + "), " + register_names[a],
            [=](auto &r) { r[a] = r[b] + r[c] * (std::int64_t{1} << scale) + number; }};
  }
}

TEST(DerivedAddresses, OfRandomArithmeticAreWhatItComesTo) {
  std::mt19937 random(11);
  int known = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<Step> steps;
    std::string text;
    for (unsigned i = 0; i < 2 + random() % 5; ++i) {
      steps.push_back(random_step(random));
      text += steps.back().text + "\n";
    }
    const std::vector<MemoryAccess> accesses =
        accesses_of(Isa::x86_64, ".L1:\n" + text + "movsd (%rax), %xmm0\ndecq %r15\njne .L1\n");
    ASSERT_EQ(accesses.size(), 1U) << text;
    if (!accesses.front().step_bytes)
      continue;
    ++known;
    std::array<std::int64_t, 4> registers = {3, -7, 12, 5};
    std::optional<std::int64_t> before;
    // What a register holds at the start of the first iterations need not fit the later ones (a copy of a copy).
    for (int iteration = 0; iteration < 8; ++iteration) {
      for (const Step &step : steps)
        step.run(registers);
      if (iteration > 5 && before) {
        EXPECT_EQ(registers[0] - *before, *accesses.front().step_bytes) << text << "iteration " << iteration;
      }
      before = registers[0];
      if (std::abs(registers[0]) > (std::int64_t{1} << 50)) // it is not known, or wraps
        break;
    }
  }
  EXPECT_GT(known, 200);
}

} // namespace
} // namespace osaca

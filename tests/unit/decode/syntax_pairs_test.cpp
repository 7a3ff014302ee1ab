// The same x86 instruction in AT&T's and in Intel's syntax: one instruction, whichever way it is written.
#include "compiled_inputs.h"
#include "decode_lines.h"

namespace osaca {
namespace {

using testing::expect_same_instruction;
using testing::whole_text;

struct Pair {
  const char *att;
  const char *intel;
};

Instruction with_costs(const char *text, bool intel) {
  DecodeOptions options = whole_text(Isa::x86_64, text, intel);
  options.scheduling_cpus = {"skylake-avx512", "znver4"};
  const auto made = decode_assembly(text, "pair.s", options);
  EXPECT_TRUE(made && made->problems.empty()) << text;
  if (!made)
    return {};
  Instruction first = made->kernels.front().instructions.front();
  first.compiler_costs = made->compiler.costs_of(first);
  EXPECT_EQ(first.compiler_costs.size(), options.scheduling_cpus.size()) << text;
  return first;
}

void expect_alike(const std::vector<Pair> &pairs) {
  for (const Pair &pair : pairs) {
    const Instruction att = with_costs(pair.att, false);
    const Instruction intel = with_costs(pair.intel, true);
    expect_same_instruction(att, intel, true);
    EXPECT_EQ(att.size_bytes, intel.size_bytes) << pair.att;
    EXPECT_EQ(att.branch_target, intel.branch_target) << pair.att;
    ASSERT_EQ(att.compiler_costs.size(), intel.compiler_costs.size()) << pair.att;
    for (std::size_t i = 0; i < att.compiler_costs.size(); ++i) {
      EXPECT_EQ(att.compiler_costs[i].latency_cycles, intel.compiler_costs[i].latency_cycles) << pair.att;
      EXPECT_EQ(att.compiler_costs[i].uops, intel.compiler_costs[i].uops) << pair.att;
    }
  }
}

TEST(SyntaxPairs, Moves) {
  expect_alike({
      {"movq %rbx, %rax", "mov rax, rbx"},
      {"movl $5, %eax", "mov eax, 5"},
      {"movq 8(%rbx), %rax", "mov rax, QWORD PTR [rbx+8]"},
      {"movq %rax, -8(%rbx,%rcx,4)", "mov QWORD PTR [rbx+rcx*4-8], rax"},
      {"movb $1, (%rbx)", "mov BYTE PTR [rbx], 1"},
      {"movabsq $81985529216486895, %rax", "movabs rax, 81985529216486895"},
      {"movzbl (%rbx), %eax", "movzx eax, BYTE PTR [rbx]"},
      {"movzwl %bx, %eax", "movzx eax, bx"},
      {"movsbq %bl, %rax", "movsx rax, bl"},
      {"movswl (%rbx), %eax", "movsx eax, WORD PTR [rbx]"},
      {"movslq %ebx, %rax", "movsx rax, ebx"},
      {"movslq (%rbx), %rax", "movsx rax, DWORD PTR [rbx]"},
      {"movslq %ebx, %rax", "movsxd rax, ebx"},
      {"xchgq %rbx, %rax", "xchg rax, rbx"},
      {"pushq %rbx", "push rbx"},
      {"popq %rbx", "pop rbx"},
      {"movq table(%rip), %rax", "mov rax, QWORD PTR table[rip]"},
      {"movl table+4(%rip), %eax", "mov eax, DWORD PTR table[rip+4]"},
      {"movl table(,%rcx,4), %eax", "mov eax, DWORD PTR table[0+rcx*4]"},
      {"movq %fs:40, %rax", "mov rax, QWORD PTR fs:40"},
  });
}

TEST(SyntaxPairs, Arithmetic) {
  expect_alike({
      {"addq %rbx, %rax", "add rax, rbx"},
      {"subq $8, %rsp", "sub rsp, 8"},
      {"addl $1, (%rbx)", "add DWORD PTR [rbx], 1"},
      {"cmpq %rbx, %rax", "cmp rax, rbx"},
      {"cmpb $0, (%rbx)", "cmp BYTE PTR [rbx], 0"},
      {"testl %eax, %eax", "test eax, eax"},
      {"imulq $3, %rbx, %rax", "imul rax, rbx, 3"},
      {"imull %ebx, %eax", "imul eax, ebx"},
      {"idivq %rbx", "idiv rbx"},
      {"mulq (%rbx)", "mul QWORD PTR [rbx]"},
      {"leaq 4(%rbx,%rcx,8), %rax", "lea rax, [rbx+4+rcx*8]"},
      {"leaq table(%rip), %rax", "lea rax, table[rip]"},
      {"sarq $3, %rax", "sar rax, 3"},
      {"shll %cl, %eax", "sal eax, cl"},
      {"shrq %rax", "shr rax"},
      {"shlxq %rcx, %rbx, %rax", "shlx rax, rbx, rcx"},
      {"negq %rax", "neg rax"},
      {"sete %al", "sete al"},
      {"cmovge %rbx, %rax", "cmovge rax, rbx"},
      {"cqto", "cqo"},
      {"cltq", "cdqe"},
      {"cltd", "cdq"},
      {"adcq $0, %rax", "adc rax, 0"},
      {"popcntq (%rbx), %rax", "popcnt rax, QWORD PTR [rbx]"},
      {"rep stosq", "rep stosq"},
  });
}

TEST(SyntaxPairs, ControlFlow) {
  expect_alike({
      {"jmp .L3", "jmp .L3"},
      {"jne .L3", "jne .L3"},
      {"jmp *%rax", "jmp rax"},
      {"jmp *table(,%rax,8)", "jmp [QWORD PTR table[0+rax*8]]"},
      {"call sine", "call sine"},
      {"call *8(%rax)", "call [QWORD PTR 8[rax]]"},
      {"call *%rax", "call rax"},
      {"ret", "ret"},
  });
}

TEST(SyntaxPairs, Vectors) {
  expect_alike({
      {"movsd (%rax), %xmm0", "movsd xmm0, QWORD PTR [rax]"},
      {"movapd %xmm1, %xmm0", "movapd xmm0, xmm1"},
      {"addsd %xmm1, %xmm0", "addsd xmm0, xmm1"},
      {"mulps (%rax), %xmm0", "mulps xmm0, XMMWORD PTR [rax]"},
      {"cvtsi2sdl %eax, %xmm0", "cvtsi2sd xmm0, eax"},
      {"cvtsi2sdq (%rax), %xmm0", "cvtsi2sd xmm0, QWORD PTR [rax]"},
      {"cvttsd2siq %xmm0, %rax", "cvttsd2si rax, xmm0"},
      {"comisd %xmm1, %xmm0", "comisd xmm0, xmm1"},
      {"cmpltsd %xmm1, %xmm0", "cmpltsd xmm0, xmm1"},
      {"movq %xmm0, %rax", "movq rax, xmm0"},
      {"movd %eax, %xmm0", "movd xmm0, eax"},
      {"vaddpd (%rax,%rcx,8), %ymm1, %ymm0", "vaddpd ymm0, ymm1, YMMWORD PTR [rax+rcx*8]"},
      {"vfmadd231sd (%rax), %xmm1, %xmm0", "vfmadd231sd xmm0, xmm1, QWORD PTR [rax]"},
      {"vmovupd %ymm0, 32(%rax)", "vmovupd YMMWORD PTR [rax+32], ymm0"},
      {"vmovupd %zmm0, (%rax){%k1}", "vmovupd ZMMWORD PTR [rax]{k1}, zmm0"},
      {"vaddpd %zmm2, %zmm1, %zmm0{%k1}{z}", "vaddpd zmm0{k1}{z}, zmm1, zmm2"},
      {"vaddpd (%rax){1to8}, %zmm1, %zmm0", "vaddpd zmm0, zmm1, QWORD PTR [rax]{1to8}"},
      {"vbroadcastsd (%rax), %zmm0", "vbroadcastsd zmm0, QWORD PTR [rax]"},
      {"vgatherdpd %ymm2, (%rax,%xmm1,8), %ymm0", "vgatherdpd ymm0, QWORD PTR [rax+xmm1*8], ymm2"},
      {"vextractf128 $1, %ymm1, %xmm0", "vextractf128 xmm0, ymm1, 0x1"},
      {"vpternlogd $255, %zmm0, %zmm0, %zmm0", "vpternlogd zmm0, zmm0, zmm0, 0xFF"},
      {"vcmppd $1, %zmm1, %zmm0, %k1", "vcmppd k1, zmm0, zmm1, 1"},
      {"kmovw %eax, %k1", "kmovw k1, eax"},
      {"prefetcht0 64(%rax)", "prefetcht0 [rax+64]"},
  });
}

} // namespace
} // namespace osaca

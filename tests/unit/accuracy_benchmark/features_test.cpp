// Each feature with code that has it, and with code that resembles it.
#include "code_features.h"

#include <gmock/gmock.h>

#include <ostream>

namespace osaca::accuracy {
namespace {

using testing::Contains;
using testing::Not;

using Lines = std::vector<std::string>;

struct Example {
  const char *feature;
  std::vector<Lines> with;
  std::vector<Lines> without;
};

void PrintTo(const Example &example, std::ostream *out) { *out << example.feature; }

class FeatureOf : public testing::TestWithParam<Example> {};

TEST_P(FeatureOf, CodeThatHasItAndCodeThatDoesNot) {
  for (const Lines &lines : GetParam().with)
    EXPECT_THAT(features_of(read_code(lines)), Contains(GetParam().feature)) << testing::PrintToString(lines);
  for (const Lines &lines : GetParam().without)
    EXPECT_THAT(features_of(read_code(lines)), Not(Contains(GetParam().feature))) << testing::PrintToString(lines);
}

INSTANTIATE_TEST_SUITE_P(
    Memory, FeatureOf,
    testing::Values(
        Example{"store",
                {{"movq %rax, (%rcx)"}, {"incl (%rax)"}},
                {{"movq (%rcx), %rax"}, {"pushq %rax"}, {"cmpl $1, (%rax)"}}},
        Example{"several stores", {{"movq %rax, (%rcx)", "movq %rax, 8(%rcx)"}}, {{"movq %rax, (%rcx)"}}},
        Example{"stores to different line halves",
                {{"movq %rax, (%rcx)", "movq %rax, 32(%rcx)"}, {"movq %rax, -8(%rsp)", "movq %rax, (%rsp)"}},
                {{"movq %rax, (%rcx)", "movq %rax, 24(%rcx)"}, {"movq %rax, (%rcx)", "movq %rax, 32(%rdx)"}}},
        Example{"stores through different registers",
                {{"movq %rax, (%rcx)", "movq %rax, (%rdx)"}},
                {{"movq %rax, (%rcx)", "movq %rax, 64(%rcx)"}}},
        Example{
            "line-crossing access (aligned base)",
            {{"movq 60(%rax), %rcx"}, {"vmovups -16(%rax,%rcx,8), %zmm0"}, {"movl %eax, -2(%rdx)"}},
            {{"movq 56(%rax), %rcx"}, {"vmovups -64(%rax), %zmm0"}, {"movb %al, 63(%rdx)"}, {"leaq 60(%rax), %rcx"}}},
        Example{"load from a stored address",
                {{"movq %rax, 8(%rsp)", "movq 8(%rsp), %rcx"}, {"incl (%rax)"}},
                {{"movq %rax, 8(%rsp)", "movq 16(%rsp), %rcx"}, {"movq %rax, (%rdx)", "movq (%rcx), %rcx"}}},
        Example{"load overlaps store of other size or offset",
                {{"movl %eax, (%rsp)", "movq (%rsp), %rcx"}, {"movq %rax, (%rsp)", "movl 4(%rsp), %ecx"}},
                {{"movq %rax, (%rsp)", "movq (%rsp), %rcx"}, {"movl %eax, (%rsp)", "movl 4(%rsp), %ecx"}}},
        Example{"load beside store by other base at same offset",
                {{"movq %rax, (%rdx)", "movq (%rcx), %rbx"}},
                {{"movq %rax, 64(%rdx)", "movq (%rcx), %rbx"}, {"movq %rax, (%rdx)", "movq (%rdx), %rbx"}}},
        Example{
            "load with operation",
            {{"addq (%rax), %rcx"}, {"cmpl $3, (%rdx)"}, {"vmulpd (%rax), %ymm0, %ymm1"}},
            {{"movq (%rax), %rcx"}, {"movzbl (%rax), %ecx"}, {"addq %rax, (%rcx)"}, {"vbroadcastss (%rax), %ymm0"}}},
        Example{"read-modify-write",
                {{"addq %rax, (%rcx)"}, {"negl (%rax)"}},
                {{"movq %rax, (%rcx)"}, {"addq (%rcx), %rax"}}},
        Example{"load feeds an address",
                {{"movq (%rdi), %rdi"}, {"movl (%rax), %ecx", "movq (%rdx,%rcx,8), %rbx"}},
                {{"movq (%rdi), %rax"}}},
        Example{
            "indexed load", {{"movq (%rax,%rcx,8), %rdx"}}, {{"movq %rdx, (%rax,%rcx,8)"}, {"leaq (%rax,%rcx), %rdx"}}},
        Example{"indexed store", {{"movq %rdx, (%rax,%rcx,8)"}}, {{"movq (%rax,%rcx,8), %rdx"}}},
        Example{"rip-relative", {{"movsd .LC0(%rip), %xmm0"}}, {{"movsd (%rax), %xmm0"}}}));

INSTANTIATE_TEST_SUITE_P(
    Work, FeatureOf,
    testing::Values(
        Example{"push/pop beside explicit rsp",
                {{"pushq %rax", "movq 8(%rsp), %rcx"}, {"popq %rbx", "subq $16, %rsp"}},
                {{"pushq %rax", "popq %rcx"}, {"movq 8(%rsp), %rcx"}, {"pushq %rax", "movq %rbx, %rcx"}}},
        Example{"push or pop", {{"popq %rax"}, {"leave"}}, {{"popcntq %rax, %rcx"}}},
        Example{"setcc or cmov", {{"setg %dl"}, {"cmovleq %rax, %rcx"}}, {{"cmpq %rax, %rcx"}}},
        Example{"adc or sbb", {{"adcq $0, %rax"}, {"sbbl %eax, %eax"}}, {{"addq $0, %rax"}}},
        Example{"integer division", {{"divq %rcx"}, {"idivl (%rax)"}}, {{"vdivpd %xmm0, %xmm1, %xmm2"}}},
        Example{"float division or root",
                {{"vdivpd %xmm0, %xmm1, %xmm2"}, {"sqrtsd %xmm0, %xmm1"}},
                {{"divq %rcx"}, {"vmulpd %xmm0, %xmm1, %xmm2"}}},
        Example{"integer multiplication",
                {{"imulq %rax, %rcx"}, {"mulq %rcx"}},
                {{"mulsd %xmm0, %xmm1"}, {"mulps %xmm0, %xmm1"}}},
        Example{"fused multiply-add",
                {{"vfmadd231pd %ymm0, %ymm1, %ymm2"}, {"vfnmadd231ss %xmm0, %xmm1, %xmm2"}},
                {{"vaddpd %ymm0, %ymm1, %ymm2"}}},
        Example{"gather or scatter",
                {{"vgatherdpd (%rax,%xmm1,8), %zmm0 {%k1}"}, {"vpscatterdd %zmm0, (%rax,%zmm1,4) {%k1}"}},
                {{"vmovups (%rax,%rcx,8), %zmm0"}}},
        Example{"shuffle",
                {{"vshufps $1, %xmm0, %xmm1, %xmm2"},
                 {"vpermq $1, %ymm0, %ymm1"},
                 {"pshufd $1, %xmm0, %xmm1"},
                 {"vextracti128 $1, %ymm0, %xmm1"}},
                {{"vaddps %xmm0, %xmm1, %xmm2"}, {"vpsllq $1, %xmm0, %xmm1"}}},
        Example{"conversion",
                {{"cvtsi2sdl %eax, %xmm0"}, {"vcvtpd2ps %ymm0, %xmm0"}, {"vpmovzxbd %xmm0, %ymm1"}},
                {{"cltq"}}},
        Example{"between general and vector registers",
                {{"movd %eax, %xmm0"}, {"vmovq %xmm0, %rax"}, {"pmovmskb %xmm0, %eax"}, {"cvtsi2sd %rax, %xmm0"}},
                {{"movq (%rax), %xmm0"}, {"movaps %xmm0, (%rax)"}, {"movq %rax, %rcx"}}},
        Example{"masks",
                {{"vaddpd %zmm0, %zmm1, %zmm2 {%k1}"}, {"kortestb %k0, %k1"}, {"vpcmpgtd %zmm0, %zmm1, %k1"}},
                {{"vaddpd %zmm0, %zmm1, %zmm2"}}},
        Example{"legacy SSE", {{"addps %xmm0, %xmm1"}}, {{"vaddps %xmm0, %xmm1, %xmm1"}, {"addq %rax, %rcx"}}},
        Example{"shift by cl", {{"shlq %cl, %rax"}}, {{"shlq $3, %rax"}, {"movb %cl, %al"}}},
        Example{"lea of three parts",
                {{"leaq 8(%rax,%rcx), %rdx"}},
                {{"leaq (%rax,%rcx), %rdx"}, {"leaq 8(%rax), %rdx"}, {"movq 8(%rax,%rcx), %rdx"}}},
        Example{"8- or 16-bit destination",
                {{"movb $1, %al"}, {"sete %dl"}, {"addw $1, %cx"}},
                {{"movzbl %al, %eax"}, {"cmpb $1, %al"}, {"testb %al, %al"}}},
        Example{"high byte register", {{"movzbl %ah, %eax"}, {"addb %bh, %al"}}, {{"addb %bl, %al"}}},
        Example{"register move",
                {{"movq %rax, %rcx"}, {"vmovaps %ymm0, %ymm1"}},
                {{"movq (%rax), %rcx"}, {"movslq %eax, %rcx"}, {"movzbl %al, %ecx"}, {"vmovd %eax, %xmm0"}}},
        Example{"operation of a register with itself",
                {{"xorl %eax, %eax"}, {"vpxor %xmm0, %xmm0, %xmm0"}},
                {{"xorl %eax, %ecx"}, {"testq %rax, %rax"}}},
        Example{"lock", {{"lock xaddl %eax, (%rcx)"}}, {{"xaddl %eax, (%rcx)"}}},
        Example{"string operation", {{"rep stosq"}, {"repne scasb"}}, {{"nop"}}},
        Example{"several branches", {{"jne .L1", "jmp .L2"}}, {{"jne .L1"}}},
        Example{"conditional branch", {{"jae .L1"}}, {{"jmp .L1"}}},
        Example{"fused compare and branch",
                {{"cmpq %rax, %rcx", "jne .L1"}},
                {{"cmpq %rax, %rcx", "movq %rax, %rcx", "jne .L1"}, {"addq $1, %rax", "jmp .L1"}}},
        Example{"512-bit", {{"vaddpd %zmm0, %zmm1, %zmm2"}}, {{"vaddpd %ymm0, %ymm1, %ymm2"}}},
        Example{"vector registers", {{"movaps %xmm0, (%rax)"}}, {{"addq %rax, %rcx"}}}));

TEST(Features, OfNoCodeAtAllAreNone) { EXPECT_THAT(features_of({}), Not(Contains("store"))); }

} // namespace
} // namespace osaca::accuracy

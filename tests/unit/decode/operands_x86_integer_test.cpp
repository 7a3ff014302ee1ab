// Who reads and writes what: x86-64's general registers and flags. Expected as in the operation sections of Intel's
// manual (SDM volume 2); "cf" is the carry flag, "eflags" all the others.
#include "decode_lines.h"

namespace osaca {
namespace {

using testing::expect_effects;
using testing::Row;

void expect_x86_integer(const std::vector<Row> &rows) { expect_effects(Isa::x86_64, rows); }

TEST(X86Operands, ADestinationOfTwoOperandArithmeticIsASourceToo) {
  expect_x86_integer({
      {"addq %rbx, %rax", "rax rbx", "rax cf eflags"},
      {"subl $1, %eax", "eax", "eax cf eflags"},
      {"andq (%rbx), %rax", "rax rbx", "rax cf eflags", "load8"},
      {"orl %eax, 4(%rbx,%rcx,2)", "eax rbx rcx", "cf eflags", "load4 store4"},
      {"xorw $7, (%rbx)", "rbx", "cf eflags", "load2 store2"},
      {"negq %rax", "rax", "rax cf eflags"},
      {"notq %rax", "rax", "rax"},
      {"bswapq %rax", "rax", "rax"},
  });
}

TEST(X86Operands, AMoveOnlyWritesItsDestination) {
  expect_x86_integer({
      {"movq %rbx, %rax", "rbx", "rax"},
      {"movl $1, %eax", "", "eax"},
      {"movabsq $0x123456789abcdef, %rax", "", "rax"},
      {"movq (%rbx), %rax", "rbx", "rax", "load8"},
      {"movl %eax, (%rbx)", "eax rbx", "", "store4"},
      {"movb $1, (%rbx)", "rbx", "", "store1"},
      {"movzbl %bl, %eax", "bl", "eax"},
      {"movswq (%rbx), %rax", "rbx", "rax", "load2"},
      {"movslq %ebx, %rax", "ebx", "rax"},
      {"movbel (%rbx), %eax", "rbx", "eax", "load4"},
  });
}

TEST(X86Operands, WritingEightOrSixteenBitsKeepsTheRestOfTheRegister) {
  expect_x86_integer({
      {"movb %bl, %al", "al bl", "al"},
      {"movb $1, %ah", "ah", "ah"},
      {"movw %bx, %ax", "ax bx", "ax"},
      {"sete %al", "al eflags", "al"},
      {"movb (%rbx), %cl", "cl rbx", "cl", "load1"},
  });
}

TEST(X86Operands, LeaTouchesNoMemory) {
  expect_x86_integer({
      {"leaq 8(%rbx,%rcx,4), %rax", "rbx rcx", "rax"},
      {"leal (%rax,%rax), %eax", "rax", "eax"},
      {"leaq table(%rip), %rax", "", "rax"},
      {"leaq 0(,%rcx,8), %rax", "rcx", "rax"},
  });
}

TEST(X86Operands, ComparisonsOnlyWriteFlags) {
  expect_x86_integer({
      {"cmpq %rbx, %rax", "rax rbx", "cf eflags"},
      {"cmpl $3, (%rbx)", "rbx", "cf eflags", "load4"},
      {"testq %rax, %rax", "rax", "cf eflags"},
      {"testb $1, %al", "al", "cf eflags"},
      {"btq %rbx, %rax", "rax rbx", "cf"},
  });
}

TEST(X86Operands, ConditionsReadJustTheFlagsTheyTest) {
  expect_x86_integer({
      {"sete (%rbx)", "rbx eflags", "", "store1"},
      {"setb (%rbx)", "rbx cf", "", "store1"},
      {"seta (%rbx)", "rbx cf eflags", "", "store1"},
      {"cmove %rbx, %rax", "rax rbx eflags", "rax"},
      {"cmovae %rbx, %rax", "rax rbx cf", "rax"},
      {"cmovbe %ebx, %eax", "eax ebx cf eflags", "eax"},
      {"cmovl (%rbx), %rax", "rax rbx eflags", "rax", "load8"},
      {"je .L", "eflags", ""},
      {"jg .L", "eflags", ""},
      {"js .L", "eflags", ""},
      {"jp .L", "eflags", ""},
      {"jc .L", "cf", ""},
      {"jnb .L", "cf", ""},
      {"ja .L", "cf eflags", ""},
      {"jna .L", "cf eflags", ""},
      {"jrcxz .L", "rcx", ""},
      {"jmp .L", "", ""},
      {"jmp *%rax", "rax", ""},
  });
}

TEST(X86Operands, CarryAndTheOtherFlagsAreWrittenSeparately) {
  expect_x86_integer({
      {"incq %rax", "rax", "rax eflags"},
      {"decl (%rbx)", "rbx", "eflags", "load4 store4"},
      {"adcq %rbx, %rax", "rax rbx cf", "rax cf eflags"},
      {"sbbq %rax, %rax", "rax cf", "rax cf eflags"},
      {"adcxq %rbx, %rax", "rax rbx cf", "rax cf"},
      {"adoxq %rbx, %rax", "rax rbx eflags", "rax eflags"},
      {"clc", "", "cf"},
      {"stc", "", "cf"},
      {"cmc", "cf", "cf"},
      {"rclq $1, %rax", "rax cf", "rax cf eflags"},
  });
}

TEST(X86Operands, MultiplicationsAndDivisionsUseFixedRegisters) {
  expect_x86_integer({
      {"imulq %rbx, %rax", "rax rbx", "rax cf eflags"},
      {"imulq $3, %rbx, %rax", "rbx", "rax cf eflags"},
      {"imulq %rbx", "rax rbx", "rax rdx cf eflags"},
      {"mull %ebx", "eax ebx", "eax edx cf eflags"},
      {"mulq (%rbx)", "rax rbx", "rax rdx cf eflags", "load8"},
      {"mulxq %rbx, %rcx, %r8", "rbx rdx", "rcx r8"},
      {"divq %rbx", "rax rdx rbx", "rax rdx cf eflags"},
      {"idivl %ebx", "eax edx ebx", "eax edx cf eflags"},
      {"cqto", "rax", "rdx"},
      {"cltd", "eax", "edx"},
      {"cltq", "eax", "rax"},
  });
}

TEST(X86Operands, ShiftsReadTheirCount) {
  expect_x86_integer({
      {"shlq $3, %rax", "rax", "rax cf eflags"},
      {"sarq %rax", "rax", "rax cf eflags"},
      {"sarq %cl, %rax", "rax cl", "rax cf eflags"},
      {"shrl %cl, (%rbx)", "rbx cl", "cf eflags", "load4 store4"},
      {"shldq $4, %rbx, %rax", "rax rbx", "rax cf eflags"},
      {"shlxq %rcx, %rbx, %rax", "rbx rcx", "rax"},
      {"rorxq $3, %rbx, %rax", "rbx", "rax"},
  });
}

TEST(X86Operands, BitCountsAndBitFields) {
  expect_x86_integer({
      {"popcntq %rbx, %rax", "rbx", "rax cf eflags"},
      {"tzcntq %rbx, %rax", "rbx", "rax cf eflags"},
      {"lzcntl (%rbx), %eax", "rbx", "eax cf eflags", "load4"},
      {"andnq %rcx, %rbx, %rax", "rbx rcx", "rax cf eflags"},
      {"pdepq %rcx, %rbx, %rax", "rbx rcx", "rax"},
      {"bextrq %rcx, %rbx, %rax", "rbx rcx", "rax cf eflags"},
      {"blsrq %rbx, %rax", "rbx", "rax cf eflags"},
  });
}

TEST(X86Operands, StackInstructionsMoveTheStackPointerInTheAddressUnit) {
  expect_x86_integer({
      {"pushq %rax", "rax rsp", "rsp", "store8", "rsp"},
      {"pushq (%rbx)", "rbx rsp", "rsp", "load8 store8", "rsp"},
      {"popq %rax", "rsp", "rax rsp", "load8", "rsp"},
      {"popq (%rbx)", "rbx rsp", "rsp", "load8 store8", "rsp"},
      {"call f", "rsp", "", "store8"}, // it comes back with the stack pointer as it was
      {"ret", "rsp", "", "load8"},
      {"subq $8, %rsp", "rsp", "rsp cf eflags"},
      {"leave", "rbp", "rbp rsp", "load8"},
  });
}

TEST(X86Operands, ExchangesReadAndWriteBothSides) {
  expect_x86_integer({
      {"xchgq %rbx, %rax", "rax rbx", "rax rbx"},
      {"xchgq %rax, (%rbx)", "rax rbx", "rax", "load8 store8"},
      {"xaddq %rbx, %rax", "rax rbx", "rax rbx cf eflags"},
      {"xaddl %eax, (%rbx)", "eax rbx", "eax cf eflags", "load4 store4"},
      {"cmpxchgq %rbx, (%rcx)", "rax rbx rcx", "rax cf eflags", "load8 store8"},
  });
}

TEST(X86Operands, ImplicitPartsOfRegistersKeepTheRest) {
  expect_x86_integer({
      {"cwtd", "ax dx", "dx"},
      {"mulw %bx", "ax bx dx", "ax dx cf eflags"},
      {"mull %ebx", "eax ebx", "eax edx cf eflags"},
  });
}

TEST(X86Operands, NopsDoNothing) {
  expect_x86_integer({{"nop", "", ""}, {"nopl 0(%rax,%rax)", "", ""}, {"nopw %cs:8(%rax,%rax)", "", ""}});
}

/// Prefetches bring something but wait for nothing behind the address.
TEST(X86Operands, PrefetchesOnlyLoad) {
  expect_x86_integer({{"prefetcht0 (%rax)", "rax", "", "load1"}, {"prefetchw (%rax)", "rax", "", "load1"}});
}

} // namespace
} // namespace osaca

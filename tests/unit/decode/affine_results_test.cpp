// What instructions make of general registers: what the manuals say of the mnemonics, and what LLVM's printer says of
// accesses that move their base.
#include "all_encoded.h"
#include "decode_lines.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <regex>
#include <set>

namespace osaca {
namespace {

using testing::all_encoded;
using testing::instruction_of;

/// "rbx = rax + 8*rcx + 16", "x8 = x8 + 4/8vl"
std::string shown_result(const Instruction &instruction) {
  if (!instruction.affine)
    return "";
  const AffineResult &affine = *instruction.affine;
  const auto name = [&](int operand) {
    return as_register(instruction.operands[static_cast<std::size_t>(operand)])->name;
  };
  std::string sum;
  const auto add = [&](const std::string &part) { sum += (sum.empty() ? "" : " + ") + part; };
  for (const AffineResult::Term &term : affine.terms())
    add((term.factor == 1 ? "" : std::to_string(term.factor) + "*") + name(term.operand) +
        (term.times < 0 ? "" : "*" + name(term.times)));
  if (affine.constant != 0 || (affine.terms().empty() && affine.vector_eighths == 0))
    add(std::to_string(affine.constant));
  if (affine.vector_eighths != 0)
    add(std::to_string(affine.vector_eighths) + "/8vl");
  if (affine.right_shift != 0)
    sum = "(" + sum + ")>>" + std::to_string(affine.right_shift);
  return name(affine.target) + " = " + sum;
}

void expect_results(Isa isa, const std::map<std::string, std::string> &texts) {
  for (const auto &[text, expected] : texts)
    EXPECT_EQ(shown_result(instruction_of(isa, text)), expected) << text;
}

TEST(AffineResults, AreRecognisedOnX86) {
  expect_results(Isa::x86_64, {{"addq $8, %rax", "rax = rax + 8"},
                               {"addl $1000, %ebx", "ebx = ebx + 1000"},
                               {"subl $1000, %eax", "eax = eax + -1000"},
                               {"addw $8, %ax", ""},
                               {"adcq $8, %rax", ""},
                               {"addq $8, (%rax)", ""},
                               {"addq (%rax), %rbx", ""},
                               {"addq %rbx, %rax", "rax = rax + rbx"},
                               {"subq %rbx, %rax", "rax = rax + -1*rbx"},
                               {"incq %rcx", "rcx = rcx + 1"},
                               {"decl %ecx", "ecx = ecx + -1"},
                               {"negq %rcx", "rcx = -1*rcx"},
                               {"notq %rcx", "rcx = -1*rcx + -1"},
                               {"leaq 16(%rax), %rbx", "rbx = rax + 16"},
                               {"leaq (%rax,%rbx), %rcx", "rcx = rax + rbx"},
                               {"leaq -8(%rax,%rbx,4), %rcx", "rcx = rax + 4*rbx + -8"},
                               {"leaq 8(,%rax,2), %rcx", "rcx = 2*rax + 8"},
                               {"leal 16(%rax), %ebx", "ebx = rax + 16"},
                               {"leaw 16(%rax), %bx", ""},
                               {"leaq table(%rax), %rcx", ""},
                               {"leaq 8(%rip), %rcx", ""},
                               {"movq %rax, %rbx", "rbx = rax"},
                               {"movl %eax, %ebx", "ebx = eax"},
                               {"movw %ax, %bx", ""},
                               {"movslq %eax, %rbx", "rbx = eax"},
                               {"movswl %ax, %ebx", ""},
                               {"movzbl %al, %ebx", ""},
                               {"cltq", "rax = eax"},
                               {"movl $5, %ebx", "ebx = 5"},
                               {"movq $table, %rbx", ""},
                               {"salq $7, %rdx", "rdx = 128*rdx"},
                               {"shlq %rdx", "rdx = 2*rdx"},
                               {"shlq %cl, %rdx", ""},
                               {"sarq $3, %rdx", "rdx = (rdx)>>3"},
                               {"imulq $24, %rax, %rbx", "rbx = 24*rax"},
                               {"imulq %rax, %rbx", "rbx = rbx*rax"},
                               {"imulq %rbx", ""},
                               {"xorl %eax, %eax", "eax = 0"},
                               {"xorl %ebx, %eax", ""},
                               {"andl $7, %eax", ""},
                               {"pushq %rax", "rsp = rsp + -8"},
                               {"popq %rax", "rsp = rsp + 8"}});
}

TEST(AffineResults, AreRecognisedOnAarch64) {
  expect_results(Isa::aarch64, {{"add x0, x1, #16", "x0 = x1 + 16"},
                                {"add x0, x0, #1, lsl #12", "x0 = x0 + 4096"},
                                {"sub x0, x1, #16", "x0 = x1 + -16"},
                                {"subs x0, x0, #1", "x0 = x0 + -1"},
                                {"add w0, w1, #16", "w0 = w1 + 16"},
                                {"add x0, x1, :lo12:table", ""},
                                {"mov x0, x1", "x0 = x1"},
                                {"mov w0, w1", "w0 = w1"},
                                {"orr x0, x1, x2", ""},
                                {"mov x0, #7", "x0 = 7"},
                                {"mov x0, #0x70000", "x0 = 458752"},
                                {"add x0, x1, x2", "x0 = x1 + x2"},
                                {"add x0, x1, x2, lsl #3", "x0 = x1 + 8*x2"},
                                {"sub x0, x1, x2, lsl #3", "x0 = x1 + -8*x2"},
                                {"neg x0, x1", "x0 = -1*x1"},
                                {"add x0, x1, x2, asr #3", ""},
                                {"add x0, x1, w2, sxtw #3", "x0 = x1 + 8*w2"},
                                {"add x0, x1, w2, uxtw", "x0 = x1 + w2"},
                                {"add x0, x1, w2, uxtb", ""},
                                {"add sp, sp, x2", "sp = sp + x2"},
                                {"lsl x3, x2, #7", "x3 = 128*x2"},
                                {"lsl w3, w2, #7", "w3 = 128*w2"},
                                {"lsr x3, x2, #3", "x3 = (x2)>>3"},
                                {"asr x3, x2, #3", "x3 = (x2)>>3"},
                                {"sxtw x3, w2", "x3 = x2"},
                                {"uxtw x3, w2", "x3 = x2"},
                                {"sbfiz x3, x2, #3, #32", "x3 = 8*x2"},
                                {"ubfiz x3, x2, #3, #32", "x3 = 8*x2"},
                                {"ubfiz x3, x2, #3, #16", ""},
                                {"ubfx x3, x2, #3, #16", ""},
                                {"sxth x3, w2", ""},
                                {"madd x3, x2, x4, x8", "x3 = x2*x4 + x8"},
                                {"msub x3, x2, x4, x8", "x3 = -1*x2*x4 + x8"},
                                {"mul x3, x2, x4", "x3 = x2*x4"},
                                {"smaddl x3, w2, w4, x8", "x3 = w2*w4 + x8"},
                                {"incb x8", "x8 = x8 + 8/8vl"},
                                {"incd x8", "x8 = x8 + 1/8vl"},
                                {"inch x8, all, mul #3", "x8 = x8 + 12/8vl"},
                                {"decw x8", "x8 = x8 + -2/8vl"},
                                {"incd x8, vl4", ""},
                                {"addvl x0, x1, #-2", "x0 = x1 + -16/8vl"},
                                {"addpl x0, x1, #3", "x0 = x1 + 3/8vl"},
                                {"rdvl x0, #2", "x0 = 16/8vl"},
                                {"cntw x0", "x0 = 2/8vl"}});
}

TEST(AffineResults, AreRecognisedOnRiscv) {
  expect_results(Isa::riscv64, {{"addi a0, a1, 16", "a0 = a1 + 16"},
                                {"addi a0, a0, -16", "a0 = a0 + -16"},
                                {"addi a0, a1, %lo(table)", ""},
                                {"mv a0, a1", "a0 = a1"},
                                {"li a0, 5", "a0 = 5"},
                                {"lui a0, 2", "a0 = 8192"},
                                {"addiw a0, a0, 1", "a0 = a0 + 1"},
                                {"sext.w a0, a1", "a0 = a1"},
                                {"add a0, a1, a2", "a0 = a1 + a2"},
                                {"sub a0, a1, a2", "a0 = a1 + -1*a2"},
                                {"slli a0, a1, 3", "a0 = 8*a1"},
                                {"srli a0, a1, 29", "a0 = (a1)>>29"},
                                {"sh3add a0, a1, a2", "a0 = 8*a1 + a2"},
                                {"sh2add.uw a0, a1, a2", "a0 = 4*a1 + a2"},
                                {"mul a0, a1, a2", "a0 = a1*a2"},
                                {"and a0, a1, a2", ""},
                                {"vsetvli t0, a0, e32, m1, ta, ma", "t0 = 2/8vl"},
                                {"vsetvli t0, a0, e32, m8, ta, ma", "t0 = 16/8vl"},
                                {"vsetvli t0, a0, e64, mf2, ta, ma", ""}});
}

/// By which an access moves its base, as LLVM prints it: "[x0], #16", "[x0, #16]!", "[x0], x1".
std::optional<std::string> printed_move(const std::string &text) {
  static const std::regex after(R"( \[(x\d+|sp)\], #?(-?\w+)$)");
  static const std::regex before(R"( \[(x\d+|sp), #(-?\d+)\]!$)");
  static const std::regex nowhere(R"( \[(x\d+|sp)\]!$)");
  std::smatch found;
  if (!std::regex_search(text, found, after) && !std::regex_search(text, found, before)) {
    if (!std::regex_search(text, found, nowhere))
      return std::nullopt;
    return found[1].str() + " = " + found[1].str();
  }
  const std::string by = found[2];
  return found[1].str() + " = " + found[1].str() + (by == "0" ? "" : " + " + by);
}

/// Moves of memory, which count their registers down by what they did; stores of tags, as well.
bool counts_by_itself(const Instruction &instruction) {
  return instruction.mnemonic.starts_with("cpy") || instruction.mnemonic.starts_with("set");
}

TEST(AffineResults, OfAccessesThatMoveTheirBaseAreWhatIsPrinted) {
  std::set<std::string> opcodes;
  for (const EncodedInstruction &made : all_encoded(Isa::aarch64)) {
    const std::optional<std::string> expected = printed_move(made.instruction.text);
    if (!expected || counts_by_itself(made.instruction))
      continue;
    EXPECT_EQ(shown_result(made.instruction), *expected) << made.instruction.text << ' ' << made.instruction.opcode;
    opcodes.insert(made.instruction.opcode);
  }
  EXPECT_GT(opcodes.size(), 250U);
  for (const char *pair : {"STPQpost", "STPXpost", "LDPSWpost", "STPDpre", "LD1Twov16b_POST", "STRQpre"})
    EXPECT_TRUE(opcodes.contains(pair)) << pair;
}

TEST(AffineResults, OfStructuresDoNotDependOnWhichFormCameFirst) {
  const std::vector<Instruction> both =
      testing::instructions_of(Isa::aarch64, "ld1 {v0.16b, v1.16b}, [x0], x2\nld1 {v0.16b, v1.16b}, [x0], #32\n");
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(shown_result(both[0]), "x0 = x0 + x2");
  EXPECT_EQ(shown_result(both[1]), "x0 = x0 + 32");
}

const std::set<std::string> &affine_mnemonics(Isa isa) {
  static const std::set<std::string> x86 = {"add",   "sub",    "inc",  "dec",   "lea",   "mov",    "movsxd", "cdqe",
                                            "imul",  "shl",    "sal",  "sar",   "shr",   "neg",    "not",    "xor",
                                            "push",  "pushp",  "pop",  "popp",  "pushf", "pushfq", "popf",   "popfq",
                                            "push2", "push2p", "pop2", "pop2p", "movabs"};
  static const std::set<std::string> aarch64 = {
      "add",    "adds",   "sub",    "subs",  "neg",    "negs",  "mov",    "madd", "msub", "mul",  "mneg", "smaddl",
      "smsubl", "umaddl", "umsubl", "smull", "smnegl", "umull", "umnegl", "lsl",  "lsr",  "asr",  "sxtw", "ubfx",
      "sbfx",   "ubfiz",  "sbfiz",  "incb",  "inch",   "incw",  "incd",   "decb", "dech", "decw", "decd", "cntb",
      "cnth",   "cntw",   "cntd",   "addvl", "addpl",  "rdvl",  "cmp",    "cmn",  "uxtw", "ubfm", "sbfm"};
  static const std::set<std::string> riscv = {
      "add",       "addi",      "addiw",     "addw",   "sub",     "subw",   "mv",     "li",      "lui",    "slli",
      "slliw",     "srli",      "srliw",     "srai",   "sraiw",   "mul",    "mulw",   "sh1add",  "sh2add", "sh3add",
      "sh1add.uw", "sh2add.uw", "sh3add.uw", "add.uw", "slli.uw", "zext.w", "sext.w", "vsetvli", "neg",    "negw"};
  return isa == Isa::x86_64 ? x86 : isa == Isa::aarch64 ? aarch64 : riscv;
}

TEST(AffineResults, AreOfNoOtherMnemonicOfAnyIsa) {
  for (const Isa isa : {Isa::x86_64, Isa::aarch64, Isa::riscv64}) {
    int count = 0;
    for (const EncodedInstruction &made : all_encoded(isa)) {
      if (!made.instruction.affine || (isa == Isa::aarch64 && printed_move(made.instruction.text)))
        continue;
      EXPECT_TRUE(affine_mnemonics(isa).contains(made.instruction.mnemonic))
          << made.instruction.text << ' ' << made.instruction.opcode;
      ++count;
    }
    EXPECT_GT(count, 10);
  }
}

} // namespace
} // namespace osaca

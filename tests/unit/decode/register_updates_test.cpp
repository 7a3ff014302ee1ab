// Additions of constants to registers: what the manuals say of the mnemonics.
#include "all_encoded.h"
#include "decode_lines.h"

#include <map>
#include <optional>

namespace osaca {
namespace {

using testing::all_encoded;
using testing::instruction_of;

/// "rbx = rax + 16"
std::string shown_update(const Instruction &instruction) {
  if (!instruction.update)
    return "";
  const auto name = [&](int operand) { return as_register(instruction.operands[static_cast<std::size_t>(operand)])->name; };
  return name(instruction.update->target) + " = " + name(instruction.update->source) + " + " +
         std::to_string(instruction.update->constant);
}

TEST(RegisterUpdates, AreToldFromTheText) {
  const std::map<std::string, std::string> x86 = {{"addq $8, %rax", "rax = rax + 8"},
                                                  {"addl $1000, %ebx", "ebx = ebx + 1000"},
                                                  {"addq $1000, %rax", "rax = rax + 1000"},
                                                  {"subl $1000, %eax", "eax = eax + -1000"},
                                                  {"addw $1000, %ax", ""},
                                                  {"subq $8, %rax", "rax = rax + -8"},
                                                  {"incq %rcx", "rcx = rcx + 1"},
                                                  {"decl %ecx", "ecx = ecx + -1"},
                                                  {"leaq 16(%rax), %rbx", "rbx = rax + 16"},
                                                  {"leaq (%rax,%rbx), %rcx", ""},
                                                  {"leaq 8(,%rax,2), %rcx", ""},
                                                  {"leaq table(%rax), %rcx", ""},
                                                  {"leal 16(%rax), %ebx", ""},
                                                  {"movq %rax, %rbx", "rbx = rax + 0"},
                                                  {"movl %eax, %ebx", ""},
                                                  {"addw $8, %ax", ""},
                                                  {"adcq $8, %rax", ""},
                                                  {"addq $8, (%rax)", ""},
                                                  {"addq %rbx, %rax", ""}};
  const std::map<std::string, std::string> aarch64 = {
      {"add x0, x1, #16", "x0 = x1 + 16"},  {"add x0, x0, #1, lsl #12", "x0 = x0 + 4096"},
      {"sub x0, x1, #16", "x0 = x1 + -16"}, {"subs x0, x0, #1", "x0 = x0 + -1"},
      {"mov x0, x1", "x0 = x1 + 0"},        {"add w0, w1, #16", ""},
      {"orr x0, x1, x2", ""},               {"add x0, x1, :lo12:table", ""}};
  const std::map<std::string, std::string> riscv = {{"addi a0, a1, 16", "a0 = a1 + 16"}, {"addi a0, a0, -16", "a0 = a0 + -16"},
                                                    {"mv a0, a1", "a0 = a1 + 0"},       {"addiw a0, a0, 1", ""},
                                                    {"sext.w a0, a1", ""},              {"li a0, 5", ""},
                                                    {"addi a0, a1, %lo(table)", ""}};
  for (const auto &[isa, texts] :
       {std::pair(Isa::x86_64, x86), std::pair(Isa::aarch64, aarch64), std::pair(Isa::riscv64, riscv)})
    for (const auto &[text, expected] : texts)
      EXPECT_EQ(shown_update(instruction_of(isa, text)), expected) << text;
}

/// x86's forms of which only the constant is an operand.
bool is_accumulator(const Instruction &instruction, const Operand &operand) {
  const Register *reg = as_register(operand);
  return (instruction.opcode.starts_with("ADD") || instruction.opcode.starts_with("SUB")) && reg != nullptr &&
         (reg->name == "rax" || reg->name == "eax" || reg->name == "ax" || reg->name == "al");
}

/// What the operands look like that count: general registers that are read and written, numbers, others.
struct Shape {
  int registers_read = 0;
  int written_bits = 0;
  bool has_number = false;
  bool has_others = false;
};

Shape shape_of(const Instruction &instruction) {
  Shape shape;
  for (const Operand &operand : instruction.operands) {
    if (operand.implicit && !is_accumulator(instruction, operand))
      continue;
    const Register *reg = as_register(operand);
    shape.has_number |= std::holds_alternative<ImmediateOperand>(operand.value);
    shape.has_others |= reg == nullptr ? !std::holds_alternative<ImmediateOperand>(operand.value)
                                       : reg->kind != RegisterKind::gpr && reg->kind != RegisterKind::stack_pointer;
    shape.registers_read += reg != nullptr && operand.read ? 1 : 0;
    if (reg != nullptr && operand.written)
      shape.written_bits = reg->kind == RegisterKind::gpr ? reg->width_bits : -1;
  }
  return shape;
}

bool is_update(Isa isa, const Instruction &instruction) {
  const Shape shape = shape_of(instruction);
  const std::string &name = instruction.mnemonic;
  if (shape.has_others || shape.registers_read != 1)
    return false;
  if (isa == Isa::riscv64)
    return name == "addi" || name == "mv";
  if (isa == Isa::aarch64)
    return shape.has_number && shape.written_bits == 64 &&
           (name == "add" || name == "adds" || name == "sub" || name == "subs");
  if (name == "mov")
    return shape.written_bits == 64 && !shape.has_number;
  if (name == "inc" || name == "dec")
    return shape.written_bits >= 32;
  return (name == "add" || name == "sub") && shape.has_number && shape.written_bits >= 32;
}

TEST(RegisterUpdates, NoOtherOpcodeOfAnyIsaHasOne) {
  for (const Isa isa : {Isa::x86_64, Isa::aarch64, Isa::riscv64}) {
    int count = 0;
    for (const EncodedInstruction &made : all_encoded(isa)) {
      EXPECT_EQ(made.instruction.update.has_value(), is_update(isa, made.instruction))
          << made.instruction.text << ' ' << made.instruction.opcode;
      count += made.instruction.update ? 1 : 0;
    }
    EXPECT_GT(count, 0);
  }
}

} // namespace
} // namespace osaca

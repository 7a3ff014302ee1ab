// Prefixes in x86 text: what the assembler makes of a line, read back as machine code, is the same list of
// instructions.
#include "compiled_inputs.h"
#include "decode/code/encoding.h"
#include "decode_lines.h"

namespace osaca {
namespace {

using testing::expect_same_instruction;
using testing::instructions_of;

std::vector<Instruction> as_machine_code(const std::string &text) {
  const auto code = assemble(text, Isa::x86_64);
  EXPECT_TRUE(code) << text << ": " << (code ? "" : code.error().text());
  const auto kernel = code ? decode_block(code->bytes, Isa::x86_64, {}) : Error{"no code"};
  EXPECT_TRUE(kernel) << text << ": " << (kernel ? "" : kernel.error().text());
  return kernel ? kernel->instructions : std::vector<Instruction>();
}

int size_in_bytes(const std::vector<Instruction> &instructions) {
  int bytes = 0;
  for (const Instruction &instruction : instructions)
    bytes += instruction.size_bytes;
  return bytes;
}

void expect_all_alike(const std::vector<std::string> &texts) {
  for (const std::string &text : texts) {
    SCOPED_TRACE(text);
    const std::vector<Instruction> written = instructions_of(Isa::x86_64, text);
    const std::vector<Instruction> read = as_machine_code(text);
    ASSERT_EQ(written.size(), read.size());
    for (std::size_t i = 0; i < written.size(); ++i)
      expect_same_instruction(written[i], read[i], true);
    EXPECT_EQ(size_in_bytes(written), size_in_bytes(read));
  }
}

TEST(X86Prefixes, ALockIsAnInstructionBeforeItsOwnInTextAsInMachineCode) {
  expect_all_alike({
      "lock addl $1, (%rdi)",
      "lock addb %al, 8(%rdi,%rcx,2)",
      "lock incq (%rdi)",
      "lock\tnegl\t(%rdi)",
      "LOCK xaddl %eax, (%rdi)",
      "lock cmpxchgq %rbx, (%rcx)",
      "lock addw $1, (%rdi)", // 66 f0
      "lock xaddw %ax, (%rdi)",
      "lock decl %fs:8(%rdi)", // 64 f0
      "lock addw $0x1234, %gs:(%edi)",
      "lock cmpxchg16b (%rdi)",
      "lock btsq %rax, (%rdi)",
      "lock; addl $1, (%rdi)",
      "lock\naddl $1, (%rdi)",
      "addl %ebx, %eax\nlock orl $0, (%rsp)\nlock orl $0, (%rdi)\nsubl %ebx, %ecx",
  });
}

TEST(X86Prefixes, ALockAndItsInstructionShareTheLineAndItsText) {
  const auto same_line = instructions_of(Isa::x86_64, "lock addl $1, (%rdi) # one more");
  ASSERT_EQ(same_line.size(), 2U);
  EXPECT_EQ(same_line[0].text, "lock");
  EXPECT_EQ(same_line[1].text, "addl $1, (%rdi)");
  EXPECT_EQ(same_line[0].line, 1);
  EXPECT_EQ(same_line[1].line, 1);
  const auto two_lines = instructions_of(Isa::x86_64, "lock\n incl block(%rip)");
  ASSERT_EQ(two_lines.size(), 2U);
  EXPECT_EQ(two_lines[0].text, "lock");
  EXPECT_EQ(two_lines[1].text, "incl block(%rip)");
  EXPECT_EQ(two_lines[1].line, 2);
  const auto intel = instructions_of(Isa::x86_64, "lock add DWORD PTR [rdi], 1", true);
  ASSERT_EQ(intel.size(), 2U);
  EXPECT_EQ(intel[0].opcode, same_line[0].opcode);
  EXPECT_EQ(intel[1].opcode, same_line[1].opcode);
}

TEST(X86Prefixes, OthersArePartOfTheirInstruction) {
  expect_all_alike({
      "rep movsb",
      "rep stosq",
      "repne scasb",
      "repe cmpsb",
      "rep\nmovsq",
      "rep; ret",
      "notrack jmp *%rax",
      "data16 cs nopw 0(%rax,%rax)",
      "addr32 movl (%eax), %ebx",
      "movq %fs:8(%rax), %rbx",
  });
}

} // namespace
} // namespace osaca

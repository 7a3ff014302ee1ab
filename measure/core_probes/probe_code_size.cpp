// Throughput of instructions by their length, in a loop that fits into every cache of decoded instructions, and in one
// that does not. What long immediates and prefixes cost shows in the first, what fetching costs in the second.
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/probe.h"

#include <array>

namespace osaca::measure::core_probes {
namespace {

constexpr int few = 400;
constexpr int large_loop_copies = 12000;

/// A nop of so many bytes: the long ones with operand size prefixes before the one of 8 bytes.
std::string nop_of(int bytes) {
  switch (bytes) {
  case 1: return "nop";
  case 2: return ".byte 0x66, 0x90";
  case 3: return "nopl (%rax)";
  case 4: return "nopl 64(%rax)";
  case 5: return "nopl 64(%rax,%rax)";
  case 6: return "nopw 64(%rax,%rax)";
  case 7: return "nopl 512(%rax)";
  default: break;
  }
  std::string text = ".byte ";
  for (int i = 8; i < bytes; ++i)
    text += "0x66, ";
  return text + "0x0f, 0x1f, 0x84, 0, 0, 2, 0, 0";
}

struct Sized {
  const char *name;
  const char *text; ///< two of them, so that no chain is longer than the dispatch
  const char *what;
};

constexpr std::array<Sized, 9> sized_instructions = {{
    {"add_2", "add %esi, %eax\nadd %esi, %ecx\nadd %esi, %edx\nadd %esi, %ebp", "add of registers, 2 bytes"},
    {"add_3", "add %rsi, %rax\nadd %rsi, %rcx\nadd %rsi, %rdx\nadd %rsi, %rbp", "add of registers, 3 bytes"},
    {"add_imm8", "add $64, %rcx\nadd $64, %rdx\nadd $64, %rbp\nadd $64, %r8", "add of an 8-bit immediate, 4 bytes"},
    {"add_imm32", "add $0x12345, %rcx\nadd $0x12345, %rdx\nadd $0x12345, %rbp\nadd $0x12345, %r8",
     "add of a 32-bit immediate, 7 bytes"},
    {"mov_imm32", "mov $0x12345, %ecx\nmov $0x12345, %edx\nmov $0x12345, %ebp\nmov $0x12345, %ebx",
     "mov of a 32-bit immediate, 5 bytes"},
    {"mov_imm64",
     "movabs $0x123456789abcdef, %rcx\nmovabs $0x123456789abcdef, %rdx\nmovabs $0x123456789abcdef, %rbp\n"
     "movabs $0x123456789abcdef, %r8",
     "mov of a 64-bit immediate, 10 bytes"},
    {"load_displacement_8", "mov 64(%rdi), %rax\nmov 64(%rdi), %rcx\nmov 64(%rdi), %rdx\nmov 64(%rdi), %r8",
     "load with an 8-bit displacement, 4 bytes"},
    {"load_displacement_32",
     "mov 0x1000(%rdi), %rax\nmov 0x1000(%rdi), %rcx\nmov 0x1000(%rdi), %rdx\nmov 0x1000(%rdi), %r8",
     "load with a 32-bit displacement, 7 bytes"},
    {"compare_memory_imm32",
     "cmpq $0x12345, 0x1000(%rdi)\ncmpq $0x12345, 0x1000(%rsi)\ncmpq $0x12345, 0x1040(%rdi)\ncmpq $0x12345, "
     "0x1040(%rsi)",
     "cmp of memory with 32-bit displacement and immediate, 11 bytes"},
}};

Finding timed(Bench &bench, const std::string &name, const std::string &text, int group, int count,
              const std::string &what) {
  Evidence evidence(bench);
  ProbeCode code;
  code.body = text;
  code.copies = count / group;
  code.iterations = count > few ? 6 : 60;
  code.misses_caches = count > few;
  const auto cycles = evidence.time(code);
  if (!cycles)
    return evidence.untold(name, "cycles", "");
  return evidence.told(name, "cycles", *cycles / group, what + ", in a loop of " + std::to_string(count));
}

} // namespace

std::vector<Finding> probe_code_size(Bench &bench) {
  constexpr int group = 4;
  constexpr int longest = 15;
  std::vector<Finding> found;
  for (int bytes = 1; bytes <= longest; ++bytes) {
    const std::string length = std::to_string(bytes);
    found.push_back(timed(bench, "code_size.nop_" + length, nop_of(bytes), 1, few, "nops of " + length + " bytes"));
    found.push_back(timed(bench, "code_size.nop_" + length + ".large_loop", nop_of(bytes), 1, large_loop_copies,
                          "nops of " + length + " bytes"));
  }
  for (const Sized &one : sized_instructions) {
    const std::string name = std::string("code_size.") + one.name;
    found.push_back(timed(bench, name, one.text, group, few, one.what));
    found.push_back(timed(bench, name + ".large_loop", one.text, group, large_loop_copies, one.what));
  }
  return found;
}

} // namespace osaca::measure::core_probes

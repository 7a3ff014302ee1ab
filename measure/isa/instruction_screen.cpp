#include "measure/isa/instruction_screen.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca::measure {
namespace {

constexpr std::array<std::string_view, 42> system_mnemonics = {
    "syscall", "sysenter", "sysexit", "sysret", "sysretq", "sysexitq", "int",    "into",   "iret",  "iretq", "iretd",
    "hlt",     "cli",      "sti",     "in",     "out",     "inb",      "inw",    "inl",    "outb",  "outw",  "outl",
    "insb",    "insw",     "insl",    "outsb",  "outsw",   "outsl",    "lgdtq",  "lidtq",  "lldtw", "ltrw",  "lmsww",
    "clts",    "invd",     "wbinvd",  "invlpg", "rdmsr",   "wrmsr",    "swapgs", "wrpkru", "xsetbv"};

bool is_system(const Instruction &instruction) {
  return std::find(system_mnemonics.begin(), system_mnemonics.end(), instruction.mnemonic) != system_mnemonics.end();
}

bool is_x87(const Instruction &instruction) {
  return std::any_of(instruction.operands.begin(), instruction.operands.end(), [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr &&
           (reg->name.starts_with("st") || reg->name.starts_with("mm") || reg->name == "fpsw" || reg->name == "fpcw");
  });
}

bool is_avx512(const Register *reg) {
  if (reg == nullptr || reg->kind == RegisterKind::mask)
    return reg != nullptr;
  constexpr std::size_t digits = 3; // of "xmm17"
  return reg->kind == RegisterKind::vector && reg->name.size() == digits + 2 && reg->name.substr(digits) >= "16";
}

} // namespace

bool talks_to_the_system(const Kernel &kernel) {
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(), is_system);
}

bool uses_x87(const Kernel &kernel) {
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(), is_x87);
}

bool uses_avx512_registers(const Kernel &kernel) {
  for (const Instruction &instruction : kernel.instructions)
    for (const Operand &operand : instruction.operands) {
      const MemoryOperand *memory = as_memory(operand);
      if (is_avx512(as_register(operand)) || (memory != nullptr && memory->index && is_avx512(&*memory->index)))
        return true;
    }
  return false;
}

bool this_processor_has_avx() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx") != 0;
#else
  return false;
#endif
}

bool this_processor_has_avx512() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0;
#else
  return false;
#endif
}

} // namespace osaca::measure

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
  return std::ranges::find(system_mnemonics, instruction.mnemonic) != system_mnemonics.end();
}

bool is_x87(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr &&
           (reg->name.starts_with("st") || reg->name.starts_with("mm") || reg->name == "fpsw" || reg->name == "fpcw");
  });
}

/// 2 for st(2).
int place_from_top(const Register &reg) {
  constexpr int places = 8;
  return reg.units.empty() ? 0 : reg.units.front() % places;
}

bool is_avx512(const Register *reg) {
  if (reg == nullptr || reg->kind == RegisterKind::mask)
    return reg != nullptr;
  constexpr std::size_t digits = 3; // of "xmm17"
  return reg->kind == RegisterKind::vector && reg->name.size() == digits + 2 && reg->name.substr(digits) >= "16";
}

} // namespace

bool accesses_system(const Kernel &kernel) { return std::ranges::any_of(kernel.instructions, is_system); }

bool uses_x87(const Kernel &kernel) { return std::ranges::any_of(kernel.instructions, is_x87); }

int values_on_register_stack(const Kernel &kernel) {
  constexpr int places = 8;
  int needed = 0;
  int gone = 0; // values popped so far minus values pushed
  for (const Instruction &instruction : kernel.instructions) {
    for (const Operand &operand : instruction.operands)
      if (const Register *reg = as_register(operand);
          reg != nullptr && operand.read && reg->kind == RegisterKind::register_stack)
        needed = std::max(needed, gone + place_from_top(*reg) + 1);
    if (instruction.register_stack) {
      gone += instruction.register_stack->pops;
      needed = std::max(needed, gone);
    }
  }
  return std::min(needed, places);
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

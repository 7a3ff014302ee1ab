#include "analysis/findings/kind_of_code.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr int narrow_bytes = 2;

/// Moves, loads and stores go by such names in all instruction sets; on x86 arithmetic loads, too.
bool merely_moves(Isa isa, const Instruction &instruction) {
  return instruction.mnemonic.find("mov") != std::string::npos ||
         (isa != Isa::x86_64 && (instruction.loads || instruction.stores));
}

bool computes(Isa isa, const Instruction &instruction) {
  return (instruction.is_scalar_fp || instruction.is_vector_packed) && !instruction.is_prefetch &&
         !merely_moves(isa, instruction);
}

} // namespace

CodeMix kind_of_code(const Kernel &kernel, const AddressAnalysis &addresses) {
  CodeMix mix;
  mix.instructions = static_cast<int>(kernel.instructions.size());
  int conditional = 0;
  for (const Instruction &instruction : kernel.instructions) {
    mix.calls += instruction.is_call ? 1 : 0;
    conditional += instruction.is_conditional ? 1 : 0;
    mix.arithmetic += computes(kernel.isa, instruction) ? 1 : 0;
    mix.loads += instruction.loads && !instruction.is_prefetch ? 1 : 0;
  }
  mix.branches = std::max(0, conditional - 1); // one closes the loop
  for (const MemoryAccess &access : addresses.accesses) {
    const bool is_narrow = access.width_bytes > 0 && access.width_bytes <= narrow_bytes;
    mix.narrow_accesses += is_narrow ? 1 : 0;
    mix.strided_accesses += !is_narrow && access.step_bytes.value_or(0) != 0 ? 1 : 0;
  }
  return mix;
}

} // namespace osaca

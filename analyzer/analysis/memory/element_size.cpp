#include "analysis/memory/element_size.h"

#include <string_view>

namespace osaca {
namespace {

bool holds(std::string_view opcode, std::string_view part) { return opcode.find(part) != std::string_view::npos; }

/// LLVM's names: VADDPDYrm, MULSSrr, FADDv2f64, FMULDrr, FADD_D. 0: not told by this one.
int bytes_by_name(const Instruction &instruction) {
  if (!instruction.is_scalar_fp && !instruction.is_vector_packed)
    return 0;
  const std::string_view opcode = instruction.opcode;
  for (const std::string_view of_doubles : {"PD", "SD", "f64", "Drr", "_D"})
    if (holds(opcode, of_doubles))
      return 8;
  for (const std::string_view of_floats : {"PS", "SS", "f32", "Srr", "_S"})
    if (holds(opcode, of_floats))
      return 4;
  return 0;
}

} // namespace

std::optional<int> element_bytes(const Kernel &kernel) {
  std::optional<int> found;
  for (const Instruction &instruction : kernel.instructions) {
    const int bytes = bytes_by_name(instruction);
    if (bytes == 0)
      continue;
    if (found && *found != bytes)
      return std::nullopt;
    found = bytes;
  }
  return found;
}

} // namespace osaca

#include "analysis/bounds/passed_through.h"

namespace osaca {
namespace {

std::string text_of(const MemoryOperand &memory) {
  std::string inside;
  if (memory.base)
    inside = memory.base->name;
  if (memory.index)
    inside += "," + memory.index->name + (memory.scale != 1 ? "*" + std::to_string(memory.scale) : "");
  std::string text = memory.symbol;
  if (memory.displacement != 0)
    text += (text.empty() || memory.displacement < 0 ? "" : "+") + std::to_string(memory.displacement);
  return text + "(" + inside + ")";
}

} // namespace

std::string text_of(const PassedThrough &via, const Kernel &kernel) {
  if (via.part == PassedThrough::Part::nothing)
    return {};
  const Operand &operand =
      kernel.instructions[static_cast<std::size_t>(via.instruction)].operands[static_cast<std::size_t>(via.operand)];
  const MemoryOperand *memory = as_memory(operand);
  switch (via.part) {
  case PassedThrough::Part::nothing: break;
  case PassedThrough::Part::reg: return as_register(operand)->name;
  case PassedThrough::Part::base: return memory->base->name;
  case PassedThrough::Part::index: return memory->index->name;
  case PassedThrough::Part::address: return text_of(*memory);
  }
  return {};
}

} // namespace osaca

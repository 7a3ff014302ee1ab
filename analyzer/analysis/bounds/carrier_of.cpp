#include "analysis/bounds/carrier_of.h"

#include "base/index.h"

namespace osaca {
namespace {

CarrierAddress address_of(const MemoryOperand &memory) {
  return {.base = memory.base ? memory.base->name : "",
          .index = memory.index ? memory.index->name : "",
          .scale = memory.scale,
          .displacement = memory.displacement,
          .symbol = memory.symbol};
}

} // namespace

Carrier carrier_of(const PassedThrough &via, const Kernel &kernel) {
  if (via.part == PassedThrough::Part::nothing)
    return {};
  const Operand &operand = kernel.instructions[at(via.instruction)].operands[at(via.operand)];
  const MemoryOperand *memory = as_memory(operand);
  switch (via.part) {
  case PassedThrough::Part::nothing: break;
  case PassedThrough::Part::reg: return CarrierRegister{as_register(operand)->name};
  case PassedThrough::Part::base: return CarrierRegister{memory->base->name};
  case PassedThrough::Part::index: return CarrierRegister{memory->index->name};
  case PassedThrough::Part::address: return address_of(*memory);
  }
  return {};
}

} // namespace osaca

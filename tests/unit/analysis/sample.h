// Hand-made instructions, so that the analyses can be tested without a decoder.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "kernel/kernel.h"
#include "model/machine_model.h"

namespace osaca::sample {

inline Register gpr(const std::string &name, std::uint16_t unit) { return {name, RegisterKind::gpr, 64, {unit}}; }
inline Register vec(const std::string &name, std::uint16_t unit) { return {name, RegisterKind::vector, 128, {unit}}; }

inline const Register rsp{"rsp", RegisterKind::stack_pointer, 64, {9}};
inline const Register rax = gpr("rax", 1), rbx = gpr("rbx", 2), rcx = gpr("rcx", 3);
inline const Register xmm0 = vec("xmm0", 20), xmm1 = vec("xmm1", 21), xmm2 = vec("xmm2", 22);

inline Operand reads(const Register &reg) { return {RegisterOperand{reg}, true, false, false, false}; }
inline Operand writes(const Register &reg) { return {RegisterOperand{reg}, false, true, false, false}; }
inline Operand updates(const Register &reg) { return {RegisterOperand{reg}, true, true, false, false}; }
inline Operand constant(std::int64_t value) { return {ImmediateOperand{value, ""}, true, false, false, false}; }
inline Operand memory(const Register &base, std::int64_t displacement, int width, bool is_store) {
  MemoryOperand operand;
  operand.base = base;
  operand.displacement = displacement;
  operand.width_bytes = width;
  return {operand, !is_store, is_store, false, false};
}

inline Instruction instruction(const std::string &opcode, std::vector<Operand> operands) {
  Instruction made;
  made.opcode = opcode;
  made.mnemonic = opcode;
  made.text = opcode;
  for (const Operand &operand : operands) {
    made.loads = made.loads || (as_memory(operand) && operand.read);
    made.stores = made.stores || (as_memory(operand) && operand.written);
  }
  made.operands = std::move(operands);
  return made;
}

/// The first operand becomes another one, or itself, plus a constant.
inline AffineResult sum_of(int source, std::int64_t by) {
  AffineResult sum;
  static_cast<void>(sum.add({source, 1, -1})); // there is room for two
  sum.constant = by;
  return sum;
}

/// add $by, %reg
inline Instruction advances(const Register &reg, std::int64_t by) {
  Instruction made = instruction("ADD64ri8", {updates(reg), constant(by)});
  made.affine = sum_of(0, by);
  return made;
}

/// mov %from, %to
inline Instruction copies(const Register &to, const Register &from) {
  Instruction made = instruction("MOV64rr", {writes(to), reads(from)});
  made.affine = sum_of(1, 0);
  return made;
}

inline Kernel kernel(std::vector<Instruction> instructions) {
  Kernel made;
  made.name = "sample";
  made.instructions = std::move(instructions);
  return made;
}

/// On a core that knows no instruction, where costs do not matter.
inline CostedKernel bound(const Kernel &kernel, const MachineModel::Data &core = {}) {
  return bind(kernel, MachineModel(core), -1);
}

} // namespace osaca::sample

// All instruction forms of an instruction set, with what LLVM's scheduling models say about them.
#pragma once

#include "base/expected.h"
#include "kernel/instruction.h"
#include "kernel/isa.h"
#include "measure/tables/operand_chains.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca::measure::from_tables {

struct KnownForm {
  std::string opcode;
  Instruction instruction;        ///< an example in which all registers differ
  std::vector<std::uint8_t> code; ///< of the example
  std::string operands;           ///< kinds, widths and roles of the explicit operands, for comparisons
  CompilerCost compiler;          ///< of the core's `compiler_cpu`
  /// One number per scheduling model of LLVM. Two forms with the same number have the same figures in that model.
  std::vector<std::uint16_t> traits;
};

class Catalogue {
public:
  /// Error: LLVM has no scheduling model for `compiler_cpu`.
  [[nodiscard]] static Expected<Catalogue> create(Isa isa, const std::string &compiler_cpu);

  [[nodiscard]] Isa isa() const { return isa_; }
  /// In LLVM's order.
  [[nodiscard]] const std::vector<KnownForm> &forms() const { return forms_; }
  /// Null: there is no such form.
  [[nodiscard]] const KnownForm *find(const std::string &opcode) const;

private:
  Isa isa_ = Isa::x86_64;
  std::vector<KnownForm> forms_;
  std::unordered_map<std::string, std::size_t> places_;
};

/// LLVM's latency between two operands in a chain of this instruction. LLVM counts from the issue of an instruction,
/// and says of some readers that they need the value later (CompilerForwarding). In a chain that time is saved.
[[nodiscard]] Cycles compiler_latency(const KnownForm &form, const OperandNumbers &pair);

/// Kinds, widths and roles of the explicit operands: equal for forms that take the same operands.
[[nodiscard]] std::string operands_text(const Instruction &instruction);

} // namespace osaca::measure::from_tables

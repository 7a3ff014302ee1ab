// Converts LLVM's registers to those of kernel/instruction.h, which consist of units: the indivisible parts of a
// register.
//
// Register units are LLVM's, with three changes:
// - If writing a part always defines the whole register (w0 clears the upper half of x0, s0 the rest of z0), all parts
//   share the unit of the whole. Otherwise readers of the whole would seem to wait for an older write.
// - x86 has two units for flags: the carry flag and all others. INC writes only the others.
// - x87 registers have units of their own, which start at a multiple of 8.
#pragma once

#include "base/index.h"
#include "decode/llvm/target.h"
#include "kernel/instruction.h"

#include <array>
#include <vector>

namespace osaca {

/// Converts the registers of one target, and caches them.
class RegisterTable {
public:
  explicit RegisterTable(const LlvmTarget &target);

  [[nodiscard]] const SharedRegister &get(llvm::MCRegister reg);

  /// Selects the flag units of x86.
  enum class Flags { carry, others, all };
  [[nodiscard]] const SharedRegister &flags(Flags which) const { return flags_[at(which)]; }

  /// x87: the register that is `place` places below the top of the stack, 0 to 7.
  [[nodiscard]] Register on_stack(int place) const;

  [[nodiscard]] llvm::MCRegister named(std::string_view llvm_name) const;

private:
  [[nodiscard]] SharedRegister make(llvm::MCRegister reg) const;
  [[nodiscard]] std::vector<std::uint16_t> units_of(llvm::MCRegister reg, bool constant) const;
  [[nodiscard]] std::vector<std::uint16_t> rest_of(llvm::MCRegister part,
                                                   const std::vector<std::uint16_t> &units) const;
  void join_units_of_wholes();

  const LlvmTarget &target_;
  std::unique_ptr<llvm::MCInstPrinter> printer_;
  std::vector<SharedRegister> made_;    ///< by LLVM's register number; created on first use
  std::vector<std::uint16_t> joined_;   ///< maps a unit to the unit that represents it
  std::array<SharedRegister, 3> flags_; ///< by Flags
};

} // namespace osaca

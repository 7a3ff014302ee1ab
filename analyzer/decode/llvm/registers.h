// LLVM's registers as kernel/instruction.h wants them.
//
// Units are LLVM's register units, with three changes:
// - Where writing a part always defines the whole (w0 clears the upper half of x0, s0 the rest of z0), all parts
//   get the one unit of the whole, so that no reader of the whole seems to wait for an older write.
// - x86's flags are two units: the carry flag and all the others. INC writes only the latter.
// - x87's registers have units of their own, from a multiple of 8 on.
#pragma once

#include "decode/llvm/target.h"
#include "kernel/instruction.h"

#include <optional>
#include <vector>

namespace osaca {

class RegisterTable {
public:
  explicit RegisterTable(const LlvmTarget &target);

  [[nodiscard]] const Register &get(llvm::MCRegister reg);

  /// x86: which of the flag units.
  enum class Flags { carry, others, all };
  [[nodiscard]] Register flags(Flags which) const;

  /// x87: the register so many places below the top, 0 to 7.
  [[nodiscard]] Register on_stack(int place) const;

  [[nodiscard]] llvm::MCRegister named(std::string_view llvm_name) const;

private:
  [[nodiscard]] Register make(llvm::MCRegister reg) const;
  [[nodiscard]] std::vector<std::uint16_t> units_of(llvm::MCRegister reg, bool constant) const;
  [[nodiscard]] std::vector<std::uint16_t> rest_of(llvm::MCRegister part,
                                                   const std::vector<std::uint16_t> &units) const;
  void join_units_of_wholes();

  const LlvmTarget &target_;
  std::unique_ptr<llvm::MCInstPrinter> printer_;
  std::vector<std::optional<Register>> made_; ///< by register number
  std::vector<std::uint16_t> joined_;         ///< unit -> the unit that stands for it
};

} // namespace osaca

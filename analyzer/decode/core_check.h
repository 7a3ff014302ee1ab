// Whether a core has an instruction, according to LLVM.
#pragma once

#include "decode/llvm/target.h"
#include "model/machine_model.h"

#include <llvm/MC/MCInst.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

class CoreCheck {
public:
  /// Empty: LLVM does not know a core of this name.
  [[nodiscard]] static std::unique_ptr<CoreCheck> create(const LlvmTarget &target, const std::string &cpu);
  virtual ~CoreCheck() = default;

  /// `inst` is an instruction of some core. Pseudo-instructions, which the assembler expands, count as instructions of
  /// each core.
  [[nodiscard]] bool has(const llvm::MCInst &inst);
  /// The same for an instruction of which only LLVM's name is known. True if a name does not tell.
  [[nodiscard]] virtual bool has_named(std::string_view /*opcode*/) { return true; }

protected:
  explicit CoreCheck(const LlvmTarget &target) : target_(target) {}

private:
  [[nodiscard]] virtual bool accepts(llvm::MCInst inst) = 0;

  const LlvmTarget &target_;
  std::map<unsigned, bool> known_; ///< by opcode
};

/// The checks of several cores, which are made when they are needed for the first time.
class CoreChecks {
public:
  explicit CoreChecks(const LlvmTarget &target) : target_(target) {}

  /// Whether a core with one of these names has the instruction. The first model counts of which LLVM knows a name.
  /// True if LLVM knows none.
  [[nodiscard]] bool has(const NamesOfCore &names, const llvm::MCInst &inst);
  [[nodiscard]] bool has_named(const NamesOfCore &names, std::string_view opcode);

private:
  template <class HasIt> [[nodiscard]] bool any_has(const NamesOfCore &names, HasIt has_it);

  const LlvmTarget &target_;
  std::map<std::string, std::unique_ptr<CoreCheck>> checks_; ///< null: LLVM does not know the core
};

} // namespace osaca
